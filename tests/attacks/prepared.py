"""What earlier attacks left in a store, written into it at once: long logs and many tables."""

import asyncio
import time
from pathlib import Path

from keltis_protocol.messages import GameChanged
from keltis_server.people.codes import LETTERS
from keltis_server.people.who import Who
from keltis_server.server import GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import records
from keltis_server.tables.records import (
    Closed,
    Committed,
    GameOver,
    MoveMade,
    Opened,
    SatDown,
    TookBack,
    WordGiven,
)
from tests.server.players import QUICK, playing

CLOSED, FINISHED = "CLSEDX", "FNSHED"
"""The codes of the tables with the long logs."""


def _entries(*written: records.Record) -> list[Entry]:
    now = time.time_ns() // 1_000_000
    return [Entry(records.encode(record), now) for record in written]


def _opened(owner: str) -> tuple[records.Record, ...]:
    who = Who(id=f"a{owner}", name=owner)
    opened = Opened(game="keltis", seats=2, options={}, owner=who)
    return opened, SatDown(seat=0, who=who), Committed.drawn()


async def closed_table(store: SqliteStore, length: int, code: str = CLOSED) -> None:
    """A table that is gone, whose log has so many lucky words."""
    begun = _entries(*_opened("writer"))
    words = _entries(*(WordGiven(seat=0, word=f"w{number % 9}") for number in range(length)))
    await store.append(code, 0, [*begun, *words, *_entries(Closed())], last=True)


async def finished_game(store: SqliteStore, pairs: int, folder: Path, code: str = FINISHED) -> None:
    """A table that is gone, at whose only game so many moves were made and taken back."""
    game_server = await GameServer.open(SqliteStore.open(folder / "begun.db"), QUICK)
    players = await playing(game_server, "anna", "boris")
    begun = await game_server.store.read(players[0].table)
    mover = next(player for player in players if player.last(GameChanged).moves)
    seat, move = players.index(mover), mover.last(GameChanged).moves[0]
    await game_server.close()
    pair = _entries(MoveMade(seat=seat, move=move), TookBack(seat=seat))
    over = _entries(GameOver(totals=(0, 0)), Closed())
    await store.append(code, 0, [*begun, *pair * pairs, *over], last=True)


async def open_tables(store: SqliteStore, count: int) -> list[str]:
    """So many tables at which somebody waits who is not there just now; their codes."""
    base = len(LETTERS)
    digits = [[number // base**place % base for place in range(3)] for number in range(count)]
    codes = ["TBS" + "".join(LETTERS[digit] for digit in each) for each in digits]
    for first in range(0, count, 500):
        batch = enumerate(codes[first : first + 500], first)
        written = (
            store.append(code, 0, _entries(*_opened(f"owner{number}"))) for number, code in batch
        )
        await asyncio.gather(*written)
    return codes


def laid_out(data: Path, *, records_long: int = 0, pairs: int = 0, tables: int = 0) -> None:
    """Lay all of that out for a server that has not started."""

    async def write() -> None:
        store = SqliteStore.open(data / "games.db")
        if records_long:
            await closed_table(store, records_long)
        if pairs:
            await finished_game(store, pairs, data)
        if tables:
            await open_tables(store, tables)
        await store.close()

    data.mkdir(parents=True, exist_ok=True)
    asyncio.run(write())
    for left in data.glob("begun.db*"):
        left.unlink()
