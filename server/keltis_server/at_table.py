"""What the commands for the table one is at have in common: found, changed, answered once."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.tables.live import LiveTable
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.table import Decision, Table


class ForTable(Protocol):
    """A command for the table one is at."""

    @property
    def id(self) -> str:
        """Its own name."""

    @property
    def table(self) -> str:
        """The code of the table."""


class AtTable:
    """Changes the table that a visit is at."""

    def __init__(self, registry: TableRegistry, limits: Limits) -> None:
        self._registry = registry
        self.limits = limits

    def live(self, visit: Visit, code: str) -> LiveTable:
        """The table, or the refusal of one who is not there."""
        if visit.table != code:
            raise Refusal("not_at_table")
        return self._registry.live_tables[code]

    async def change(
        self, visit: Visit, command: ForTable, judged: Callable[[Table], Decision]
    ) -> None:
        """Change the table the visit is at, and answer."""
        self.live(visit, command.table)
        answer = partial(visit.finish, command.id)
        async with self._registry.hold(command.table) as live:
            if live is None:
                raise Refusal("no_such_table")
            await live.change(key_of(visit, command.id), judged, answer, by=visit.who.account)

    def check_room(self, table: Table, who: str) -> None:
        """Refuse what is not a move once enough of that stands in the log since the game began."""
        limits = self.limits
        if table.asides[who] >= limits.asides or table.all_asides >= limits.table_asides:
            raise Refusal("log_full")

    def check_games(self, table: Table) -> None:
        """Refuse what may begin a game where the log is long."""
        if table.seq >= self.limits.log:
            raise Refusal("enough_games")


def key_of(visit: Visit, command: str) -> str:
    """The command as the log knows it: nobody's id stands in another's way."""
    return f"{visit.who.id}/{command}"
