"""The hall: every table that stands, its bots at work, and the end of tables nobody needs."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from keltis_protocol.messages import LeftTable
from keltis_server import judge
from keltis_server.bell import Bell, Logged
from keltis_server.elsewhere import Elsewhere
from keltis_server.game import UnknownRules
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper, bot_to_act
from keltis_server.limits import Limits
from keltis_server.lobby import Notice
from keltis_server.records import Record
from keltis_server.robots import play_bots
from keltis_server.store import Store
from keltis_server.table import Table
from keltis_server.visit import Visit

log = logging.getLogger(__name__)


class Hall:
    """Looks after the tables of a house."""

    def __init__(
        self,
        store: Store,
        visits: Mapping[str, Visit],
        limits: Limits,
        elsewhere: Elsewhere,
        bell: Bell,
    ) -> None:
        self.keepers: dict[str, Keeper] = {}
        """Every table that stands, by its code, the oldest first."""
        self.opened: dict[str, str] = {}
        """The table that a command opened."""
        self.notice = Notice(self.keepers, visits, elsewhere, limits)
        self._store = store
        self._visits = visits
        self._limits = limits
        self._elsewhere = elsewhere
        self._bell = bell
        self._unreadable: set[str] = set()
        """Tables whose log this program does not understand."""
        self._robots: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def set_up(self) -> None:
        """Put up every table as its log tells."""
        for code in await self._store.tables():
            await self.find(code)

    async def find(self, code: str) -> Keeper | None:
        """The table `code`, read from its log if this process has not seen it; None if closed."""
        if code not in self.keepers and code not in self._unreadable:
            try:
                keeper = await Keeper.load(self._store, code, self)
            except (UnknownRules, msgspec.MsgspecError, ValueError, LookupError) as error:
                log.error("table %s stays closed: %s", code, type(error).__name__)
                self._unreadable.add(code)
                return None
            if keeper is not None and not keeper.table.closed and code not in self.keepers:
                self.admit(keeper)
        return self.keepers.get(code)

    def logged(self, table: str, seq: int) -> None:
        """Tell the other processes that a table's log is so long now."""
        self._bell.ring(Logged(table, seq))

    def elsewhere(self, table: str) -> Collection[str]:
        """Who is at a table in other processes."""
        return self._elsewhere.at(table)

    async def close(self) -> None:
        """Finish what was begun and begin nothing more."""
        self._closing = True
        self.notice.close()
        for timer in self._timers.values():
            timer.cancel()
        for robot in self._robots.values():
            robot.cancel()
        tasks = {*self._tasks, *self._robots.values()}
        if tasks:
            await asyncio.wait(tasks)

    def admit(self, keeper: Keeper) -> None:
        """Put up a table."""
        table = keeper.table
        self.keepers[table.code] = keeper
        self.opened[table.opened_by] = table.code
        self.look_after(keeper)

    def look_after(self, keeper: Keeper) -> None:
        """See to a table that may have been another process's until now."""
        if self._mine(keeper) and not keeper.table.playing:
            for who in self._lost_guests(keeper.table):
                self._spawn(self._get_up(keeper, who))
        self.table_changed(keeper)

    def clear_seats(self, who: str) -> None:
        """Free the seats of a guest who went, but none of a running game."""
        for keeper in self.keepers.values():
            if who in keeper.table.people:
                if keeper.table.playing:
                    self.table_changed(keeper)
                else:
                    self._spawn(self._get_up(keeper, who))

    def table_changed(self, keeper: Keeper) -> None:
        """See to what a change of a table calls for: the lobby, its bots, its end."""
        if self._closing:
            return
        code = keeper.table.code
        self.notice.changed()
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()
        if keeper.table.closed:
            self._dissolve(keeper)
        elif not self._mine(keeper):
            return
        elif self._forsaken(keeper.table) and not keeper.table.playing:
            self._clear_away(keeper)
        elif self._forsaken(keeper.table) or self._deserted(keeper):
            loop = asyncio.get_running_loop()
            playing = keeper.table.playing
            wait = self._limits.guest_return_seconds if playing else self._limits.empty_table
            self._timers[code] = loop.call_later(wait, self._clear_away, keeper)
        elif bot_to_act(keeper.table) is not None and code not in self._robots:
            mine = partial(self._mine, keeper)
            robot = asyncio.create_task(play_bots(keeper, self._limits, mine))
            self._robots[code] = robot
            robot.add_done_callback(lambda _: self._robot_done(keeper))

    def _mine(self, keeper: Keeper) -> bool:
        """Whether this process sees to a table's bots and its end.

        That is the one in which the first of its people sits, or the eldest if nobody is there.
        """
        there = self.elsewhere(keeper.table.code)
        for who in keeper.table.people:
            if who in keeper.listeners:
                return True
            if who in there:
                return False
        return self._elsewhere.eldest

    def _robot_done(self, keeper: Keeper) -> None:
        del self._robots[keeper.table.code]
        if bot_to_act(keeper.table) is not None:
            self.table_changed(keeper)

    def _lost_guests(self, table: Table) -> list[str]:
        """The guests at a table who are gone."""
        seated = [place.who for place in table.places if place.who is not None]
        guests = [who.id for who in seated if who.guest]
        return [who for who in guests if who not in self._visits and who not in self._elsewhere]

    def _forsaken(self, table: Table) -> bool:
        """Whether nobody sits at a table but guests who are gone."""
        return len(self._lost_guests(table)) == len(table.people)

    @staticmethod
    def _deserted(keeper: Keeper) -> bool:
        """Whether nobody is at a table and no game waits for them."""
        return not keeper.present and not keeper.table.playing

    def _clear_away(self, keeper: Keeper) -> None:
        """Close a table, unless somebody comes back meanwhile."""

        def close(table: Table) -> Sequence[Record]:
            return judge.close(table) if self._forsaken(table) or self._deserted(keeper) else ()

        async def change() -> None:
            try:
                await keeper.change("", close)
            except Refusal as refusal:
                log.warning("table %s stays: %s", keeper.table.code, refusal.reason)

        self._spawn(change())

    async def _get_up(self, keeper: Keeper, who: str) -> None:
        try:
            await keeper.change("", lambda table: judge.get_up(table, who))
        except Refusal as refusal:
            if refusal.reason != "not_seated":  # another process was quicker
                log.warning("table %s keeps a seat: %s", keeper.table.code, refusal.reason)

    def _dissolve(self, keeper: Keeper) -> None:
        """Forget a table that is gone; whoever is still at it is in the lobby again."""
        code = keeper.table.code
        self.keepers.pop(code, None)
        self.opened.pop(keeper.table.opened_by, None)
        for who in list(keeper.listeners):
            del keeper.listeners[who]
            visit = self._visits[who]
            visit.table = ""
            visit.tell(LeftTable(table=code, reason="table_closed"))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
