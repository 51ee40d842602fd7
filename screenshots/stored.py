"""Tables to show, written into a store as a server writes them: dealt from fixed secrets and played
by bots, so that the same pictures come out every time."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from keltis_engine.bots.catalogue import bot_for
from keltis_engine.fair import Stream, commitment
from keltis_engine.position import View
from keltis_engine.rules import RULE_SETS
from keltis_server.people.names import skeleton
from keltis_server.people.who import Who
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import decide, records
from keltis_server.tables.records import BotSeated, Committed, Opened, Record, SatDown
from keltis_server.tables.results import result_of
from keltis_server.tables.table import Table

ANN: Final = Who(id="a0", name="ann")
BOTS: Final = ("Bran", "Eithne", "Oisin")
START: Final = 1_750_000_000_000
"""When the first table was opened, in milliseconds since 1970."""
TRIES: Final = 400
WAITING: Final = {"R9TB": ("oracle", 3, "Юля"), "W2HC": ("dice", 4, "gábor")}
"""Tables at which somebody else waits: which game, for how many, who."""


class Wanted(NamedTuple):
    """A moment of some game: Ann is asked, and what she sees is as it should be."""

    code: str
    game: str
    seats: int
    so: Callable[[View], bool] | None
    """None is the end of the game."""
    options: dict[str, str] = {}  # noqa: RUF012 (never changed)
    private: bool = True


def played(wanted: Wanted) -> list[Record]:
    """The log of a table that has come to this moment."""
    for number in range(TRIES):
        log = _played(wanted, f"game {number}".encode())
        if log is not None:
            return log
    raise LookupError(f"no game comes to {wanted.code}")


def _played(wanted: Wanted, seed: bytes) -> list[Record] | None:
    rules = RULE_SETS[wanted.game]
    chance, bot = Stream(seed), bot_for(wanted.game)
    secret = seed.ljust(records.SECRET, b".")
    options = rules.agreed(wanted.options)
    opened = Opened(
        game=rules.id, seats=wanted.seats, options=options, owner=ANN, private=wanted.private
    )
    log: list[Record] = [opened]
    table = Table(wanted.code, opened)

    def add(*more: Record) -> None:
        for record in more:
            table.fold(record)
            log.append(record)

    add(SatDown(seat=0, who=ANN), Committed(secret=secret, commitment=commitment(secret)))
    for seat, name in enumerate(BOTS[: wanted.seats - 1], 1):
        add(BotSeated(seat=seat, bot="simple", name=name))
    add(*decide.get_ready(table, ANN).records)
    while (acting := table.to_act) is not None and table.game is not None:
        view = table.game.position.view(acting)
        if acting == 0 and wanted.so is not None and wanted.so(view):
            return log
        move = bot(view, table.game.position.legal_moves(), chance)
        body = Raw(msgspec.msgpack.encode(move))
        add(*decide.play(table, acting, table.game.ply, body).records)
    return log if wanted.so is None else None


def waiting(game: str, seats: int, name: str) -> list[Record]:
    """The log of a table at which somebody waits for others."""
    rules, who = RULE_SETS[game], Who(id=f"a{name}", name=name)
    opened = Opened(game=game, seats=seats, options=rules.agreed({}), owner=who)
    return [opened, SatDown(seat=0, who=who)]


def result(code: str, log: Sequence[Record], at: int) -> bytes:
    """What the lobby tells of the game that a log ends."""
    opened, *others = log
    assert isinstance(opened, Opened)
    table = Table(code, opened)
    for record in others:
        ended = result_of(table, [record], at)
        if ended:
            return ended
        table.fold(record)
    return b""


async def store(
    path: Path, key: bytes, tables: Sequence[Wanted], preferences: dict[str, str]
) -> None:
    """A store in which the owner of a key is Ann and sits at these tables.

    At two tables others wait if some of hers are public; such games ended a little while ago.
    """
    kept = SqliteStore.open(path)
    await kept.account(key, ANN.id)
    await kept.rename(ANN.id, ANN.name, skeleton(ANN.name))
    await kept.prefer(ANN.id, preferences)
    for place, wanted in enumerate(tables):
        begun = START + place * 60_000
        log = await asyncio.to_thread(played, wanted)
        if not wanted.private:
            begun = int(time.time() * 1000) - (place * place * 17 + 2) * 60_000 - len(log) * 1000
        entries = [Entry(records.encode(record), begun + n * 1000) for n, record in enumerate(log)]
        ended = result(wanted.code, log, entries[-1].at)
        await kept.append(wanted.code, 0, entries, result=ended)
    for code, others in WAITING.items() if not all(each.private for each in tables) else ():
        log = waiting(*others)
        await kept.append(code, 0, [Entry(records.encode(record), START) for record in log])
    await kept.close()
