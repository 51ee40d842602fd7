"""T8, T34: what may be done so often is counted in all processes of a server together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncssh
import msgspec
import pytest

from keltis_protocol.messages import JoinTable, OpenTable, Say, SetName
from keltis_server.people.accounts import Declined
from keltis_server.server import Caller, GameServer
from keltis_server.ssh import Listener, SshLimits, serve
from tests.server.players import QUICK, Player
from tests.server.processes import Street, street
from tests.server.test_ssh import connect
from tests.server.test_sync import until

FEW = msgspec.structs.replace(QUICK, lines=3, source_lines=5, renames=2, forgets=2)
HERE = "192.0.2.7"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Street]:
    async with street(tmp_path) as made:
        yield made


async def come(game_server: GameServer, login: str) -> Player:
    player = Player(await game_server.visit(Caller(login.encode(), login, HERE)))
    await player.greet()
    return player


async def go(player: Player, other: GameServer) -> None:
    """Leave one process; the other has heard of it, and so of everything before it."""
    await until(lambda: player.visit.who.id in other.presence)
    await player.visit.close()
    await until(lambda: player.visit.who.id not in other.presence)


async def say(player: Player, count: int) -> None:
    await player.do(OpenTable, game="keltis", seats=2)
    for number in range(count):
        await player.do(Say, table=player.table, text=f"line {number}")


async def test_lines_count_for_who_says_them_and_for_the_address_in_every_process(
    place: Street,
) -> None:
    first, second = await place.open(FEW), await place.open(FEW)
    anna = await come(first, "anna")
    await say(anna, FEW.lines)
    table = anna.table
    await go(anna, second)
    boris = await come(second, "boris")
    await say(boris, FEW.source_lines - FEW.lines)
    text = "one more"
    assert await boris.refused(Say, table=boris.table, text=text) == "too_much_talk_here"
    anna = await come(second, "anna")
    await anna.do(JoinTable, table=table)
    assert await anna.refused(Say, table=table, text=text) == "too_much_talk"


async def test_new_names_count_for_who_takes_them_in_every_process(place: Street) -> None:
    first, second = await place.open(FEW), await place.open(FEW)
    anna = await come(first, "anna")
    for number in range(FEW.renames):
        await anna.do(SetName, name=f"another{number}")
    await go(anna, second)
    assert await (await come(second, "anna")).refused(SetName, name="anna") == "renamed_often"


async def test_deletions_count_for_the_address_in_every_process(place: Street) -> None:
    first, second = await place.open(FEW), await place.open(FEW)
    people = [Caller(b"key%d" % n, f"person{n}", HERE) for n in range(FEW.forgets + 1)]
    for person in people:
        await (await first.visit(person)).close()
    for person in people[:-1]:
        await first.accounts.forget(person, person.login)
    await go(await come(first, "anna"), second)
    with pytest.raises(Declined, match="forgot_often"):
        await second.accounts.forget(people[-1], people[-1].login)


async def test_windows_opened_at_once_with_one_key_in_two_processes_are_as_many_as_may_be(
    place: Street, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each asks for nothing, so that none takes over from another."""
    granted: list[str] = []

    async def ask_nothing(_: object, request: bytes, *__: object, **___: object) -> None:
        granted.append(request.decode())
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncssh.SSHClientChannel, "_make_request", ask_nothing)
    limits = SshLimits(sessions_per_key=3, sessions_per_source=100)
    first, second = await place.open(), await place.open()
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with AsyncExitStack() as stack:
        fronts = [
            await serve(each, "127.0.0.1", 0, tmp_path / "key", limits=limits)
            for each in (first, second)
        ]
        for front in fronts:
            stack.push_async_callback(front.close)

        async def line(front: Listener, key: asyncssh.SSHKey) -> asyncssh.SSHClientConnection:
            return await stack.enter_async_context(connect(front, client_keys=[key]))

        def ask(conn: asyncssh.SSHClientConnection) -> asyncio.Future[Any]:
            asking = asyncio.ensure_future(conn.create_process(subsystem="keltis"))
            stack.callback(asking.cancel)
            return asking

        def count() -> int:
            return sum(len(front.sessions) for front in fronts)

        lines = [await line(front, key) for front in fronts * 4]
        asking = [ask(conn) for conn in lines]
        await until(lambda: len(granted) + sum(each.done() for each in asking) == len(lines))
        await until(lambda: count() <= 3)
        await go(await come(first, "anna"), second)
        await go(await come(second, "boris"), first)
        assert count() == 3
        for front in fronts:
            with pytest.raises(asyncssh.ChannelOpenError, match="too often"):
                await ask(await line(front, key))
        ask(await line(fronts[0], other))
        await until(lambda: count() == 4)
        for conn in lines:
            conn.abort()
        await until(lambda: count() == 1)
