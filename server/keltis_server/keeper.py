"""The live side of one table: one change at a time, durable before anybody is told."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from keltis_engine.position import Seat
from keltis_protocol.messages import Fact
from keltis_server import records
from keltis_server.game import Step
from keltis_server.judge import Refusal
from keltis_server.records import (
    Closed,
    Committed,
    GameOver,
    GameStarted,
    MoveMade,
    Opened,
    Record,
    Said,
    TookBack,
)
from keltis_server.store import Conflict, Entry, Store, StoreFailed
from keltis_server.table import Table
from keltis_server.telling import game_changed, said, seat_states, table_changed

log = logging.getLogger(__name__)

TRIES = 5
"""How often a change is judged anew when other servers write to the same log."""


FOLLOWS = GameStarted | MoveMade | GameOver | Committed
"""Records that may follow from the one before; any other begins a change of its own."""


class Listener(Protocol):
    """Somebody who is told what happens."""

    def tell(self, fact: Fact) -> None:
        """Take a fact."""


class Around(Protocol):
    """What a keeper knows of the house around its table."""

    def table_changed(self, keeper: "Keeper") -> None:
        """See to what a change of the table calls for."""

    def logged(self, table: str, seq: int) -> None:
        """The table's log is so long now, by our doing."""

    def elsewhere(self, table: str) -> Collection[str]:
        """Who is at the table in other processes."""


def _nothing() -> None:
    pass


class Keeper:
    """A table, who listens to it, and the store its log is in."""

    def __init__(self, store: Store, table: Table, around: Around) -> None:
        self.table = table
        self.listeners: dict[str, Listener] = {}
        """Who is present in this process, by person."""
        self._store = store
        self._around = around
        self._order = asyncio.Lock()
        self._in_doubt = False

    @classmethod
    async def load(cls, store: Store, code: str, around: Around) -> "Keeper | None":
        """The table `code` as its log tells it, or None if there is no such log."""
        table = await load(store, code)
        return None if table is None else cls(store, table, around)

    @property
    def present(self) -> Collection[str]:
        """Who is at the table, in this process or in another."""
        elsewhere = self._around.elsewhere(self.table.code)
        return {*self.listeners, *elsewhere} if elsewhere else self.listeners

    async def change(
        self,
        command: str,
        judge: Callable[[Table], Sequence[Record]],
        answer: Callable[[], None] = _nothing,
    ) -> bool:
        """Log what `judge` decides, `answer`, then tell everybody; or raise `Refusal`.

        Whether there was anything to log comes back. A command that stands in the log already
        is only answered again.
        """
        async with self._order:
            if self._in_doubt:
                await self._load_again()
            for _ in range(TRIES):
                decided = () if command in self.table.commands else _whole(judge(self.table))
                try:
                    await self._append(command, decided)
                except Conflict:
                    await self._catch_up()
                    continue
                except StoreFailed as error:
                    log.error("table %s: %s", self.table.code, error)
                    self._in_doubt = True
                    raise Refusal("store_failed") from error
                self._in_doubt = True
                steps = self._fold(decided, command)
                self._in_doubt = False
                answer()
                self._tell(decided, steps)
                return bool(decided)
            raise Refusal("busy")

    async def catch_up(self) -> None:
        """Take in what other processes have written; or raise `StoreFailed` or `Refusal`."""
        async with self._order:
            if self._in_doubt:
                await self._load_again()
            else:
                await self._catch_up()

    def come(self, who: str) -> None:
        """Tell one who came back everything, and the others that they are not alone."""
        self.tell_everything(who)
        self.tell_table(but=who)

    def go(self, who: str, listener: Listener) -> bool:
        """Tell `listener` no more; whether it was told until now."""
        if self.listeners.get(who) is not listener:
            return False
        del self.listeners[who]
        self.tell_table()
        return True

    def tell_table(self, but: str = "") -> None:
        """Tell everyone present who sits here."""
        seats = seat_states(self.table, self.present, words=True)
        for who, listener in list(self.listeners.items()):
            if who != but:
                listener.tell(table_changed(self.table, seats, who))
        self._around.table_changed(self)

    def tell_everything(self, who: str) -> None:
        """Tell one of those present where everything stands."""
        seats = seat_states(self.table, self.present, words=True)
        if who in self.listeners:
            self.listeners[who].tell(table_changed(self.table, seats, who))
            self.tell_game(who, None)
            for line in said(self.table):
                self.listeners[who].tell(line)

    async def _append(self, command: str, decided: Sequence[Record]) -> None:
        if decided:
            now = time.time_ns() // 1_000_000
            entries = [
                Entry(records.encode(record), now, "" if place else command)
                for place, record in enumerate(decided)
            ]
            last = isinstance(decided[-1], Closed)
            await self._store.append(self.table.code, self.table.seq, entries, last=last)
            self._around.logged(self.table.code, self.table.seq + len(entries))

    def _fold(self, decided: Sequence[Record], command: str) -> list[Step]:
        steps = []
        for place, record in enumerate(decided):
            step = self.table.fold(record, "" if place else command)
            if step is not None:
                steps.append(step)
        return steps

    def _tell(self, decided: Sequence[Record], steps: Sequence[Step]) -> None:
        if not decided:
            return
        if isinstance(decided[0], Said):  # talk comes alone and changes nothing else
            for listener in list(self.listeners.values()):
                listener.tell(said(self.table)[-1])
            return
        game_only = all(isinstance(record, MoveMade | TookBack) for record in decided)
        if not game_only:
            self.tell_table()
        whole = any(isinstance(record, TookBack) for record in decided)
        if steps or whole:
            for who in list(self.listeners):
                self.tell_game(who, None if whole else steps)
        if game_only:
            self._around.table_changed(self)

    def tell_game(self, who: str, steps: Sequence[Step] | None) -> None:
        """Tell one of those present the game: what `steps` changed, or the whole story."""
        seat, game = self.table.people.get(who), self.table.game
        if seat is None or game is None or who not in self.listeners:
            return
        if self.table.players[seat] == who:
            self.listeners[who].tell(game_changed(self.table.code, game, seat, steps))

    async def _catch_up(self) -> None:
        """Take in what another process has written, and tell it as that process did."""
        written = await self._store.read(self.table.code, self.table.seq)
        self._in_doubt = True
        told: list[Record] = []
        steps: list[Step] = []
        for entry in written:
            record = records.decode(entry.body)
            if entry.command or not isinstance(record, FOLLOWS):
                self._tell(told, steps)
                told, steps = [], []
            told.append(record)
            steps += self._fold([record], entry.command)
        self._tell(told, steps)
        self._in_doubt = False

    async def _load_again(self) -> None:
        """Forget what is in memory and read the log."""
        try:
            table = await load(self._store, self.table.code)
        except StoreFailed as error:
            raise Refusal("store_failed") from error
        if table is not None:
            self.table = table
            self._in_doubt = False
            for who in list(self.listeners):
                self.tell_everything(who)


def _whole(decided: Sequence[Record]) -> Sequence[Record]:
    """What was decided; after a game the table commits itself to the secret of the next one."""
    over = any(isinstance(record, GameOver) for record in decided)
    return (*decided, Committed.drawn()) if over else decided


async def load(store: Store, code: str) -> Table | None:
    """The table `code` as its log tells it, or None if there is none."""
    table: Table | None = None
    for entry in await store.read(code):
        record = records.decode(entry.body)
        if table is not None:
            table.fold(record, entry.command)
        elif isinstance(record, Opened):
            table = Table(code, record, entry.command)
    return table


def bot_to_act(table: Table) -> Seat | None:
    """The seat of the bot whose decision is awaited, if it is a bot's."""
    seat = table.to_act
    return seat if seat is not None and seat >= 0 and table.places[seat].bot else None
