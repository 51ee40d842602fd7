"""The commands that are about tables, a method each: open one, sit down, play there, get up."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from keltis_engine.position import IllegalMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    GiveLuckyWord,
    JoinTable,
    LeaveTable,
    LeftTable,
    OpenTable,
    PlayMove,
    Report,
    Say,
    StartGame,
    TakeBack,
)
from keltis_server.at_table import AtTable, key_of
from keltis_server.costs import LOG_RECORD, STORY_MOVE, Budget
from keltis_server.people.visit import ELSEWHERE, Visit, described
from keltis_server.people.visit_limits import CodeLimit, TalkLimit
from keltis_server.refusal import Refusal
from keltis_server.tables import absence, decide, settings
from keltis_server.tables.live import LiveTable
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.looks import Looks
from keltis_server.tables.opening import Opening
from keltis_server.tables.own_names import OwnNames
from keltis_server.tables.records import Committed, Opened, SatDown
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.table import Decision, Table

log = logging.getLogger(__name__)


class TableCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(
        self,
        registry: TableRegistry,
        opening: Opening,
        own_names: OwnNames,
        lobby: LobbyFeed,
        budget: Budget,
        codes: CodeLimit,
        talk: TalkLimit,
        at_table: AtTable,
        looks: Looks,
    ) -> None:
        self._registry = registry
        self._opening = opening
        self.trace = opening.trace
        """Where somebody counts as coming from."""
        self._own_names = own_names
        self._lobby = lobby
        self._budget = budget
        self._codes = codes
        self._talk = talk
        self._at_table = at_table
        self._looks = looks

    async def open(self, visit: Visit, command: OpenTable) -> None:
        """Open a table and sit down at it."""
        key = key_of(visit, command.id)
        if key in self._registry.index.opened:
            await self._open_again(visit, command.id, self._registry.index.opened[key])
            return
        rules = RULE_SETS.get(command.game)
        if rules is None:
            raise Refusal("unknown_game")
        if command.seats not in rules.seats:
            raise Refusal("bad_seats")
        try:
            options = rules.agreed(command.options)
        except IllegalMove as error:
            raise Refusal(error.reason) from error
        agreed = settings.settled(command.settings)
        settings.check_key(agreed, visit.who)
        check_name(visit)
        newcomer = await self._opening.is_new_to(visit.who, rules.id)
        await self._opening.make_room(visit)
        self._opening.check(visit)
        source = self.trace(visit)
        opened = Opened(
            game=rules.id,
            seats=command.seats,
            options=options,
            private=command.private,
            settings=agreed,
            owner=visit.who,
            source=source,
        )
        sat_down = SatDown(seat=0, who=visit.who, source=source, newcomer=newcomer)
        begun = (sat_down, Committed.drawn())
        live = await self._opening.open(key, opened, begun)
        visit.finish(command.id)
        self._seat(visit, live)
        live.come(visit.who.id)
        await self._own_names.show(visit, live)

    async def _open_again(self, visit: Visit, command: str, code: str) -> None:
        """Answer again that a table was opened, and tell about it if it still stands."""
        async with self._registry.hold(code) as live:
            visit.finish(command)
            if live is not None and visit.who.id in live.table.people and visit.table in ("", code):
                self._seat(visit, live)
                live.come(visit.who.id)

    async def join(self, visit: Visit, command: JoinTable) -> None:
        """Sit down at a table, or come back to it."""
        check_name(visit)
        if (visit.table or visit.watching) not in ("", command.table):
            raise Refusal("at_table")
        async with self.found(visit, command.table) as live:
            await self._join(visit, command, live)

    async def _join(self, visit: Visit, command: JoinTable, live: LiveTable) -> None:
        who, source = visit.who, self.trace(visit)
        returns = who.id in live.table.people
        newcomer = False
        if not returns:
            await self._opening.make_room(visit)
            self._opening.check_one_more_game(visit)
            newcomer = await self._opening.is_new_to(who, live.table.rules)

        def answer() -> None:
            visit.finish(command.id)
            self._seat(visit, live)

        def sit_down(table: Table) -> Decision:
            if returns and table.playing:
                away_for = self._registry.absences.away_for(table.code, who.id)
                return absence.come_back(table, who.id, self._at_table.limits, away_for)
            decided = decide.sit_down(table, who, command.seat, source, newcomer)
            if decided:
                self._at_table.check_room(table, who.id)
            return decided

        await live.recall([who.id])
        game = live.table.game
        if game is not None:
            self._budget.charge(visit, STORY_MOVE * len(game.line))
        key = key_of(visit, command.id)
        if not await live.change(key, sit_down, answer, by=who.account) or returns:
            live.come(visit.who.id)
        await self._own_names.show(visit, live)

    async def leave(self, visit: Visit, command: LeaveTable) -> None:
        """Get up from a table."""
        async with self.found(visit, command.table) as live:
            await self._leave(visit, command, live)
        if not visit.table:
            self._lobby.tell(visit)

    async def _leave(self, visit: Visit, command: LeaveTable, live: LiveTable) -> None:
        who = visit.who.id

        def judged(table: Table) -> Decision:
            if command.how == absence.HAND_OVER:  # who comes back and goes again finds an end
                self._at_table.check_room(table, who)
            return absence.leave(table, who, command.how)

        def answer() -> None:
            visit.finish(command.id)
            if visit.table == command.table:
                self._looks.note(visit, live.table)
                visit.table = ""
                visit.tell(LeftTable(table=command.table))
                live.listeners.pop(who, None)

        key, by = key_of(visit, command.id), visit.who.account
        if not await live.change(key, judged, answer, by=by):
            live.presence_changed()

    async def give_word(self, visit: Visit, command: GiveLuckyWord) -> None:
        """Give a lucky word for the next game."""

        def judged(table: Table) -> Decision:
            self._at_table.check_room(table, visit.who.id)
            return decide.give_word(table, visit.who.id, command.word)

        await self._at_table.change(visit, command, judged)

    async def start(self, visit: Visit, command: StartGame) -> None:
        """Be ready for the game, which begins if everybody is."""

        def judged(table: Table) -> Decision:
            self._at_table.check_games(table)
            return decide.get_ready(table, visit.who)

        await self._at_table.change(visit, command, judged)

    async def play(self, visit: Visit, command: PlayMove) -> None:
        """Make a small move."""

        def judged(table: Table) -> Decision:
            seat = decide.seat_of(table, visit.who.id)
            return decide.play(table, seat, command.ply, command.move)

        await self._at_table.change(visit, command, judged)

    async def take_back(self, visit: Visit, command: TakeBack) -> None:
        """Take back the last small move of the turn."""

        def judged(table: Table) -> Decision:
            self._at_table.check_room(table, visit.who.id)
            seat = decide.seat_of(table, visit.who.id)
            return decide.take_back(table, seat, command.ply)

        live = self._at_table.live(visit, command.table)
        await live.recall(list(live.listeners))
        await self._at_table.change(visit, command, judged)

    async def say(self, visit: Visit, command: Say) -> None:
        """Say something to the table."""

        def judged(table: Table) -> Decision:
            self._at_table.check_room(table, visit.who.id)
            return decide.say(table, visit.who.id, command.text)

        self._at_table.live(visit, command.table)
        self._talk.check(visit)
        await self._at_table.change(visit, command, judged)
        self._talk.count(visit)

    async def report(self, visit: Visit, command: Report) -> None:
        """Note what somebody said at the visit's table, for whoever runs the server."""
        live = self._at_table.live(visit, command.table)
        self._talk.check(visit)
        lines = [(line.name, line.text) for line in live.table.talk if line.seat == command.seat]
        if not lines:
            raise Refusal("nothing_said")
        who = live.table.places[command.seat].who
        there = live.listeners.get(who.id) if who is not None else None
        address = there.address if isinstance(there, Visit) else ELSEWHERE
        whom = described(lines[-1][0], who.id if who else "gone", address)
        text = "%s reports %s for what was said at table %s: %r"
        log.warning(text, visit.told, whom, command.table, lines)
        self._talk.count(visit)
        visit.finish(command.id)

    async def tell_again(self, visit: Visit) -> None:
        """Tell a game anew to one who knows an old position, unless a newer one waits unread."""
        live = self._registry.live_tables.get(visit.table)
        if live is not None:
            await live.recall([visit.who.id])
            game = live.table.game
            if game is not None and not visit.has_unread_story(game.ply):
                self._budget.charge(visit, STORY_MOVE * len(game.line))
                live.tell_game(visit.who.id, None)

    @asynccontextmanager
    async def found(self, visit: Visit, code: str) -> AsyncIterator[LiveTable]:
        """The table of a code that somebody names, or a `Refusal`; codes are not to be guessed."""
        self._codes.check(visit)
        known = code in self._registry.live_tables
        async with self._registry.hold(code) as live:
            if live is not None and not known:
                self._budget.charge(visit, LOG_RECORD * live.table.seq)
            if code in self._registry.closed_for:
                raise Refusal(self._registry.closed_for[code])
            if live is None:
                self._codes.count(visit)
                raise Refusal("no_such_table")
            yield live

    def _seat(self, visit: Visit, live: LiveTable) -> None:
        """Have a visit told about its table from now on, unless it ended meanwhile."""
        if visit.ended:
            if visit.who.guest:
                self._registry.clear_seats(visit.who.id)
        elif visit.who.id in live.table.people:
            if visit.watching:
                self._registry.stop_watching(visit)
            visit.table = live.table.code
            live.listeners[visit.who.id] = visit
            self._looks.note(visit, live.table)


def check_name(visit: Visit) -> None:
    """Refuse one who has no name yet."""
    if not visit.who.name:
        raise Refusal("name_needed")
