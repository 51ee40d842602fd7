"""A waiting room whose people sit in two processes: what one does is the same for the others."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from keltis_protocol.messages import (
    AddBot,
    ArrangeTable,
    ClearSeat,
    Command,
    GameChanged,
    GiveLuckyWord,
    HandTable,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    NotReady,
    OpenTable,
    StartGame,
    TableChanged,
    TableLine,
)
from tests.server.players import Player, enter
from tests.server.processes import Street
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place

Seen = Callable[[TableChanged], bool]


def common(table: TableChanged) -> TableChanged:
    """What all at a table are told of it, whoever they are."""
    return replace(table, owner=False, seat=None, now=0)


async def heard(player: Player) -> TableChanged:
    """The table as somebody was told of it last."""
    while player.visit.has_unread(TableChanged):
        await player.hear(TableChanged)
    return player.last(TableChanged)


async def listed(player: Player, code: str) -> TableLine | None:
    """The table as somebody in the lobby was told of it last."""
    while player.visit.has_unread(Lobby):
        await player.hear(Lobby)
    lines = player.last(Lobby).tables
    return next((line for line in lines if line.table == code), None)


class Apart:
    """People at a table in two processes, and one in the lobby of each."""

    def __init__(self, at_table: list[Player], lobby: list[Player], code: str) -> None:
        self.at_table = at_table
        self.lobby = lobby
        self.code = code

    async def do(self, who: Player, seen: Seen, kind: type[Command], **fields: Any) -> None:
        """Have somebody do something; in the end all see it, and all the same."""
        await who.do(kind, table=self.code, **fields)
        await self.all_see(seen)

    async def all_see(self, seen: Seen) -> TableChanged:
        told: list[TableChanged] = []
        for _ in range(500):
            told = [common(await heard(player)) for player in self.at_table]
            lines = [await listed(player, self.code) for player in self.lobby]
            if seen(told[0]) and all(each == told[0] for each in told) and lines[0] == lines[1]:
                return told[0]
            await asyncio.sleep(0.02)
        raise AssertionError(f"not the same for all: {told} {lines}")


@pytest.fixture
async def apart(place: Street) -> Apart:
    """Anna, whose table it is, in one process, boris in the other, and an onlooker in each."""
    first, second = await place.open(), await place.open()
    anna, boris = await enter(first, "anna"), await enter(second, "boris")
    lobby = [await enter(first, "olga"), await enter(second, "pia")]
    await anna.do(OpenTable, game="keltis", seats=3)
    code = (await anna.hear(TableChanged)).table
    await boris.do(JoinTable, table=code)
    await boris.hear(TableChanged)
    made = Apart([anna, boris], lobby, code)
    await made.all_see(lambda table: table.seats[1].name == "boris")
    return made


def kinds(table: TableChanged) -> list[str]:
    return [seat.bot or seat.name or seat.kind for seat in table.seats]


async def settle(apart: Apart, owner: Player, other: Player) -> None:
    """Everything that one may settle whose table it is, watched by one in the other process."""
    for options, settings, seats in (({"games": "3"}, {"clock": "3+15"}, 4), ({}, {}, 3)):
        wish = {"options": options, "settings": settings, "seats": seats}

        def settled(table: TableChanged, wish: dict[str, Any] = wish) -> bool:
            told = table.options | table.settings
            seats: int = wish["seats"]
            return len(table.seats) == seats and told == {**told, **wish["options"]}

        await apart.do(owner, settled, ArrangeTable, **wish)
        assert other.last(TableChanged).news[-1].what == "arranged"
    for private in (True, False):
        await apart.do(
            owner,
            lambda table, private=private: table.private == private,  # type: ignore[misc]
            ArrangeTable,
            private=private,
        )
        for player in apart.lobby:
            assert (await listed(player, apart.code) is None) == private
    for bot in ("club", "master", "novice"):
        await apart.do(owner, lambda table, b=bot: kinds(table)[2] == b, AddBot, seat=2, bot=bot)  # type: ignore[misc]
    await apart.do(owner, lambda table: kinds(table)[2] == "free", ClearSeat, seat=2)
    for ready, command in ((True, StartGame), (False, NotReady)):
        seat = other.last(TableChanged).seat
        assert seat is not None
        await apart.do(other, lambda t, s=seat, r=ready: t.seats[s].ready == r, command)  # type: ignore[misc]
    await apart.do(
        other, lambda t: any(s.word == "dew" for s in t.seats), GiveLuckyWord, word="dew"
    )
    assert await other.refused(ArrangeTable, table=apart.code, seats=2) == "not_owner"


@pytest.mark.law
async def test_what_is_settled_in_one_process_is_the_same_in_the_other_whoever_owns_the_table(
    apart: Apart,
) -> None:
    anna, boris = apart.at_table
    await settle(apart, anna, boris)
    await apart.do(anna, lambda table: table.host == 1, HandTable, seat=1)
    assert boris.last(TableChanged).owner
    assert not anna.last(TableChanged).owner
    await settle(apart, boris, anna)


@pytest.mark.law
async def test_people_come_go_and_are_asked_to_leave_and_the_game_starts_with_who_is_there(
    apart: Apart,
) -> None:
    anna, boris = apart.at_table
    pia = apart.lobby.pop()
    apart.lobby *= 2
    for leaves in (True, False):
        await pia.do(JoinTable, table=apart.code)
        apart.at_table.append(pia)
        await apart.all_see(lambda table: kinds(table)[2] == "pia")
        if leaves:
            await pia.do(LeaveTable, table=apart.code)
        else:
            await anna.do(ClearSeat, table=apart.code, seat=2)
            assert (await pia.hear(LeftTable)).reason == "asked_to_leave"
        apart.at_table.remove(pia)
        await apart.all_see(lambda table: kinds(table)[2] == "free")
    assert await pia.refused(JoinTable, table=apart.code) == "asked_to_leave"
    for player, seat in ((boris, 1), (anna, 0)):
        await apart.do(player, lambda table, seat=seat: table.seats[seat].ready, StartGame)  # type: ignore[misc]
    assert apart.at_table[0].last(TableChanged).state == "open", "a seat is free"
    await apart.do(anna, lambda table: table.state == "playing", ArrangeTable, seats=2)
    games = [await player.hear(GameChanged) for player in (anna, boris)]
    assert games[0].ply == games[1].ply
    assert await boris.refused(NotReady, table=apart.code) == "game_running"
