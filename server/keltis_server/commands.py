"""What each command of a visit does in the house; every one is answered exactly once."""

import asyncio
import logging
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, assert_never

from keltis_engine.position import RuleSet
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
    OpenTable,
    PlayMove,
    Refused,
    Report,
    Say,
    SetName,
    SetPreferences,
    StartGame,
    TakeBack,
    Welcome,
)
from keltis_server import judge, seating
from keltis_server.archive import finished_game, pieces
from keltis_server.judge import Refusal
from keltis_server.mishaps import survived
from keltis_server.robots import bot_kinds
from keltis_server.store import StoreFailed
from keltis_server.visit import Visit

if TYPE_CHECKING:
    from keltis_server.house import House

log = logging.getLogger(__name__)

SERVER: Final = f"keltis {version('keltis')}"
"""Read once: looking the version up takes longer than everything else a greeting does."""

Around = SetName | SetPreferences | OpenTable | JoinTable | LeaveTable | FetchGame
Asking = Around | seating.AtTable | Report
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
    if not await survived(type(command).__name__, _answer(house, visit, command)):
        _refuse(visit, command, "internal_error")


async def _answer(house: "House", visit: Visit, command: Asking) -> None:
    """Do what a command asks, or refuse it with the reason."""
    try:
        await _obey(house, visit, command)
    except Refusal as refusal:
        _refuse(visit, command, refusal.reason)
        if refusal.reason == "stale" and visit.table in house.keepers:
            house.keepers[visit.table].tell_game(visit.who.id, None)
    except StoreFailed as error:
        log.error("%s: %s", type(command).__name__, error)
        _refuse(visit, command, "store_failed")


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
            await seating.open_table(house, visit, command)
        case JoinTable():
            await seating.join(house, visit, command)
        case LeaveTable():
            await seating.leave(house, visit, command)
        case FetchGame():
            await _fetch(house, visit, command)
        case Report():
            seating.report(house, visit, command)
        case AddBot() | GiveLuckyWord() | StartGame() | PlayMove() | TakeBack() | Say():
            await seating.at_table(house, visit, command)
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
            return_code=visit.return_code,
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


async def _fetch(house: "House", visit: Visit, command: FetchGame) -> None:
    """Give a finished game to whoever knows its table's code."""
    seating.may_try(house, visit)
    if visit.has_unread(GameFile):
        raise Refusal("busy")
    written = await house.store.read(command.table)
    if not written:
        seating.tried(house, visit)
        raise Refusal("no_such_table")
    forgotten = await house.store.forgotten()
    text = await asyncio.to_thread(finished_game, written, command.number, forgotten)
    visit.finish(command.id)
    *before, last = pieces(text)
    for piece in before:
        visit.tell(GameFile(table=command.table, text=piece, more=True))
    visit.tell(GameFile(table=command.table, text=last))
