"""The Oracle in words: every code has its sentence, every event is told."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from keltis_engine.parts.events import Declined, GameEnded, WishStoneTaken
from keltis_engine.parts.oracle_board import CLOVER, STONE_COLOURS
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.oracle import (
    PHASES,
    BonusClaimed,
    FigureMoved,
    MirrorTaken,
    MoveFigure,
    OracleView,
    PriestessMoved,
    RowCardDiscarded,
)
from keltis_tui.games.oracle.board import OracleBoard
from keltis_tui.games.oracle.choosing import STONE_KEYS, letters_on
from keltis_words.games.oracle import ORACLE_WORDS
from keltis_words.glyphs import DRAWN
from keltis_words.words import words_for
from screenshots.played import asked, with_moves
from tests.tui.at_table import known
from tests.tui.conftest import Told

WORDS = words_for("en")


def oracle(view: View) -> OracleView:
    return known(view, OracleView)


def test_every_phase_has_its_question() -> None:
    assert set(PHASES) <= set(ORACLE_WORDS.questions)
    assert set(PHASES) - {"deal", "over"} == set(ORACLE_WORDS.others_asked)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (FigureMoved(0, 0, 4), "sets out to G♠ -4"),
        (FigureMoved(0, 4, 9), "moves to G♠ -2"),
        (FigureMoved(0, 9, 7), "goes back to P♥ -3"),
        (FigureMoved(0, 9, 0), "goes back to the start stone"),
        (FigureMoved(0, 20, 25), "moves to G♠ 5 (stone 25)"),
        (PriestessMoved(0, 28), "priestess to G♠ 5 (stone 28)"),
        (WishStoneTaken(0), "takes a wish stone"),
        (RowCardDiscarded(0, 5), "discards R5 from the row"),
        (PriestessMoved(0, 2), "priestess to Y☼ -4"),
        (MirrorTaken(0), "takes a mirror"),
        (BonusClaimed(0, 15), "claims 15 leprechaun points"),
        (Declined(0), "lets it be"),
        (GameEnded("oracle"), "The game is over: the oracle has been reached."),
    ],
)
def test_what_happens_is_told(event: Event, text: str) -> None:
    """O14: the examples of movement, and what else may happen."""
    assert ORACLE_WORDS.word_event(WORDS, DRAWN, event) == text


def test_the_score_sheet_names_what_it_counts() -> None:
    """O13: White's figures on 10, 6 and -3, three wish stones, two mirrors."""
    lines = [
        ScoreLine("figure", -3, (6,)),
        ScoreLine("figure", 10, (35,)),
        ScoreLine("points", 4),
        ScoreLine("wish_stones", 3, (3,)),
        ScoreLine("mirrors", 6, (2,)),
        ScoreLine("mirrors", 3, (1,)),
    ]
    assert [ORACLE_WORDS.word_line(WORDS, DRAWN, line) for line in lines] == [
        "Y☼ on -3", "Y☼ on 10", "points won", "3 wish stones", "2 mirrors", "1 mirror",
    ]  # fmt: skip


def test_a_spiral_back_to_where_the_move_began_is_refused_in_words(told: Told) -> None:
    """O7"""
    played = asked("oracle", 2, lambda view: view.phase == "spiral" and bool(oracle(view).began))
    session = told(played.table(), played.changed())
    session.press(STONE_KEYS[oracle(played.position.view(0)).began or 0])
    assert "stood there when your turn began" in session.paint(80, 24).text()


def test_a_figure_without_a_stone_ahead_says_so(told: Told) -> None:
    """O4"""
    played = asked("oracle", 2, lambda view: view.phase == "move" and 35 in oracle(view).figures[0])
    session = told(played.table(), played.changed())
    view = oracle(played.position.view(0))
    session.press(letters_on(view, 35)[0])
    assert "No stone of that colour lies ahead" in session.paint(80, 24).text()


def test_a_clover_says_to_which_stone_it_leads() -> None:
    """O7: by its number too if another one looks the same."""
    board = OracleBoard()
    played = asked("oracle", 2, lambda view: view.phase == "clover")
    view = oracle(played.position.view(0))
    for stone, name in ((8, "G -2"), (24, "G 5 (stone 25)"), (25, "G 5 (stone 28)")):
        tiles = [0] * 36
        tiles[stone] = CLOVER + STONE_COLOURS[25]
        here = structs.replace(view, stone=stone, tiles=tuple(tiles), figures=((0, 0, stone),) * 2)
        assert f"go on to {name}?" in board.question(WORDS, here, "")


def test_a_free_clover_for_one_figure_names_the_colour_it_leads_to(told: Told) -> None:
    """O15: the figure that may take the step need not be the one that reached the clover."""

    def so(view: View, moves: Sequence[PlayerMove]) -> bool:
        steps = [move.stone for move in moves if isinstance(move, MoveFigure)]
        return view.phase == "clover" and len(steps) == 1 and steps[0] != oracle(view).stone

    staged = with_moves("oracle", so, {"free_clovers": "on"})
    text = told(staged.table(), staged.changed()).paint(80, 24).text()
    assert "A clover! Which figure goes on to its next " in text
