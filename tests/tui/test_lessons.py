"""Guided first games: each is played to its end by keys at 80 by 24, on the real engine."""

import pytest

from keltis_engine.rules import RULE_SETS
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lesson import FREE, LessonScores, LessonScreen
from keltis_tui.screens.lobby import LobbyScreen
from keltis_tui.session import Session
from keltis_tui.table.lesson import LessonTable
from keltis_words.games.catalogue import game_name
from keltis_words.words import words_for
from tests.tui.at_table import known
from tests.tui.conftest import Told
from tests.tui.scenes import answer

SIZE = (80, 24)


def begin(told: Told, game: str) -> Session:
    session = told()
    session.press("t")
    for _ in range(list(GAMES).index(game)):
        session.press("down")
    session.press("enter")
    assert isinstance(session.screen, LessonScreen)
    return session


def lesson_of(session: Session) -> LessonScreen:
    return known(session.screen, LessonScreen)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_by_keys_and_ends_with_the_score_explained(
    told: Told, game: str
) -> None:
    session = begin(told, game)
    said = []
    for _ in range(60):
        if isinstance(session.screen, LessonScores):
            break
        screen = lesson_of(session)
        text = session.paint(*SIZE).text()
        said.append(screen.step)
        if screen.step.ask:
            assert session.client.words._(screen.step.ask) in text
            answer(screen)
        else:
            assert "Press Enter to go on." in text
            asked = screen.board.question(session.client.words, screen.game.view, "")
            assert asked not in text, "one question at a time"
            session.press("enter")
    text = session.paint(*SIZE).text()
    assert "total" in text
    assert "Enter goes back to the lobby." in " ".join(text.split())
    required = [step for step in GAMES[game].lesson.steps if not step.optional]
    assert [step for step in said if step in required] == required, "every step is met in its turn"
    assert said.count(FREE) <= 3
    session.press("enter")
    assert isinstance(session.screen, LobbyScreen)
    assert not session.outbox or not any("Play" in type(c).__name__ for c in session.outbox)


@pytest.mark.parametrize("game", GAMES)
def test_everything_the_coach_says_fits_beside_the_board(told: Told, game: str) -> None:
    session = begin(told, game)
    for _ in range(60):
        if isinstance(session.screen, LessonScores):
            return
        screen = lesson_of(session)
        canvas = session.paint(*SIZE)
        shown = " ".join(" ".join(line.split()) for line in canvas.text().splitlines())
        layout = screen.board.layout(*SIZE)
        for line in screen.advice(layout.panel_width - 1, layout.height):
            assert " ".join(line.split()) in shown, f"{game}: {screen.step.say}"
        if screen.step.ask:
            answer(screen)
        else:
            session.press("enter")
    raise AssertionError("the lesson has no end")


def test_the_coach_insists_on_what_it_asks_for_and_says_so(told: Told) -> None:
    session = begin(told, "keltis")
    session.press("enter")
    ply = lesson_of(session).game.ply
    session.press("d")
    session.press("1")
    assert lesson_of(session).game.ply == ply, "it asked for a card to be played, not discarded"
    assert session.client.message == session.client.words._(lesson_of(session).step.ask)


def test_the_coach_goes_back_with_an_undo(told: Told) -> None:
    session = begin(told, "keltis")
    session.press("enter")
    step = lesson_of(session).step
    answer(lesson_of(session))
    assert lesson_of(session).step is not step
    session.press("u")
    assert lesson_of(session).step is step


def test_a_lesson_is_left_by_q_and_the_lobby_is_there_again(told: Told) -> None:
    session = begin(told, "stones")
    session.press("q")
    assert "Leave the lesson?" in session.paint(*SIZE).text()
    session.press("y")
    assert isinstance(session.screen, LobbyScreen)


def test_every_game_has_a_lesson_and_everybody_learns_with_the_same_deal() -> None:
    assert set(GAMES) == set(RULE_SETS)
    for lesson in (game.lesson for game in GAMES.values()):
        assert LessonTable(lesson).changed() == LessonTable(lesson).changed()


def test_the_lesson_of_the_oracle_explains_every_sign_on_its_board(told: Told) -> None:
    """O2, O3, O8: tiles, figures, the way, mirrors and large stones."""
    session = begin(told, "oracle")
    said = ""
    for _ in range(60):
        if isinstance(session.screen, LessonScores):
            break
        screen = lesson_of(session)
        said += " ".join(screen.advice(60, 20)) + "\n"
        if screen.step.ask:
            answer(screen)
        else:
            session.press("enter")
    for sign in (
        "+2",
        "☘R",
        "@",
        "☻",
        "◐",
        "◈",
        "♛",
        "▸",
        "▴",
        "◂",
        "▾",
        "■",
        "a, b and c",
        "☻✓",
        "₂₅",
    ):
        assert sign in said, sign
    for word in ("mirror", "large stones", "wish stones", "spiral", "leprechaun", "red line"):
        assert word in said, word


def test_the_number_a_game_has_in_the_lobby_begins_its_lesson(told: Told) -> None:
    for number, game in enumerate(GAMES, 1):
        session = told()
        session.press("t")
        assert f"{number} {game_name(words_for('en'), game)}" in session.paint(*SIZE).text()
        session.press(str(number))
        assert lesson_of(session).game.rules.id == game
