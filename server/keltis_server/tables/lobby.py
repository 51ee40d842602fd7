"""The lobby: who is here and which tables there are, told to everyone who is at none."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from keltis_protocol.messages import Lobby, Person, ResultLine, SaidInLobby, TableLine
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.tables.facts import table_line
from keltis_server.tables.line import Line
from keltis_server.tables.lobby_search import (
    Everybody,
    Listed,
    Public,
    listing,
    matches,
    page,
    some_of,
)
from keltis_server.tables.table_index import TableIndex

AT_ONCE: Final = 10
"""How many are told in one go: every screen is drawn anew, and no key should wait for all …"""
BREATH: Final = 0.05
"""… so this many seconds pass before the next are told."""

DRAWN: Final = 1000
"""How many tables are kept as they are told to everybody, or thousands would be for nobody."""


class LobbySaid(NamedTuple):
    """A line that was said in the lobby, and who said it."""

    who: str
    fact: SaidInLobby


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
        self._public = Public(index.lines)
        self._drawn: dict[str, TableLine] = {}
        """What everybody is told of a table, for some of those that somebody was shown lately."""
        self._everybody = Everybody(())
        self._here: list[Person] = []
        """Some of those who are here; the same list for as long as it says the same."""
        self._results: list[ResultLine] = []
        """How the last games ended."""
        self._talk: list[LobbySaid] = []
        """What was said here last."""
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

    def show_talk(self, talk: list[LobbySaid]) -> None:
        """Tell everyone in the lobby soon what was said there, if that is new."""
        if talk != self._talk:
            self._talk = talk
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
        self._everybody = Everybody(chain(self._visits.values(), self._presence))
        if sum(map(self._look_at, self._changed)):
            self._public = Public(self._index.lines, self._listed.values())
        self._changed.clear()

    def _look_at(self, code: str) -> bool:
        """See to the place of a table in the list; whether it is another, or is found otherwise."""
        self._drawn.pop(code, None)
        line = self._index.lines.get(code)
        if line is None or not self._is_listed(line):
            return self._listed.pop(code, None) is not None
        before, self._listed[code] = self._listed.get(code), listing(code, line)
        return before != self._listed[code] or not self._public.reads(line)

    def _tell(self, visit: Visit) -> bool:
        """Give a visit its list and what was said; False if it was told the same before."""
        talked = self._tell_talk(visit)
        lobby = self._for(visit)
        if lobby == visit.lobby:
            return talked
        visit.lobby = lobby
        visit.tell(lobby)
        return True

    def _tell_talk(self, visit: Visit) -> bool:
        """Tell a visit the lines it has not heard; whether there were any."""
        new = [said for said in self._talk if said.fact.number > visit.heard]
        for who, fact in new:
            visit.heard = fact.number
            visit.tell(replace(fact, yours=who == visit.who.id))
        return bool(new)

    def _for(self, visit: Visit) -> Lobby:
        """The lobby as one visit sees it: its own tables, and a page of what it looks at."""
        who, outlook, limits = visit.who.id, visit.outlook, self._limits
        own = self._index.of(who)
        others = self._public.matching(outlook)
        if own:
            mine = {each.table for each in own}
            others = [table for table in others if table not in mine]
        shown = [each for each in reversed(own) if not outlook.text or matches(each, outlook)]
        shown = shown[: limits.lobby_tables]
        first, tables = page(others, outlook.first, limits.lobby_tables - len(shown))
        everybody, here = self._people(visit)
        return Lobby(
            you=visit.person,
            people=len(self._visits) + len(self._presence),
            tables=[*(self._own(each, visit) for each in shown), *self._draw(tables)],
            here=here,
            results=self._results,
            text=outlook.asked,
            found=len(others),
            first=first,
            found_people=everybody,
            first_person=outlook.first_person,
            waiting=_longest_waiting(own, who),
        )

    def _people(self, visit: Visit) -> tuple[int, list[Person]]:
        """How many people a visit looks at, and those of them it is told."""
        outlook, most = visit.outlook, self._limits.lobby_people
        if not outlook.text and not outlook.first_person:
            return len(self._visits) + len(self._presence), self._here
        found = self._everybody.matching(outlook.text)
        return len(found), found[outlook.first_person : outlook.first_person + most]

    def _own(self, line: Line, visit: Visit) -> TableLine:
        """A table at which a visit's person sits, with whether something is new there."""
        news = visit.seen.get(line.table, line.seq) < line.seq
        return replace(self._line(line, visit.who.id), news=news)

    def _line(self, line: Line, who: str = "") -> TableLine:
        code = line.table
        return table_line(line, self._index.present(code), who, self._index.watchers(code))

    def _draw(self, tables: Iterable[str]) -> Iterable[TableLine]:
        """What everybody is told of these tables, unless one has gone just now."""
        if len(self._drawn) > DRAWN:
            self._drawn.clear()
        for code in tables:
            if code not in self._drawn and code in self._index.lines:
                self._drawn[code] = self._line(self._index.lines[code])
            if code in self._drawn:
                yield self._drawn[code]

    def _is_listed(self, line: Line) -> bool:
        """Whether everybody may see a table, and need."""
        over = line.state == "over" and not self._index.present(line.table)
        return not line.private and not over


def _longest_waiting(own: list[Line], who: str) -> str:
    """The table at which somebody has been waited for longest."""
    waiting = [each for each in own if each.awaits(each.people[who])]
    return min(waiting, key=lambda each: each.at).table if waiting else ""
