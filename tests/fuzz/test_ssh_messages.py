"""Whatever a client sends after its login: others are served, and nothing of it stays behind."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import (
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_OPEN_CONFIRMATION,
    MSG_CHANNEL_OPEN_FAILURE,
    MSG_DISCONNECT,
    MSG_KEXINIT,
    MSG_NEWKEYS,
)

from keltis_server.server import GameServer
from keltis_server.ssh import Listener, SshLimits, serve
from keltis_server.ssh.requests import Request, command_request, subsystem_request
from keltis_server.store.sqlite import SqliteStore
from tests.e2e.raw_client import connect, who_am_i
from tests.fuzz.ssh_grammar import COMMANDS, SUBSYSTEMS, Message, conversation
from tests.server.players import QUICK

CONVERSATIONS = 60
TOGETHER = 12
Amount = Callable[[int], int]
LIMITS = SshLimits(
    arrivals_burst=100_000, close_seconds=0.1, sessions_per_source=100, stall_seconds=1.0
)


class Deaf(dict[int, Any]):
    """Channels of a client that minds nothing it is told on them, but whether they are open."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = asyncio.Event()

    def __missing__(self, number: int) -> "Deaf":
        return self

    def log_received_packet(self, *_: object) -> None:
        pass

    def process_packet(self, number: int, *_: object) -> bool:
        if number in (MSG_CHANNEL_OPEN_CONFIRMATION, MSG_CHANNEL_OPEN_FAILURE):
            self.answered.set()
        return True


def deafen(conn: Any) -> Deaf:
    """Have a client follow nothing but the exchange of keys and the end."""
    hear = conn.process_packet

    def process_packet(number: int, pktid: int, packet: Any) -> Any:
        return hear(number, pktid, packet) if number in HEARD else True

    conn.process_packet = process_packet
    conn._channels = Deaf()
    return conn._channels  # type: ignore[no-any-return]


HEARD = (MSG_DISCONNECT, MSG_KEXINIT, MSG_NEWKEYS)


async def talk(port: int, said: list[Message], random: Random) -> None:
    """Log in, say all of it, and go in one way or another."""
    keys = [asyncssh.generate_private_key("ssh-ed25519")] if random.random() < 0.5 else None
    try:
        async with connect(port, client_keys=keys) as conn:
            channels = deafen(conn)
            for number, body in said:
                conn.send_packet(number, body)
                if number == MSG_CHANNEL_OPEN and random.random() < 0.95:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(channels.answered.wait(), 0.3)
                if random.random() < 0.1:
                    await asyncio.sleep(random.choice((0, 0.01, 0.03)))
                if random.random() < 0.02:
                    conn._send_kexinit()
            await asyncio.sleep(random.choice((0, 0.05, 0.15)))
            conn.abort()
    except (asyncssh.Error, OSError):
        pass  # it was hung up on


@pytest.fixture
async def game_server(tmp_path: Path) -> AsyncIterator[GameServer]:
    opened = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield opened
    await opened.close()


@pytest.fixture
async def listener(game_server: GameServer, tmp_path: Path) -> AsyncIterator[Listener]:
    opened = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key", limits=LIMITS)
    yield opened
    await opened.close()


async def until_empty(game_server: GameServer, listener: Listener) -> None:
    """Wait until nobody is there any more, by any count."""
    left: list[object] = []
    try:
        async with asyncio.timeout(20):
            while left := there(game_server, listener):  # noqa: ASYNC110 (there is nobody to be told by)
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(left) from None


def there(game_server: GameServer, listener: Listener) -> list[object]:
    waiting = [f"{source} waits" for source in listener.throttle._waiting]
    windows = [f"a window of {name} is counted" for name in game_server.windows.here]
    return [*listener.connections, *listener.sessions, *game_server.visits, *waiting, *windows]


async def test_whatever_is_said_others_are_served_and_nothing_stays(
    game_server: GameServer, listener: Listener, amount: Amount, caplog: pytest.LogCaptureFixture
) -> None:
    broken: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: broken.append(context))
    tasks = asyncio.all_tasks()
    caplog.set_level(logging.ERROR)
    for first in range(0, amount(CONVERSATIONS), TOGETHER):
        seeds = range(first, first + TOGETHER)
        said = {seed: conversation(Random(seed)) for seed in seeds}
        await asyncio.gather(*(talk(listener.port, said[seed], Random(seed)) for seed in seeds))
        async with connect(listener.port) as honest:
            assert (await who_am_i(honest))[1], f"seeds {seeds}"
        await until_empty(game_server, listener)
        problems = [record.getMessage() for record in caplog.records]
        assert (problems, broken) == ([], []), f"seeds {seeds}: {said}"
    await asyncio.sleep(0.05)
    assert asyncio.all_tasks() - tasks == set()


def test_everything_that_can_be_asked_for_is_among_what_is_said() -> None:
    texts = [command.decode("utf-8", "replace") for command in COMMANDS]
    asked = {type(command_request(text, LIMITS.command_bytes)) for text in texts}
    asked |= {type(subsystem_request(name.decode("utf-8", "replace"))) for name in SUBSYSTEMS}
    assert asked == set(Request.__args__), "name what is missing in `COMMANDS`"
