"""The house: everyone who visits, every table that stands, and the store under it all."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec

from keltis_protocol.messages import LeftTable
from keltis_server import judge, names
from keltis_server.commands import carry_out
from keltis_server.game import UnknownRules
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper, bot_to_act
from keltis_server.limits import Limits
from keltis_server.lobby import Notice
from keltis_server.records import Who
from keltis_server.robots import play_bots
from keltis_server.store import NameTaken, Store
from keltis_server.visit import Visit

log = logging.getLogger(__name__)


class Caller(msgspec.Struct, frozen=True):
    """Who stands at the door."""

    key: bytes | None
    """The public key that signed the login; None is a guest."""
    login: str
    """The name wished for."""
    address: str = ""


class House:
    """Where people meet and play."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.keepers: dict[str, Keeper] = {}
        """Every table that stands, by its code, the oldest first."""
        self.visits: dict[str, Visit] = {}
        """Everyone who is here, by person."""
        self.opened: dict[str, str] = {}
        """The command that opened each table."""
        self.notice = Notice(self.keepers, self.visits, limits)
        self._robots: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = ""

    @classmethod
    async def open(cls, store: Store, limits: Limits | None = None) -> "House":
        """A house in which every table stands as its log tells."""
        house = cls(store, limits or Limits())
        for code in await store.tables():
            try:
                keeper = await Keeper.load(store, code, house.table_changed)
            except (UnknownRules, msgspec.MsgspecError, ValueError, LookupError) as error:
                log.error("table %s stays closed: %s", code, type(error).__name__)
                continue
            if keeper is not None:
                house.admit(keeper)
        return house

    async def visit(self, caller: Caller) -> Visit:
        """Let somebody in; a second visit of the same person takes over the first."""
        who = await self._identify(caller)
        before = self.visits.get(who.id)
        if before is not None:
            before.dismiss("taken_over")
        visit = Visit(who, self.limits.unread_facts, partial(carry_out, self), self._gone)
        if self._closing:
            visit.dismiss(self._closing)
        else:
            self.visits[who.id] = visit
            self.notice.changed()
        return visit

    async def close(self, reason: str = "shutdown") -> None:
        """Tell everyone, finish what was begun and close the store."""
        self._closing = reason
        self.notice.close()
        for timer in self._timers.values():
            timer.cancel()
        for robot in self._robots.values():
            robot.cancel()
        visits = list(self.visits.values())
        for visit in visits:
            visit.dismiss(reason)
        for visit in visits:
            await visit.close()
        tasks = {*self._tasks, *self._robots.values()}
        if tasks:
            await asyncio.wait(tasks)
        await self.store.close()

    # People

    async def _identify(self, caller: Caller) -> Who:
        """The person behind a key, or a guest for the length of this visit."""
        if caller.key is None:
            name = names.guest_name()
            while self.name_in_use(names.skeleton(name)):
                name = names.guest_name()
            return Who(id=f"g{secrets.token_hex(8)}", name=name, guest=True)
        account = await self.store.account(caller.key, f"a{secrets.token_hex(8)}")
        who = Who(id=account.id, name=account.name)
        if not who.name:
            try:
                return await self.rename(who, caller.login)
            except Refusal:
                return who
        return who

    async def rename(self, who: Who, wish: str) -> Who:
        """The person under a new name, or the refusal of the name."""
        name = names.tidy(wish)
        shape = names.skeleton(name)
        reason = names.refusal(name)
        if reason is not None:
            raise Refusal(reason)
        taken = who.guest and await self.store.name_taken(shape)
        if taken or self.name_in_use(shape, but=who.id):
            raise Refusal("name_taken")
        if not who.guest:
            try:
                await self.store.rename(who.id, name, shape)
            except NameTaken as error:
                raise Refusal("name_taken") from error
        return Who(id=who.id, name=name, guest=who.guest)

    def name_in_use(self, shape: str, but: str = "") -> bool:
        """Whether somebody here has a name that looks the same."""
        return any(
            names.skeleton(visit.who.name) == shape
            for visit in self.visits.values()
            if visit.who.id != but
        )

    def _gone(self, visit: Visit) -> None:
        who = visit.who
        if self.visits.get(who.id) is visit:
            del self.visits[who.id]
        if visit.table in self.keepers:
            self.keepers[visit.table].go(who.id, visit)
        if who.guest:
            self.clear_seats(who.id)
        if not self._closing:
            self.notice.changed()

    def clear_seats(self, who: str) -> None:
        """Free the seats of somebody who cannot come back, but none of a running game."""
        for keeper in self.keepers.values():
            if who in keeper.table.people:
                if keeper.table.playing:
                    self.table_changed(keeper)
                else:
                    self._spawn(self._get_up(keeper, who))

    async def _get_up(self, keeper: Keeper, who: str) -> None:
        try:
            await keeper.change("", lambda table: judge.get_up(table, who))
        except Refusal as refusal:
            log.warning("table %s keeps an empty seat: %s", keeper.table.code, refusal.reason)

    # Tables

    def admit(self, keeper: Keeper) -> None:
        """Put up a table."""
        table = keeper.table
        self.keepers[table.code] = keeper
        self.opened[table.opened_by] = table.code
        for place in table.places:
            if place.who is not None and place.who.guest and place.who.id not in self.visits:
                self.clear_seats(place.who.id)
        self.table_changed(keeper)

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
        elif self._forsaken(keeper):
            self._spawn(self._clear_away(keeper))
        elif not keeper.listeners and not keeper.table.playing:
            loop = asyncio.get_running_loop()
            self._timers[code] = loop.call_later(
                self.limits.empty_table, lambda: self._spawn(self._clear_away(keeper))
            )
        elif bot_to_act(keeper.table) is not None and code not in self._robots:
            robot = asyncio.create_task(play_bots(keeper, self.limits))
            self._robots[code] = robot
            robot.add_done_callback(lambda _: self._robot_done(keeper))

    def _dissolve(self, keeper: Keeper) -> None:
        """Forget a table that is gone; whoever is still at it is in the lobby again."""
        code = keeper.table.code
        self.keepers.pop(code, None)
        self.opened.pop(keeper.table.opened_by, None)
        for who in list(keeper.listeners):
            del keeper.listeners[who]
            visit = self.visits[who]
            visit.table = ""
            visit.tell(LeftTable(table=code, reason="table_closed"))

    def _robot_done(self, keeper: Keeper) -> None:
        del self._robots[keeper.table.code]
        if bot_to_act(keeper.table) is not None:
            self.table_changed(keeper)

    def _forsaken(self, keeper: Keeper) -> bool:
        """Whether nobody sits at a table who is here or could come back."""
        people = [place.who for place in keeper.table.places if place.who is not None]
        return all(who.guest and who.id not in self.visits for who in people)

    async def _clear_away(self, keeper: Keeper) -> None:
        """Close a table, unless somebody came back meanwhile."""
        try:
            await keeper.change("", lambda table: () if keeper.listeners else judge.close(table))
        except Refusal as refusal:
            log.warning("table %s stays: %s", keeper.table.code, refusal.reason)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
