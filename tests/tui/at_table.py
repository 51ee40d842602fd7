"""At a table: its screen and its view by their kinds, and what keys make of a decision."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from keltis_engine.position import PlayerMove, View
from keltis_protocol.messages import TableChanged
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.board import Board
from keltis_tui.table.choosing import Choice, Picking, press

T = TypeVar("T")
Answer = tuple[Picking, PlayerMove | None]
"""What keys have picked, and the move if they made one."""


def known(thing: object, kind: type[T]) -> T:
    """The thing, which is of this kind."""
    assert isinstance(thing, kind)
    return thing


def screen_of(session: Session) -> TableScreen:
    """The table that somebody looks at, a dialog over it or not."""
    return known(session.navigation.base, TableScreen)


def table_of(session: Session) -> TableChanged:
    """The table that somebody sits at, as the server told it."""
    return known(session.client.table, TableChanged)


def asked(session: Session) -> bool:
    """Whether the game is over, or one's next decision is awaited and nothing is on its way."""
    screen = session.navigation.base
    if not isinstance(screen, TableScreen):
        return False
    return screen.game.ended or (screen.game.my_turn and not screen.decision.sent)


def first_keys(session: Session) -> list[str]:
    """What a hasty player presses: the first thing that fits, else a discard."""
    for choice in screen_of(session).decision.choices(""):
        if choice.legal:
            key = {" ": "space"}.get(choice.keys[0], choice.keys[0])
            return [key] if choice.at_once else [key, key]
    return ["1", "d"]


def pressed(
    board: Board,
    view: View,
    moves: Sequence[PlayerMove],
    keys: Sequence[str],
    start: Picking | None = None,
) -> Answer:
    """The picking and the move after these keys."""
    move: PlayerMove | None = None
    picking = start or Picking()

    def choices(mode: str) -> tuple[Choice, ...]:
        return board.choices(view, moves, mode)

    for key in keys:
        assert move is None, "a move was made before the last key"
        picking, move = press(picking, key, choices, board.modes(view))
    return picking, move


def from_turn(turn: int, to_act: int | None = None) -> Callable[[View], bool]:
    """Whether this many turns have begun, and it is this seat's decision if one is named."""
    return lambda view: view.turn >= turn and to_act in (None, view.to_act)


def in_phase(phase: str, turn: int = 0) -> Callable[[View], bool]:
    """Whether this is asked, this many turns having begun."""
    return lambda view: view.phase == phase and view.turn >= turn
