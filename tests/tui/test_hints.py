"""Hints at the table: `h` asks, the move comes into focus with its reasons, Enter makes it."""

import msgspec
import pytest
from msgspec import Raw

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchHint, Hint, PlayMove
from keltis_tui.session import Session
from keltis_tui.table.hints import where
from keltis_words.glyphs import DRAWN
from keltis_words.hints import reason_said
from keltis_words.words import words_for
from screenshots.played import CODE, Played
from tests.tui.at_table import from_turn, screen_of
from tests.tui.conftest import Told

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
    session.hear(
        Hint(
            table=CODE,
            ply=staged.ply,
            bot="club",
            move=raw(move),
            reasons=[raw(reason) for reason in reasons],
        )
    )
    return session


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
    assert "Hint (club): +3 at once" in session.paint(*SIZE).text()
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


def test_h_asks_nobody_while_another_decides(told: Told) -> None:
    staged = Played("keltis", 2, "hint").until(lambda view: view.turn > 5 and view.to_act == 1)
    session = told(staged.table(), staged.changed())
    session.outbox.clear()
    session.press("h")
    assert not session.outbox


def test_the_longest_reasons_fit_the_line_or_are_left_out(told: Told) -> None:
    staged = my_turn("keltis")
    reasons = [Reason(code, 10, 0, 1) for code in ("fresh_card", "large_here", "priestess_waits")]
    session = advised(told, staged, staged.position.legal_moves()[0], *reasons)
    (line,) = [text for text in session.paint(*SIZE).text().splitlines() if "Hint" in text]
    assert "a new card brings more" in line
    assert "priestess" not in line


@pytest.mark.parametrize("count", [1, 2])
def test_reasons_read_as_well_of_one_as_of_several(count: int) -> None:
    said = [
        reason_said(words_for("en"), DRAWN, ("ann", "bob"), Reason(code, count))
        for code in ("keeps", "shuts", "onward")
    ]
    assert said == [
        f"keeps room for {count} more of its colour",
        f"shuts out {count} of its colour",
        f"onward by {count}",
    ]
