"""One server put through everything: what is measured, in the order in which it is measured."""

import asyncio
import random
from dataclasses import dataclass, field
from statistics import quantiles

import asyncssh

from benchmarks.doors.processes import cpu, memory
from benchmarks.doors.servers import Server
from benchmarks.doors.visitor import LEFT, MY_TURN, RIGHT, Visitor

MOVES = (b"1", b"\r", b"s", b"\r", b" ")
"""Plays the first card where it can be played, starts a small figure, draws from the deck."""
KEYS_A_ROUND = 40
CROWD_ROUNDS = 7
"""How often a crowd plays for a while, and somebody alone at another server after it."""
LONE_KEYS = 100
"""How many keys somebody alone presses after each."""
STEP = 50
"""How many more come at a time, to see how many fit."""
IN_TIME, FULL_KB, MOST = 0.1, 1.2e6, 2000
"""Seconds for 95 of 100 keys, kilobytes, and where to stop looking."""


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    one_by_one: int
    keys: int
    rush: int
    play_seconds: float
    idle_seconds: float
    crowds: tuple[int, ...]
    """How many sessions there are while a tenth of them plays."""


@dataclass
class Findings:
    """What was found; seconds, kilobytes and bytes."""

    first: list[float] = field(default_factory=list)
    rush: list[float] = field(default_factory=list)
    memory: float | None = None
    alone: list[float] = field(default_factory=list)
    crowded: dict[int, list[float]] = field(default_factory=dict)
    rounds: list[tuple[list[float], list[float]]] = field(default_factory=list)
    """Of the largest crowd, and of somebody alone at another server right after it."""
    cpu_per_key: list[float] = field(default_factory=list)
    """Of each round."""
    cpu_per_visit: float | None = None
    idle: float | None = None
    """Seconds of work for a session that does nothing for a minute."""
    first_bytes: int = 0
    cursor_bytes: int = 0
    card_bytes: int = 0


async def measure(
    server: Server,
    keys: list[asyncssh.SSHKey],
    sizes: Sizes,
    *,
    draws: bool = True,
    lone: Server | None = None,
) -> Findings:
    """Everything about one server; one that draws nothing has no tables to play at.

    At `lone`, another of its kind, somebody plays alone in turns with the crowd.
    """
    found = Findings()
    await _one_by_one(server, keys, sizes, found)
    await _alone(server, keys[0], sizes, found, draws=draws)
    before = memory(server.process)
    visitors = [Visitor(server, key, n) for n, key in enumerate(keys[: sizes.rush])]
    worked = cpu(server.process)
    found.rush = await asyncio.gather(*(visitor.come() for visitor in visitors))
    found.cpu_per_visit = (cpu(server.process) - worked) / sizes.rush
    await asyncio.sleep(2)
    found.memory = (memory(server.process) - before) / sizes.rush
    worked = cpu(server.process)
    await asyncio.sleep(sizes.idle_seconds)
    minutes = sizes.rush * sizes.idle_seconds / 60
    found.idle = (cpu(server.process) - worked) / minutes
    for crowd in sizes.crowds if draws else ():
        more = [Visitor(server, key, n) for n, key in enumerate(keys[:crowd])][len(visitors) :]
        for start in range(0, len(more), 10):
            await asyncio.gather(*(visitor.come() for visitor in more[start : start + 10]))
        visitors += more
        await asyncio.sleep(2)
        alone = Visitor(lone, keys[0]) if lone is not None and crowd == max(sizes.crowds) else None
        rounds = await _a_tenth_plays(visitors, sizes.play_seconds, alone)
        found.crowded[crowd] = [time for times, _ in rounds for time in times]
        found.rounds = rounds if alone is not None else []
    for visitor in visitors:
        await visitor.leave()
    return found


async def _one_by_one(
    server: Server, keys: list[asyncssh.SSHKey], sizes: Sizes, found: Findings
) -> None:
    for number in range(sizes.one_by_one + 1):
        visitor = Visitor(server, keys[number], number)
        seconds = await visitor.come()
        found.first_bytes = await visitor.quiet()
        await visitor.leave()
        if number:  # the first one finds everything cold
            found.first.append(seconds)


async def _alone(
    server: Server, key: asyncssh.SSHKey, sizes: Sizes, found: Findings, *, draws: bool
) -> None:
    visitor = Visitor(server, key)
    await visitor.come()
    if draws:
        await _sit_down(visitor)
    await visitor.quiet()
    await visitor.answer(RIGHT)
    found.cursor_bytes = await visitor.quiet()
    worked = cpu(server.process)
    found.alone = await _keys(visitor, sizes.keys)
    found.cpu_per_key = [(cpu(server.process) - worked) / sizes.keys]
    await visitor.answer(b"\r")  # plays the card the cursor is on
    found.card_bytes = await visitor.quiet()
    await visitor.leave()


async def in_turns(
    ours: Server, limit: Server, key: asyncssh.SSHKey, rounds: int
) -> tuple[list[float], list[float]]:
    """What a key costs each of two servers, round by round: a busy machine slows both alike."""
    visitors = Visitor(ours, key), Visitor(limit, key)
    for visitor in visitors:
        await visitor.come()
    await _sit_down(visitors[0])
    await visitors[0].quiet()
    costs: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for server, visitor, cost in zip((ours, limit), visitors, costs, strict=True):
            worked = cpu(server.process)
            for number in range(KEYS_A_ROUND):
                await visitor.answer(LEFT if number % 2 else RIGHT)
                await asyncio.sleep(random.uniform(0.01, 0.03))
            cost.append((cpu(server.process) - worked) / KEYS_A_ROUND)
    for visitor in visitors:
        await visitor.leave()
    return costs


async def as_many_as_fit(server: Server, seconds: float) -> int:
    """How many sessions there can be, a tenth of them playing, with every key answered in time."""
    before, visitors, fit = memory(server.process), list[Visitor](), 0
    while True:
        for start in range(0, STEP, 10):
            more = [
                Visitor(
                    server, asyncssh.generate_private_key("ssh-ed25519"), 1000 + fit + start + n
                )
                for n in range(10)
            ]
            await asyncio.gather(*(visitor.come() for visitor in more))
            visitors += more
        players = visitors[-STEP::10]
        await sit_down(players)
        times = await play(visitors[::10], seconds)
        slow = quantiles(times, n=20, method="inclusive")[-1] > IN_TIME
        if slow or memory(server.process) - before > FULL_KB or len(visitors) >= MOST:
            break
        fit = len(visitors)
    for visitor in visitors:
        await visitor.leave()
    return fit


async def _sit_down(visitor: Visitor) -> None:
    visitor.press(b"\x1b[H ")
    await visitor.until(MY_TURN, 120)


async def _a_tenth_plays(
    visitors: list[Visitor], seconds: float, alone: Visitor | None
) -> list[tuple[list[float], list[float]]]:
    """Round by round what keys took, and what they took somebody alone while nobody else played."""
    players = visitors[::10]
    await sit_down(players)
    if alone is not None:
        await alone.come()
        await _sit_down(alone)
    rounds: list[tuple[list[float], list[float]]] = []
    for _ in range(CROWD_ROUNDS):
        times = await play(players, seconds / CROWD_ROUNDS)
        await asyncio.gather(*(player.quiet() for player in players))  # their bots are done too
        rounds.append((times, await _keys(alone, LONE_KEYS) if alone is not None else []))
    if alone is not None:
        await alone.leave()
    for player in players:
        player.press(b"q")
    await asyncio.sleep(1)
    for player in players:
        player.press(b"\r")
    await asyncio.sleep(1)
    return rounds


async def _keys(visitor: Visitor, number: int) -> list[float]:
    """What so many steps of the cursor take somebody, one soon after the other."""
    times: list[float] = []
    for step in range(number):
        times.append(await visitor.answer(LEFT if step % 2 == 0 else RIGHT))
        await asyncio.sleep(random.uniform(0.02, 0.04))
    return times


async def sit_down(players: list[Visitor]) -> None:
    """Have each begin a game with a bot, and wait until it is each one's turn."""
    await asyncio.gather(*(_sit_down(player) for player in players))
    await asyncio.gather(*(player.quiet() for player in players[::2]))


async def play(players: list[Visitor], seconds: float) -> list[float]:
    """Half of the players play on and on, the other half moves the cursor: its times come back."""
    movers, pointers = players[1::2], players[::2]
    end = asyncio.get_running_loop().time() + seconds
    moving = [asyncio.create_task(move_on(player, end)) for player in movers]
    times = await asyncio.gather(*(_point(player, end) for player in pointers))
    await asyncio.gather(*moving)
    return [time for each in times for time in each]


async def move_on(player: Visitor, end: float) -> None:
    """Press the keys of one move after the other."""
    number = 0
    while asyncio.get_running_loop().time() < end:
        player.press(MOVES[number % len(MOVES)])
        number += 1
        await asyncio.sleep(random.uniform(0.2, 0.6))


async def _point(player: Visitor, end: float) -> list[float]:
    times: list[float] = []
    while asyncio.get_running_loop().time() < end or len(times) % 2:  # to where it was
        await asyncio.sleep(random.uniform(0.1, 0.4))
        times.append(await player.answer(LEFT if len(times) % 2 else RIGHT))
    return times
