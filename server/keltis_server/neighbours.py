"""The other processes of the house: what is heard from them, and what follows from it here."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from keltis_server.addresses import Tries, source_of
from keltis_server.bell import (
    Bell,
    Everyone,
    Gone,
    Heard,
    Here,
    Left,
    Logged,
    News,
    Present,
    Roll,
    SentOff,
    Stroke,
    Tried,
)
from keltis_server.judge import Refusal
from keltis_server.limits import Limits
from keltis_server.mishaps import survived
from keltis_server.store import StoreFailed
from keltis_server.visit import Visit

if TYPE_CHECKING:
    from keltis_server.house import House

log = logging.getLogger(__name__)

CHECK: Final = 30.0
"""Seconds between two looks into the store for what the bell did not tell."""


class SharedTries(Tries):
    """Wrong codes count in every process of the house."""

    def __init__(self, limits: Limits, bell: Bell) -> None:
        super().__init__(limits.wrong_codes, limits.wrong_code_seconds)
        self._bell = bell

    def count(self, address: str) -> None:
        """An address tried a wrong one here."""
        self.heard(address)
        self._bell.ring(Tried(address))

    def heard(self, address: str) -> None:
        """An address tried a wrong one somewhere."""
        super().count(address)


def present(visit: Visit) -> Present:
    """A visit as the other processes know it."""
    return Present(
        who=visit.who.id,
        name=visit.who.name,
        table=visit.table,
        source=source_of(visit.address),
        since=visit.since,
    )


class Neighbours:
    """Keeps this process in step with the others."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._wanted: dict[str, int] = {}
        """How long each log is that is being caught up with."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._in_doubt = asyncio.Event()
        """Set when something may have been missed."""

    def listen(self) -> None:
        """Hear the others from now on, and be heard."""
        self._house.bell.listen(self._news.put_nowait, self._roll)
        while not self._news.empty():  # who is where must be known before anybody is missed
            self._hear(self._news.get_nowait())
        self._spawn(self._keep_hearing())
        self._spawn(self._keep_looking())

    async def close(self) -> None:
        """Follow nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _roll(self) -> Roll:
        return Roll([present(visit) for visit in self._house.visits.values()])

    async def _keep_hearing(self) -> None:
        async def take(news: News) -> None:
            self._hear(news)

        while True:
            await survived("hearing the bell", take(await self._news.get()))

    def _hear(self, news: News) -> None:
        elsewhere = self._house.elsewhere
        match news:
            case Everyone():
                elsewhere.number = news.number
                concerned: set[str] = set()
                for number in elsewhere.numbers:
                    concerned |= elsewhere.drop(number)
                for number, people in news.others.items():
                    concerned |= elsewhere.replace(number, people)
                    self._give_way(number, people)
                self._look_around(concerned)
            case Left():
                self._look_around(elsewhere.drop(news.number))
            case Heard():
                self._heard(news.number, news.stroke)

    def _heard(self, number: int, stroke: Stroke) -> None:
        elsewhere = self._house.elsewhere
        match stroke:
            case Logged():
                self._follow(stroke.table, stroke.seq)
            case Here():
                before = elsewhere.put(number, stroke.present)
                self._give_way(number, [stroke.present])
                self._tell({before, stroke.present.table} if before != stroke.present.table else ())
            case Gone():
                self._tell({elsewhere.remove(number, stroke.who)})
            case Roll():
                self._tell(elsewhere.replace(number, stroke.people))
                self._give_way(number, stroke.people)
            case SentOff():
                self._dismiss(stroke.who)
            case Tried():
                self._house.tries.heard(stroke.address)

    def _give_way(self, number: int, people: Iterable[Present]) -> None:
        """End the visits of people who have come in elsewhere since."""
        mine = self._house.elsewhere.number
        for each in people:
            here = self._house.visits.get(each.who)
            if here is not None and (here.since, mine) < (each.since, number):
                self._dismiss(each.who)

    def _dismiss(self, who: str) -> None:
        here = self._house.visits.get(who)
        if here is not None:
            here.dismiss("taken_over")

    def _tell(self, tables: Iterable[str]) -> None:
        """Somebody came to these tables or left them."""
        for code in tables:
            keeper = self._house.keepers.get(code)
            if keeper is not None:
                keeper.tell_table()
        self._house.hall.notice.changed()

    def _look_around(self, tables: Iterable[str]) -> None:
        """There are other processes than before: tables may be this one's to see to now."""
        self._tell(tables)
        for keeper in list(self._house.keepers.values()):
            self._house.hall.look_after(keeper)
        self._in_doubt.set()

    def _follow(self, code: str, seq: int) -> None:
        """Catch up with a table's log, which is so long."""
        keeper = self._house.keepers.get(code)
        if keeper is not None and keeper.table.seq >= seq:
            return
        followed = code in self._wanted
        self._wanted[code] = max(seq, self._wanted.get(code, 0))
        if not followed:
            self._spawn(survived(f"following table {code}", self._catch_up(code)))

    async def _catch_up(self, code: str) -> None:
        try:
            keeper = await self._house.hall.find(code)
            before = -1
            while keeper is not None and before < keeper.table.seq < self._wanted[code]:
                before = keeper.table.seq
                await keeper.catch_up()
        except (StoreFailed, Refusal) as error:
            log.error("table %s is not followed: %s", code, error)
        finally:
            del self._wanted[code]

    async def _keep_looking(self) -> None:
        """Look every now and then, and at once in doubt, for what the bell did not tell."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK):
                    await self._in_doubt.wait()
            self._in_doubt.clear()
            await survived("looking for what was missed", self._look())

    async def _look(self) -> None:
        lengths = await self._house.store.lengths()
        for code, length in lengths.items():
            self._follow(code, length)
        for code in self._house.keepers.keys() - lengths.keys():  # closed, or opened just now
            self._follow(code, self._house.keepers[code].table.seq + 1)

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
