"""When something is due at a table though nobody does anything, and what: by its log alone."""

from keltis_server.limits import Limits
from keltis_server.tables import decide
from keltis_server.tables.table import Decision, Table


def due_of(table: Table, limits: Limits) -> int | None:
    """When a table is to be looked at, in ms since 1970 by the store's clock; None: never."""
    if not table.playing:
        return None
    return table.at + int(limits.abandoned_game_seconds * 1000)


def what_is_due(table: Table) -> Decision:
    """What happens at a table whose time has come and at which nobody is."""
    return decide.close(table)
