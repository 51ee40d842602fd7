"""What the log of a table says, compared with what the people at it were told (T12)."""

import hashlib
from collections.abc import Sequence

import msgspec

from keltis_server.store.contract import Store
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import GameStarted, MoveMade, decode
from tests.e2e.scripted import Scripted, Told


async def assert_log_tells_the_same(store: Store, people: Sequence[Scripted]) -> None:
    """Every acknowledged move is there, and once; no gap; whatever anybody knew is a prefix."""
    table = people[0].table
    entries = await store.read(table)
    length = (await store.lengths())[table]
    assert len(entries) == length
    assert await store.read(table, length - 1) == entries[-1:], "the last has the last number"
    commands = [entry.command.rpartition("/")[2] for entry in entries if entry.command]
    assert len(set(commands)) == len(commands)
    prefixes = _prefixes([decode(entry.body) for entry in entries], len(people))
    for person, known in zip(people, prefixes, strict=True):
        assert person.refused == []
        assert person.gaps == []
        logged = iter(commands)
        lost = [command for command in person.acknowledged if command not in logged]
        assert lost == []
        log = iter(known)
        strange = [place for place, told in enumerate(person.told) if told not in log]
        assert strange == []


def _prefixes(records: Sequence[object], people: int) -> list[list[Told]]:
    """For each of the first seats what it could know after each move of the log."""
    known: list[list[Told]] = [[] for _ in range(people)]
    game: TableGame | None = None
    stories = [hashlib.blake2b() for _ in known]
    for record in records:
        if isinstance(record, GameStarted):
            game = TableGame(record)
            stories = [hashlib.blake2b() for _ in known]
        elif isinstance(record, MoveMade):
            assert game is not None
            step = game.fold(record)
            assert step is not None
            for seat, story in enumerate(stories):
                for event in step.events(seat):
                    story.update(msgspec.msgpack.encode(event))
                view = msgspec.msgpack.encode(game.position.view(seat))
                known[seat].append(Told(view, story.digest()))
    return known
