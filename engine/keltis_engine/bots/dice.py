"""A club player of The Dice Game: weighs every way the dice can fall against where stones stand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from keltis_engine.bots.weighing import Weighed
from keltis_engine.parts.dice_board import (
    ARRIVAL,
    BOARDS,
    CLOVER,
    CROSSED,
    DICE,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.scoring import from_table
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_engine.rules.dice import (
    FACES,
    KEEP_ALL,
    STONES_EACH,
    STONES_IN_GOAL,
    THROWS,
    WISH_DICE,
    WISH_DIE,
    WISH_STONES,
    DiceView,
    KeepDice,
    MoveStone,
)

HOPES: Final[tuple[float, ...]] = (0.0, 1.5, 2.5, 3.5, 4.5, 5.0, 6.0, 7.5, 8.5, 10.5)
"""What a stone on each field is worth while the game is young: it has time to move on."""
WISH_HOPE: Final = 2.2
"""What a wish stone is worth while the game is young."""
TURN_WORTH: Final = 5.0
"""What another turn brings."""
VICTORY: Final = 30.0
"""How much it matters to end the game ahead, or not to end it behind."""

Counts = tuple[int, ...]
"""How many dice show each face."""


@cache
def throws_of(dice: int) -> tuple[tuple[Counts, float], ...]:
    """Every result of so many dice, however they lie, with its chance."""
    results = Counter(tuple(map(throw.count, range(FACES))) for throw in THROWS[dice])
    return tuple((counts, ways / FACES**dice) for counts, ways in results.items())


class Prospects:
    """What the player to act may hope for from each move."""

    def __init__(self, view: DiceView) -> None:
        assert view.player is not None
        self.player = view.player
        self.stones = view.stones[self.player]
        self.fields = BOARDS[view.side].fields
        self.can_start = ROWS - self.stones.count(0) < STONES_EACH
        self.wishes = view.wish_stones[self.player]
        self.in_goal = sum(field >= GOAL for stones in view.stones for field in stones)
        self.limit = STONES_IN_GOAL[view.seats]
        self.age: float = min(1.0, (self.in_goal + view.turn / view.seats / 10) / self.limit) ** 1.5
        others = [total for seat, total in enumerate(view.totals) if seat != self.player]
        self.lead = view.totals[self.player] - max(others)
        match = view.match
        self.decisive = match is None or len(match.scores) + 1 == match.games

    def field_worth(self, field: int) -> float:
        """A stone's field: hopes at first, bare points at last."""
        return HOPES[field] * (1 - self.age) + STONE_VALUES[field] * self.age

    def wish_worth(self) -> float:
        """One more wish stone."""
        more = from_table(WISH_STONES, self.wishes + 1) - from_table(WISH_STONES, self.wishes)
        hope = WISH_HOPE if self.wishes + 1 < len(WISH_STONES) else 0.0
        return hope * (1 - self.age) + more * self.age

    def move_worth(self, row: int, steps: int, chained: bool = False) -> float:
        """A move in a row; -inf if the rules forbid it (D1, D3, D5)."""
        start = self.stones[row]
        end = ARRIVAL[start + steps]
        field = self.fields[row * FIELDS + end]
        if start == STONES or field == CROSSED or (start == 0 and not self.can_start):
            return float("-inf")
        worth = self.field_worth(end) - self.field_worth(start)
        if end >= GOAL > start and self.ends_game():
            points = STONE_VALUES[end] - STONE_VALUES[start]
            if not self.decisive:
                return worth
            return worth + (VICTORY if self.lead + points > 0 else -VICTORY)
        if field == WISH_STONE:
            return worth + self.wish_worth()
        if field == LEPRECHAUN:
            return worth + TURN_WORTH
        if field == CLOVER and not chained:
            steps_on = [self.move_worth(other, 1, chained=True) for other in range(ROWS)]
            return worth + max(0.0, *steps_on)
        return worth

    def ends_game(self) -> bool:
        """D7: whether one more stone of this player in the goal area ends the game."""
        own = sum(field >= GOAL for field in self.stones)
        return self.in_goal + 1 >= self.limit or own + 1 == STONES_EACH

    def keeps(self, dice: tuple[int, ...], moves: Sequence[KeepDice]) -> Weighed:
        """What dice are worth keeping: over every result of the others, the best move's worth."""
        worths = [
            [0.0, *(self.move_worth(row, count) for count in range(1, DICE + 1))]
            for row in range(ROWS)
        ]
        wish = self.wish_worth()
        known: dict[Counts, float] = {}

        def worth(counts: Counts) -> float:
            best = max(0.0, *(worths[row][counts[row]] for row in range(ROWS)))
            return best + wish if counts[WISH_DIE] >= WISH_DICE else best

        def expected(move: KeepDice) -> float:
            kept = [face for die, face in enumerate(dice) if move.kept >> die & 1]
            held = tuple(map(kept.count, range(FACES)))
            if held not in known:
                known[held] = sum(
                    chance * worth(tuple(map(int.__add__, held, thrown)))
                    for thrown, chance in throws_of(DICE - len(kept))
                )
            return known[held]

        return [(expected(move), move) for move in moves]


def weigh(view: View, moves: Sequence[PlayerMove], random: Randomness) -> Weighed:  # noqa: ARG001
    """Each move with what may be hoped for from it."""
    assert isinstance(view, DiceView)
    prospects = Prospects(view)
    keeps = [move for move in moves if isinstance(move, KeepDice)]
    if keeps:
        return prospects.keeps(view.dice, keeps)
    weighed: Weighed = []
    for move in moves:
        worth = 0.0  # to decline
        if isinstance(move, MoveStone):
            steps = view.dice.count(move.row) if view.phase == "choose" else 1
            worth = prospects.move_worth(move.row, steps)
        weighed.append((worth, move))
    return weighed


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move a decent player makes; of equals all dice kept, or the first."""
    best, most = moves[0], float("-inf")
    for weight, move in weigh(view, moves, random):
        if weight > most or (weight == most and move == _ALL):
            best, most = move, weight
    return best


_ALL: Final = KeepDice(KEEP_ALL)
