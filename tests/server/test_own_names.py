"""Somebody who is named while coming in once more is called the same in every window."""

import asyncio
from pathlib import Path

import pytest

from keltis_protocol.messages import VERSION, Hello, SetName
from keltis_server.server import Caller, GameServer
from tests.server.processes import street

ROUNDS = 40


async def current(servers: list[GameServer], key: bytes) -> tuple[str, str]:
    """What the one visit of a key's owner is called, once there is only one, and the account."""
    account = await servers[0].store.known(key)
    assert account is not None
    names: list[str] = []
    async with asyncio.timeout(20):
        while len(names) != 1 or names[0] != account.name:
            here = [server.visits[account.id] for server in servers if account.id in server.visits]
            names = [visit.who.name for visit in here]
            await asyncio.sleep(0.002)
    return names[0], account.name


@pytest.mark.law
@pytest.mark.parametrize("processes", [1, 2])
async def test_a_first_name_given_to_one_of_two_windows(tmp_path: Path, processes: int) -> None:
    async with street(tmp_path) as place:
        servers = [await place.open() for _ in range(processes)]
        zoe = await servers[0].visit(Caller(b"key of zoe", "zoe"))
        await zoe.close()
        for number in range(ROUNDS):
            key, wishes = f"key {number}".encode(), [f"anna{number}", "zoe"]
            if number % 2:
                wishes.reverse()
            await asyncio.gather(
                servers[0].visit(Caller(key, wishes[0])), servers[-1].visit(Caller(key, wishes[1]))
            )
            assert await current(servers, key) == (f"anna{number}", f"anna{number}")


@pytest.mark.law
@pytest.mark.parametrize("processes", [1, 2])
async def test_a_new_name_asked_for_in_the_window_before(tmp_path: Path, processes: int) -> None:
    async with street(tmp_path) as place:
        servers = [await place.open() for _ in range(processes)]
        for number in range(ROUNDS):
            key, new = f"key {number}".encode(), f"boris{number}"
            first = await servers[0].visit(Caller(key, f"anna{number}"))
            await first.send(Hello(version=VERSION))
            await asyncio.gather(
                first.send(SetName(id="a", name=new)), servers[-1].visit(Caller(key, "anna"))
            )
            name, account = await current(servers, key)
            assert name == account
