"""What is told around a game tells no more of it than everybody may know: results, files, hints."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from keltis_engine.bots.catalogue import GAME_PLAYERS, bot_for
from keltis_engine.position import DEALER
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import encode
from keltis_protocol.messages import ResultLine
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Entry
from keltis_server.tables import records
from keltis_server.tables.archive import Archivist
from keltis_server.tables.game import TableGame
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.records import (
    Committed,
    GameOver,
    GameStarted,
    MoveMade,
    Record,
    SatDown,
)
from keltis_server.tables.results import Result, result_of
from keltis_server.tables.table import Decision, Table
from keltis_server.tables.table_index import TableIndex
from tests.server.test_lobby_secrets import no_command
from tests.server.test_secrets import Drawn, any_play, fold, table_in_play
from tests.volume import examples

CASES = st.fixed_dictionaries({"seed": st.integers(0, 2**32), "seats": st.integers(2, 4)})
THERE = Who(id="x", name="somebody else")


def result_line(table: Table, decision: Decision) -> ResultLine | None:
    """What everybody is told of how a game ended, if these records end one."""
    stored = result_of(table, decision.records, 5)
    return msgspec.msgpack.decode(stored, type=Result).line(()) if stored else None


def lobby_with(line: ResultLine) -> bytes:
    """The lobby as anybody is told of it."""

    async def told() -> bytes:
        presence, who = Presence(), Who(id="x", name="olga")
        visit = Visit(who, 100, no_command, lambda _: None, lambda _: None, 1)
        index = TableIndex(presence)
        feed = LobbyFeed(index, {who.id: visit}, presence, Limits(lobby_pause=0))
        feed.show_results([line])
        feed.tell(visit)
        feed.close()
        assert visit.lobby is not None
        return encode(visit.lobby)

    return asyncio.run(told())


def another_world(table: Table, over: GameOver, random: Drawn) -> tuple[Table, GameOver]:
    """The same winners, but other losers with other points, other hands and another secret."""
    best = max(over.totals)
    other = table.after(Decision(), 0)
    other.source, other.owner = "elsewhere", "x"
    secret = random.randbytes(32)
    other.committed = Committed(secret=secret, commitment=secret)
    totals = list(over.totals)
    for seat, total in enumerate(over.totals):
        if total != best:
            totals[seat] = best - 1 - random.randrange(50)
            other.places[seat].who, other.places[seat].name = THERE, THERE.name
    return other, GameOver(totals=tuple(totals))


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(5), deadline=None)
def test_result_is_told_at_the_end_only_and_is_the_same_whoever_lost_with_whatever(
    game: str, case: dict[str, Any]
) -> None:
    """T4."""
    random = Drawn(case["seed"])
    table = table_in_play(game, case["seats"], {}, random)
    line = None
    while table.playing:
        decision = any_play(table, random)
        line = result_line(table, decision)
        over = [record for record in decision.records if isinstance(record, GameOver)]
        assert (line is not None) == bool(over)
        if line is not None:
            here = lobby_with(line)
            other, end = another_world(table, over[0], random)
            there = result_line(other, Decision((end,)))
            assert there is not None
            assert lobby_with(there) == here
        fold(table, decision)
    assert line is None or table.game is not None
    if line is not None and table.game is not None:
        totals = table.game.position.view(None).totals
        best = {f"name{seat}" for seat, total in enumerate(totals) if total == max(totals)}
        assert set(line.winners) == best, "what whoever looked on has seen"


def file_of(log: list[Record]) -> str:
    """The file of what is over of a match, or why there is none."""
    reading = Archivist()
    reading.read([Entry(records.encode(record), number) for number, record in enumerate(log)])
    try:
        return reading.text()
    except Refusal as refusal:
        return refusal.reason


def with_secret(log: list[Record], secret: bytes) -> list[Record]:
    """The same log, had the cards to come been drawn from another secret."""
    return [replace(r, secret=secret) if isinstance(r, GameStarted) else r for r in log]


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(3), deadline=None)
def test_file_of_a_running_match_is_the_same_whatever_happened_since_its_last_game(
    game: str, case: dict[str, Any]
) -> None:
    """T4, T5: neither the game that runs nor its secret makes a byte of difference."""
    random = Drawn(case["seed"])
    table = table_in_play(game, case["seats"], {"games": "2"}, Drawn(case["seed"]), moves=0)
    assert table.game is not None
    started = replace(table.game.started, options=table.options)
    who = [
        SatDown(seat=seat, who=place.who) for seat, place in enumerate(table.places) if place.who
    ]
    table.game = TableGame(started)
    log: list[Record] = [*who, started]
    taken(log, table, Decision(tuple(dealt(table))))
    while not table.between_games:
        taken(log, table, any_play(table, random))
    so_far = file_of(log)
    assert so_far != "game_not_over"
    while table.playing and random.random() > 0.05:
        decision = any_play(table, random)
        if any(isinstance(record, GameOver) for record in decision.records):
            break
        taken(log, table, decision)
        assert file_of(log) == so_far
        assert file_of(with_secret(log, random.randbytes(32))) == so_far


def dealt(table: Table) -> Iterator[MoveMade]:
    """What the dealer does at the beginning, which the table has not taken in yet."""
    assert table.game is not None
    for step in table.game.copy().deal_on():
        yield MoveMade(seat=DEALER, move=Raw(msgspec.msgpack.encode(step.move)))


def taken(log: list[Record], table: Table, decision: Decision) -> None:
    log += decision.records
    fold(table, decision)


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(10), deadline=None)
def test_hint_is_the_same_in_two_worlds_that_look_the_same(game: str, case: dict[str, Any]) -> None:
    """T4: with the same chance, move and reasons; a bot that plays for somebody decides alike."""
    random = Drawn(case["seed"])
    table = table_in_play(game, case["seats"], {}, random)
    if not table.playing or table.game is None or table.to_act is None:
        return
    seat, real = table.to_act, table.game.position
    advice = []
    for position in (real, table.game.rules.imagine(real.view(seat), random)):
        view, moves = position.view(seat), position.legal_moves()
        move = bot_for(game)(view, moves, Drawn(7))
        reasons = GAME_PLAYERS[game].explain(view, move)
        advice.append(msgspec.msgpack.encode([move, reasons]))
    assert advice[0] == advice[1]
