"""Opening a table: who may, and a code that no table ever had."""

from collections.abc import Sequence
from functools import partial

from keltis_server.addresses import Traces
from keltis_server.cluster.bus import Bus, Logged
from keltis_server.limits import Limits
from keltis_server.people import codes
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Conflict, Entry, Store
from keltis_server.tables import decide, enough_games, records
from keltis_server.tables.line import Line, line_of
from keltis_server.tables.line import encode as encode_line
from keltis_server.tables.live import LiveTable
from keltis_server.tables.records import Opened, Record
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.table import Decision, Table


class Opening:
    """Says who may have one table more, and opens it."""

    def __init__(
        self, store: Store, bus: Bus, registry: TableRegistry, traces: Traces, limits: Limits
    ) -> None:
        self._store = store
        self._bus = bus
        self._registry = registry
        self._index = registry.index
        self._traces = traces
        self._limits = limits

    def check(self, visit: Visit) -> None:
        """Refuse one who sits at a table already or has enough of them, and anybody if all do.

        So does an address from which many stand.
        """
        if not visit.in_lobby:
            raise Refusal("at_table")
        limits, who = self._limits, visit.who.id
        if len(self._index.lines) >= limits.tables:
            raise Refusal("house_full")
        self.check_one_more_game(visit)
        own = [each for each in self._index.of(who) if each.owner == who]
        if self._waited_for(who, own) >= limits.tables_per_person:
            raise Refusal("too_many_tables")
        source = self.trace(visit)
        if source and self._index.sources[source] >= limits.tables_per_source:
            raise Refusal("too_many_tables_here")

    def trace(self, visit: Visit) -> str:
        """Where a table counts as opened from."""
        return self._traces.of(visit.source)

    def check_one_more_game(self, visit: Visit) -> None:
        """Refuse one whom others wait for at many tables, or who keeps more than anybody plays."""
        limits, who = self._limits, visit.who.id
        sits = self._index.of(who)
        if self._waited_for(who, sits) >= limits.games_per_person:
            raise Refusal("too_many_games")
        if len(enough_games.unfinished(sits)) >= limits.kept_games_per_person:
            raise Refusal("too_many_kept_games")

    async def make_room(self, visit: Visit) -> None:
        """Close what somebody left for longest, against bots alone, who keeps too many games."""
        who, most = visit.who.id, self._limits.kept_games_per_person
        sits = self._index.of(who)
        went = self._registry.absences.went
        for each in enough_games.surplus(who, sits, most, self._anybody_at, went):
            async with self._registry.hold(each.table) as live:
                if live is not None:
                    await live.change("", partial(self._close_if_left, who=who))

    def _close_if_left(self, table: Table, who: str) -> Decision:
        """Whatever was logged meanwhile."""
        alone = enough_games.against_bots_alone(line_of(table), who)
        return decide.close(table) if alone and not self._anybody_at(table.code) else Decision()

    def _anybody_at(self, code: str) -> bool:
        return bool(self._index.present(code)) or self._index.watchers(code) > 0

    def _waited_for(self, who: str, sits: Sequence[Line]) -> int:
        """At how many of these tables others are."""
        present = self._index.present
        return sum(enough_games.others_are_there(each, who, present(each.table)) for each in sits)

    async def is_new_to(self, who: Who, game: str) -> bool:
        """Whether somebody has not played such a game to its end, as far as is known."""
        if not who.account:
            return True
        records = await self._store.pages.records(who.account, who.account)
        return all(record.game != game for record in records)

    async def open(self, command: str, opened: Opened, begun: Sequence[Record]) -> LiveTable:
        """A table whose log begins with these records, opened by a command."""
        sources = self._index.sources
        sources[opened.source] += 1  # it counts from now on, and not only once it is written
        try:
            return await self._open(command, opened, begun)
        finally:
            self._index.leave_source(opened.source)

    async def _open(self, command: str, opened: Opened, begun: Sequence[Record]) -> LiveTable:
        now = self._store.now()
        entries = [Entry(records.encode(opened), now, command)]
        entries += [Entry(records.encode(record), now) for record in begun]
        while True:
            code = codes.code()
            table = Table(code, opened, command)
            for record in begun:
                table.fold(record)
            table.at = now
            line, due = encode_line(line_of(table)), self._registry.due_of(table)
            owner = opened.owner.account
            try:
                await self._store.append(code, 0, entries, line=line, by=owner, due=due)
            except Conflict:
                continue
            self._bus.publish(Logged(code, len(entries)))
            return self._registry.admit(table)
