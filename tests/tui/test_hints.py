"""Hints at the table: `h` asks, the move comes into focus with its reasons, Enter makes it."""

import re

import msgspec
import pytest
from msgspec import Raw

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchHint, Hint, PlayMove
from keltis_tui.session import Session
from keltis_tui.table.hints import advice_said, where
from keltis_words.glyphs import DRAWN
from keltis_words.hints import REASONS, hint_begins, reason_said
from keltis_words.words import Words, words_for
from screenshots.played import CODE, Played
from tests.tui.at_table import from_turn, screen_of
from tests.tui.conftest import Told
from tests.tui.pseudo import LONG

SIZE = (80, 24)


def raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))


def my_turn(game: str, turn: int = 6) -> Played:
    return Played(game, 2, "hint").until(lambda view: view.turn >= turn and view.to_act == 0)


def advised(told: Told, staged: Played, move: PlayerMove, *reasons: Reason) -> Session:
    """A session at that turn that was given a hint."""
    session = told(staged.table(), staged.changed())
    session.outbox.clear()
    session.press("h")
    assert [type(command) for command in session.outbox] == [FetchHint]
    session.hear(said_by("club", staged, move, *reasons))
    return session


def said_by(bot: str, staged: Played, move: PlayerMove, *reasons: Reason) -> Hint:
    """A hint as the server tells it."""
    told = [raw(reason) for reason in reasons]
    return Hint(table=CODE, ply=staged.ply, bot=bot, move=raw(move), reasons=told)


def squeezed(session: Session) -> str:
    """The screen without what is blank at the end of lines."""
    lines = session.paint(*SIZE).text().splitlines()
    return "\n".join(line.rstrip() for line in lines)


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_advised_move_is_in_focus_and_enter_makes_it(told: Told, game: str) -> None:
    staged = my_turn(game)
    view, moves = staged.position.view(0), staged.position.legal_moves()
    move = GAME_PLAYERS[game].club(view, moves, staged.chance)
    reasons = GAME_PLAYERS[game].explain(view, move)
    session = advised(told, staged, move, *reasons)
    assert "Hint (club): " in session.paint(*SIZE).text()
    session.outbox.clear()
    session.press("enter")
    (made,) = session.outbox
    assert isinstance(made, PlayMove)
    assert bytes(made.move) == msgspec.msgpack.encode(move)


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
def test_every_move_can_be_put_in_focus(told: Told, game: str) -> None:
    staged = Played(game, 2, "every move")
    for turn in range(1, 12):
        staged.until(from_turn(turn, 0))
        if staged.position.to_act is None:
            return
        session = told(staged.table(), staged.changed())
        decision = screen_of(session).decision
        for move in staged.position.legal_moves():
            picking = where(decision, move)
            assert picking is not None, move
            decision.show(picking)
            assert decision.focus is not None
            assert decision.focus.move == move
        staged.play(staged.best())


def test_the_hint_goes_with_the_focus_and_comes_back_with_it(told: Told) -> None:
    staged = my_turn("keltis")
    move = staged.position.legal_moves()[0]
    session = advised(told, staged, move, Reason("points", 3))
    assert re.search(r"Hint \(club\): plays [RYPGB]\d+: \+3 at once", session.paint(*SIZE).text())
    session.press("right")
    assert "Hint" not in session.paint(*SIZE).text()
    session.press("left")
    assert "Hint" in session.paint(*SIZE).text()


def test_a_hint_for_another_moment_changes_nothing(told: Told) -> None:
    staged = my_turn("keltis")
    session = told(staged.table(), staged.changed())
    before = session.paint(*SIZE).text()
    move = raw(staged.position.legal_moves()[0])
    for ply, code in ((staged.ply - 1, CODE), (staged.ply, "OTHER")):
        session.hear(Hint(table=code, ply=ply, bot="club", move=move, reasons=[]))
    assert session.paint(*SIZE).text() == before


def test_h_asks_nobody_while_another_decides_and_says_so(told: Told) -> None:
    staged = Played("keltis", 2, "hint").until(lambda view: view.turn > 5 and view.to_act == 1)
    session = told(staged.table(), staged.changed())
    session.outbox.clear()
    session.press("h")
    assert not session.outbox
    assert "It is not your turn yet." in session.paint(*SIZE).text()


def test_h_at_a_rated_table_says_that_there_are_no_hints(told: Told) -> None:
    staged = my_turn("keltis")
    table = msgspec.structs.replace(staged.table(), settings={"rated": "yes"})
    session = told(table, staged.changed())
    session.outbox.clear()
    session.press("h")
    assert not session.outbox
    text = session.paint(*SIZE).text()
    assert "At a rated table everybody thinks for themselves." in text
    assert "h hint" not in text


def test_a_second_hint_moves_nothing_under_the_fingers_and_h_leads_to_it(told: Told) -> None:
    """Enter still makes the move that was in focus when it was pressed."""
    staged = my_turn("keltis")
    first, other, *_ = staged.position.legal_moves()
    session = advised(told, staged, first, Reason("points", 3))
    session.hear(said_by("master", staged, other, Reason("points", 1)))
    text = session.paint(*SIZE).text()
    assert "+3 at once · h: master " in text
    focus = screen_of(session).decision.focus
    assert focus is not None
    assert focus.move == first
    session.outbox.clear()
    session.press("h")
    assert not session.outbox
    assert "Hint (master): " in session.paint(*SIZE).text()
    session.press("h")
    assert "Hint (club): " in session.paint(*SIZE).text()


def test_a_second_hint_of_the_same_move_is_named(told: Told) -> None:
    staged = my_turn("keltis")
    move = staged.position.legal_moves()[0]
    session = advised(told, staged, move, Reason("points", 3))
    session.hear(said_by("master", staged, move, Reason("points", 3)))
    assert "+3 at once · master too" in session.paint(*SIZE).text()


def test_a_second_hint_after_the_move_was_made_does_nothing(told: Told) -> None:
    staged = my_turn("keltis")
    first, other, *_ = staged.position.legal_moves()
    session = advised(told, staged, first, Reason("points", 3))
    late = said_by("master", staged, other, Reason("points", 1))
    staged.play(first)
    session.hear(staged.changed())
    before = session.paint(*SIZE).text()
    session.hear(late)
    assert session.paint(*SIZE).text() == before
    assert "Hint" not in before


@pytest.mark.parametrize(
    "reason",
    [
        Reason("would_close", 99),
        Reason("spiral_to", 36),
        Reason("higher", 1, 7),
        Reason("would_take", seat=9),
        Reason("of_tomorrow", 3),
    ],
)
def test_a_reason_that_cannot_be_said_is_left_out(told: Told, reason: Reason) -> None:
    """Whatever a server tells, nobody's screen breaks."""
    staged = my_turn("keltis")
    session = advised(told, staged, staged.position.legal_moves()[0], reason)
    assert re.search(r"Hint \(club\): plays [RYPGB]\d+\n", squeezed(session))


@pytest.mark.law
@pytest.mark.parametrize("words", [words_for("en"), LONG], ids=["en", "long"])
def test_every_reason_fits_the_line_in_every_language(words: Words) -> None:
    """At 80 columns, after the name of either bot, with the longest things it may tell of."""
    room = SIZE[0] - 3
    for code in REASONS:
        for number in (20, 100 if code == "may_end" else 12):
            reason = Reason(code, number, 0, 0)
            said = advice_said(
                words, DRAWN, ["Bran"], [hint_begins(words, "master")], [reason], room
            )
            assert len(said) <= room, said


def test_of_several_reasons_those_are_told_that_fit(told: Told) -> None:
    staged = my_turn("keltis")
    reasons = [Reason(code, 10, 0, 1) for code in ("fits_nowhere", "fresh_card", "points")]
    session = advised(told, staged, staged.position.legal_moves()[0], *reasons)
    (line,) = [text for text in session.paint(*SIZE).text().splitlines() if "Hint" in text]
    assert line.rstrip().endswith("it fits your rows no more, +10 at once")


@pytest.mark.parametrize("count", [1, 2])
def test_reasons_read_as_well_of_one_as_of_several(count: int) -> None:
    said = [
        reason_said(words_for("en"), DRAWN, ("ann", "bob"), Reason(code, count))
        for code in ("keeps", "shuts", "onward")
    ]
    assert said == [
        f"keeps room for {count} of its colour",
        f"shuts out {count} of its colour",
        f"onward by {count}",
    ]
