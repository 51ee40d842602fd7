"""What masters cost people: a player's keys alone, then beside tables at which masters think.

The server is `keltis serve` as people start it. At each table a program that makes any move plays
three masters of Keltis, so that a master is nearly always about to move.
"""

import argparse
import asyncio
import random
import uuid
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncssh
import msgpack

from benchmarks.flood import keltis
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import DEALER, Position
from keltis_engine.rules import SINGLE_GAMES
from keltis_server.limits import Limits
from keltis_server.thinking.thinker import Unusable
from keltis_server.thinking.thinkers import Busy, Thinkers
from tests.attacks.honest import Times, measure

SEATS = 4
GOAL = 1.5
"""So much longer a key may take beside the tables, of 95 in 100."""
HALF = 0.5
"""Seconds a master may think where it is measured how long it does."""


class Program:
    """Plays against masters as long as it is let."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.playing = asyncio.Event()
        self.moves = 0
        """How many small moves masters have made."""
        self.waits: list[float] = []
        """Seconds from each fact at which a master is to act to its move."""
        self._since: float | None = None

    async def play(self) -> None:
        """Come in from an address of its own, sit down with masters, and play."""
        address = (f"127.0.0.{self.number + 10}", 0)
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=f"tin{self.number}",
            client_keys=[key],
            known_hosts=None,
            local_addr=address,
        ) as conn:
            writer, reader, _ = await conn.open_session(subsystem="keltis", encoding=None)
            send = writer.write
            send(framed({"type": "Hello", "version": 1, "client": "benchmark"}))
            while True:
                length = int.from_bytes(await reader.readexactly(4), "big")
                fact = msgpack.unpackb(await reader.readexactly(length), strict_map_key=False)
                for command in self._answer(fact):
                    send(framed({"id": uuid.uuid4().hex, **command}))

    def _answer(self, fact: dict[str, Any]) -> list[dict[str, Any]]:
        match fact:
            case {"type": "Welcome"}:
                return [{"type": "OpenTable", "game": "keltis", "seats": SEATS, "private": True}]
            case {"type": "TableChanged", "state": "open", "table": table, "seats": seats}:
                if all(seat["kind"] == "free" for seat in seats[1:]):
                    bots = {"type": "AddBot", "table": table, "bot": "master"}
                    return [*[bots] * (SEATS - 1), {"type": "StartGame", "table": table}]
            case {"type": "GameChanged", "view": {"to_act": None}, "table": table}:
                return [{"type": "StartGame", "table": table}]
            case {"type": "GameChanged", "table": table, "ply": ply, "moves": moves}:
                self._count(masters=not moves)
                if moves:
                    move = random.choice(moves)
                    return [{"type": "PlayMove", "table": table, "ply": ply, "move": move}]
        return []

    def _count(self, *, masters: bool) -> None:
        if self._since is not None:
            self.moves += 1
            self.waits.append(perf_counter() - self._since)
        self._since = perf_counter() if masters else None
        self.playing.set()


def framed(message: dict[str, Any]) -> bytes:
    """A message as native clients send it."""
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


async def run(folder: Path, tables: int, seconds: float) -> None:
    """Measure alone and beside, twice in turn, and print what it comes to."""
    alone, beside = Times(), Times()
    async with keltis(folder) as server:
        await asyncio.to_thread(measure, server.port, 2.0, newcomers=False)  # all is warm then
        programs: list[Program] = []
        alone.keys += await _keys(server.port, seconds)
        programs = [Program(server.port, number) for number in range(tables)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(program.play()) for program in programs]
            await asyncio.gather(*(program.playing.wait() for program in programs))
            await asyncio.sleep(10)  # until the process has come in which they think
            beside.keys += await _keys(server.port, seconds)
            for task in playing:
                task.cancel()
        await asyncio.sleep(3)
        alone.keys += await _keys(server.port, seconds)
    _print(alone, beside, programs)
    shares, unanswered = await think(120)
    cuts = quantiles(shares, n=100, method="inclusive")
    verdict = "reached" if cuts[98] <= 1 else "MISSED"
    print(f"  of its time a master takes p50 {cuts[49]:.2f}, p99 {cuts[98]:.2f}  {verdict} (≤ 1)")
    print(f"  in {unanswered} of {len(shares)} moves it had no answer by then, and club decided")


async def think(questions: int) -> tuple[list[float], int]:
    """How long masters think, as shares of the time that they have, and how many have no answer.

    All games in turn.
    """
    thinkers, shares, unanswered = Thinkers(Limits(bot_seconds=HALF)), [], 0
    while not thinkers.pids:
        thinkers.wake()
        await asyncio.sleep(0.05)
    for number in range(questions):
        game = sorted(SINGLE_GAMES)[number % len(SINGLE_GAMES)]
        position = _somewhere(game, number)
        began = perf_counter()
        view, moves = position.view(position.to_act), position.legal_moves()
        try:
            await thinkers.choose(game, view, moves)
        except (Busy, Unusable):
            unanswered += 1
        shares.append((perf_counter() - began) / HALF)
    await thinkers.close()
    return shares, unanswered


def _somewhere(game: str, number: int) -> Position:
    """A position with a choice, some turns into a game of any variant that a quick player plays."""
    rules, chance = SINGLE_GAMES[game], QuickChance(number)
    turn = number // len(SINGLE_GAMES)
    variant = {each.name: each.choices[turn % len(each.choices)] for each in rules.options}
    position = rules.start(2, variant)
    for _ in range(10 + 3 * number % 40):
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
        else:
            position.apply(GAME_PLAYERS[game].policy(position))
    while position.to_act == DEALER or len(position.legal_moves()) < 2:
        if position.to_act is None:
            return _somewhere(game, number + 1)
        dealt = position.to_act == DEALER
        position.apply(position.deal(chance) if dealt else position.legal_moves()[0])
    return position


async def _keys(port: int, seconds: float) -> list[float]:
    return (await asyncio.to_thread(measure, port, seconds, newcomers=False)).keys


def _print(alone: Times, beside: Times, programs: list[Program]) -> None:
    ratio = beside.p95 / alone.p95
    verdict = "reached" if ratio <= GOAL else "MISSED"
    waits = [wait for program in programs for wait in program.waits]
    cuts = quantiles(waits, n=100, method="inclusive") if len(waits) > 1 else [0.0] * 99
    print(
        f"masters at {len(programs)} tables, {sum(each.moves for each in programs)} moves of theirs"
    )
    for name, times in (("alone", alone), ("beside them", beside)):
        print(
            f"  key to screen {name}: p50 {times.p50:.1f} ms, p95 {times.p95:.1f} ms, {times.count}"
        )
    print(f"  p95 is {ratio:.2f} times that alone  {verdict} (≤ {GOAL})")
    print(f"  a master's move is seen after p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s")


def main() -> None:
    """Read how much to measure, and measure it in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0)
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-") as folder:
        asyncio.run(run(Path(folder), chosen.tables, chosen.seconds))


if __name__ == "__main__":
    main()
