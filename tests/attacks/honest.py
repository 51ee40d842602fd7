"""One honest player beside an attack, in a process of its own, and how long each key took."""

import argparse
import asyncio
import contextlib
import functools
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Self

import asyncssh

from tests.attacks.sent import counted
from tests.attacks.visitor import LEFT, MY_TURN, RIGHT, WHOLE, Visitor

ROOT = Path(__file__).parents[2]
HONEST = "127.0.0.1"
"""Where the honest come from; attackers come from 127.0.0.2 and up."""
PATIENCE = 10.0
"""Seconds after which an honest person gives up on a key or on coming in."""
BETWEEN_KEYS = (0.01, 0.03)
AGAIN = 5
"""So often an attack is made again that did not come to be."""
FEWEST_KEYS = 2
"""Pressed though the seconds are over: on a busy machine they may be over at once."""
BETWEEN_NEWCOMERS = 1.0
FAILURES = (OSError, asyncssh.Error)
"""What somebody meets who is refused, hung up on or left waiting."""
WAITING = b"Your turn"
"""What the lobby says of a game that was left."""
REJOIN, AGAINST_A_BOT = b"\r", b"\x1b[H "
PLAYING = "playing"
"""What the process says when it is its player's turn."""


@dataclass
class Paid:
    """What an attack cost the attacker."""

    connections: int = 0
    bytes_sent: int = 0
    """With all that the attacker's SSH adds; whoever runs the attack counts it."""
    refused: int = 0
    """Connections, logins or commands that the server turned down or cut off."""


Attack = Callable[[int, float], Awaitable[Paid]]
"""Attacks the server on a port for some seconds."""


@dataclass
class Times:
    """What the honest saw; milliseconds."""

    keys: list[float] = field(default_factory=list)
    """From each key to the end of the picture that answers it."""
    first_pictures: list[float] = field(default_factory=list)
    """From each newcomer's connection to the end of the first picture."""
    failures: int = 0
    """How often the player or a newcomer was refused, hung up on or left waiting."""

    @property
    def count(self) -> int:
        """How many keys were answered."""
        return len(self.keys)

    @property
    def p50(self) -> float:
        return self._below(50)

    @property
    def p95(self) -> float:
        return self._below(95)

    @property
    def first_picture(self) -> float:
        """The worst of them."""
        return max(self.first_pictures, default=math.inf)

    def _below(self, percent: int) -> float:
        """What so many percent of the keys stayed below; without any answer, no time is enough."""
        if len(self.keys) < 2:
            return math.inf
        return quantiles(self.keys, n=100, method="inclusive")[percent - 1]


@functools.cache
def _key() -> str:
    """The player's key, so that whoever measures a server twice meets one player and one game."""
    return asyncssh.generate_private_key("ssh-ed25519").export_private_key().decode()


class Honest:
    """The process: it plays when the `with` begins, for some seconds; `times` waits for its end."""

    def __init__(
        self, port: int, seconds: float, *, newcomers: bool = True, patience: float = PATIENCE
    ) -> None:
        self._command = [sys.executable, "-m", "tests.attacks.honest", "--port", str(port)]
        self._command += ["--source", HONEST, "--seconds", str(seconds)]
        self._command += ["--patience", str(patience)]
        self._command += [] if newcomers else ["--no-newcomers"]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(_key())
        self._process.stdin.close()
        assert self._process.stdout.readline().strip() == PLAYING
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def times(self) -> Times:
        """Wait for the end of the seconds; what the process saw."""
        assert self._process is not None
        assert self._process.stdout is not None
        return Times(**json.loads(self._process.stdout.readline()))


def measure(port: int, seconds: float, *, newcomers: bool = True) -> Times:
    """What the honest see for some seconds, whatever else goes on meanwhile."""
    with Honest(port, seconds, newcomers=newcomers) as honest:
        return honest.times()


async def attacked(attack: Attack, port: int, seconds: float) -> Paid:
    """Attack for some seconds, with nothing else going on in this process; what it cost."""
    with counted() as sent:
        paid = await attack(port, seconds)
        for _ in range(AGAIN):  # on a busy machine nobody may have come in within the time
            if not paid.connections:
                paid = await attack(port, seconds)
    paid.bytes_sent = sent.count
    return paid


async def beside(
    attack: Attack, port: int, seconds: float, *, newcomers: bool = True
) -> tuple[Times, Paid]:
    """Attack for some seconds; what the honest saw meanwhile, and what the attacker paid."""
    with Honest(port, seconds, newcomers=newcomers) as honest:
        times, paid = await asyncio.gather(
            asyncio.to_thread(honest.times), attacked(attack, port, seconds)
        )
    return times, paid


@contextlib.asynccontextmanager
async def _leaving(visitor: Visitor) -> AsyncIterator[Visitor]:
    """Hang up in the end, whatever happens."""
    try:
        yield visitor
    finally:
        await visitor.leave()


class _People:
    """The player and the newcomers, inside the process."""

    def __init__(
        self, port: int, source: str, key: asyncssh.SSHKey, seconds: float, patience: float
    ) -> None:
        self._port = port
        self._source = source
        self._key = key
        self._seconds = seconds
        self._patience = patience
        self._end = math.inf
        self.seen = Times()

    async def come(self, *, newcomers: bool) -> None:
        """Play for the seconds, while others come and go."""
        playing = asyncio.create_task(self._play())
        while self._end == math.inf:  # noqa: ASYNC110 (before that nobody is measured)
            await asyncio.sleep(0.01)
        if newcomers:
            await self._newcomers()
        await playing

    def _person(self, login: str, key: asyncssh.SSHKey) -> Visitor:
        return Visitor(self._port, key, login, self._source)

    async def _play(self) -> None:
        while time.monotonic() < self._end:
            try:
                async with _leaving(self._person("honest", self._key)) as player:
                    async with asyncio.timeout(self._patience):
                        await player.come(WHOLE)
                        player.press(REJOIN if WAITING in player.data else AGAINST_A_BOT)
                        await player.picture(MY_TURN)
                    self._begin()
                    await self._press(player)
            except FAILURES:
                self.seen.failures += 1
                self._begin()
                await asyncio.sleep(0.2)

    def _begin(self) -> None:
        """Say that it begins, if it has not begun."""
        if self._end == math.inf:
            self._end = time.monotonic() + self._seconds
            print(PLAYING, flush=True)

    async def _press(self, player: Visitor) -> None:
        while time.monotonic() < self._end or len(self.seen.keys) < FEWEST_KEYS:
            await asyncio.sleep(random.uniform(*BETWEEN_KEYS))
            key = LEFT if len(self.seen.keys) % 2 else RIGHT
            self.seen.keys.append(await player.point(key, self._patience) * 1000)

    async def _newcomers(self) -> None:
        while time.monotonic() < self._end:
            key = asyncssh.generate_private_key("ssh-ed25519")
            try:
                async with _leaving(self._person("newcomer", key)) as newcomer:
                    begin = time.perf_counter()
                    async with asyncio.timeout(self._patience):
                        await newcomer.come(WHOLE)
                    self.seen.first_pictures.append((time.perf_counter() - begin) * 1000)
            except FAILURES:
                self.seen.failures += 1
            left = self._end - time.monotonic()
            await asyncio.sleep(max(0.0, min(BETWEEN_NEWCOMERS, left)))


def main() -> None:
    """Be the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--source", default=HONEST)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--patience", type=float, default=PATIENCE)
    parser.add_argument("--no-newcomers", action="store_true")
    given = parser.parse_args()
    key = asyncssh.import_private_key(sys.stdin.read())
    people = _People(given.port, given.source, key, given.seconds, given.patience)
    asyncio.run(people.come(newcomers=not given.no_newcomers))
    print(json.dumps(vars(people.seen)))


if __name__ == "__main__":
    main()
