"""What people do with tables: open one, sit down, play there, get up."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from keltis_engine.position import IllegalMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    AddBot,
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
from keltis_server import judge
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper
from keltis_server.opening import may_open, new_table
from keltis_server.records import Committed, Opened, Record, SatDown, Who
from keltis_server.robots import bot_kind
from keltis_server.table import Table
from keltis_server.visit import Visit

if TYPE_CHECKING:
    from keltis_server.house import House

log = logging.getLogger(__name__)

AtTable = AddBot | GiveLuckyWord | StartGame | PlayMove | TakeBack | Say
"""The commands for the table one is at."""


async def open_table(house: "House", visit: Visit, command: OpenTable) -> None:
    """Open a table and sit down at it."""
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


async def join(house: "House", visit: Visit, command: JoinTable) -> None:
    """Sit down at a table, or come back to it."""
    _named(visit)
    if visit.table not in ("", command.table):
        raise Refusal("at_table")
    keeper = await _keeper(house, visit, command.table)

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


async def leave(house: "House", visit: Visit, command: LeaveTable) -> None:
    """Get up from a table."""
    keeper = await _keeper(house, visit, command.table)
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


async def at_table(house: "House", visit: Visit, command: AtTable) -> None:
    """A command for the table the visit is at."""
    if visit.table != command.table:
        raise Refusal("not_at_table")
    who = visit.who
    if isinstance(command, Say):
        house.talk.check(who.id)

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
            case Say():
                return judge.say(table, who.id, command.text)

    keeper = house.keepers[command.table]
    await keeper.change(_key(visit, command), decide, lambda: visit.finish(command.id))
    if isinstance(command, Say):
        _spoke(house, who)


def report(house: "House", visit: Visit, command: Report) -> None:
    """Note what somebody said at the visit's table, for whoever runs the server."""
    if visit.table != command.table:
        raise Refusal("not_at_table")
    house.talk.check(visit.who.id)
    talk = house.keepers[command.table].table.talk
    lines = [(line.name, line.text) for line in talk if line.seat == command.seat]
    if not lines:
        raise Refusal("nothing_said")
    log.warning("%r reports what was said at table %s: %r", visit.who.name, command.table, lines)
    _spoke(house, visit.who)
    visit.finish(command.id)


def _spoke(house: "House", who: Who) -> None:
    for _ in range(2 if who.guest else 1):
        house.talk.count(who.id)


async def _keeper(house: "House", visit: Visit, code: str) -> Keeper:
    may_try(house, visit)
    keeper = await house.hall.find(code)
    if keeper is None:
        tried(house, visit)
        raise Refusal("no_such_table")
    return keeper


def may_try(house: "House", visit: Visit) -> None:
    """Nobody finds a table by trying codes."""
    if visit.wrong_codes >= house.limits.wrong_codes:
        raise Refusal("too_many_tries")
    house.tries.check(visit.address)


def tried(house: "House", visit: Visit) -> None:
    """Count a code that no table has."""
    visit.wrong_codes += 1
    house.tries.count(visit.address)


def _named(visit: Visit) -> None:
    if not visit.who.name:
        raise Refusal("name_needed")


def _key(visit: Visit, command: OpenTable | JoinTable | LeaveTable | AtTable) -> str:
    """The command as the log knows it: nobody's id stands in another's way."""
    return f"{visit.who.id}/{command.id}"
