"""When something is due at a table though nobody does anything, and what: by its log alone."""

from typing import Final

from keltis_server.limits import Limits
from keltis_server.tables import decide
from keltis_server.tables.records import Committed, GameStopped
from keltis_server.tables.table import Decision, Table

DAY: Final = 86_400.0
USUAL: Final = "30d"
"""The setting that leaves it to whoever runs the server."""


def due_of(table: Table, limits: Limits) -> int | None:
    """When a table is to be looked at, in ms since 1970 by the store's clock; None: never."""
    if table.playing:
        forsaken = table.at + int(_patience(table, limits) * 1000)
        deadline = table.clocks.deadline()
        return forsaken if deadline is None else min(deadline, forsaken)
    return table.at + int(limits.ended_game_seconds * 1000) if table.forsaken else None


def _patience(table: Table, limits: Limits) -> float:
    """How many seconds a running game waits after its last move if nobody is there."""
    days = table.settings["ends_after"]
    return limits.abandoned_game_seconds if days == USUAL else int(days.removesuffix("d")) * DAY


def what_is_due(table: Table) -> Decision:
    """What happens at a table whose time has come and at which nobody is.

    A game ends, and its people find the table in the lobby with a word; then it is cleared away.
    """
    if table.playing:
        return Decision((GameStopped(forsaken=True), Committed.drawn()))
    return decide.close(table)
