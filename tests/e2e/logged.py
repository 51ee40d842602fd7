"""What logs say, compared with what people were told and with what is kept of them (T12)."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from keltis.stored_rows import rows_of
from keltis_server.store.contract import Store
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import GameStarted, MoveMade, decode
from keltis_server.tables.verifying import Verifier
from tests.e2e.scripted import Scripted, Told


async def verified(data: Path, address: str = "") -> tuple[int, int]:
    """How many tables and ended games a store has, all of it as the logs have it."""
    verifier = Verifier()
    async for row in rows_of(address, data):
        verifier.take(row)
    verifier.end()
    assert verifier.faults == []
    return verifier.tables, verifier.games


async def assert_log_tells_the_same(
    store: Store, people: Sequence[Scripted], *, in_order: bool = True
) -> None:
    """Every acknowledged move is there, and once; no gap; whatever anybody knew is a prefix.

    Never a shorter one than before if `in_order`; a node that hears nothing may be behind, and
    whoever comes to it may try a move that was made already.
    """
    table = people[0].table
    entries = await store.read(table)
    length = (await store.lengths())[table]
    assert len(entries) == length
    assert await store.read(table, length - 1) == entries[-1:], "the last has the last number"
    commands = [entry.command.rpartition("/")[2] for entry in entries if entry.command]
    assert len(set(commands)) == len(commands)
    records = [decode(entry.body) for entry in entries]
    for person in people:
        known = _prefixes(records, person.seat)
        assert set(person.refused) <= (set() if in_order else {"stale"})
        assert person.gaps == []
        logged = iter(commands)
        lost = [command for command in person.acknowledged if command not in logged]
        assert lost == []
        log: Iterator[Told] | set[Told] = iter(known) if in_order else set(known)
        strange = [place for place, told in enumerate(person.told) if told not in log]
        assert strange == []


def _prefixes(records: Sequence[object], seat: int) -> list[Told]:
    """What a seat could know after each move of the log."""
    known: list[Told] = []
    game: TableGame | None = None
    story = hashlib.blake2b()
    for record in records:
        if isinstance(record, GameStarted):
            game = TableGame(record)
            story = hashlib.blake2b()
        elif isinstance(record, MoveMade):
            assert game is not None
            step = game.fold(record)
            assert step is not None
            for event in step.events(seat):
                story.update(msgspec.msgpack.encode(event))
            known.append(Told(msgspec.msgpack.encode(game.position.view(seat)), story.digest()))
    return known
