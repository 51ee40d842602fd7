"""A throw-away PostgreSQL, real nodes on it, and pairs of programs that play through them."""

import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.doors.thousand import LIMITS
from keltis_protocol.messages import (
    Done,
    GameChanged,
    JoinTable,
    OpenTable,
    PlayMove,
    StartGame,
    TableChanged,
)
from tests.attacks.honest import Paid
from tests.attacks.program import Program
from tests.e2e.conftest import Server
from tests.postgres import MISSING, Postgres, program

HERE: Final = "127.0.0.1"
NO_LIMITS: Final = LIMITS + "cost_per_second = 1000000\ncost_burst = 1000000\n"
"""Programs play faster than people."""


@contextlib.contextmanager
def throw_away_postgres() -> Iterator[Postgres | None]:
    """A PostgreSQL that is gone afterwards; None, and a word about it, if there is none here."""
    if program("postgres") is None:
        print(f"  left out, for it {MISSING}")
        yield None
        return
    postgres = Postgres()
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


@contextlib.contextmanager
def nodes(folder: Path, address: str, count: int) -> Iterator[list[Server]]:
    """So many `keltis serve` on one database."""
    made: list[Server] = []
    try:
        for number in range(count):
            home = folder / f"node{number}"
            home.mkdir()
            made.append(Server(home / "data", NO_LIMITS, database=address))
            made[-1].start()
        yield made
    finally:
        for each in made:
            if each.running:
                each.stop(signal.SIGTERM)


class Pair:
    """Two programs at one table, each on a port of its own."""

    def __init__(self, programs: Sequence[Program], games: Sequence[GameChanged]) -> None:
        self._programs = programs
        self._games = list(games)
        self._random = random.Random(1)

    @classmethod
    @contextlib.asynccontextmanager
    async def seated(cls, ports: tuple[int, int], name: str) -> AsyncIterator["Pair"]:
        """A game that has begun."""
        async with (
            Program(ports[0], HERE, Paid(), login=f"{name}a") as first,
            Program(ports[1], HERE, Paid(), login=f"{name}b") as second,
        ):
            assert isinstance(await first.ask(OpenTable, game="keltis", seats=2, options={}), Done)
            table = (await first.hear(TableChanged)).table
            assert isinstance(await second.ask(JoinTable, table=table), Done)
            both = (first, second)
            for each in both:
                assert isinstance(await each.ask(StartGame, table=table), Done)
            yield cls(both, [await each.hear(GameChanged) for each in both])

    @property
    def to_act(self) -> int | None:
        """Whose decision is awaited; None once the game is over."""
        seat: int | None = msgspec.msgpack.decode(self._games[0].view)["to_act"]
        return seat

    async def move(self) -> float:
        """Make a move; the seconds from sending it until the other one has heard of it."""
        seat = self.to_act
        assert seat is not None
        now, mover = self._games[seat], self._programs[seat]
        move = self._random.choice(now.moves)
        begin = time.perf_counter()
        mover.send(PlayMove(id=f"m{now.ply}", table=now.table, ply=now.ply, move=move))
        await self._hear(1 - seat, now.ply)
        seconds = time.perf_counter() - begin
        await self._hear(seat, now.ply)
        return seconds

    async def _hear(self, seat: int, ply: int) -> None:
        while self._games[seat].ply <= ply:
            self._games[seat] = await self._programs[seat].hear(GameChanged)
