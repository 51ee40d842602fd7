"""What nobody may know is in no byte of the lobby: not to its visitors, not to who sits there."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from keltis_engine.fair import commitment
from keltis_engine.position import Seat
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import encode
from keltis_protocol.messages import Command
from keltis_server.cluster.bus import Present
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.tables.line import line_of
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.records import Committed
from keltis_server.tables.table import Table
from keltis_server.tables.table_index import TableIndex
from tests.server.test_secrets import Drawn, any_play, fold, table_in_play
from tests.volume import examples

LIMITS = Limits(lobby_pause=0)
MOMENTS = 4000
"""More than any of these games has, however often moves are taken back."""
CASES = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**32),
        "seats": st.integers(2, 4),
        "games": st.sampled_from("12"),
        "away": st.sets(st.integers(0, 3)),
        "watchers": st.integers(0, 2),
    }
)


async def no_command(visit: Visit, command: Command) -> None:
    """Nobody asks for anything."""


def told(table: Table, seat: Seat | None, away: set[int], watchers: int) -> bytes:
    """The lobby as somebody at the table, or somebody who is not, is told of it now."""
    presence = Presence()
    people = {f"a{other}": f"name{other}" for other in range(len(table.places))}
    for number, (each, name) in enumerate(people.items()):
        if number not in away:
            presence.put(9, Present(who=each, name=name, table=table.code, since=1))
    for number in range(watchers):
        seen = Present(who=f"w{number}", name=f"w{number}", table="", watching=table.code, since=1)
        presence.put(9, seen)
    index = TableIndex(presence)
    index.put(line_of(table))
    who = Who(id="x" if seat is None else f"a{seat}", name="olga")
    visit = Visit(who, 100, no_command, lambda _: None, lambda _: None, 1)
    visit.seen[table.code] = table.seq - 1
    feed = LobbyFeed(index, {who.id: visit}, presence, LIMITS)
    feed.changed(table.code)
    feed.tell(visit)
    feed.close()
    assert visit.lobby is not None
    (line,) = visit.lobby.tables
    assert line.news == (seat is not None)
    assert line.watchers == watchers
    return encode(visit.lobby)


@contextmanager
def another_world(table: Table, seat: Seat | None, random: Drawn) -> Iterator[None]:
    """The same table with other hidden cards, other secrets and other cards to come."""
    game, committed = table.game, table.committed
    assert game is not None
    real, started = game.position, game.started
    secret = random.randbytes(32)
    game.played.position = game.rules.imagine(real.view(seat), random)
    game.started = structs.replace(started, secret=secret)
    table.committed = Committed(secret=secret, commitment=commitment(secret))
    yield
    game.played.position, game.started, table.committed = real, started, committed


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(4), deadline=None)
def test_two_worlds_that_look_the_same_give_the_same_lobby_at_every_moment(
    game: str, case: dict[str, Any]
) -> None:
    """T4: hidden cards, secrets, with people away, watched, and with news at the table."""

    async def all_through() -> None:
        random = Drawn(case["seed"])
        table = table_in_play(game, case["seats"], {"games": str(case["games"])}, random)
        for _ in range(MOMENTS):
            if not table.playing:
                return
            for seat in (None, random.randrange(case["seats"])):
                here = told(table, seat, case["away"], case["watchers"])
                with another_world(table, seat, random):
                    assert told(table, seat, case["away"], case["watchers"]) == here
            fold(table, any_play(table, random))
        raise AssertionError("it has no end")

    asyncio.run(all_through())
