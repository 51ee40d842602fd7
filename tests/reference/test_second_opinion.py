"""The engine and the references, written apart from one rulebook, agree at every step."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Position, RuleSet
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES
from tests.reference import (
    dice_reference,
    keltis_reference,
    manners,
    match_reference,
    oracle_reference,
    stones_reference,
)

Choose = Callable[[Any, list[list[Any]]], list[Any]]
"""Chooses among the legal moves of a reference's state."""

REFERENCES: dict[str, ModuleType] = {
    "keltis": keltis_reference,
    "oracle": oracle_reference,
    "dice": dice_reference,
    "stones": stones_reference,
}
GAMES = {"keltis": 17, "oracle": 14, "dice": 40, "stones": 100}
"""How many games of each player count and option are compared, and up to three times as many
until every corner was met."""

CORNERS = {
    "keltis": """
        play: play_card discard | start: start_figure | clover: advance_figure start_figure decline
        spare: advance_figure start_figure decline | draw: draw_from_deck take_discard
        ended: goal deck | piles: closed
    """,
    "oracle": """
        play: play_card discard | move: move_figure move_priestess | clover: move_figure decline
        spiral: move_back decline home | leprechaun: discard discard_from_row decline
        bonus: claim_bonus decline after_discard | draw: draw_from_deck take_discard
        ended: oracle deck | area: third fifth | piles: closed | drawn: twice
    """,
    "dice": """
        keep: keep_dice | choose: move_stone decline | clover: move_stone decline
        ended: goal four quiet | stock: empty
    """,
    "stones": """
        turn: turn_stone take_stone pass_turn | take: take_stone leave_stone | ended: stones
        passed: forced chosen
    """,
}
"""What each comparison must have met: every move of every phase, every end, every shortage."""


def corners(game: str, seats: int, options: dict[str, str]) -> set[tuple[str, str]]:
    """The corners of a game as pairs of place and thing."""
    found = set()
    for line in CORNERS[game].replace("\n", "|").split("|"):
        place, _, things = line.partition(":")
        found |= {(place.strip(), thing) for thing in things.split()}
    if game == "dice":  # D4, D6: every advantage of this side
        for row, fields in enumerate(dice_reference.FIELDS[options["side"]]):
            found |= {(f"row {row}", str(field)) for field in fields if fields[field] != "X"}
    if options.get("free_clovers") == "on":  # O7, O15: spirals work for each figure by itself
        found |= {("spirals", "of_two_figures")}
    if seats == 2:  # O11: five figures of two players are three of one
        found -= {("area", "fifth")}
    return found


def combinations(registered: Mapping[str, RuleSet]) -> Iterator[Any]:
    """Every registered game with every player count and option."""
    for game, rules in registered.items():
        for choices in product(*(option.choices for option in rules.options)):
            options = dict(zip((option.name for option in rules.options), choices, strict=True))
            if options.get("games") == "1" and "both" not in choices:
                continue  # a match of one game is that game
            for seats in rules.seats:
                name = "-".join([game, str(seats), *choices])
                yield pytest.param(game, seats, options, id=name)


def plain(thing: Any) -> Any:
    """An engine's value as plain data, tuples as lists."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def met(state: Any, move: list[Any], later: Any) -> Iterator[tuple[str, str]]:
    """The corners that a move in this state has led into."""
    yield (state.phase, move[0])
    for event in later.news:
        if event[0] == "game_ended":
            yield ("ended", event[1])
        if event == ["game_ended", "oracle"]:  # O11: one player's third figure, or the fifth
            yield ("area", "third" if min(later.figures[later.actor]) >= 29 else "fifth")
        if event[0] == "stone_moved" and later.phase != "over":
            yield (f"row {event[2]}", str(event[4]))
    if move == ["draw_from_deck"] and state.cards.quiet >= 10 * state.seats:  # C12
        yield ("piles", "closed")
    if state.phase == "draw" and len(state.cards.hands[state.actor]) < 7:  # O10
        yield ("drawn", "twice")
    if move == ["move_back", 0]:  # O7: the start stone too
        yield ("spiral", "home")
    if state.phase == "bonus" and state.card is None:  # O9: in discard turns too
        yield ("bonus", "after_discard")
    if state.phase == "spiral" and len({figure for figure, _ in later.used}) > 1:  # O7, O15
        yield ("spirals", "of_two_figures")
    if move == ["pass_turn"]:  # S3
        fits = len(stones_reference.legal_moves(state)) > 1
        yield ("passed", "chosen" if fits else "forced")
    if getattr(state, "stock", None) == 0:  # D1
        yield ("stock", "empty")


def compare(
    position: Position, reference: Any, state: Any, choose: Choose, seed: str
) -> Iterator[tuple[Any, list[Any], Any]]:
    """Play on both sides to the end, comparing everything; each state, its move, the next state."""
    for ply in range(20_000):
        where = f"{seed}, ply {ply}"
        assert position.to_act == reference.to_act(state), where
        totals = reference.scores(state)
        assert [sheet.total for sheet in position.scores()] == totals, where
        for viewer in (*range(position.seats), None):
            assert plain(position.view(viewer)) == reference.view(state, viewer), where
        legal = {tuple(plain(move)): move for move in position.legal_moves()}
        assert len(legal) == len(position.legal_moves()), where
        choices = reference.legal_moves(state)
        assert sorted(legal) == sorted(tuple(choice) for choice in choices), where
        if position.to_act is None:
            return
        if position.to_act == DEALER:
            move: Any = position.deal(Stream(seed.encode(), act=ply))
            spelled = plain(move)
        else:
            spelled = choose(state, choices)
            move = legal[tuple(spelled)]
        after, later = position.play(move), reference.play(state, spelled)
        for viewer in (*range(position.seats), None):
            heard = plain(position.events(move, after, viewer))
            assert heard == reference.told(later, viewer), where
        yield state, spelled, later
        position, state = after, later
    pytest.fail(f"{seed} does not end")


def compare_game(game: str, seats: int, options: dict[str, str], number: int) -> set[Any]:
    """Compare one game; the corners it has met."""
    reference, rules = REFERENCES[game], SINGLE_GAMES[game]
    seed = f"{game} {seats} {options} {number}"
    random = Random(seed)
    manner = manners.MANNERS[game][number % len(manners.MANNERS[game])]
    first = random.choice([None, *range(seats)])
    position, state = rules.start(seats, options, first), reference.start(seats, options, first)
    found: set[Any] = set()
    for before, move, later in compare(
        position, reference, state, lambda at, moves: manner(reference, at, moves, random), seed
    ):
        assert first is None or before is not state or move[-1] == first, seed  # C8
        found |= set(met(before, move, later))
    return found


@pytest.mark.law
@pytest.mark.parametrize(("game", "seats", "options"), list(combinations(SINGLE_GAMES)))
def test_engine_and_reference_agree_on_moves_views_events_and_scores(
    game: str, seats: int, options: dict[str, str], amount: Callable[[int], int]
) -> None:
    """C, K, O, D and S: two readings of the same rules, move for move, into every corner."""
    games = amount(GAMES[game])
    missing = corners(game, seats, options)
    number = 0
    while number < games or (missing and GAMES[game] <= games and number < 3 * games):
        missing -= compare_game(game, seats, options, number)
        number += 1
    assert games < GAMES[game] or not missing


@pytest.mark.law
@pytest.mark.parametrize(("game", "seats", "options"), list(combinations(RULE_SETS)))
def test_engine_and_reference_agree_on_whole_matches(
    game: str, seats: int, options: dict[str, str], amount: Callable[[int], int]
) -> None:
    """C8, D10: every number of games, the seat that begins, totals, and both sides in turn."""
    match = match_reference.Match(REFERENCES[game], seats, options)
    for number in range(amount(1)):
        seed = f"match of {game} {seats} {options} {number}"
        choose = partial(match.choose, manners.hurried, Random(seed))
        position = RULE_SETS[game].start(seats, options)
        *_, (_, _, last) = compare(position, match, match.start(), choose, seed)
        assert len(last.before) == match.games - 1


def test_every_game_has_a_second_opinion() -> None:
    """No game is registered without a reference, and none of the four is missing."""
    assert list(SINGLE_GAMES) == list(REFERENCES)
