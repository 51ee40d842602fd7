"""The commands of those who look on at a table, and of those who let them."""

import logging
from functools import partial

from keltis_protocol.messages import (
    JoinTable,
    LeaveTable,
    LeftTable,
    OpenHand,
    Report,
    Say,
    WatchTable,
)
from keltis_server.at_table import AtTable, key_of
from keltis_server.costs import STORY_MOVE, Budget
from keltis_server.limits import Limits
from keltis_server.people.visit import ELSEWHERE, Visit, described
from keltis_server.people.visit_limits import TalkLimit
from keltis_server.refusal import Refusal
from keltis_server.table_commands import TableCommands, check_name
from keltis_server.tables import decide_watching as decide
from keltis_server.tables.live import LiveTable
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.table import Decision, Table

log = logging.getLogger(__name__)


class WatchCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(
        self,
        registry: TableRegistry,
        tables: TableCommands,
        at_table: AtTable,
        lobby: LobbyFeed,
        budget: Budget,
        talk: TalkLimit,
        limits: Limits,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._at_table = at_table
        self._lobby = lobby
        self._budget = budget
        self._talk = talk
        self._limits = limits

    async def watch(self, visit: Visit, command: WatchTable) -> None:
        """Look on at a table; who sits there comes back to the seat."""
        check_name(visit)
        if visit.table or visit.watching not in ("", command.table):
            raise Refusal("at_table")
        line = self._registry.index.lines.get(command.table)
        if line is not None and visit.who.id in line.people:
            await self._tables.join(visit, JoinTable(id=command.id, table=command.table))
            return
        async with self._tables.found(visit, command.table) as live:
            await self._watch(visit, command, live)

    async def _watch(self, visit: Visit, command: WatchTable, live: LiveTable) -> None:
        source = self._tables.trace(visit)
        decide.check_open(live.table, visit.who, source, command.eyes)
        if live.table.game is not None:
            self._budget.charge(visit, STORY_MOVE * len(live.table.game.line))
        await live.watchers.recall(lambda: live.table, command.eyes)
        # Nothing is awaited from here on: who came or what changed meanwhile is judged now.
        decide.check_open(live.table, visit.who, source, command.eyes)
        new = visit.who.id not in live.watchers.listeners
        if new and live.watchers.count >= self._limits.watchers:
            raise Refusal("too_many_watchers")
        visit.finish(command.id)
        if visit.ended:
            return
        visit.watching = command.table
        live.watchers.come(visit, command.eyes)
        live.tell_everything(visit.who.id)
        if new:
            self._registry.watchers_changed(command.table)

    async def leave(self, visit: Visit, command: LeaveTable) -> None:
        """Look on no more."""
        if visit.watching != command.table:
            raise Refusal("not_at_table")
        self._registry.stop_watching(visit)
        visit.finish(command.id)
        visit.tell(LeftTable(table=command.table))
        self._lobby.tell(visit)

    async def say(self, visit: Visit, command: Say) -> None:
        """Say something to the others who look on."""
        if visit.watching != command.table:
            raise Refusal("not_at_table")
        self._talk.check(visit)

        def judged(table: Table) -> Decision:
            return decide.say(table, visit.who, command.text, self._limits)

        live = self._registry.live_tables[command.table]
        answer = partial(visit.finish, command.id)
        await live.change(key_of(visit, command.id), judged, answer, by=visit.who.account)
        self._talk.count(visit)

    async def report(self, visit: Visit, command: Report) -> None:
        """Note what a watcher said, for whoever runs the server."""
        if command.table not in (visit.table, visit.watching):
            raise Refusal("not_at_table")
        self._talk.check(visit)
        live = self._registry.live_tables[command.table]
        heard = live.table.gallery.talk if visit.watching or not live.table.playing else ()
        named = [line.who.id for line in heard if line.who.name == command.watcher]
        if not named:
            raise Refusal("nothing_said")
        who = named[-1]
        lines = [(line.who.name, line.text) for line in heard if line.who.id == who]
        there = live.watchers.listeners.get(who)
        address = there.address if there is not None else ELSEWHERE
        whom = described(command.watcher, who, address)
        text = "%s reports %s for what was said looking on at table %s: %r"
        log.warning(text, visit.told, whom, command.table, lines)
        self._talk.count(visit)
        visit.finish(command.id)

    async def open_hand(self, visit: Visit, command: OpenHand) -> None:
        """Let watchers see through one's eyes, a round late, or no longer."""

        def judged(table: Table) -> Decision:
            return decide.open_hand(table, visit.who.id, open_=command.open)

        await self._at_table.change(visit, command, judged)
