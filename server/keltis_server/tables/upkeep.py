"""What a table calls for by itself: its bots at work, seats freed, its end when nobody comes."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Final

from keltis_server.cluster.presence import Presence
from keltis_server.guard import Tasks, survived
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.store.contract import StoreFailed
from keltis_server.tables import absence, decide
from keltis_server.tables.absence import returned
from keltis_server.tables.absences import Absences
from keltis_server.tables.bots import play_bots
from keltis_server.tables.deadlines import Deadlines
from keltis_server.tables.due import due_of, what_is_due
from keltis_server.tables.line import Line, line_of
from keltis_server.tables.live import Judged, LiveTable
from keltis_server.tables.table import Decision, Table
from keltis_server.tables.table_index import TableIndex
from keltis_server.thinking.thinkers import Thinkers

log = logging.getLogger(__name__)

AT_ONCE: Final = 32
"""How many tables are folded at the same time to be cleared away or to free a seat there."""

MARGIN: Final = 0.05
"""Seconds after which a bot surely finds that somebody was away for long enough."""

Hold = Callable[[str], AbstractAsyncContextManager[LiveTable | None]]
"""Gives a table by its code, folded for as long as it is held; None if there is none."""


class Upkeep:
    """Judges by a table's line what it calls for; it is folded only to do something there."""

    def __init__(
        self,
        index: TableIndex,
        hold: Hold,
        visits: Mapping[str, Visit],
        presence: Presence,
        limits: Limits,
        absences: Absences,
        thinkers: Thinkers,
    ) -> None:
        self._index = index
        self._hold = hold
        self._visits = visits
        self._presence = presence
        self._limits = limits
        self._absences = absences
        self._thinkers = thinkers
        self._began = asyncio.get_running_loop().time()
        self._left: dict[str, float] = {}
        """Since when nobody is at a running game where somebody was; they may come back."""
        self._visited: set[str] = set()
        """Where somebody was when it was looked at last."""
        self.bots: dict[str, asyncio.Task[None]] = {}
        """The bots that are at work, by table."""
        self.deadlines = Deadlines(self._look_again)
        """When tables at which nobody is are cleared away."""
        self._seats = Deadlines(self._free_seat)
        """When seats of those who are away are freed for who waits there, by table and person."""
        self._absent = Deadlines(self._stand_in)
        """When a bot plays for one who is away, at tables that were opened so."""
        self._tasks = Tasks()
        self._chores = asyncio.Semaphore(AT_ONCE)
        self._closing = False

    async def close(self) -> None:
        """Finish what was begun and begin nothing more."""
        self._closing = True
        self.deadlines.close()
        self._seats.close()
        self._absent.close()
        for bot in self.bots.values():
            bot.cancel()
        await self._tasks.finish()

    def drop(self, code: str) -> None:
        """A table is gone."""
        self.deadlines.drop(code)
        self._left.pop(code, None)
        self._visited.discard(code)

    def look_after(self, code: str) -> None:
        """See to a table that may have been another process's until now."""
        known = self._index.lines.get(code)
        if known is not None and not known.playing and self._mine(known):
            for who in self._lost_guests(known):
                self.get_up(code, who)
        self.see_to(code)

    def see_to(self, code: str) -> None:
        """See to the bots of a table and to its end, as far as this process has to."""
        self.deadlines.drop(code)
        known = self._index.lines.get(code)
        if self._closing or known is None:
            return
        self._note_presence(known)
        self._absences.note(code, known.people, self._index.present(code))
        self._take_seats_back(code)
        if not self._mine(known):
            return
        forsaken = self._forsaken(known)
        if forsaken and not known.playing:
            self._clear_away(code, self._forsaken)
            return
        if not self._index.present(code):
            wait = self._patience(known, forsaken)
            if wait is not None:
                self.deadlines.put(code, wait)
        self._see_to_seats(known)
        self._see_to_absent(known)
        if known.awaits_bot and not forsaken and code not in self.bots:
            bot = self._tasks.spawn(self._play_bots(code))
            self.bots[code] = bot
            bot.add_done_callback(partial(self._bot_done, code))

    def _patience(self, known: Line, forsaken: bool) -> float | None:
        """How many seconds a table at which nobody is waits from now on; a lost line may return.

        None for a game that people play, or have left for long: it goes by the store's clock.
        """
        limits = self._limits
        if known.forsaken:
            return None
        if not known.playing:
            return limits.empty_table
        waits = [limits.guest_return_seconds] if forsaken else []
        if not known.played and not known.by_days:
            waits.append(limits.unplayed_game_seconds)
        return min(waits, default=None)

    def judge_due(self, table: Table, now: int) -> Judged:
        """What is due at a table, by its log; nothing while somebody is there or left just now."""
        due, deadline = due_of(table, self._limits), table.clocks.deadline()
        if due is None or due > now:
            return due
        if deadline is not None and deadline <= now:
            return absence.time_is_up(table, self._index.present(table.code))
        wait = self._wait_for_people(table.code)
        if wait <= 0:
            return what_is_due(table)
        later = now + math.ceil(wait * 1000)
        return later if deadline is None else min(later, deadline)

    def _wait_for_people(self, code: str) -> float:
        """Seconds that a running game waits at least, for those who are there or may come back."""
        wait = self._limits.guest_return_seconds
        if self._index.present(code):
            return wait
        now = asyncio.get_running_loop().time()
        return max(self._began, self._left.get(code, self._began)) + wait - now

    def _note_presence(self, known: Line) -> None:
        """Remember since when all who were at a running game are gone, as long as that matters."""
        code, now = known.table, asyncio.get_running_loop().time()
        here = bool(self._index.present(code))
        if here or not known.playing:
            self._left.pop(code, None)
        elif code in self._visited:
            self._left[code] = now
        if here:
            self._visited.add(code)
        else:
            self._visited.discard(code)
        oldest = next(iter(self._left), code)
        if self._left.get(oldest, now) < now - self._limits.guest_return_seconds:
            del self._left[oldest]

    def _look_again(self, code: str) -> None:
        """Nobody came for as long as a table waits."""
        if not self._index.present(code):
            self._clear_away(code, lambda _: not self._index.present(code))

    def _see_to_seats(self, known: Line) -> None:
        """Have a seat before a game freed some time after its person went, if others wait there."""
        present = self._index.present(known.table)
        for who in known.people:
            seat = f"{known.table} {who}"
            if known.playing or not present or who in present:
                self._seats.drop(seat)
            elif self._seats.of(seat) is None:
                self._seats.put(seat, self._limits.away_seat)

    def _free_seat(self, seat: str) -> None:
        """Somebody was away for as long as a seat is kept."""
        code, who = seat.split()

        def get_up(table: Table) -> Decision:
            there = self._index.present(code)
            return decide.get_up(table, who) if there and who not in there else Decision()

        known = self._index.lines.get(code)
        if known is not None and who in known.people and self._mine(known):
            self._tasks.spawn(self._do(code, "keeps a seat", lambda live: live.change("", get_up)))

    def _see_to_absent(self, known: Line) -> None:
        """Have a bot play for whoever is awaited in vain, at a table that was opened so."""
        code, present = known.table, self._index.present(known.table)
        missing = known.missing(present) if known.bot_for_absent and present else ""
        if not missing:
            self._absent.drop(code)
        elif self._absent.of(code) is None:
            away = self._absences.away_for(code, missing) / 1000
            self._absent.put(code, max(0.0, self._limits.away_seconds - away) + MARGIN)

    def _stand_in(self, code: str) -> None:
        """Somebody was away for as long as a bot waits."""

        def stand_in(table: Table) -> Decision:
            present, away_for = self._index.present(code), partial(self._absences.away_for, code)
            return absence.waited_enough(table, present, away_for, self._limits)

        known = self._index.lines.get(code)
        if known is not None and self._mine(known):
            self._tasks.spawn(self._do(code, "waits", lambda live: live.change("", stand_in)))

    def _take_seats_back(self, code: str) -> None:
        """Have whoever is at a table here play there, if a bot still does or votes still stand."""
        live = self._index.live_tables.get(code)
        who = returned(live.table, live.listeners, self._limits) if live is not None else ""
        if who:
            come_back = partial(absence.come_back, who=who, limits=self._limits)
            self._tasks.spawn(
                self._do(code, "keeps a bot", lambda live: live.change("", come_back))
            )

    async def _play_bots(self, code: str) -> None:
        async def play() -> None:
            async with self._hold(code) as live:
                if live is not None:
                    await play_bots(
                        live, self._limits, self._thinkers, partial(self._sees_to, live)
                    )

        if not await survived(f"the bots of {code}", play):
            await asyncio.sleep(self._limits.retry_pause)

    def _sees_to(self, live: LiveTable) -> bool:
        return self._mine(line_of(live.table))

    def _bot_done(self, code: str, _: asyncio.Task[None]) -> None:
        del self.bots[code]
        known = self._index.lines.get(code)
        if known is not None and known.awaits_bot:
            self.see_to(code)

    def _mine(self, known: Line) -> bool:
        """Whether this process sees to a table's bots and its end.

        That is the one in which the first of its people sits, or the eldest if nobody is there.
        """
        live, there = self._index.live_tables.get(known.table), self._presence.at(known.table)
        for who in known.people if live is not None or there else ():
            if live is not None and who in live.listeners:
                return True
            if who in there:
                return False
        return self._presence.eldest

    def _lost_guests(self, known: Line) -> list[str]:
        """The guests at a table who are gone."""
        guests = [guest.who for guest in known.guests]
        return [who for who in guests if who not in self._visits and who not in self._presence]

    def _forsaken(self, known: Line) -> bool:
        """Whether nobody sits at a table but guests who are gone."""
        if any(place.who and not place.guest for place in known.places):
            return False
        return len(self._lost_guests(known)) == len(known.guests)

    def _clear_away(self, code: str, still: Callable[[Line], bool]) -> None:
        """Close a table if why it is to be closed still holds, whatever was logged meanwhile."""

        def close(table: Table) -> Decision:
            return decide.close(table) if still(line_of(table)) else Decision()

        self._tasks.spawn(self._do(code, "stays", lambda live: live.change("", close)))

    def get_up(self, code: str, who: str) -> None:
        """Free a seat."""
        get_up = partial(decide.get_up, who=who)
        self._tasks.spawn(self._do(code, "keeps a seat", lambda live: live.change("", get_up)))

    async def _do(
        self, code: str, else_: str, change: Callable[[LiveTable], Awaitable[bool]]
    ) -> None:
        """Change a table for nobody who could be told that it failed."""
        try:
            async with self._chores, self._hold(code) as live:
                if live is not None:
                    await change(live)
        except (Refusal, StoreFailed) as problem:
            if str(problem) != "not_seated":  # another process was quicker
                log.warning("table %s %s: %s", code, else_, problem)
