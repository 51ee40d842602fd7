"""The lobby: who is here and which tables there are, told to everyone who is at none."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from keltis_protocol.messages import Lobby, TableLine
from keltis_server.elsewhere import Elsewhere
from keltis_server.keeper import Keeper
from keltis_server.limits import Limits
from keltis_server.telling import seat_states, table_line
from keltis_server.visit import Visit

Own = dict[str, dict[str, TableLine]]
"""Tables by their code, by whose they are."""

AT_ONCE: Final = 10
"""How many are told in one go: every screen is drawn anew, and no key should wait for all …"""
BREATH: Final = 0.05
"""… so this many seconds pass before the next are told."""


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
        self._news = False
        """Whether anything changed since the last round began."""
        self._public: list[TableLine] = []
        """What everybody sees; the same list for as long as it says the same."""
        self._own: Own = {}
        """The tables of each person in this round."""
        self._round: deque[Visit] = deque()
        """Who is still to be told in this round."""

    def changed(self) -> None:
        """Tell everyone in the lobby soon."""
        self._news = True
        if self._soon is None:
            self._call_later(self._limits.lobby_pause)

    def close(self) -> None:
        """Tell nobody any more."""
        if self._soon is not None:
            self._soon.cancel()

    def tell(self, visit: Visit) -> None:
        """Tell one visit now."""
        visit.lobby = None
        self._tell(visit, self._draw_up([visit]))

    def _call_later(self, seconds: float) -> None:
        self._soon = asyncio.get_running_loop().call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        """Begin a round, or go on with one."""
        self._soon = None
        if not self._round:
            self._news = False
            self._round.extend(self._visits.values())
            self._own = self._draw_up(self._round)
        told = 0
        while self._round and told < AT_ONCE:
            visit = self._round.popleft()
            if visit.greeted and not visit.table:
                told += self._tell(visit, self._own)
        if self._round:
            self._call_later(BREATH)
        elif self._news:
            self._call_later(self._limits.lobby_pause)

    def _draw_up(self, visits: Iterable[Visit]) -> Own:
        """See which tables there are for everybody, and which are these visits' own."""
        public: list[TableLine] = []
        own: Own = {visit.who.id: {} for visit in visits}
        for code in reversed(self._keepers):
            keeper = self._keepers[code]
            table, present = keeper.table, keeper.present
            seats = seat_states(table, present)
            if not table.private and (table.state != "over" or present):
                public.append(table_line(table, seats, ""))
            for who in table.people:
                if who in own:
                    own[who][code] = table_line(table, seats, who)
        public = public[: self._limits.lobby_tables]
        if public != self._public:
            self._public = public
        return own

    def _tell(self, visit: Visit, own: Own) -> bool:
        """Give a visit its list, its own tables first; False if it was told the same before."""
        mine, tables = own.get(visit.who.id), self._public
        if mine:
            others = (line for line in tables if line.table not in mine)
            tables = [*mine.values(), *others][: self._limits.lobby_tables]
        people = len(self._visits) + len(self._elsewhere)
        lobby = Lobby(you=visit.person, people=people, tables=tables)
        if lobby == visit.lobby:
            return False
        visit.lobby = lobby
        visit.tell(lobby)
        return True
