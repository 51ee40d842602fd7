"""The lobby: who is here and which tables there are, told to everyone who is at none."""

import asyncio
from collections.abc import Mapping

from keltis_protocol.messages import Lobby, TableLine
from keltis_server.elsewhere import Elsewhere
from keltis_server.keeper import Keeper
from keltis_server.limits import Limits
from keltis_server.telling import seat_states, table_line
from keltis_server.visit import Visit


class Notice:
    """The lobby's notice board: changes that come close together are told as one."""

    def __init__(
        self,
        keepers: dict[str, Keeper],
        visits: Mapping[str, Visit],
        elsewhere: Elsewhere,
        limits: Limits,
    ) -> None:
        self._keepers = keepers
        self._visits = visits
        self._elsewhere = elsewhere
        self._limits = limits
        self._soon: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Tell everyone in the lobby soon."""
        if self._soon is None:
            loop = asyncio.get_running_loop()
            self._soon = loop.call_later(self._limits.lobby_pause, self._tell_all)

    def close(self) -> None:
        """Tell nobody any more."""
        if self._soon is not None:
            self._soon.cancel()

    def tell(self, visit: Visit) -> None:
        """Tell one visit now."""
        self._tell([visit])

    def _tell_all(self) -> None:
        self._soon = None
        self._tell([v for v in self._visits.values() if v.greeted and not v.table])

    def _tell(self, visits: list[Visit]) -> None:
        """Give each visit its list: its own tables first, then the public ones, newest first."""
        public: list[TableLine] = []
        own: dict[str, dict[str, TableLine]] = {visit.who.id: {} for visit in visits}
        for code in reversed(self._keepers):
            keeper = self._keepers[code]
            table = keeper.table
            present = keeper.present
            seats = seat_states(table, present)
            if not table.private and (table.state != "over" or present):
                public.append(table_line(table, seats, ""))
            for who in table.people:
                if who in own:
                    own[who][code] = table_line(table, seats, who)
        limit = self._limits.lobby_tables
        shared = public[:limit]
        people = len(self._visits) + len(self._elsewhere)
        for visit in visits:
            mine, tables = own[visit.who.id], shared
            if mine:
                others = (line for line in shared if line.table not in mine)
                tables = [*mine.values(), *others][:limit]
            visit.tell(Lobby(you=visit.person, people=people, tables=tables))
