"""A move is decoded, judged and played once: the table adopts the game it was judged on."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from keltis_engine import game as engine_game
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged
from keltis_server.people.who import Who
from keltis_server.server import GameServer
from keltis_server.tables import decide, game
from keltis_server.tables.records import Committed, MoveMade, Opened, SatDown, decode
from keltis_server.tables.table import Decision, Table
from tests.server.players import play_through, playing

GAMES = [
    (rules.id, seats) for rules in RULE_SETS.values() for seats in (rules.seats[0], rules.seats[-1])
]


def opened(rules: str, seats: int) -> Table:
    """A table at which everybody sits."""
    people = [Who(id=f"a{seat}", name=f"name{seat}") for seat in range(seats)]
    options = RULE_SETS[rules].agreed({})
    table = Table("ABCDEF", Opened(game=rules, seats=seats, options=options, owner=people[0]))
    for seat, who in enumerate(people):
        table.fold(SatDown(seat=seat, who=who))
    return table


def known(table: Table) -> dict[str, Any]:
    """Everything that a table knows, its game as everybody at it sees it."""
    everything: dict[str, Any] = vars(table).copy()
    everything["places"] = [
        (place.who, place.bot, place.name, place.ready, place.word) for place in table.places
    ]
    everything["asides"] = dict(table.asides)
    everything["commands"] = list(table.commands)
    gallery = table.gallery
    everything["gallery"] = (list(gallery.talk), gallery.lines, dict(gallery.asides))
    everything["talk"] = list(table.talk)
    played = everything.pop("game")
    if played is not None:
        viewers = [None, *range(len(table.places))]
        everything["game"] = {
            "turns": list(played.turns),
            "line": list(played.line),
            "rest": (played.ply, played.began, played.to_act, played._mover, played.played.deals),
            "views": [game.encode(played.position.view(viewer)) for viewer in viewers],
            "moves": [game.encode(move) for move in played.position.legal_moves()],
            "undo": [played.can_take_back(viewer) for viewer in viewers],
        }
    return everything


def judged(table: Table, random: Random) -> Decision:
    """A random move, now and then one taken back, or somebody's readiness for the next game."""
    seat, played = table.to_act, table.game
    if seat is None or played is None:
        ready = next(place.who for place in table.places if place.who and not place.ready)
        return decide.get_ready(table, ready)
    if played.can_take_back(seat) and random.random() < 0.2:
        return decide.take_back(table, seat, played.ply)
    move = random.choice(list(played.position.legal_moves()))
    return decide.play(table, seat, played.ply, Raw(msgspec.msgpack.encode(move)))


@pytest.mark.law
@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_adopted_state_is_the_folded_one_and_judging_changes_nothing(
    rules: str, seats: int
) -> None:
    random = Random(f"{rules} {seats}")
    adopting, folding = opened(rules, seats), opened(rules, seats)
    committed = Committed.drawn()
    for table in (adopting, folding):
        table.fold(committed)
    for number in range(400):
        if number % 8 == 0:
            before = known(adopting)
            judged(adopting, Random(number))  # thrown away, as after a conflict
            assert known(adopting) == before
        decision = judged(adopting, random)
        adopting.adopt(decision, f"c{number}")
        for place, record in enumerate(decision.records):
            folding.fold(decode(game.encode(record)), "" if place else f"c{number}")
        assert known(adopting) == known(folding)
        if adopting.games == 2:
            break
    assert adopting.game is not None
    assert folding.game is not None
    for viewer in (None, *range(seats)):
        assert adopting.game.story(viewer) == folding.game.story(viewer)


async def test_each_move_of_a_game_is_played_once_and_none_is_read_back(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    read_back: list[object] = []
    play, logged_move = engine_game.Game.play, game.logged_move

    def counted(self: engine_game.Game, seat: int, move: Any) -> Any:
        played.append(move)
        return play(self, seat, move)

    def counted_reading(rules: Any, made: MoveMade) -> Any:
        read_back.append(made)
        return logged_move(rules, made)

    monkeypatch.setattr(engine_game.Game, "play", counted)
    monkeypatch.setattr(game, "logged_move", counted_reading)
    players = await playing(game_server, "anna", "boris", game="dice")
    await play_through(players, Random(3))
    entries = await game_server.store.read(players[0].last(GameChanged).table)
    logged = [
        record for record in (decode(e.body) for e in entries) if isinstance(record, MoveMade)
    ]
    assert len(logged) > 20
    assert len(played) == len(logged)
    assert read_back == []
