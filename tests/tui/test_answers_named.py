"""A question names exactly the keys that answer it, and the log tells each thing once."""

import re

import pytest

from keltis_engine.match import GameScored
from keltis_tui.canvas.fitting import without_keys
from keltis_tui.canvas.text import width_of
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.table import TableScreen
from keltis_tui.table.choosing import answers
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.decision import Decision
from keltis_words.glyphs import Glyphs
from keltis_words.words import words_for
from screenshots.played import Played, asked
from screenshots.staged import moment, table
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told
from tests.tui.pictures import LANGUAGES
from tests.tui.recorded import KINDS, Recorded

ASKED = [
    ("keltis", "play", ("card",)),
    ("keltis", "clover", ("path",)),
    ("keltis", "draw", ("pile",)),
    ("oracle", "play", ("card",)),
    ("oracle", "leprechaun", ("card", "row")),
    ("oracle", "draw", ("pile",)),
    ("dice", "choose", ("path",)),
    ("dice", "clover", ("path",)),
]


def spelled_out(keys: str) -> list[str]:
    """Keys as they are named, a range of digits one by one."""
    found: list[str] = []
    for part in keys.split():
        first, _, last = part.partition("–")
        found += map(str, range(int(first), int(last) + 1)) if last else [part]
    return found


@pytest.mark.law
@pytest.mark.parametrize(("game", "phase", "kinds"), ASKED)
def test_a_question_names_exactly_the_keys_that_answer_it(
    told: Told, game: str, phase: str, kinds: tuple[str, ...]
) -> None:
    """D3: rows that no die shows are not named; C4: nor are cards that do not fit."""
    played = asked(game, 3, lambda view: view.phase == phase and view.turn > 6)
    session = told(played.table(), played.changed())
    screen = session.screen
    assert isinstance(screen, TableScreen)
    choices = screen.decision.choices("")
    legal = [c.keys[0] for c in choices if c.legal and c.keys and c.target.kind in kinds]
    question = session.paint(140, 45).text().splitlines()[-2]
    named = re.findall(r"\(([^)]*?)(?:, or n[^)]*|, Esc[^)]*)?\)", question)
    assert spelled_out(" ".join(named)) == legal


def test_digits_that_follow_one_another_are_named_as_a_range() -> None:
    played = asked("keltis", 2, lambda view: view.phase == "play")
    view, moves = played.position.view(0), list(played.position.legal_moves())
    choices = GAMES["keltis"].board.choices(view, moves, "discard")
    assert answers(choices, "card") == "1–8"
    assert answers((choices[0], choices[1], choices[4]), "card") == "1 2 5"
    assert answers(choices, "pile") == ""


@pytest.mark.law
@pytest.mark.parametrize("name", [name for name in KINDS if name.startswith(("keltis", "oracle"))])
def test_every_question_of_a_game_is_there_to_its_end_at_80_columns(name: str) -> None:
    """Keys in brackets may be missing: the bar has them."""
    played, room = Recorded(name), 80 - 4
    while played.until(lambda view: view.to_act == 0).position.to_act is not None:
        game, board = ClientGame(played.changed()), GAMES[played.game].board
        decision = Decision(game, board, lambda: "risky")
        for words in LANGUAGES.values():
            for mode in ("", *decision.modes().values()):
                question = board.question(words, game.view, mode, decision.choices(mode))
                shown = without_keys(question, room)
                assert width_of(shown) <= room, shown
                assert shown[-1] == question[-1] or question.endswith(")")
        played.play(played._moves.pop())


def log_of(told: Told, game: str) -> str:
    played = Played(game, 2, "a tale").until(lambda view: view.turn > 8 and view.to_act == 0)
    session = told(played.table(), played.changed())
    return " ".join(session.paint(200, 60).text().split())


def test_a_stone_turned_up_and_taken_is_named_once(told: Told) -> None:
    """S3"""
    text = log_of(told, "stones")
    assert re.search(r" up: \S+, takes it", text.replace("│ ", ""))
    assert not re.search(r"up: (\S+), takes \1", text)


def test_a_second_roll_is_told_with_what_it_brought(told: Told) -> None:
    """D3"""
    text = log_of(told, "dice")
    assert re.search(r"dice again: |die again: ", text)
    assert not re.search(r"again, rolls ", text)


def test_a_size_is_asked_for_only_while_a_figure_is_left_to_start(told: Told) -> None:
    """K6"""
    staged = moment(2, lambda view: view.phase == "clover" and 0 not in view.figures[0])
    session = told(table(2), staged.changed())
    for key in "sl":
        session.press(key)
        assert screen_of(session).decision.picking.mode == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_score_of_a_game_of_a_match_says_whose_points_they_are(game: str) -> None:
    word_event = GAMES[game].board.wording.word_event
    told_of = word_event(words_for("en"), Glyphs(), GameScored(1, (10, -2, 20)))
    assert told_of == "Game 1 of the match: ●10 ■-2 ▲20"
