"""The laws that every game keeps, for every player count and every option."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.match import MatchPosition
from keltis_engine.parts.card_play import CardPosition, CardView
from keltis_engine.parts.cards import CardDrawn
from keltis_engine.position import DEALER, IllegalMove, Move, Position
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import TILES as KELTIS_TILES
from keltis_engine.rules.keltis import WISH_STONE as KELTIS_WISH_STONE
from keltis_engine.rules.keltis import KeltisView
from keltis_engine.rules.oracle import OracleView
from tests.engine.every_game import (
    Case,
    any_moves,
    cases,
    every_case,
    every_single_game,
    same_cards,
    state,
    temper,
    walk,
    wire,
)

pytestmark = pytest.mark.law
Amount = Callable[[int], int]
LONGEST = 60_000
"""No game of any kind comes near so many moves."""


def viewers(position: Position) -> list[int | None]:
    """Everyone who may look: each seat and a spectator."""
    return [*range(position.seats), None]


# What a game is made of is always all there


def keltis_material(position: Any) -> None:
    """C1: 110 cards. K2: 25 tiles, on the board or as wish stones with the players."""
    if position.turn:
        same_cards(position)
        lying = [tile for tile in position.tiles if tile]
        taken = [KELTIS_WISH_STONE] * sum(position.wish_stones)
        assert sorted(lying + taken) == sorted(KELTIS_TILES)


def oracle_material(position: Any) -> None:
    """C1: 110 cards. O2: 30 tiles, mirrors on the board or taken. O1: nine wish stones."""
    if position.turn:
        same_cards(position)
        assert sum(map(bool, position.tiles)) + sum(position.mirrors) == 30
        assert sum(position.stock) + sum(position.wish_stones) == 9


def dice_material(position: Any) -> None:
    """D1: forty wish stones, four stones a player."""
    assert position.stock + sum(position.wish_stones) == 40
    for seat in range(position.seats):
        fields = position.stones[5 * seat : 5 * seat + 5]
        assert 5 - fields.count(0) == position.started[seat] <= 4


def stones_material(position: Any) -> None:
    """S1: 55 stones, face down, face up or in a row."""
    rows = [(place % 5, value) for place, row in enumerate(position.rows) for value in row]
    assert len(rows) == len(set(rows))
    assert position.down.bit_count() + position.up.bit_count() + len(rows) == 55


MATERIAL: dict[str, Callable[[Any], None]] = {
    "keltis": keltis_material,
    "oracle": oracle_material,
    "dice": dice_material,
    "stones": stones_material,
}


def check_material(case: Case, position: Position) -> None:
    """Check the game being played, also inside a match."""
    game = position.game if isinstance(position, MatchPosition) else position
    MATERIAL[case.rules.id](game)


def test_every_game_says_what_it_is_made_of() -> None:
    missing = set(RULE_SETS) - set(MATERIAL)
    assert not missing, f"write what is conserved in {sorted(missing)}"


@every_case
def test_random_games_always_end_and_nothing_is_lost(case: Case, amount: Amount) -> None:
    for seed in range(amount(150 if case.single else 2)):
        random = Random(f"{case} volume {seed}")
        choose = temper(case.rules, random)
        position = case.start()
        for ply in range(LONGEST):
            if position.to_act is None:
                break
            if position.to_act == DEALER:
                position.apply(position.deal(Stream(random.randbytes(8))))
            else:
                moves = position.legal_moves()
                assert moves, "nobody is ever left without a move"
                position.apply(choose(moves))
            if ply % 97 == 0:
                check_material(case, position)
        assert position.to_act is None
        assert not position.legal_moves()
        check_material(case, position)


# Moves


@every_single_game
def test_every_legal_move_plays_and_changes_only_what_follows(case: Case, amount: Amount) -> None:
    for seed in range(amount(1)):
        random = Random(seed)
        for position, played in walk(case, seed):
            before = state(position.copy())
            moves = position.legal_moves()
            assert len(moves) == len(set(moves))
            tried: list[Move] = [*random.sample(list(moves), min(2, len(moves)))]
            for move in tried or [played]:
                assert position.refusal(move) is None
                after = position.play(move)
                applied = position.copy()
                applied.apply(move)
                assert state(applied) == state(after) != before
            assert state(position) == before


@every_single_game
def test_other_moves_are_refused_with_a_reason_and_change_nothing(
    case: Case, amount: Amount
) -> None:
    for seed in range(amount(1)):
        random = Random(seed)
        deal = case.start().deal(Stream(b"another deal"))
        for position, _ in walk(case, seed):
            before = state(position.copy())
            legal = set(position.legal_moves())
            others: list[Move] = [*any_moves(case.rules, random, 4)]
            if position.to_act != DEALER:
                others.append(deal)
            for move in others:
                if move in legal:
                    continue
                with pytest.raises(IllegalMove) as refused:
                    position.play(move)
                assert re.fullmatch(r"[a-z]+(_[a-z]+)*", refused.value.reason)
            assert state(position) == before


@every_case
def test_replaying_the_moves_gives_the_same_position(case: Case, amount: Amount) -> None:
    for seed in range(amount(1)):
        game = list(walk(case, 1000 + seed))
        last, move = game[-1]
        again = case.start()
        for _, each in game:
            again.apply(each)
        assert state(again) == state(last.play(move))
        assert again.to_act is None


# What is known


def check_knowledge(case: Case, position: Position, move: Move, random: Random) -> None:
    """Whoever looks, a position that only differs in hidden things says exactly the same."""
    after = position.play(move)
    for viewer in viewers(position):
        view = position.view(viewer)
        twin = case.rules.imagine(view, Stream(random.randbytes(8)))
        assert twin.view(viewer) == view
        assert wire(twin.view(viewer)) == wire(view)
        if viewer == position.to_act:
            assert wire(*twin.legal_moves()) == wire(*position.legal_moves())
            for other in any_moves(case.rules, random, 3):
                assert twin.refusal(other) == position.refusal(other)
        shown_to_viewer = position.reveals(move) and (
            viewer == position.to_act or case.rules.id == "stones"
        )
        if twin.refusal(move) is None and not shown_to_viewer:
            twin_after = twin.play(move)
            told = position.events(move, after, viewer)
            assert wire(*twin.events(move, twin_after, viewer)) == wire(*told)
            if position.to_act != DEALER:
                assert wire(twin_after.view(viewer)) == wire(after.view(viewer))


@every_single_game
def test_nobody_is_told_what_they_may_not_know(case: Case, amount: Amount) -> None:
    part = min(300, amount(300)) / 1000
    for seed in range(amount(1)):
        random = Random(seed)
        for position, move in walk(case, 2000 + seed):
            if random.random() < part or position.to_act == DEALER:
                check_knowledge(case, position, move, random)


HANDS_AND_DECK = {"first", "hands", "choices", "deck", "drawn", "aside"}
MAY_DIFFER = {
    "keltis": HANDS_AND_DECK | {"path"},
    "oracle": HANDS_AND_DECK | {"card", "stone", "began", "moved", "used"},
    "dice": {"first"},
    "stones": {"first", "laid", "fits", "turned"},
}
"""What an imagined position deals anew, and what is left over from a step that is done with."""
PLAIN_GAMES = [case for case in cases() if not isinstance(case.start(), MatchPosition)]


@pytest.mark.parametrize("case", PLAIN_GAMES, ids=str)
def test_an_imagined_position_differs_only_in_what_is_hidden(case: Case, amount: Amount) -> None:
    for seed in range(amount(4)):
        random = Random(seed)
        for position, _ in walk(case, 7000 + seed):
            if position.turn and random.random() < 0.2:
                view = position.view(random.choice(viewers(position)))
                imagined, real = state(case.rules.imagine(view, Stream(b""))), state(position)
                for slot in real.keys() - MAY_DIFFER[case.rules.id]:
                    assert imagined[slot] == real[slot], slot


@every_case
def test_views_and_score_sheets_agree_with_the_position(case: Case, amount: Amount) -> None:
    for seed in range(amount(1)):
        random = Random(seed)
        for position, move in walk(case, 3000 + seed):
            if random.random() > 0.1 and not isinstance(move, case.rules.dealer_moves):
                continue
            for viewer in (random.randrange(position.seats), None):
                view = position.view(viewer)
                assert case.rules.score_sheets(view) == position.scores()
                assert view.totals == tuple(sheet.total for sheet in position.scores())
                assert case.rules.imagine(view, Stream(b"")).view(viewer) == view


@every_single_game
def test_everything_that_is_said_can_be_read_back(case: Case, amount: Amount) -> None:
    random = Random(1)
    read = msgspec.msgpack.Decoder
    rules = case.rules
    moves, views = read(rules.player_moves), read(rules.view_type)
    events, deals = read(list[rules.event_types]), read(rules.dealer_moves)  # type: ignore[name-defined]
    for position, move in walk(case, 4000):
        reader = deals if position.to_act == DEALER else moves
        assert reader.decode(msgspec.msgpack.encode(move)) == move
        if random.random() < 0.2:
            for viewer in viewers(position):
                view = position.view(viewer)
                assert views.decode(msgspec.msgpack.encode(view)) == view
                told = position.events(move, position.play(move), viewer)
                assert events.decode(msgspec.msgpack.encode(told)) == told


@every_single_game
def test_only_the_one_who_draws_is_told_the_card(case: Case, amount: Amount) -> None:
    for position, move in walk(case, 5000):
        for viewer in viewers(position):
            for event in position.events(move, position.play(move), viewer):
                if isinstance(event, CardDrawn):
                    assert (event.card is None) == (viewer != event.seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["keltis", "oracle"])
def test_hidden_cards_can_change_places_unnoticed(game: str, seats: int, amount: Amount) -> None:
    """As `check_knowledge`, with the other position made by hand and not imagined."""
    case = Case(RULE_SETS[game], seats, {})
    for seed in range(amount(3)):
        random = Random(seed)
        for position, move in walk(case, 6000 + seed):
            if position.to_act == DEALER or random.random() < 0.7:
                continue
            viewer = random.choice(viewers(position))
            twin = with_hidden_cards_mixed(position, viewer, random)
            assert wire(twin.view(viewer)) == wire(position.view(viewer))
            if viewer == position.to_act:
                assert wire(*twin.legal_moves()) == wire(*position.legal_moves())
            if position.refusal(move) == twin.refusal(move) and viewer != position.to_act:
                told = position.events(move, position.play(move), viewer)
                assert wire(*twin.events(move, twin.play(move), viewer)) == wire(*told)


def cards_seen(position: CardPosition, viewer: int | None) -> CardView:
    """The cards as somebody sees them."""
    view = position.view(viewer)
    assert isinstance(view, KeltisView | OracleView)
    return view.cards


def with_hidden_cards_mixed(position: Position, viewer: int | None, random: Random) -> Position:
    """The same position with every card unknown to `viewer` dealt out again."""
    assert isinstance(position, CardPosition)
    twin = position.copy()
    hidden: list[int] = [*position.deck[position.drawn :], *position.aside]
    sizes = {}
    for seat in range(position.seats):
        if seat == viewer:
            continue
        secret = list(cards_seen(position, seat).hand)
        for card in cards_seen(position, None).taken[seat]:
            secret.remove(card)
        for place in range(5 * seat, 5 * seat + 5):  # only what everybody knows stays in the hand
            twin.hands[place] = twin.known[place]
            twin.set_row(place, twin.rows[place], twin.playable[place])
        sizes[seat] = len(secret)
        hidden += secret
    random.shuffle(hidden)
    for seat, size in sizes.items():
        twin.give(seat, [hidden.pop() for _ in range(size)])
    left = position.cards_left
    twin.deck = (*position.deck[: position.drawn], *hidden[:left])
    twin.aside = tuple(hidden[left:])
    same_cards(twin)
    return twin
