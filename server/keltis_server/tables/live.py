"""The live side of one table: one change at a time, durable before anybody is told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from keltis_server.cluster.bus import Bus, Logged
from keltis_server.cluster.presence import Presence
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Conflict, Entry, Store, StoreFailed, Written
from keltis_server.tables.absences import Absences
from keltis_server.tables.audience import Audience, Listener
from keltis_server.tables.game import Step, UnknownRules
from keltis_server.tables.reading import Damaged, fold, load, record_of, slices_of
from keltis_server.tables.records import (
    Committed,
    GameOver,
    GameStarted,
    MoveMade,
    Record,
    Said,
    WatcherSaid,
)
from keltis_server.tables.table import Decision, Table
from keltis_server.tables.writing import DueOf, written

log = logging.getLogger(__name__)

TRIES = 5
"""How often a change is judged anew when other servers write to the same log."""

FOLLOWS = GameStarted | MoveMade | GameOver | Committed
"""Records that may follow from the one before; any other begins a change of its own."""

Judged = Decision | int | None
"""What is due at a table, or when to look at it again; None: not before it has changed."""


def _nothing() -> None:
    pass


class LiveTable(Audience):
    """A table, who listens to it, and the store its log is in."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        presence: Presence,
        table: Table,
        changed: Callable[["LiveTable"], None],
        ended: Callable[[], None],
        due_of: DueOf,
        settled: Callable[[], Awaitable[bool]],
        owed: Callable[[Table], Decision],
        send_away: Callable[["LiveTable", str], None],
        absences: Absences,
    ) -> None:
        super().__init__(table, presence, absences, store.now, lambda who: send_away(self, who))
        self._store = store
        self._bus = bus
        self._changed = changed
        """Called when the table, or who is at it, is another than before."""
        self._ended = ended
        """Called when a game has ended."""
        self._due_of = due_of
        self._settled = settled
        """Finds out what the server missed, if it is not known yet; may raise `StoreFailed`.

        One that began just now may know only once the eldest has noted anew that it is there, up to
        ten seconds later; nobody waits for that to move: what they may pay is 25 seconds at most.
        """
        self._owed = owed
        """What is to be written first, so that the clock does not count what the server missed."""
        self._order = asyncio.Lock()
        self._in_doubt = False
        self.damaged = ""
        """Why the log cannot be read any more, if so."""

    async def change(
        self,
        command: str,
        decide: Callable[[Table], Decision],
        answer: Callable[[], None] = _nothing,
        *,
        by: str = "",
    ) -> bool:
        """Log what `decide` says, `answer`, then tell everybody; or raise `Refusal`.

        `by` is the account that asks for it; if that is deleted, this raises `AccountGone`.
        Whether there was anything to log comes back. A command that stands in the log already
        is only answered again.
        """
        if self.table.clocks.since is not None and command not in self.table.commands:
            try:
                await self._settled()
            except StoreFailed as error:
                raise Refusal("store_failed") from error
        async with self._order:
            if self._in_doubt:
                await self._load_again()
            return await self._log(command, decide, answer, by)

    async def credit(self) -> None:
        """Have the clock not count what the server missed; or raise `Refusal`."""
        async with self._order:
            if self._in_doubt:
                await self._load_again()
            await self._log("", self._owed, _nothing, "")

    async def _log(
        self, command: str, decide: Callable[[Table], Decision], answer: Callable[[], None], by: str
    ) -> bool:
        for _ in range(TRIES):
            decision = Decision()
            try:
                if not await self._carried_out(command):
                    decision = decide(self.table)
                if decision and decide != self._owed and self._owed(self.table):
                    await self._log("", self._owed, _nothing, "")
                    decision = decide(self.table)
                after = written(self.table, decision, command, self._store.now(), self._due_of)
                if after.entries:
                    await self._store.append(
                        self.table.code,
                        self.table.seq,
                        after.entries,
                        line=after.line,
                        last=after.last,
                        by=by,
                        result=after.result,
                        due=after.due,
                        ended=after.ended,
                    )
            except Conflict:
                await self._catch_up()
                continue
            except StoreFailed as error:
                log.error("table %s: %s", self.table.code, error)
                self._in_doubt = True
                raise Refusal("store_failed") from error
            self._adopt(decision, command, after.entries)
            answer()
            self.tell(decision.records, decision.steps)
            self._note(decision.records)
            return bool(decision)
        raise Refusal("busy")

    async def come_due(self, judge: Callable[[Table, int], Judged]) -> bool:
        """Log what is due here, if its time has come by the store's clock, and tell everybody.

        Whether that, or nothing, was to be done; if not, another process is at it.
        """
        async with self._order:
            if self._in_doubt:
                await self._load_again()
            decision = Decision()

            def judged(now: int) -> Written:
                nonlocal decision
                found = self._owed(self.table) or judge(self.table, now)
                decision = found if isinstance(found, Decision) else Decision()
                if decision:
                    return written(self.table, decision, "", now, self._due_of)
                return Written(due=None if isinstance(found, Decision) else found)

            try:
                done = await self._store.fire(self.table.code, self.table.seq, judged)
            except StoreFailed as error:
                self._in_doubt = True
                raise Refusal("store_failed") from error
            if done is None:
                await self._catch_up()
                return False
            self._adopt(decision, "", done.entries)
            self.tell(decision.records, decision.steps)
            self._note(decision.records)
            return True

    async def _carried_out(self, command: str) -> bool:
        """Whether a command stands in the log, however long ago it was written there."""
        if not command or command in self.table.commands:
            return bool(command)
        return self.table.forgot_commands and await self._store.holds(self.table.code, command)

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
        self._changed(self)

    def go(self, who: str, listener: Listener) -> None:
        """Tell `listener` no more, and the others that it is gone."""
        if self.listeners.get(who) is listener:
            del self.listeners[who]
            self.forget_stories()
            self.presence_changed()

    def presence_changed(self) -> None:
        """Somebody came or went, here or in another process: everyone present is told."""
        self.tell_table()
        self._changed(self)

    def _adopt(self, decision: Decision, command: str, entries: Sequence[Entry]) -> None:
        """Take in what is durable now, and let the other processes know how long the log is."""
        if not entries:
            return
        self._in_doubt = True
        self.table.adopt(decision, command, entries[-1].at)
        self._bus.publish(Logged(self.table.code, self.table.seq))
        self._in_doubt = False

    def _note(self, decided: Sequence[Record]) -> None:
        """Say that these records were folded, for whatever hangs on it; talk changes nothing."""
        if decided and not isinstance(decided[0], Said | WatcherSaid):
            self._changed(self)
        if any(isinstance(record, GameOver) for record in decided) and not self.table.private:
            self._ended()

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Close the table for everybody if its log cannot be read any more."""
        try:
            yield
        except (Damaged, UnknownRules) as error:
            self.damaged = str(error)
            self._changed(self)
            raise Refusal("table_damaged") from error

    async def _catch_up(self) -> None:
        """Take in what another process has written, and tell it as that process did."""
        async for slice_ in slices_of(self._store, self.table.code, self.table.seq):
            self._in_doubt = True
            told: list[Record] = []
            steps: list[Step] = []
            for entry in slice_:
                with self._readable():
                    record = record_of(entry)
                if entry.command or not isinstance(record, FOLLOWS):
                    self.tell(told, steps)
                    self._note(told)
                    told, steps = [], []
                told.append(record)
                with self._readable():
                    step = fold(self.table, record, entry)
                if step is not None:
                    steps.append(step)
            self.tell(told, steps)
            self._note(told)
            self._in_doubt = False

    async def _load_again(self) -> None:
        """Forget what is in memory and read the log."""
        try:
            with self._readable():
                table = await load(self._store, self.table.code)
        except StoreFailed as error:
            raise Refusal("store_failed") from error
        if table is not None:
            self.table = table
            self._in_doubt = False
            await self.recall(list(self.listeners))
            for who in list(self.listeners):
                if who in table.barred:
                    self._send_away(who)
            for who in (*self.listeners, *self.watchers.listeners):
                self.tell_everything(who)
            self._changed(self)
