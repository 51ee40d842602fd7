"""Who looks on at one table in this process, and what they are told: never more than all may see.

One may see through the eyes of a seat whose person lets watchers, and then a whole round late.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from keltis_engine.position import Seat
from keltis_protocol.messages import GameChanged, LeftTable, SeatState
from keltis_server.people.visit import Visit
from keltis_server.tables.facts import (
    game_changed,
    game_late,
    said,
    table_changed,
    watchers_said,
)
from keltis_server.tables.game import Step, TableGame
from keltis_server.tables.records import GameStarted
from keltis_server.tables.table import Table

SLICE: Final = 50
"""How many moves of a story are recalled in one go."""


class Watchers:
    """They listen without a seat: nothing at the table waits for them or hangs on them."""

    def __init__(self, elsewhere: Callable[[], int], count_changed: Callable[[], None]) -> None:
        self.listeners: dict[str, Visit] = {}
        """Who looks on in this process, by person."""
        self._elsewhere = elsewhere
        """How many do in other processes."""
        self._count_changed = count_changed
        self._eyes: dict[str, Seat] = {}
        """Through whose eyes somebody looks."""
        self._told: dict[Seat, tuple[GameStarted, int]] = {}
        """How much of which game those who look through these eyes were told."""
        self._soon: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self.listeners)

    @property
    def count(self) -> int:
        """How many look on, here and in other processes."""
        return len(self.listeners) + self._elsewhere()

    def come(self, visit: Visit, eyes: Seat | None) -> None:
        """Somebody looks on from now on, or with other eyes."""
        self.listeners[visit.who.id] = visit
        if eyes is None:
            self._eyes.pop(visit.who.id, None)
        else:
            self._eyes[visit.who.id] = eyes
        self._told = {seat: told for seat, told in self._told.items() if seat in self._seen}

    def go(self, visit: Visit) -> bool:
        """Somebody looks on no more; False if that visit did not."""
        if self.listeners.get(visit.who.id) is not visit:
            return False
        del self.listeners[visit.who.id]
        self._eyes.pop(visit.who.id, None)
        if not self.listeners and self._soon is not None:
            self._soon.cancel()
            self._soon = None
        return True

    def send_away(self, code: str, reason: str) -> None:
        """Send all of them back to the lobby."""
        for visit in list(self.listeners.values()):
            self.go(visit)
            visit.watching = ""
            visit.tell(LeftTable(table=code, reason=reason))

    def tell_count_soon(self, pause: float) -> None:
        """Have everybody at the table told how many look on, but not for each who comes."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(pause, self._tell_count)

    def _tell_count(self) -> None:
        self._soon = None
        self._count_changed()

    @property
    def _seen(self) -> set[Seat]:
        return set(self._eyes.values())

    async def recall(self, table: Callable[[], Table], *eyes: Seat | None) -> None:
        """Have what they, and one more with these eyes, are to be told ready, in slices."""
        for seat in {*eyes, *self._seen, *([None] if self.listeners else [])}:
            whole = False
            while not whole:
                game = table().game
                if game is None:
                    return
                if seat is None or not game.round_ago:
                    whole = game.recall(None, SLICE)
                else:
                    whole = game.recall_late(seat, SLICE)
                await asyncio.sleep(0)

    # What is told

    def tell_everything(self, table: Table, seats: list[SeatState], who: str, now: int) -> None:
        """Tell one of them where everything stands."""
        visit = self.listeners[who]
        visit.tell(table_changed(table, seats, who, now, self.count, self._eyes.get(who)))
        self._tell_game([visit], table, self._eyes.get(who), None)
        for line in (*said(table), *watchers_said(table)):
            visit.tell(line)

    def tell_table(self, table: Table, seats: list[SeatState], now: int) -> None:
        """Tell all of them who sits there; nobody sees any more through eyes that are shut."""
        shut = {seat for seat in self._seen if not may_look(table, seat)}
        if shut:
            back = [who for who, seat in self._eyes.items() if seat in shut]
            for who in back:
                del self._eyes[who]
            self._tell_game([self.listeners[who] for who in back], table, None, None)
        for who, visit in list(self.listeners.items()):
            visit.tell(table_changed(table, seats, who, now, self.count, self._eyes.get(who)))

    def tell_game(self, table: Table, steps: Sequence[Step] | None) -> None:
        """Tell all of them what `steps` changed, or the whole story: the same bytes to all."""
        for seat in (None, *self._seen):
            visits = [v for who, v in self.listeners.items() if self._eyes.get(who) == seat]
            if visits:
                self._tell_game(visits, table, seat, steps)

    def tell_said(self, table: Table, *, by_watcher: bool) -> None:
        """Tell all of them the newest line, a player's or a watcher's."""
        line = (watchers_said if by_watcher else said)(table)[-1]
        for visit in list(self.listeners.values()):
            visit.tell(line)

    def _tell_game(
        self, visits: Sequence[Visit], table: Table, eyes: Seat | None, steps: Sequence[Step] | None
    ) -> None:
        game = table.game
        if game is None or not visits:
            return
        if eyes is None or not game.round_ago:
            fact: GameChanged | None = game_changed(table.code, game, None, steps)
        else:
            fact = self._late(table.code, game, eyes, steps)
        if fact is not None:
            for visit in visits:
                visit.tell(fact)

    def _late(
        self, code: str, game: TableGame, eyes: Seat, steps: Sequence[Step] | None
    ) -> GameChanged | None:
        """What is new to those who look through these eyes; None if it is not a round old yet."""
        before, due = self._told.get(eyes), game.round_ago
        self._told[eyes] = (game.started, due)
        if steps is None or before is None or before[0] is not game.started:
            return game_late(code, game, eyes, 0)
        return game_late(code, game, eyes, before[1]) if before[1] < due else None


def may_look(table: Table, seat: Seat) -> bool:
    """Whether watchers may see through the eyes of a seat."""
    return seat < len(table.places) and table.places[seat].open and not rated(table)


def rated(table: Table) -> bool:
    """Whether what is played there counts for ratings."""
    return table.settings.get("rated") == "yes"
