"""Who is at one table in this process, playing or looking on, and what each of them is told."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from keltis_protocol.messages import Fact, StepShown
from keltis_protocol.messages import Said as TalkLine
from keltis_server.cluster.presence import Presence
from keltis_server.tables.absences import Absences
from keltis_server.tables.facts import (
    game_changed,
    said,
    table_changed,
    watchers_said,
)
from keltis_server.tables.game import Step
from keltis_server.tables.reading import SLICE
from keltis_server.tables.records import (
    GameOver,
    GameStopped,
    MoveMade,
    Record,
    Said,
    SeatCleared,
    TookBack,
    WatcherSaid,
)
from keltis_server.tables.table import Table
from keltis_server.tables.watchers import Watchers


class Listener(Protocol):
    """Somebody who is told what happens."""

    def tell(self, fact: Fact) -> None:
        """Take a fact."""


class Audience:
    """Those whom a table tells what happens: telling starts nothing."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        absences: Absences,
        now: Callable[[], int],
        send_away: Callable[[str], None],
    ) -> None:
        self.table = table
        self.listeners: dict[str, Listener] = {}
        """Who is present in this process, by person."""
        self.watchers = Watchers(lambda: presence.watchers(table.code), self.tell_table)
        self._presence = presence
        self._absences = absences
        self._now = now
        self._send_away = send_away
        """Called when somebody was asked to leave."""

    @property
    def present(self) -> Collection[str]:
        """Who is at the table, in this process or in another."""
        elsewhere = self._presence.at(self.table.code)
        return {*self.listeners, *elsewhere} if elsewhere else self.listeners

    async def recall(self, people: Collection[str]) -> None:
        """Have the game's story ready for these people, in slices, before it is told them whole."""
        for who in people:
            whole = False
            while not whole:  # another game may have been adopted since the slice before
                game, seat = self.table.game, self.table.people.get(who)
                whole = game is None or seat is None or game.recall(seat, SLICE)
                await asyncio.sleep(0)
        await self.watchers.recall(lambda: self.table)

    def forget_stories(self) -> None:
        """Keep no story of the game if nobody is there to be told."""
        if not self.listeners and not self.watchers and self.table.game is not None:
            self.table.game.forget_stories()

    def tell_table(self, but: str = "") -> None:
        """Tell everyone present who sits here."""
        seats, now = self._absences.seat_states(self.table, self.present), self._now()
        if self.table.settings["watchers"] == "no":
            self.watchers.send_away(self.table.code, "no_watchers")
        count = self.watchers.count
        for who, listener in list(self.listeners.items()):
            if who != but:
                listener.tell(table_changed(self.table, seats, who, now, count))
        self.watchers.tell_table(self.table, seats, now)

    def tell_everything(self, who: str) -> None:
        """Tell one of those present, or of those who look on, where everything stands."""
        seats, now = self._absences.seat_states(self.table, self.present), self._now()
        if who in self.listeners:
            self.listeners[who].tell(
                table_changed(self.table, seats, who, now, self.watchers.count)
            )
            self.tell_game(who, None)
            for line in (*said(self.table), *self._open_talk()):
                self.listeners[who].tell(line)
        elif who in self.watchers.listeners:
            self.watchers.tell_everything(self.table, seats, who, now)

    def _open_talk(self) -> list[TalkLine]:
        """What those who look on said, once no game is under way; before, players do not know."""
        return [] if self.table.playing else watchers_said(self.table)

    def tell(self, decided: Sequence[Record], steps: Sequence[Step]) -> None:
        """Tell everybody what was decided, each as much of it as they may know."""
        if not decided:
            return
        if isinstance(decided[0], Said):  # talk comes alone and changes nothing else
            for listener in list(self.listeners.values()):
                listener.tell(said(self.table)[-1])
            self.watchers.tell_said(self.table, by_watcher=False)
            return
        if isinstance(decided[0], WatcherSaid):
            for listener in list(self.listeners.values()):
                for line in self._open_talk()[-1:]:
                    listener.tell(line)
            self.watchers.tell_said(self.table, by_watcher=True)
            return
        for record in decided:
            if isinstance(record, SeatCleared) and record.who in self.listeners:
                self._send_away(record.who)
        game_only = all(isinstance(record, MoveMade | TookBack) for record in decided)
        if not game_only or self.table.between_games or self.table.clocks.kind:
            self.tell_table()
        whole = any(isinstance(record, TookBack) for record in decided)
        if steps or whole:
            for who in list(self.listeners):
                self.tell_game(who, None if whole else steps)
            self.watchers.tell_game(self.table, None if whole else steps)
        if any(isinstance(record, GameOver | GameStopped) for record in decided):
            for listener in list(self.listeners.values()):
                for line in self._open_talk():
                    listener.tell(line)

    def tell_shown(self, shown: StepShown, but: str = "") -> None:
        """Tell all who are here at which step of a finished game somebody looks."""
        if not self.table.over:  # another has begun meanwhile
            return
        for who, listener in (*self.listeners.items(), *self.watchers.listeners.items()):
            if who != but:
                listener.tell(shown)

    def tell_game(self, who: str, steps: Sequence[Step] | None) -> None:
        """Tell one of those present the game: what `steps` changed, or the whole story."""
        seat, game = self.table.people.get(who), self.table.game
        if seat is None or game is None or who not in self.listeners:
            return
        if self.table.players[seat] == who:
            self.listeners[who].tell(game_changed(self.table.code, game, seat, steps))
