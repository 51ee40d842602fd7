"""Guided first games: each is played to its end by keys at 80 by 24, on the real engine."""

import pytest

from keltis_engine.rules import RULE_SETS
from keltis_tui.help.lesson import LessonTable
from keltis_tui.help.lessons import LESSONS
from keltis_tui.screens.lesson import FREE, LessonScores, LessonScreen
from keltis_tui.screens.lobby import LobbyScreen
from tests.tui.scenes import answer

SIZE = (80, 24)


def begin(told, game: str):
    session = told()
    session.press("t")
    for _ in range(list(LESSONS).index(game)):
        session.press("down")
    session.press("enter")
    assert isinstance(session.screen, LessonScreen)
    return session


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_played_through_by_keys_and_ends_with_the_score_explained(told, game):
    session = begin(told, game)
    said = []
    for _ in range(60):
        screen = session.screen
        if isinstance(screen, LessonScores):
            break
        text = session.paint(*SIZE).text()
        said.append(screen.step)
        if screen.step.ask:
            assert session.words._(screen.step.ask) in text
            answer(screen)
        else:
            assert "Press Enter to go on." in text
            asked = screen.board.question(session.words, screen.game.view, "")
            assert asked not in text, "one question at a time"
            session.press("enter")
    text = session.paint(*SIZE).text()
    assert "total" in text
    assert "Enter goes back to the lobby." in " ".join(text.split())
    required = [step for step in LESSONS[game].steps if not step.optional]
    assert [step for step in said if step in required] == required, "every step is met in its turn"
    assert said.count(FREE) <= 3
    session.press("enter")
    assert isinstance(session.screen, LobbyScreen)
    assert not session.outbox or not any("Play" in type(c).__name__ for c in session.outbox)


@pytest.mark.parametrize("game", LESSONS)
def test_everything_the_coach_says_fits_beside_the_board(told, game):
    session = begin(told, game)
    for _ in range(60):
        screen = session.screen
        if isinstance(screen, LessonScores):
            return
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


def test_the_coach_insists_on_what_it_asks_for_and_says_so(told):
    session = begin(told, "keltis")
    session.press("enter")
    ply = session.screen.game.ply
    session.press("d")
    session.press("1")
    session.press("1")
    assert session.screen.game.ply == ply, "it asked for a card to be played, not discarded"
    assert session.message == session.words._(session.screen.step.ask)


def test_the_coach_goes_back_with_an_undo(told):
    session = begin(told, "keltis")
    session.press("enter")
    step = session.screen.step
    answer(session.screen)
    assert session.screen.step is not step
    session.press("u")
    assert session.screen.step is step


def test_a_lesson_is_left_by_q_and_the_lobby_is_there_again(told):
    session = begin(told, "stones")
    session.press("q")
    assert "Leave the lesson?" in session.paint(*SIZE).text()
    session.press("y")
    assert isinstance(session.screen, LobbyScreen)


def test_every_game_has_a_lesson_and_everybody_learns_with_the_same_deal():
    assert set(LESSONS) == set(RULE_SETS)
    for lesson in LESSONS.values():
        assert LessonTable(lesson).changed() == LessonTable(lesson).changed()
