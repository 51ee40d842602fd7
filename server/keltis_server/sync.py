"""What is heard from the other processes of a server, and what follows from it here."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from keltis_protocol.messages import StepShown
from keltis_server.cluster.bus import (
    Bus,
    Everyone,
    Gone,
    Heard,
    Here,
    Hint,
    Left,
    Logged,
    Named,
    News,
    Opened,
    Present,
    Roll,
    SentOff,
    Shown,
    Spoken,
    Tried,
)
from keltis_server.cluster.moments import Moments
from keltis_server.cluster.presence import Presence
from keltis_server.cluster.shared_tries import SharedTries
from keltis_server.cluster.windows import Windows
from keltis_server.guard import Tasks, survived
from keltis_server.people.identity import Identity
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.store.contract import AccountGone, Store, StoreFailed
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.lobby_talk import LobbyTalk
from keltis_server.tables.own_names import OwnNames
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.results import Results
from keltis_server.tables.seats import Seats

log = logging.getLogger(__name__)

CHECK: Final = 30.0
"""Seconds between two looks into the store for what the bus did not bring."""


class Sync:
    """Keeps this process in step with the others."""

    def __init__(
        self,
        bus: Bus,
        store: Store,
        visits: Mapping[str, Visit],
        presence: Presence,
        windows: Windows,
        moments: Moments,
        tries: Sequence[SharedTries],
        identity: Identity,
        registry: TableRegistry,
        seats: Seats,
        own_names: OwnNames,
        lobby: LobbyFeed,
        results: Results,
        talk: LobbyTalk,
    ) -> None:
        self._bus = bus
        self._store = store
        self._visits = visits
        self._presence = presence
        self._windows = windows
        self._moments = moments
        self._tries = tries
        self._identity = identity
        self._registry = registry
        self._seats = seats
        self._own_names = own_names
        self._lobby = lobby
        self._results = results
        self._talk = talk
        self._wanted: dict[str, int] = {}
        """How long each log is that is being caught up with."""
        self._tasks = Tasks()
        self._naming = Tasks()
        """What seats are called is written to logs, and nobody else may see to it."""
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._in_doubt = asyncio.Event()
        """Set when something may have been missed."""

    def listen(self) -> None:
        """Hear the others from now on, and be heard."""
        self._bus.listen(self._news.put_nowait, self._roll)
        while not self._news.empty():  # who is where must be known before anybody is missed
            self._hear(self._news.get_nowait())
        self._tasks.spawn(self._keep_hearing())

    def follow(self) -> None:
        """Look for what was missed from now on, since all tables are known by their lines."""
        self._tasks.spawn(self._keep_looking())

    async def close(self) -> None:
        """Follow nobody any more, once names are given up."""
        await self._tasks.close()
        await self._naming.finish()

    def _roll(self) -> Roll:
        people = [visit.present for visit in self._visits.values()]
        return Roll(people, self._windows.here)

    async def _keep_hearing(self) -> None:
        async def take(news: News) -> None:
            self._hear(news)

        while True:
            await survived("hearing other processes", take, await self._news.get())

    def _hear(self, news: News) -> None:
        presence, windows = self._presence, self._windows
        match news:
            case Everyone():
                presence.number = windows.number = news.number
                concerned: set[str] = set()
                for number in presence.numbers:
                    concerned |= presence.drop(number)
                    windows.drop(number)
                for number, people in news.others.items():
                    concerned |= presence.replace(number, people)
                    self._give_way(number, people)
                for number, opened in news.windows.items():
                    windows.replace(number, opened)
                self._look_around(concerned)
            case Left():
                windows.drop(news.number)
                self._look_around(presence.drop(news.number))
            case Heard():
                self._heard(news.number, news.hint)
        for code in presence.other_watchers():
            self._registry.watchers_changed(code)

    def _heard(self, number: int, hint: Hint) -> None:
        presence = self._presence
        match hint:
            case Logged():
                self._follow(hint.table, hint.seq)
            case Here():
                named = hint.present.name != presence.name(number, hint.present.who)
                before = presence.put(number, hint.present)
                self._give_way(number, [hint.present], names=named)
                self._tell({before, hint.present.table} if before != hint.present.table else ())
            case Gone():
                self._tell({presence.remove(number, hint.who)})
            case Roll():
                self._tell(presence.replace(number, hint.people))
                self._give_way(number, hint.people)
                self._windows.replace(number, hint.windows)
            case Opened():
                self._windows.heard(number, hint.source, hint.since)
            case SentOff():
                self._dismiss(hint.who, hint.reason)
                if hint.reason == "account_gone":
                    self._results.look_soon()
                    self._talk.forget(hint.who)
            case Spoken():
                self._talk.look_soon()
            case Shown() if hint.table in self._registry.live_tables:
                self._registry.live_tables[hint.table].tell_shown(
                    StepShown(
                        table=hint.table,
                        name=hint.name,
                        step=hint.step,
                        number=hint.number,
                        leads=hint.leads,
                    )
                )
            case Named():
                self._look_up(hint.who)
            case Tried():
                for tries in self._tries:
                    tries.heard(hint.address, hint.reason)

    def _give_way(self, number: int, people: Sequence[Present], *, names: bool = True) -> None:
        """End the visits of people who have come in elsewhere since, and give up their names."""
        mine = self._presence.number
        for each in people:
            self._moments.heard(each.since)
        for visit in self._identity.give_way(number, people) if names else ():
            self._naming.spawn(survived("giving up a name", self._seats.rename, visit.who))
            if visit.in_lobby:
                self._lobby.tell(visit)
        for each in people:
            here = self._visits.get(each.who)
            if here is not None and (here.since, mine) < (each.since, number):
                self._dismiss(each.who)
            elif here is not None and here.who.name != each.name:
                self._look_up(each.who)

    def _look_up(self, who: str) -> None:
        """Ask the store what somebody is called who was named in another process."""

        async def look_up() -> None:
            with suppress(AccountGone, StoreFailed):
                await self._own_names.look_up(who)

        self._naming.spawn(survived("looking up a name", look_up))

    def _dismiss(self, who: str, reason: str = "taken_over") -> None:
        here = self._visits.get(who)
        if here is not None:
            here.dismiss(reason)

    def _tell(self, tables: Iterable[str]) -> None:
        """Somebody came to these tables or left them."""
        for code in tables:
            self._registry.presence_changed(code)
        self._lobby.changed()

    def _look_around(self, tables: Iterable[str]) -> None:
        """There are other processes than before: tables may be this one's to see to now."""
        self._tell(tables)
        self._registry.look_around()
        self._in_doubt.set()

    def _follow(self, code: str, seq: int) -> None:
        """Catch up with a table's log, which is so long."""
        if self._registry.index.length(code) >= seq:
            return
        followed = code in self._wanted
        self._wanted[code] = max(seq, self._wanted.get(code, 0))
        if not followed:
            self._tasks.spawn(survived(f"following table {code}", self._catch_up, code))

    async def _catch_up(self, code: str) -> None:
        try:
            length, before = self._registry.index.length, -1
            while before < length(code) < self._wanted[code]:
                before = length(code)
                await self._registry.catch_up(code)
        except (StoreFailed, Refusal) as error:
            log.error("table %s is not followed: %s", code, error)
        finally:
            del self._wanted[code]

    async def _keep_looking(self) -> None:
        """Look every now and then, and at once in doubt, for what the bus did not bring."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK):
                    await self._in_doubt.wait()
            self._in_doubt.clear()
            await survived("looking for what was missed", self._look)

    async def _look(self) -> None:
        self._results.look_soon()
        self._talk.look_soon()
        lengths = await self._store.lengths()
        index = self._registry.index
        for code, length in lengths.items():
            self._follow(code, length)
        for code in index.lines.keys() - lengths.keys():  # closed, or opened just now
            self._follow(code, index.length(code) + 1)
