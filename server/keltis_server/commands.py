"""What each command of a visit does in the house; every one is answered exactly once."""

import asyncio
import logging
import traceback
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, assert_never

from keltis_engine.position import IllegalMove, RuleSet
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    Command,
    FetchGame,
    GameFile,
    GameOffer,
    GiveLuckyWord,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    OpenTable,
    PlayMove,
    Refused,
    SetName,
    SetPreferences,
    StartGame,
    TakeBack,
    Welcome,
)
from keltis_server import judge
from keltis_server.archive import finished_game, pieces
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper
from keltis_server.opening import may_open, new_table
from keltis_server.records import Committed, Opened, Record, SatDown
from keltis_server.robots import bot_kind, bot_kinds
from keltis_server.store import StoreFailed
from keltis_server.table import Table
from keltis_server.visit import Visit

if TYPE_CHECKING:
    from keltis_server.house import House

log = logging.getLogger(__name__)

SERVER: Final = f"keltis {version('keltis')}"
"""Read once: looking the version up takes longer than everything else a greeting does."""

AtTable = AddBot | GiveLuckyWord | StartGame | PlayMove | TakeBack
"""The commands for the table one is at."""
Asking = SetName | SetPreferences | OpenTable | JoinTable | LeaveTable | AtTable | FetchGame
"""The commands with an id, to be answered by it."""


async def carry_out(house: "House", visit: Visit, command: Command) -> None:
    """Do what a command asks and answer it; whatever goes wrong ends here."""
    if isinstance(command, Hello):
        _greet(house, visit, command)
        return
    if not visit.greeted:
        _refuse(visit, command, "hello_first")
        return
    if command.id in visit.done:
        visit.finish(command.id)
        return
    try:
        await _obey(house, visit, command)
    except Refusal as refusal:
        _refuse(visit, command, refusal.reason)
        if refusal.reason == "stale" and visit.table in house.keepers:
            house.keepers[visit.table].tell_game(visit.who.id, None)
    except StoreFailed as error:
        log.error("%s: %s", type(command).__name__, error)
        _refuse(visit, command, "store_failed")
    except Exception as error:  # noqa: BLE001 - this keeps the session and its table alive
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s failed: %s\n%s", type(command).__name__, type(error).__name__, where)
        _refuse(visit, command, "internal_error")


def _refuse(visit: Visit, command: Asking, reason: str) -> None:
    """Answer with a refusal, unless what was asked is done and only its echo failed."""
    if command.id not in visit.done:
        visit.tell(Refused(id=command.id, reason=reason))


async def _obey(house: "House", visit: Visit, command: Asking) -> None:
    match command:
        case SetName():
            await _set_name(house, visit, command)
        case SetPreferences():
            await house.reception.remember(visit.who, command.preferences)
            visit.finish(command.id)
        case OpenTable():
            await _open(house, visit, command)
        case JoinTable():
            await _join(house, visit, command)
        case LeaveTable():
            await _leave(house, visit, command)
        case FetchGame():
            await _fetch(house, visit, command)
        case AddBot() | GiveLuckyWord() | StartGame() | PlayMove() | TakeBack():
            await _at_table(house, visit, command)
        case _:
            assert_never(command)


def _greet(house: "House", visit: Visit, hello: Hello) -> None:
    if hello.version != VERSION:
        visit.tell(Refused(id="", reason="version"))
        visit.dismiss("version")
        return
    visit.greeted = True
    visit.tell(
        Welcome(
            version=VERSION,
            server=SERVER,
            you=visit.person,
            games=[_offer(rules) for rules in RULE_SETS.values()],
            preferences=visit.preferences,
        )
    )
    if not visit.table:
        house.hall.notice.tell(visit)


def _offer(rules: RuleSet) -> GameOffer:
    return GameOffer(
        id=rules.id,
        version=rules.version,
        min_seats=rules.seats[0],
        max_seats=rules.seats[-1],
        options={option.name: list(option.choices) for option in rules.options},
        bots=bot_kinds(rules.id),
    )


async def _set_name(house: "House", visit: Visit, command: SetName) -> None:
    visit.who = await house.reception.rename(visit.who, command.name)
    visit.finish(command.id)
    who = visit.who
    for keeper in list(house.keepers.values()):
        if who.id in keeper.table.people:
            await keeper.change("", partial(judge.rename, who=who.id, name=who.name))
    if not visit.table:
        house.hall.notice.tell(visit)
    house.hall.notice.changed()


async def _open(house: "House", visit: Visit, command: OpenTable) -> None:
    key = _key(visit, command)
    if key in house.hall.opened:
        await _come_back(house, visit, command.id, house.hall.opened[key])
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
    _named(visit)
    may_open(house, visit)
    opened = Opened(
        game=rules.id,
        seats=command.seats,
        options=options,
        private=command.private,
        owner=visit.who,
    )
    begun = (SatDown(seat=0, who=visit.who), Committed.drawn())
    keeper = await new_table(house, key, opened, begun)
    visit.finish(command.id)
    house.hall.admit(keeper)
    _seat(house, visit, keeper)
    keeper.come(visit.who.id)


async def _join(house: "House", visit: Visit, command: JoinTable) -> None:
    _named(visit)
    if visit.table not in ("", command.table):
        raise Refusal("at_table")
    keeper = _keeper(house, visit, command.table)

    def answer() -> None:
        visit.finish(command.id)
        _seat(house, visit, keeper)

    sit_down = partial(judge.sit_down, who=visit.who, seat=command.seat)
    if not await keeper.change(_key(visit, command), sit_down, answer):
        keeper.come(visit.who.id)


async def _come_back(house: "House", visit: Visit, command: str, code: str) -> None:
    """Answer again that a table was opened, and tell about it if it still stands."""
    visit.finish(command)
    keeper = house.keepers.get(code)
    if keeper is not None and visit.who.id in keeper.table.people and visit.table in ("", code):
        _seat(house, visit, keeper)
        keeper.come(visit.who.id)


def _seat(house: "House", visit: Visit, keeper: Keeper) -> None:
    """Have a visit told about its table from now on, unless it ended meanwhile."""
    if visit.ended:
        if visit.who.guest:
            house.hall.clear_seats(visit.who.id)
    elif visit.who.id in keeper.table.people:
        visit.table = keeper.table.code
        keeper.listeners[visit.who.id] = visit


async def _leave(house: "House", visit: Visit, command: LeaveTable) -> None:
    keeper = _keeper(house, visit, command.table)
    who = visit.who.id

    def answer() -> None:
        visit.finish(command.id)
        if visit.table == command.table:
            visit.table = ""
            visit.tell(LeftTable(table=command.table))
            keeper.listeners.pop(who, None)

    if not await keeper.change(_key(visit, command), partial(judge.get_up, who=who), answer):
        keeper.tell_table()
    if not visit.table:
        house.hall.notice.tell(visit)


async def _fetch(house: "House", visit: Visit, command: FetchGame) -> None:
    """Give a finished game to whoever knows its table's code."""
    _may_try(house, visit)
    if visit.has_unread(GameFile):
        raise Refusal("busy")
    written = await house.store.read(command.table)
    if not written:
        _tried(house, visit)
        raise Refusal("no_such_table")
    forgotten = await house.store.forgotten()
    text = await asyncio.to_thread(finished_game, written, command.number, forgotten)
    visit.finish(command.id)
    *before, last = pieces(text)
    for piece in before:
        visit.tell(GameFile(table=command.table, text=piece, more=True))
    visit.tell(GameFile(table=command.table, text=last))


async def _at_table(house: "House", visit: Visit, command: AtTable) -> None:
    """A command for the table the visit is at."""
    if visit.table != command.table:
        raise Refusal("not_at_table")
    who = visit.who

    def decide(table: Table) -> Sequence[Record]:
        match command:
            case AddBot():
                kind = bot_kind(table.rules, command.bot)
                return judge.add_bot(table, who, command.seat, kind)
            case GiveLuckyWord():
                return judge.give_word(table, who.id, command.word)
            case StartGame():
                return judge.get_ready(table, who)
            case PlayMove():
                return judge.play(table, judge.seat_of(table, who.id), command.ply, command.move)
            case TakeBack():
                return judge.take_back(table, judge.seat_of(table, who.id), command.ply)

    keeper = house.keepers[command.table]
    await keeper.change(_key(visit, command), decide, lambda: visit.finish(command.id))


def _keeper(house: "House", visit: Visit, code: str) -> Keeper:
    _may_try(house, visit)
    keeper = house.keepers.get(code)
    if keeper is None:
        _tried(house, visit)
        raise Refusal("no_such_table")
    return keeper


def _may_try(house: "House", visit: Visit) -> None:
    """Nobody finds a table by trying codes."""
    if visit.wrong_codes >= house.limits.wrong_codes:
        raise Refusal("too_many_tries")
    house.tries.check(visit.address)


def _tried(house: "House", visit: Visit) -> None:
    visit.wrong_codes += 1
    house.tries.count(visit.address)


def _named(visit: Visit) -> None:
    if not visit.who.name:
        raise Refusal("name_needed")


def _key(visit: Visit, command: Asking) -> str:
    """The command as the log knows it: nobody's id stands in another's way."""
    return f"{visit.who.id}/{command.id}"
