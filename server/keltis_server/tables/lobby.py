"""The lobby: who is here and which tables there are, told to everyone who is at none."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Final, NamedTuple

from keltis_protocol.messages import Lobby, Person, ResultLine, TableLine
from keltis_server.cluster.bus import Present
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.tables.facts import table_line
from keltis_server.tables.line import Line
from keltis_server.tables.table_index import TableIndex

AT_ONCE: Final = 10
"""How many are told in one go: every screen is drawn anew, and no key should wait for all …"""
BREATH: Final = 0.05
"""… so this many seconds pass before the next are told."""


class Listed(NamedTuple):
    """A table as everybody may see it."""

    opener: str
    """Whose it counts as: where it was opened from, or else its owner."""
    line: TableLine

    @property
    def waits(self) -> bool:
        """Whether somebody can sit down."""
        return self.line.state == "open" and any(seat.kind == "free" for seat in self.line.seats)


class LobbyFeed:
    """Tells everyone in the lobby what changes; changes that come close together as one."""

    def __init__(
        self,
        index: TableIndex,
        visits: Mapping[str, Visit],
        presence: Presence,
        limits: Limits,
    ) -> None:
        self._index = index
        self._visits = visits
        self._presence = presence
        self._limits = limits
        self._soon: asyncio.TimerHandle | None = None
        self._news = False
        """Whether anything changed since the last round began."""
        self._listed: dict[str, Listed] = {}
        """Every table that anybody may see."""
        self._changed: dict[str, None] = {}
        """Tables whose line may be another by now."""
        self._drawn_up_at = -limits.lobby_pause
        self._public: list[TableLine] = []
        """What everybody sees; the same list for as long as it says the same."""
        self._here: list[Person] = []
        """Some of those who are here; the same list for as long as it says the same."""
        self._results: list[ResultLine] = []
        """How the last games ended."""
        self._round: deque[Visit] = deque()
        """Who is still to be told in this round."""

    def changed(self, table: str = "") -> None:
        """Tell everyone in the lobby soon."""
        if table:
            self._changed[table] = None
        self._news = True
        if self._soon is None:
            self._call_later(self._limits.lobby_pause)

    def show_results(self, results: list[ResultLine]) -> None:
        """Tell everyone in the lobby soon how games ended, if that is new."""
        if results != self._results:
            self._results = results
            self.changed()

    def close(self) -> None:
        """Tell nobody any more."""
        if self._soon is not None:
            self._soon.cancel()

    def tell(self, visit: Visit) -> None:
        """Tell one visit now; the list everybody sees may be as old as the pause between two."""
        visit.lobby = None
        now = asyncio.get_running_loop().time()
        if now >= self._drawn_up_at + self._limits.lobby_pause:
            self._draw_up()
        self._tell(visit)

    def _call_later(self, seconds: float) -> None:
        self._soon = asyncio.get_running_loop().call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        """Begin a round, or go on with one."""
        self._soon = None
        if not self._round:
            self._news = False
            self._round.extend(self._visits.values())
            self._draw_up()
        told = 0
        while self._round and told < AT_ONCE:
            visit = self._round.popleft()
            if visit.greeted and visit.in_lobby:
                told += self._tell(visit)
        if self._round:
            self._call_later(BREATH)
        elif self._news:
            self._call_later(self._limits.lobby_pause)

    def _draw_up(self) -> None:
        """See which tables there are for everybody; only those that changed are looked at."""
        self._drawn_up_at = asyncio.get_running_loop().time()
        here = some_of(chain(self._visits.values(), self._presence), self._limits.lobby_people)
        if here != self._here:
            self._here = here
        if not self._changed:
            return
        for code in self._changed:
            listed = self._list(code)
            if listed is None:
                self._listed.pop(code, None)
            else:
                self._listed[code] = listed
        self._changed.clear()
        public = fair_choice(self._listed.values(), self._limits.lobby_tables)
        if public != self._public:
            self._public = public

    def _tell(self, visit: Visit) -> bool:
        """Give a visit its list, its own tables first; False if it was told the same before."""
        who, tables = visit.who.id, self._public
        own = self._index.of(who)
        if own:
            mine = {each.table: self._line(each, who) for each in reversed(own)}
            others = (line for line in tables if line.table not in mine)
            tables = [*mine.values(), *others][: self._limits.lobby_tables]
        people = len(self._visits) + len(self._presence)
        lobby = Lobby(
            you=visit.person, people=people, tables=tables, here=self._here, results=self._results
        )
        if lobby == visit.lobby:
            return False
        visit.lobby = lobby
        visit.tell(lobby)
        return True

    def _line(self, line: Line, who: str = "") -> TableLine:
        code = line.table
        return table_line(line, self._index.present(code), who, self._index.watchers(code))

    def _list(self, code: str) -> Listed | None:
        """A table as everybody may see it; None if nobody may, or need."""
        line = self._index.lines.get(code)
        if line is None or line.private:
            return None
        if line.state == "over" and not self._index.present(code):
            return None
        return Listed(line.source or line.owner, self._line(line))


def some_of(present: Iterable[Visit | Present], most: int) -> list[Person]:
    """So many of those who are here and have a name, people with a key first."""
    accounts: list[Person] = []
    guests: list[Person] = []
    for each in present:
        who = each.who if isinstance(each, Visit) else each
        if who.name and len(guests if who.guest else accounts) < most:
            (guests if who.guest else accounts).append(Person(name=who.name, guest=who.guest))
        if len(accounts) == most:
            break
    return [*accounts, *guests][:most]


def fair_choice(listed: Iterable[Listed], most: int) -> list[TableLine]:
    """So many tables, given oldest first: those with a free seat first, the newest of each opener.

    Then the second newest of each, and so on: nobody crowds out another by opening many.
    """
    ranks: list[dict[str, list[TableLine]]] = [{}, {}]
    for each in listed:
        ranks[not each.waits].setdefault(each.opener, []).append(each.line)
    return list(islice((line for rank in ranks for line in _in_turn(rank)), most))


def _in_turn(openers: Mapping[str, list[TableLine]]) -> Iterable[TableLine]:
    """The newest table of each opener, then the next of each; newest openers first."""
    left = [iter(lines[::-1]) for lines in reversed(list(openers.values()))]
    while left:
        still = []
        for lines in left:
            line = next(lines, None)
            if line is not None:
                yield line
                still.append(lines)
        left = still
