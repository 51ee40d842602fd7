"""Every command of a visit is matched here once, carried out, and answered exactly once."""

import logging
from collections.abc import Awaitable
from importlib.metadata import version
from typing import Final, assert_never

from keltis_engine.position import RuleSet
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    AgreeToDays,
    ArrangeTable,
    Browse,
    ClearSeat,
    Command,
    DecideAbsence,
    FetchGame,
    FetchHint,
    FetchLadder,
    FetchPage,
    FetchRatings,
    FetchReview,
    GameOffer,
    GiveLuckyWord,
    HandTable,
    Hello,
    JoinTable,
    LeaveTable,
    NotReady,
    OpenHand,
    OpenTable,
    PlayMove,
    QuickGame,
    Refused,
    Report,
    ReportInLobby,
    Say,
    SayInLobby,
    SetName,
    SetPreferences,
    ShowStep,
    StartGame,
    TakeBack,
    WatchTable,
    Welcome,
)
from keltis_server.absence_commands import AbsenceCommands
from keltis_server.addresses import Where
from keltis_server.costs import COSTS, Budget
from keltis_server.file_commands import FileCommands
from keltis_server.guard import contained, log_failure
from keltis_server.hint_commands import HintCommands
from keltis_server.lobby_commands import LobbyCommands
from keltis_server.people.identity import Identity
from keltis_server.people.visit import Visit
from keltis_server.quick_commands import QuickCommands
from keltis_server.rate_limits import Tries
from keltis_server.refusal import Refusal
from keltis_server.room_commands import RoomCommands
from keltis_server.standing_commands import StandingCommands
from keltis_server.store.contract import AccountGone, StoreFailed
from keltis_server.table_commands import TableCommands
from keltis_server.tables import texts
from keltis_server.tables.bots import bot_kinds
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.own_names import OwnNames
from keltis_server.tables.seats import Seats
from keltis_server.tables.settings import offered
from keltis_server.together_commands import TogetherCommands
from keltis_server.watch_commands import WatchCommands

log = logging.getLogger(__name__)

SERVER: Final = f"keltis {version('keltis')}"
"""Read once: looking the version up takes longer than everything else a greeting does."""


class Commands:
    """Carries out what visits ask for."""

    def __init__(
        self,
        identity: Identity,
        seats: Seats,
        own_names: OwnNames,
        lobby: LobbyFeed,
        tables: TableCommands,
        room: RoomCommands,
        absence: AbsenceCommands,
        watching: WatchCommands,
        in_lobby: LobbyCommands,
        hints: HintCommands,
        files: FileCommands,
        together: TogetherCommands,
        quick: QuickCommands,
        standings: StandingCommands,
        budget: Budget,
        renames: Tries,
        where: Where,
    ) -> None:
        self._identity = identity
        self._seats = seats
        self._own_names = own_names
        self._lobby = lobby
        self._tables = tables
        self._room = room
        self._absence = absence
        self._watching = watching
        self._in_lobby = in_lobby
        self._hints = hints
        self._quick = quick
        self._files = files
        self._together = together
        self._standings = standings
        self._budget = budget
        self._renames = renames
        """Who took another name lately."""
        self._where = where

    async def carry_out(self, visit: Visit, command: Command) -> None:
        """Do what a command asks and answer it, one after the other; what goes wrong ends here.

        Whoever has spent too much lately waits first, and nobody else does.
        """
        async with visit.order:
            wait = 0.0 if visit.ended else self._budget.charge(visit, COSTS[type(command)])
            if wait:
                await visit.pause(wait)
            if visit.ended:
                return
            if _id(command) in visit.done:
                visit.finish(_id(command))
                return
            with contained() as broken:
                try:
                    await self._work(visit, command)
                except Refusal as refusal:
                    _refuse(visit, command, refusal.reason)
                    if refusal.reason == "stale":
                        await self._tables.tell_again(visit)
                except AccountGone:
                    _refuse(visit, command, "account_gone")
                    visit.dismiss("account_gone")
                except StoreFailed as error:
                    log.error("%s: %s", type(command).__name__, error)
                    _refuse(visit, command, "store_failed")
            for mistake in broken:
                log_failure(type(command).__name__, mistake)
                _refuse(visit, command, "internal_error")

    def _work(self, visit: Visit, command: Command) -> Awaitable[None]:
        """What a command asks for, to be awaited."""
        if not visit.greeted and not isinstance(command, Hello):
            raise Refusal("hello_first")
        match command:
            case Hello():
                return self._greet(visit, command)
            case SetName():
                return self._set_name(visit, command)
            case SetPreferences():
                return self._set_preferences(visit, command)
            case FetchGame():
                return self._files.fetch(visit, command)
            case FetchReview():
                return self._files.review(visit, command)
            case ShowStep():
                return self._together.show(visit, command)
            case Browse():
                return self._in_lobby.browse(visit, command)
            case QuickGame():
                return self._quick.play(visit, command)
            case SayInLobby():
                return self._in_lobby.say(visit, command)
            case ReportInLobby():
                return self._in_lobby.report(visit, command)
            case FetchLadder():
                return self._standings.ladder(visit, command)
            case FetchPage():
                return self._standings.page(visit, command)
            case FetchRatings():
                return self._standings.ratings(visit, command)
            case OpenTable():
                return self._tables.open(visit, command)
            case JoinTable():
                return self._tables.join(visit, command)
            case WatchTable():
                return self._watching.watch(visit, command)
            case OpenHand():
                return self._watching.open_hand(visit, command)
            case LeaveTable():
                return (self._watching if visit.watching else self._tables).leave(visit, command)
            case DecideAbsence():
                return self._absence.decide(visit, command)
            case AgreeToDays():
                return self._absence.agree_to_days(visit, command)
            case AddBot():
                return self._room.add_bot(visit, command)
            case NotReady():
                return self._room.take_back_ready(visit, command)
            case ArrangeTable():
                return self._room.arrange(visit, command)
            case ClearSeat():
                return self._room.clear_seat(visit, command)
            case HandTable():
                return self._room.hand_over(visit, command)
            case GiveLuckyWord():
                return self._tables.give_word(visit, command)
            case StartGame():
                return self._tables.start(visit, command)
            case PlayMove():
                return self._tables.play(visit, command)
            case FetchHint():
                return self._hints.hint(visit, command)
            case TakeBack():
                return self._tables.take_back(visit, command)
            case Say():
                return (self._watching if visit.watching else self._tables).say(visit, command)
            case Report():
                reports = self._watching if command.watcher else self._tables
                return reports.report(visit, command)
            case _:
                assert_never(command)

    async def _greet(self, visit: Visit, hello: Hello) -> None:
        if hello.version != VERSION:
            _refuse(visit, hello, "version")
            visit.dismiss("version")
            return
        visit.greeted = True
        wished = texts.tidy(visit.wished)
        visit.tell(
            Welcome(
                version=VERSION,
                server=SERVER,
                you=visit.person,
                games=[_offer(rules) for rules in RULE_SETS.values()],
                preferences=visit.preferences,
                return_code=visit.return_code,
                settings=offered(),
                wished="" if texts.word_refusal(wished) else wished,
                name_refused=visit.name_refused,
                host=self._where.host,
                port=self._where.port,
            )
        )
        if visit.in_lobby:
            self._lobby.tell(visit)

    async def _set_name(self, visit: Visit, command: SetName) -> None:
        named = bool(visit.who.name)
        if named:
            self._renames.check(visit.who.id)
        renamed = await self._identity.rename(visit.who, command.name, visit.address)
        self._own_names.changed(visit, renamed)
        visit.wished = visit.name_refused = ""
        if named:
            self._renames.count(visit.who.id)
        visit.finish(command.id)
        await self._seats.rename(visit.who)
        if visit.in_lobby:
            self._lobby.tell(visit)
        self._lobby.changed()

    async def _set_preferences(self, visit: Visit, command: SetPreferences) -> None:
        await self._identity.remember(visit.who, command.preferences)
        visit.finish(command.id)


def _id(command: Command) -> str:
    """The id by which a command is answered; a greeting has none."""
    return "" if isinstance(command, Hello) else command.id


def _refuse(visit: Visit, command: Command, reason: str) -> None:
    """Answer with a refusal, unless what was asked is done and only its echo failed."""
    if _id(command) not in visit.done:
        visit.tell(Refused(id=_id(command), reason=reason))


def _offer(rules: RuleSet) -> GameOffer:
    return GameOffer(
        id=rules.id,
        version=rules.version,
        min_seats=rules.seats[0],
        max_seats=rules.seats[-1],
        options={option.name: list(option.choices) for option in rules.options},
        bots=bot_kinds(rules.id),
    )
