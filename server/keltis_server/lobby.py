"""The lobby: who is here and which tables there are, told to everyone who is at none."""

import asyncio
from collections.abc import Mapping

from keltis_protocol.messages import Lobby, SeatState
from keltis_server.keeper import Keeper
from keltis_server.limits import Limits
from keltis_server.telling import seat_states, table_line
from keltis_server.visit import Visit


class Notice:
    """The lobby's notice board: changes that come close together are told as one."""

    def __init__(
        self, keepers: Mapping[str, Keeper], visits: Mapping[str, Visit], limits: Limits
    ) -> None:
        self._keepers = keepers
        self._visits = visits
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
        visit.tell(self._for(visit, self._seats()))

    def _tell_all(self) -> None:
        self._soon = None
        seats = self._seats()
        for visit in list(self._visits.values()):
            if visit.greeted and not visit.table:
                visit.tell(self._for(visit, seats))

    def _seats(self) -> dict[str, list[SeatState]]:
        return {
            code: seat_states(keeper.table, keeper.listeners)
            for code, keeper in self._keepers.items()
        }

    def _for(self, visit: Visit, seats: dict[str, list[SeatState]]) -> Lobby:
        """The list for one visit: its own tables first, then the public ones, newest first."""
        who = visit.who.id
        lines = [
            table_line(self._keepers[code].table, seats[code], who)
            for code in reversed(seats)
            if self._listed(self._keepers[code], who)
        ]
        lines.sort(key=lambda line: not line.yours)
        return Lobby(
            you=visit.person,
            people=len(self._visits),
            tables=lines[: self._limits.lobby_tables],
        )

    @staticmethod
    def _listed(keeper: Keeper, who: str) -> bool:
        """Whether the table is shown: your own, else public ones with somebody there."""
        table = keeper.table
        if who in table.people:
            return True
        return not table.private and (table.state != "over" or bool(keeper.listeners))
