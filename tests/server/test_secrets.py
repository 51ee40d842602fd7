"""What a seat may not know is in no byte it is sent (T4, T5)."""

import asyncio
from base64 import b64encode
from itertools import takewhile
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from keltis_engine.fair import commitment
from keltis_engine.position import DEALER, Position, Seat
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import encode
from keltis_protocol.messages import (
    Fact,
    GiveLuckyWord,
    Lobby,
    PlayMove,
    StartGame,
    TableChanged,
    TakeBack,
)
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.server import GameServer
from keltis_server.tables import decide
from keltis_server.tables.facts import (
    game_changed,
    game_late,
    seat_states,
    table_changed,
    table_line,
)
from keltis_server.tables.line import line_of
from keltis_server.tables.records import (
    AgreedToDays,
    Committed,
    GameStarted,
    Opened,
    SatDown,
    decode,
)
from keltis_server.tables.table import Decision, Table
from tests.server.players import enter, play_through, playing, seated
from tests.volume import examples


class Drawn(Random):
    """Chance for the engine, from a seed."""

    def below(self, limit: int, /) -> int:
        return self.randrange(limit)


def table_in_play(
    game: str, seats: int, options: dict[str, str], random: Drawn, moves: int = 80
) -> Table:
    """A table with a game under way, fewer random moves from its start than that."""
    people = [Who(id=f"a{seat}", name=f"name{seat}") for seat in range(seats)]
    rules = RULE_SETS[game]
    opened = Opened(
        game=game,
        seats=seats,
        options=rules.agreed(options),
        owner=people[0],
        settings={"clock": "3+15"},
    )
    table = Table("ABCDEF", opened)
    for seat, who in enumerate(people):
        table.fold(SatDown(seat=seat, who=who))
    secret = random.randbytes(32)
    table.fold(Committed(secret=secret, commitment=commitment(secret)))
    for who in people:
        fold(table, decide.get_ready(table, who))
    table.fold(AgreedToDays(seat=0, clock="2d"))
    for _ in range(random.randrange(moves) if moves else 0):
        if not table.playing:
            break
        fold(table, any_play(table, random))
    return table


def fold(table: Table, decision: Decision) -> None:
    for record in decision.records:
        table.fold(record)


def any_play(table: Table, random: Drawn) -> Decision:
    """What a random move leads to, now and then of one taken back."""
    game, seat = table.game, table.to_act
    assert game is not None
    assert seat is not None
    if table.between_games:
        waited_for = next(place.who for place in table.places if not place.ready)
        assert waited_for is not None
        return decide.get_ready(table, waited_for)
    if game.can_take_back(seat) and random.random() < 0.2:
        return decide.take_back(table, seat, game.ply)
    move = random.choice(list(game.position.legal_moves()))
    return decide.play(table, seat, game.ply, Raw(msgspec.msgpack.encode(move)))


def told(table: Table, seat: Seat | None) -> list[bytes]:
    """Every kind of fact about a table that its seat, or a watcher, can be sent now."""
    assert table.game is not None
    who = f"a{seat}"
    seats = seat_states(table, (), lambda _: 1000, 2000)  # everybody away, each clock told
    assert all(state.left is not None for state in seats) or not table.playing
    return [
        encode(table_changed(table, seats, who)),
        msgspec.msgpack.encode(table_line(line_of(table), (), who)),
        encode(game_changed(table.code, table.game, seat, None)),
        encode(game_changed(table.code, table.game, seat, [])),
    ]


def told_late(table: Table, seat: Seat) -> list[bytes]:
    """Every fact about the game that one who looks through a seat's eyes can be sent now."""
    assert table.game is not None
    if not table.game.round_ago:  # in the first round there is nothing but what everybody sees
        return []
    return [encode(game_late(table.code, table.game, seat, 0))]


def answer(table: Table, seat: Seat, move: object) -> str:
    """What `seat` is answered when it tries a move now."""
    assert table.game is not None
    try:
        decide.play(table, seat, table.game.ply, Raw(msgspec.msgpack.encode(move)))
    except Refusal as refusal:
        return refusal.reason
    return "done"


def shown_after(table: Table, position: Position, move: object, seat: Seat | None) -> bytes | None:
    """What `seat` is told after the move in this position; None if it is not legal there."""
    assert table.game is not None
    table.game.played.position = position
    actor = position.to_act
    assert actor is not None
    try:
        decision = decide.play(table, actor, table.game.ply, Raw(msgspec.msgpack.encode(move)))
    except Refusal:
        return None
    if len(decision.records) > 1:  # the dealer follows, whose chance is the secret's
        return None
    step = table.fold(decision.records[0])
    assert step is not None
    return encode(game_changed(table.code, table.game, seat, [step]))


CASES = st.fixed_dictionaries(
    {"seed": st.integers(0, 2**32), "seats": st.integers(2, 4), "games": st.sampled_from("12")}
)


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(60), deadline=None)
def test_two_games_that_look_the_same_to_a_seat_give_it_the_same_bytes(
    game: str, case: dict[str, int]
) -> None:
    """T4: facts, refusals and what is told after any move that can be made in both."""
    random = Drawn(case["seed"])
    table = table_in_play(game, case["seats"], {"games": str(case["games"])}, random)
    assert table.game is not None
    real = table.game.position
    if not table.playing:
        return
    seat = random.randrange(case["seats"])
    other = table.game.rules.imagine(real.view(seat), random)
    moves = list(real.legal_moves())
    tries = [*moves, ["play_card", 5], ["discard", 5], ["turn_stone", 3], ["draw_from_deck"]]
    before = told(table, seat), [answer(table, seat, move) for move in tries]
    table.game.played.position = other
    assert (told(table, seat), [answer(table, seat, move) for move in tries]) == before
    table.game.played.position = real
    if table.between_games:
        return
    move = random.choice(moves)
    if real.to_act == seat and real.reveals(move):
        return  # that move is how the seat comes to know the difference
    worlds = []
    for position in (real, other):
        copy = table_in_play(
            game, case["seats"], {"games": str(case["games"])}, Drawn(case["seed"])
        )
        worlds.append(shown_after(copy, position, move, seat))
    if None not in worlds and not hidden_becomes_public(real, move):
        assert worlds[0] == worlds[1]


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(60), deadline=None)
def test_two_games_that_look_the_same_to_all_give_a_watcher_the_same_bytes(
    game: str, case: dict[str, int]
) -> None:
    """T4: whatever anybody holds, and after any move that can be made in both."""
    options = {"games": str(case["games"])}
    random = Drawn(case["seed"])
    table = table_in_play(game, case["seats"], options, random)
    assert table.game is not None
    real = table.game.position
    if not table.playing:
        return
    other = table.game.rules.imagine(real.view(None), random)
    before = told(table, None)
    table.game.played.position = other
    assert told(table, None) == before
    for move in real.legal_moves():
        worlds = []
        for position in (real, other):
            copy = table_in_play(game, case["seats"], options, Drawn(case["seed"]))
            worlds.append(shown_after(copy, position, move, None))
        if all(worlds) and not hidden_becomes_public(real, move):
            assert worlds[0] == worlds[1]


@pytest.mark.parametrize("game", RULE_SETS)
@given(case=CASES)
@settings(max_examples=examples(40), deadline=None)
def test_eyes_that_are_lent_tell_nothing_of_the_round_that_is_played(
    game: str, case: dict[str, int]
) -> None:
    """Two games that were the same until a turn that is a round ago went on in their own ways."""
    worlds = []
    for course in range(2):
        random = Drawn(case["seed"])
        table = table_in_play(game, case["seats"], {}, random)
        if not table.playing:
            return
        random = Drawn(case["seed"] + course)
        turn, moves = begun(table), 0
        round_later = turn + case["seats"] - 1
        while begun(table) < round_later and moves < 200:
            moves += 1
            if table.to_act is None:
                return
            fold(table, any_play(table, random))
        if begun(table) != round_later or table.to_act is None:
            return
        worlds.append([told_late(table, seat) for seat in range(case["seats"])])
        assert_nothing_is_newer(table, turn)
    assert worlds[0] == worlds[1]


def begun(table: Table) -> int:
    """How many turns have begun."""
    assert table.game is not None
    return table.game.begun[-1]


def assert_nothing_is_newer(table: Table, turn: int) -> None:
    """What is shown late comes from moves made before a turn began, and from none since."""
    assert table.game is not None
    assert table.game.round_ago == (turn > 1) * sum(count < turn for count in table.game.begun)


def hidden_becomes_public(position: Position, move: object) -> bool:
    """Whether a move turns up something for all to see, as a face-down stone."""
    return position.to_act != DEALER and position.rules.id == "stones" and position.reveals(move)  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"games": "2"}], ids=["game", "match"])
@pytest.mark.parametrize("game", RULE_SETS)
async def test_secret_of_a_game_is_in_no_byte_sent_before_its_end(
    game_server: GameServer, game: str, options: dict[str, str]
) -> None:
    """T5: not to a seat, not to somebody in the lobby; and the next game's is still a secret."""
    onlooker = await enter(game_server, "olga")
    players = await seated(game_server, "anna", "boris", game=game, options=options)
    await players[1].do(GiveLuckyWord, table=players[1].table, word="shamrock")
    for player in players:
        await player.do(StartGame, table=player.table)
    await play_through(players, Random(game))
    for player in players:
        await player.refused(TakeBack, table=player.table, ply=0)
    records = [decode(entry.body) for entry in await game_server.store.read(players[0].table)]
    (started,) = [record for record in records if isinstance(record, GameStarted)]
    first, upcoming = [record for record in records if isinstance(record, Committed)]
    assert started.secret == first.secret
    assert commitment(first.secret) == first.commitment
    while onlooker.visit.has_unread(Lobby):
        await onlooker.hear(Lobby)
    everybody = [*players, onlooker]
    for player in everybody:
        before = b"".join(encode(fact) for fact in takewhile(not_over, player.heard))
        for shown in shapes(first.secret):
            assert shown not in before
        for shown in shapes(upcoming.secret):
            assert shown not in b"".join(encode(fact) for fact in player.heard)
        if player is not onlooker:
            assert first.commitment in before
            assert player.last(TableChanged).secret == first.secret
            assert player.last(TableChanged).commitment == upcoming.commitment


def not_over(fact: Fact) -> bool:
    return not (isinstance(fact, TableChanged) and fact.state == "over")


def shapes(secret: bytes) -> list[bytes]:
    """How a secret, or enough of it to guess the rest, could stand in a message."""
    return [secret, secret[:8], secret[-8:], secret[::-1], secret.hex().encode(), b64encode(secret)]


@pytest.mark.long
async def test_opponent_is_not_told_which_card_was_drawn(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    await asyncio.gather(*(p.play_on(Random(n)) for n, p in enumerate(players)))
    for seat, player in enumerate(players):
        events = [
            msgspec.msgpack.decode(event)
            for fact in player.heard
            for event in getattr(fact, "events", ())
        ]
        drawn = [(event[1], event[2]) for event in events if event[0] == "card_drawn"]
        assert drawn
        assert all((card is not None) == (who == seat) for who, card in drawn)


async def test_nobody_peeks_by_drawing_and_taking_back(game_server: GameServer) -> None:
    """T4."""
    players = await playing(game_server, "anna", "boris")
    random = Random(4)
    drawn = 0
    for _ in range(60):
        table = game_server.live_tables[players[0].table].table
        seat, game = table.to_act, table.game
        assert seat is not None
        assert game is not None
        move = random.choice(list(game.position.legal_moves()))
        reveals = game.position.reveals(move)
        raw = Raw(msgspec.msgpack.encode(move))
        await players[seat].do(PlayMove, table=table.code, ply=game.ply, move=raw)
        if reveals:
            drawn += 1
            assert table.game is not None
            reason = await players[seat].refused(TakeBack, table=table.code, ply=table.game.ply)
            assert reason == "cannot_take_back"
    assert drawn > 3
