"""Every game with every player count and option, played at random in many tempers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.card_play import CardPosition
from keltis_engine.parts.cards import DECK, cards_of
from keltis_engine.position import DEALER, Move, PlayerMove, Position, RuleSet
from keltis_engine.rules import RULE_SETS

Choose = Callable[[Sequence[PlayerMove]], PlayerMove]


@dataclass(frozen=True)
class Case:
    """One game with a player count and options."""

    rules: RuleSet
    seats: int
    options: dict[str, str]

    @property
    def single(self) -> bool:
        """Whether it is a game for itself, not a match."""
        return self.options.get("games", "1") == "1"

    def start(self) -> Position:
        """The position before the deal."""
        return self.rules.start(self.seats, self.options)

    def __str__(self) -> str:
        """Its name in a test report."""
        chosen = (f"{name}={value}" for name, value in self.options.items())
        return "-".join([self.rules.id, str(self.seats), *chosen])


def cases() -> Iterator[Case]:
    """Every combination there is."""
    for rules in RULE_SETS.values():
        names = [option.name for option in rules.options]
        for values in product(*(option.choices for option in rules.options)):
            for seats in rules.seats:
                yield Case(rules, seats, dict(zip(names, values, strict=True)))


every_case = pytest.mark.parametrize("case", [pytest.param(case, id=str(case)) for case in cases()])
every_single_game = pytest.mark.parametrize(
    "case", [pytest.param(case, id=str(case)) for case in cases() if case.single]
)


def temper(rules: RuleSet, random: Random) -> Choose:
    """A way of choosing that likes some kinds of moves and shuns others, another each time."""
    weights = {kind: random.choice((0.05, 1, 1, 20)) for kind in move_kinds(rules)}

    def choose(moves: Sequence[PlayerMove]) -> PlayerMove:
        return random.choices(moves, [weights[type(move)] for move in moves])[0]

    return choose


def walk(case: Case, seed: int) -> Iterator[tuple[Position, Move]]:
    """A random game: each position with the move about to be played in it."""
    random = Random(f"{case} {seed}")
    choose = temper(case.rules, random)
    position = case.start()
    while position.to_act is not None:
        move: Move
        if position.to_act == DEALER:
            move = position.deal(Stream(random.randbytes(8)))
        else:
            move = choose(position.legal_moves())
        yield position, move
        position = position.play(move)


def state(thing: object) -> dict[str, Any]:
    """All that a position, or a slotted thing inside one, holds; rule sets are only referred to."""
    slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(thing).__mro__)
    values = {slot: getattr(thing, slot) for slot in slots}
    return {
        slot: state(value) if type(value).__module__.startswith("keltis_engine") else value
        for slot, value in values.items()
        if not isinstance(value, RuleSet)
    }


def move_kinds(rules: RuleSet) -> list[type[PlayerMove]]:
    """The classes of a game's player moves."""
    return list(get_args(rules.player_moves)) or [rules.player_moves]


def any_moves(rules: RuleSet, random: Random, count: int) -> Iterator[PlayerMove]:
    """Moves a client can spell, most of them nonsense."""
    kinds = move_kinds(rules)
    for _ in range(count):
        kind = random.choice(kinds)
        fields = msgspec.structs.fields(kind)
        yield kind(
            *(
                random.choice((False, True))
                if field.type is bool
                else random.choice((random.randint(-2, 60), random.randint(0, 9)))
                for field in fields
            )
        )


def wire(*things: object) -> bytes:
    """What would be sent."""
    return msgspec.msgpack.encode(things)


def same_cards(position: CardPosition) -> None:
    """C1: the 110 cards are all there, and nothing else."""
    hands = [cards_of(position.hands[5 * seat : 5 * seat + 5]) for seat in range(position.seats)]
    rows = [[place % 5 * 11 + value for value in row] for place, row in enumerate(position.rows)]
    deck = position.deck[position.drawn :]
    held = sorted(chain(*hands, *rows, *position.piles, deck, position.aside))
    assert held == list(DECK)
    for seat in range(position.seats):
        spare = list(hands[seat])
        for card in cards_of(position.known[5 * seat : 5 * seat + 5]):
            spare.remove(card)
