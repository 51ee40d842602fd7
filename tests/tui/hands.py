"""Two ways to answer at a table, by keys and by mouse: any move, as a person would make it."""

from collections.abc import Callable
from typing import Final

import msgspec

from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.dice import KeepDice
from keltis_protocol.messages import PlayMove
from keltis_tui.canvas.canvas import Target
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.choosing import Choice

SIZE: Final = (80, 24)
FARTHEST: Final = 60
"""How often Tab is pressed at most."""
Way = Callable[[Session, Target, str], int]
"""Chooses a target that has this key, if it has one; how many keys or clicks it took comes back."""


def by_keys(session: Session, target: Target, key: str) -> int:
    """Its key, or Tab until it is in focus and Enter."""
    screen = session.screen
    if key:
        session.press(key)
        return 1
    assert isinstance(screen, TableScreen)
    for pressed in range(1, FARTHEST):
        session.press("tab")
        if screen.decision.picking.focus == target:
            session.press("enter")
            return pressed + 1
    raise AssertionError(f"{target} is out of reach")


def by_mouse(session: Session, target: Target, key: str) -> int:
    """A click where it is seen, on the table or in the key bar."""
    canvas = session.paint(*SIZE)
    in_bar = Target("key", key=key)
    for wanted in (target, in_bar):
        for x, y, width, height, there in canvas.areas:
            cells = (
                (column, row) for column in range(x, x + width) for row in range(y, y + height)
            )
            if there == wanted and any(canvas.target_at(*cell) == wanted for cell in cells):
                session.click(wanted)
                return 1
    raise AssertionError(f"{target} is nowhere to be clicked")


def sent(session: Session, game: str) -> list[PlayerMove]:
    """The moves that wait to be sent."""
    decoder = msgspec.msgpack.Decoder(RULE_SETS[game].player_moves)
    return [decoder.decode(each.move) for each in session.outbox if isinstance(each, PlayMove)]


def make(session: Session, move: PlayerMove, way: Way) -> int:
    """Make a move at the table that is shown; how many keys or clicks it took comes back."""
    screen = session.screen
    assert isinstance(screen, TableScreen)
    game = screen.game.rules.id
    count = 0
    if isinstance(move, KeepDice):
        for die in range(5):
            if not move.kept >> die & 1:
                count += way(session, Target("die", die), str(die + 1))
        return count + way(session, Target("go_on"), "enter")
    for key, mode in (("", ""), *screen.decision.modes().items()):
        choice = _found(screen.decision.choices(mode), move)
        if choice is None:
            continue
        if key:
            count += way(session, Target("key", key=key), key)
        while not sent(session, game):
            assert count < FARTHEST
            count += way(session, choice.target, choice.keys[0] if choice.keys else "")
        return count
    raise AssertionError(f"{move} is not among the choices")


def _found(choices: tuple[Choice, ...], move: PlayerMove) -> Choice | None:
    return next((each for each in choices if each.move == move and each.legal), None)
