"""Every table that stands: folded while somebody of this process is there, else one line."""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

from keltis_protocol.messages import LeftTable
from keltis_server.cluster.bus import Bus
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.one_at_a_time import OneAtATime
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store, StoredLine, StoreFailed
from keltis_server.tables import line
from keltis_server.tables.absences import Absences
from keltis_server.tables.downtime import Downtime
from keltis_server.tables.due import due_of
from keltis_server.tables.firing import Firing
from keltis_server.tables.game import UnknownRules
from keltis_server.tables.line import line_of
from keltis_server.tables.live import LiveTable
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.log_texts import log_change, other_rules
from keltis_server.tables.reading import Damaged, load, stored_lines
from keltis_server.tables.table import Table
from keltis_server.tables.table_index import TableIndex
from keltis_server.tables.upkeep import Upkeep
from keltis_server.thinking.thinkers import Thinkers

log = logging.getLogger(__name__)


class TableRegistry:
    """Finds tables and sees to what their changes call for."""

    def __init__(
        self,
        store: Store,
        index: TableIndex,
        lobby: LobbyFeed,
        visits: Mapping[str, Visit],
        limits: Limits,
        presence: Presence,
        bus: Bus,
        ended: Callable[[], None],
        absences: Absences,
        thinkers: Thinkers,
    ) -> None:
        self.index = index
        """Every table that stands."""
        self._lobby = lobby
        self._limits = limits
        self._store = store
        self._visits = visits
        self._presence = presence
        self._bus = bus
        self._ended = ended
        """Called when a game has ended that everybody may know of."""
        self._loading = OneAtATime()
        """A log is read once, however many ask for it, and no line of the table meanwhile."""
        self._held: Counter[str] = Counter()
        """How many are about to do something at a table, which therefore stays folded."""
        self.closed_for: dict[str, str] = {}
        """Why a table stays closed though its log goes on: the reason of a refusal."""
        self.due_of = partial(due_of, limits=limits)
        self.absences = absences
        self.upkeep = Upkeep(index, self.hold, visits, presence, limits, absences, thinkers)
        self._downtime = Downtime(store, index, self.hold, presence)
        self._firing = Firing(
            store, self.hold, self.upkeep.judge_due, self.closed_for, self._downtime.settled
        )
        self._closing = False

    @property
    def live_tables(self) -> dict[str, LiveTable]:
        """Every table that is folded here, by its code."""
        return self.index.live_tables

    async def set_up(self) -> None:
        """Know every table by its line; only where there is none the log is read."""
        async for stored in stored_lines(self._store):
            await self._list(stored)
        for code in self.index.lines:
            self._lobby.changed(code)
        self.look_around()
        await self._downtime.begin()
        self._firing.start()

    async def _list(self, stored: StoredLine) -> None:
        """List a table by its line, which is made from the log if it is missing."""
        known = line.decode(stored.line)
        if known is None or (known.table, known.seq) != (stored.table, stored.seq):
            table = await self._read(stored.table)
            if table is None or table.closed:
                return
            known = line_of(table)
            try:
                await self._store.keep_line(table.code, table.seq, line.encode(known))
            except StoreFailed as error:
                log.error("the line of table %s is not kept: %s", table.code, error)
        other = other_rules(known)
        if other:
            self._close_for(known.table, "other_rules", other)
        else:
            self.index.put(known)

    async def find(self, code: str) -> LiveTable | None:
        """The table `code`, folded from its log if it is not by now; None if closed."""
        if code not in self.live_tables and code not in self.closed_for:
            async with self._loading.hold(code):
                if code not in self.live_tables:
                    await self._fold(code)
        return self.live_tables.get(code)

    async def _fold(self, code: str) -> None:
        if await self._store.standing(code):
            table = await self._read(code)
            if table is not None and not table.closed:
                with suppress(Refusal):  # then whatever is next at the table is refused
                    await self.admit(table).credit()
        elif code in self.index.lines:  # nobody has told of its end
            self._drop(code)

    @asynccontextmanager
    async def hold(self, code: str) -> AsyncIterator[LiveTable | None]:
        """The table `code`, which stays folded while it is held; None if closed."""
        self._held[code] += 1
        try:
            yield await self.find(code)
        finally:
            self._held[code] -= 1
            if not self._held[code]:
                del self._held[code]
            self._let_go(code)

    async def catch_up(self, code: str) -> None:
        """Know what others have written to a log: all of it if somebody is here, else the line."""
        if code in self.closed_for:
            return
        async with self._loading.hold(code):
            if code not in self.live_tables:
                await self._read_line(code)
                return
        async with self.hold(code) as live:
            if live is not None:
                await live.catch_up()

    async def _read_line(self, code: str) -> None:
        found = await self._store.lines([code])
        before = self.index.lines.get(code)
        if not found:
            self._drop(code)
        for stored in found:
            await self._list(stored)
            self._look_at(code, new=before is None)
        now = self.index.lines.get(code)
        if before is not None and before.playing and (now is None or not now.playing):
            self._ended()

    async def _read(self, code: str) -> Table | None:
        """A table as its log tells; one whose log cannot be read stays closed, by name."""
        try:
            return await load(self._store, code)
        except UnknownRules as error:
            self._close_for(code, "other_rules", str(error))
        except Damaged as error:
            self._close_for(code, "table_damaged", str(error))
        return None

    def _close_for(self, code: str, reason: str, text: str) -> None:
        log.error("table %s stays closed: %s", code, text)
        self.closed_for[code] = reason
        self._drop(code)

    async def close(self) -> None:
        """Finish what was begun and begin nothing more."""
        self._closing = True
        self._lobby.close()
        await self._firing.close()
        await self.upkeep.close()  # its chores may wait for what the next one looks at
        await self._downtime.close()

    def admit(self, table: Table) -> LiveTable:
        """Keep a table whole from now on."""
        live = LiveTable(
            self._store,
            self._bus,
            self._presence,
            table,
            self.changed,
            self._ended,
            self.due_of,
            self._downtime.settled,
            self._downtime.owed,
            self._send_away,
            self.absences,
        )
        known = self.index.length(table.code)
        self.live_tables[table.code] = live
        self.index.note(live)
        if known < table.seq:
            self._look_at(table.code, new=not known)
        return live

    def _look_at(self, code: str, *, new: bool) -> None:
        """See to a table of which more is known than before."""
        self._lobby.changed(code)
        if new:
            self.upkeep.look_after(code)
        else:
            self.upkeep.see_to(code)

    def _let_go(self, code: str) -> None:
        """Keep only the line of a table at which nobody of this process is or does anything."""
        live = self.live_tables.get(code)
        if live is not None and not (live.listeners or live.watchers or self._held[code]):
            self.index.note(live)
            del self.live_tables[code]

    def look_around(self) -> None:
        """Look after every table."""
        for code in list(self.index.lines):
            self.upkeep.look_after(code)

    def clear_seats(self, who: str) -> None:
        """Free the seats of a guest who went, but none of a running game."""
        for known in self.index.of(who):
            if known.playing:
                self.presence_changed(known.table)
            else:
                self.upkeep.get_up(known.table, who)

    def presence_changed(self, code: str) -> None:
        """Somebody came to a table or left it, in another process perhaps."""
        live = self.live_tables.get(code)
        if live is not None:
            live.presence_changed()
        else:
            self._lobby.changed(code)
            self.upkeep.see_to(code)

    def watchers_changed(self, code: str) -> None:
        """Somebody looks on at a table now, or no more, in another process perhaps."""
        live = self.live_tables.get(code)
        if live is not None and (live.listeners or live.watchers):
            live.watchers.tell_count_soon(self._limits.watchers_pause)
        self._lobby.changed(code)

    def stop_watching(self, visit: Visit) -> None:
        """A visit looks on no more at the table where it did."""
        code, visit.watching = visit.watching, ""
        live = self.live_tables.get(code)
        if live is not None and live.watchers.go(visit):
            live.forget_stories()
            self.watchers_changed(code)
            self._let_go(code)

    def changed(self, live: LiveTable) -> None:
        """See to what the change of a table calls for: the lobby, its bots, its end."""
        code = live.table.code
        if self.live_tables.get(code) is not live:
            return
        before = self.index.lines.get(code)
        self.index.note(live)
        log_change(before, self.index.lines[code], closed=live.table.closed)
        if self._closing:
            return
        self._lobby.changed(code)
        if live.damaged:
            self._close_for(code, "table_damaged", live.damaged)
        elif live.table.closed:
            self._drop(code)
        else:
            self._firing.expect(self.due_of(live.table))
            self.upkeep.see_to(code)
            self._let_go(code)

    def _send_away(self, live: LiveTable, who: str) -> None:
        """Have somebody whom the owner asked to leave back in the lobby."""
        del live.listeners[who]
        visit = self._visits.get(who)
        if visit is not None and visit.table == live.table.code:
            visit.table = ""
            visit.tell(LeftTable(table=live.table.code, reason="asked_to_leave"))
            self._lobby.tell(visit)

    def _drop(self, code: str) -> None:
        """Forget a table that is gone; whoever is still at it is in the lobby again."""
        live = self.live_tables.get(code)
        self.upkeep.drop(code)
        self.absences.drop(code)
        self.index.drop(code)
        self._lobby.changed(code)
        if live is None:
            return
        live.watchers.send_away(code, "table_closed")
        for who in list(live.listeners):
            del live.listeners[who]
            visit = self._visits[who]
            visit.table = ""
            visit.tell(LeftTable(table=code, reason="table_closed"))
