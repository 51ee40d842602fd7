"""A crowded lobby: 2,000 tables and 5,000 people, a key to the screen beside an empty lobby.

Both are drawn for a plain `ssh` at 80×24 in one process, while people come and go; they take turns,
so that a busy machine slows both alike, and the median of the rounds counts.
Goal: p95 of a key at most 1.5 times that of the empty lobby; bytes a change bounded.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from keltis_protocol.codec import encode
from keltis_server.cluster.bus import Present
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.line import FORM, Line, Sitting
from keltis_server.terminal.app import game_app
from keltis_server.terminal.client import describe
from keltis_server.terminal.runner import AppRunner

TABLES, PEOPLE, KEYS, ROUNDS = 2000, 5000, 100, 9
LIMITS = Limits(tables_per_person=10_000, games_per_person=10_000, unread_facts=100_000)


class Looker:
    """Somebody who looks at the lobby by plain `ssh`."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self._came = asyncio.Event()

    def receive(self, data: bytes) -> None:
        """Take what is drawn."""
        self.sent += data
        self._came.set()

    async def until_drawn(self) -> None:
        """Wait for the next bytes."""
        self._came.clear()
        await self._came.wait()


def fill(server: GameServer) -> None:
    """Have tables and people there, as another process and its lines would tell."""
    for number in range(PEOPLE):
        table = f"T{number:05}" if number < TABLES else ""
        present = Present(who=f"p{number}", name=f"visitor{number}", table=table, since=1)
        server.presence.put(9, present)
    for number in range(TABLES):
        sitting = Sitting(who=f"p{number}", name=f"visitor{number}")
        line = Line(
            form=FORM, seq=3, at=number, table=f"T{number:05}", game="keltis", version=0,
            private=False, owner=f"p{number}", source="", opened_by=f"c{number}", state="open",
            to_act=None, played=False, places=(sitting, Sitting()),
        )  # fmt: skip
        server.registry.index.put(line)
        server._lobby.changed(line.table)


class Room:
    """A lobby, somebody who looks at it, and what a key took in each round."""

    def __init__(self, server: GameServer, visit: Visit) -> None:
        self.server = server
        self.visit = visit
        self.looker = Looker()
        self.host = AppRunner(
            lambda: game_app(visit, "en"),
            self.looker.receive,
            describe("xterm-256color", (80, 24), {}),
        )
        self.rounds: list[list[float]] = []
        self.drawn: list[int] = []

    async def look_on(self) -> None:
        """Press keys while people come; each round begins at the head of the list."""
        took = []
        for number in range(KEYS):
            if number % 5 == 0:  # somebody comes or goes
                coming = Present(who="x", name=f"x{number}", table="", since=1)
                self.server.presence.put(8, coming)
                self.server._lobby.changed()
            await asyncio.sleep(0.02)
            before, begun = len(self.looker.sent), time.perf_counter()
            self.host.input.feed(b"\x1b[B" if number < KEYS // 2 else b"\x1b[A")
            await self.looker.until_drawn()
            took.append((time.perf_counter() - begun) * 1000)
            self.drawn.append(len(self.looker.sent) - before)
        self.rounds.append(took)

    def percentile(self, percent: int) -> list[float]:
        """What so many percent of the keys stayed below, round by round, in ms."""
        return [statistics.quantiles(took, n=100)[percent - 1] for took in self.rounds]

    def told(self) -> str:
        """What was found, in a line."""
        p50, p95 = (statistics.median(self.percentile(each)) for each in (50, 95))
        wire = len(encode(self.visit.lobby)) if self.visit.lobby else 0
        return (
            f"lobby: key p50 {p50:.1f} ms, p95 {p95:.1f} ms, {statistics.mean(self.drawn):.0f}"
            f" bytes drawn a key, a list is {wire} bytes on the wire"
        )


@asynccontextmanager
async def room(folder: Path, *, crowded: bool) -> AsyncIterator[Room]:
    """Have a lobby, and somebody who looks at it."""
    server = await GameServer.open(SqliteStore.open(folder / f"{crowded}.db"), LIMITS)
    if crowded:
        fill(server)
    found = Room(server, await server.visit(Caller(b"looker", "looker")))
    living = asyncio.create_task(found.host.run())
    while b"quit" not in found.looker.sent:
        await found.looker.until_drawn()
    yield found
    found.host.close("left")
    await living
    await server.close()


async def main() -> None:
    """Measure both in turn and say the ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with room(folder, crowded=False) as empty, room(folder, crowded=True) as crowded:
            for _ in range(ROUNDS):
                await empty.look_on()
                await crowded.look_on()
        print(f"empty   {empty.told()}")
        print(f"crowded {crowded.told()}")
    for percent, goal in ((50, ""), (95, " (goal: at most 1.5)")):
        pairs = zip(crowded.percentile(percent), empty.percentile(percent), strict=True)
        ratio = statistics.median(full / none for full, none in pairs)
        print(f"p{percent} crowded / empty, median of {ROUNDS} rounds: {ratio:.2f}{goal}")


if __name__ == "__main__":
    asyncio.run(main())
