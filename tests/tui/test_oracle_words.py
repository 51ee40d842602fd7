"""The Oracle in words: every code has its sentence, every event is told."""

import re
from pathlib import Path

import pytest

from keltis_engine.parts.events import Declined, GameEnded, WishStoneTaken
from keltis_engine.position import ScoreLine
from keltis_engine.rules.oracle import (
    PHASES,
    BonusClaimed,
    FigureMoved,
    MirrorTaken,
    PriestessMoved,
    RowCardDiscarded,
)
from keltis_tui.boards.oracle import OracleBoard
from keltis_tui.themes import DRAWN
from keltis_tui.wording import oracle as wording
from keltis_tui.wording.refusals import REFUSALS
from keltis_tui.words import words_for
from screenshots.played import asked

BOARD, WORDS = OracleBoard(), words_for("en")
RULES = Path(__file__).parents[2] / "engine/keltis_engine/rules/oracle.py"


def test_every_reason_of_the_rules_has_a_sentence():
    text = RULES.read_text(encoding="utf-8")
    said = set(re.findall(r'(?:return|else|if) "([a-z]+(?:_[a-z]+)+)"', text))
    said |= set(re.findall(r'return "([a-z]+(?:_[a-z]+)+)" if', text))
    said -= {"not_the_dealer", "bad_deal"}  # no person can meet these
    assert said - set(REFUSALS) - set(wording.REFUSALS) == set()
    assert set(wording.REFUSALS) <= said, "no sentence without a reason"
    for code in said:
        assert BOARD.word_refusal(WORDS, code).endswith((".", "(d)."))


def test_every_phase_has_its_question():
    assert set(PHASES) <= set(wording.QUESTIONS)
    assert set(PHASES) - {"deal", "over"} == set(wording.WAITING)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (FigureMoved(0, 0, 3), "sets out to G♠ -4"),
        (FigureMoved(0, 3, 9), "moves to G♠ -2"),
        (FigureMoved(0, 9, 7), "goes back to P♥ -3"),
        (WishStoneTaken(0), "takes a wish stone"),
        (RowCardDiscarded(0, 5), "discards R5 from the row"),
        (PriestessMoved(0, 2), "priestess to Y☼ -4"),
        (MirrorTaken(0), "takes a mirror"),
        (BonusClaimed(0, 15), "claims 15 leprechaun points"),
        (Declined(0), "lets it be"),
        (GameEnded("oracle"), "The game is over: the oracle has been reached."),
    ],
)
def test_what_happens_is_told(event, told):
    """O14: the examples of movement, and what else may happen."""
    assert BOARD.word_event(WORDS, DRAWN, event) == told


def test_the_score_sheet_names_what_it_counts():
    """O13: White's figures on 10, 6 and -3, three wish stones, two mirrors."""
    lines = [
        ScoreLine("figure", -3, (6,)),
        ScoreLine("figure", 10, (35,)),
        ScoreLine("points", 4),
        ScoreLine("wish_stones", 3, (3,)),
        ScoreLine("mirrors", 6, (2,)),
        ScoreLine("mirrors", 3, (1,)),
    ]
    assert [BOARD.word_line(WORDS, DRAWN, line) for line in lines] == [
        "Y☼ on -3", "Y☼ on 10", "points won", "3 wish stones", "2 mirrors", "1 mirror",
    ]  # fmt: skip


def test_a_spiral_back_to_where_the_move_began_is_refused_in_words(told):
    """O7"""
    played = asked("oracle", 2, lambda view: view.phase == "spiral" and bool(view.began))
    session = told(played.table(), played.changed())
    session.press("1234567890abcdefgimoprstvwxyzABCEF"[played.position.view(0).began - 1])
    assert "move began there" in session.paint(80, 24).text()


def test_a_figure_without_a_stone_ahead_says_so(told):
    """O4"""
    played = asked("oracle", 2, lambda view: view.phase == "move" and 35 in view.figures[0])
    session = told(played.table(), played.changed())
    session.press("abc"[len(set(played.position.view(0).figures[0])) - 1])
    assert "No stone of that colour lies ahead" in session.paint(80, 24).text()
