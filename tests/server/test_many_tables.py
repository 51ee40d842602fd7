"""A server with thousands of tables starts as one without, and a table it only lists is small."""

import asyncio
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest

from keltis_server.server import GameServer
from keltis_server.store.contract import StoredLine
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import reading
from keltis_server.tables.line import FORM, Line, Sitting
from tests.server.players import playing
from tests.server.processes import street
from tests.server.test_sync import until


def line(number: int) -> Line:
    """A game of two people that nobody is at."""
    places = tuple(Sitting(f"a{2 * number + n:016x}", f"person{2 * number + n}") for n in (0, 1))
    return Line(
        form=FORM, seq=8, at=1_800_000_000_000 + number, table=f"{number:06}", game="keltis",
        version=1, private=False, owner=places[0].who, source=f"{number % 500:04x}",
        opened_by=f"{places[0].who}/open-{number}", state="playing", to_act=0, played=False,
        places=places,
    )  # fmt: skip


async def test_process_that_starts_asks_for_each_line_once_though_others_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    read = SqliteStore.lines

    async def slowly(store: SqliteStore, tables: Sequence[str]) -> list[StoredLine]:
        asked.extend(tables)
        await asyncio.sleep(0.05)
        return await read(store, tables)

    monkeypatch.setattr(reading, "AT_ONCE", 2)
    async with street(tmp_path) as place:
        first = await place.open()
        for pair in ("ab", "cd", "ef", "gh"):
            await playing(first, *(name * 3 for name in pair))
        codes = list(first.lines)
        monkeypatch.setattr(SqliteStore, "lines", slowly)
        second = await place.open()
        await until(lambda: not second._sync._in_doubt.is_set())  # it has looked for what it missed
        assert asked == codes == list(second.lines)


async def test_table_that_nobody_is_at_takes_little_room_however_many_there_are(
    game_server: GameServer,
) -> None:
    tables = 2_000
    tracemalloc.start()
    try:
        for number in range(tables):
            game_server.registry.index.put(line(number))
        for code in game_server.lines:
            game_server._lobby.changed(code)
        game_server.registry.look_around()
        game_server._lobby._draw_up()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(game_server._lobby._public.tables) == tables
    assert taken / tables < 1_200, "bytes, of what Python itself counts"
