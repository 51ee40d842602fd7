"""A crowded lobby: 2,000 tables and 5,000 people, a key to the screen beside an empty lobby.

Both are drawn for a plain `ssh` at 80×24 in one process, while people come and go.
Goal: p95 of a key at most 1.5 times that of the empty lobby; bytes a change bounded.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from keltis_protocol.codec import encode
from keltis_server.cluster.bus import Present
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.line import FORM, Line, Sitting
from keltis_server.terminal.app import game_app
from keltis_server.terminal.client import describe
from keltis_server.terminal.runner import AppRunner

TABLES, PEOPLE, KEYS = 2000, 5000, 300
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


async def measure(server: GameServer) -> tuple[float, float, float, int]:
    """p50 and p95 of a key in ms, bytes drawn a key, and bytes of a list on the wire."""
    visit = await server.visit(Caller(b"looker", "looker"))
    looker = Looker()
    host = AppRunner(
        lambda: game_app(visit, "en"), looker.receive, describe("xterm-256color", (80, 24), {})
    )
    living = asyncio.create_task(host.run())
    while b"quit" not in looker.sent:
        await looker.until_drawn()
    took, drawn = [], []
    for number in range(KEYS):
        if number % 5 == 0:  # somebody comes or goes
            coming = Present(who="x", name=f"x{number}", table="", since=1)
            server.presence.put(8, coming)
            server._lobby.changed()
        await asyncio.sleep(0.02)
        before, begun = len(looker.sent), time.perf_counter()
        host.input.feed(b"\x1b[B" if number % 100 < 80 else b"\x1b[A")
        await looker.until_drawn()
        took.append((time.perf_counter() - begun) * 1000)
        drawn.append(len(looker.sent) - before)
    wire = len(encode(visit.lobby)) if visit.lobby else 0
    host.close("left")
    await living
    cuts = statistics.quantiles(took, n=20)
    return statistics.median(took), cuts[18], statistics.mean(drawn), wire


async def main() -> None:
    """Measure both in turn and say the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        results = {}
        for name in ("empty", "crowded"):
            server = await GameServer.open(SqliteStore.open(Path(folder) / f"{name}.db"), LIMITS)
            if name == "crowded":
                fill(server)
            results[name] = await measure(server)
            p50, p95, drawn, wire = results[name]
            print(
                f"{name:8} lobby: key p50 {p50:.1f} ms, p95 {p95:.1f} ms, {drawn:.0f} bytes drawn a"
                f" key, a list is {wire} bytes on the wire"
            )
            await server.close()
    ratio = results["crowded"][1] / results["empty"][1]
    print(f"p95 crowded / empty: {ratio:.2f} (goal: at most 1.5)")


if __name__ == "__main__":
    asyncio.run(main())
