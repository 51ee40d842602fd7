"""A club player of Keltis: it asks how far each path may lead, from its own view alone.

A path's worth is what its stone is worth now, mixed with what the stone that it may yet reach will
be worth; the nearer the end, the more the stone it stands on counts. A move is as good as the
difference it makes to the worth of all paths, with what it brings at once.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.weighing import Weighed, heaviest
from keltis_engine.parts.cards import (
    ANY_VALUE,
    COLOUR,
    COLOURS,
    VALUE,
    VALUES,
    Discard,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
)
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.rows import DOWNWARDS, UPWARDS, playable_after, playable_on
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_engine.rules.keltis import (
    CLOVER,
    FIGURES_IN_GOAL,
    PATH,
    WISH_STONE,
    AdvanceFigure,
    KeltisView,
    StartFigure,
)

TEMPO: Final = 1.0
"""What it is worth to play a card rather than discard one."""
FRESH_CARD: Final = 1.5
"""What an unknown card from the deck is worth; the one on a pile is seen by all to be taken."""
LUCK: Final = 0.9
"""The share of the cards that fit and may be drawn which will be played in time."""
SPARE: Final = 0.9
"""What a card beyond the end stone is worth: the step of another figure (K5)."""
CLOVER_WORTH: Final = 1.8
RIVALRY: Final = 2.0
"""A wish stone counts so many times what it adds: who takes it leaves none for the others."""
GIFT: Final = 0.5
"""The share of what a discard is worth to the others that the discarding player minds."""
LARGE_HOPE: Final = 4.0
"""The stone worth waiting for with the large figure while the game is young."""
HURRY: Final[tuple[int, ...]] = (40, 16, 14, 12, 9, 0)
"""How many more turns there may be at most with 0, 1, … figures in the goal area (K8)."""
NEARLY: Final = FIGURES_IN_GOAL - 2
"""With fewer figures in the goal area it is not asked whether free steps could end the game."""
END: Final = 40.0
"""What it is worth to end the game in the lead; as much is lost by ending it behind."""


def weigh(view: View, moves: Sequence[PlayerMove], random: Randomness) -> Weighed:  # noqa: ARG001
    """Each move with how good it seems."""
    assert isinstance(view, KeltisView)
    assert view.seat is not None
    thought = Thought(view, view.seat)
    return [(thought.weight(move), move) for move in moves]


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move that weighs most; `random` decides among equals."""
    return heaviest(weigh(view, moves, random), random)


def stone_worth(stone: float) -> float:
    """What a figure is worth that may get so far, also between two stones or beyond the last."""
    if stone >= STONES:
        return STONE_VALUES[STONES] + SPARE * (stone - STONES)
    low = int(stone)
    return STONE_VALUES[low] + (stone - low) * (STONE_VALUES[low + 1] - STONE_VALUES[low])


class Thought:
    """What a player makes of one view."""

    fresh_card: float = FRESH_CARD
    """What an unknown card is worth."""
    hurry: tuple[int, ...] = HURRY
    """How many more turns there may be at most, by figures in the goal area."""

    def __init__(self, view: KeltisView, seat: int) -> None:
        cards = view.cards
        self.view, self.seat = view, seat
        self.rows, self.stones = cards.rows[seat], view.figures[seat]
        self.hand = Counter(cards.hand)
        seen = self.hand.copy()
        for pile, top in zip(cards.buried, cards.pile_tops, strict=True):
            seen.update(pile if top is None else (*pile, top))
        for rows in cards.rows:
            seen.update(c * VALUES + value for c, row in enumerate(rows) for value in row)
        self.unseen = [2 - seen[card] for card in range(COLOURS * VALUES)]
        self.in_goal = sum(stone >= GOAL for figures in view.figures for stone in figures)
        self.turns = min(cards.deck / view.seats, self.hurry[self.in_goal])
        """How many more turns this player can hope for."""
        self.now = 1 / (1 + self.turns / 3)
        """How much the stone counts on which a figure stands, against the one it may reach."""
        self.lead = view.totals[seat] - max(
            total for other, total in enumerate(view.totals) if other != seat
        )

    def weight(self, move: PlayerMove) -> float:
        """How good a move seems."""
        match move:
            case PlayCard(card):
                return TEMPO + self._play(card)
            case Discard(card):
                return self._without(card) - GIFT * self._gift(card)
            case StartFigure(path, large):
                return self._step(path) + (self._large(path) if large else 0.0)
            case AdvanceFigure(path):
                return self._step(path)
            case TakeDiscard(colour):
                top = self.view.cards.pile_tops[colour]
                assert top is not None
                return GIFT / 2 * self._gift(top) - self._without(top, held=1)
            case DrawFromDeck():
                last = self.view.cards.deck == 1
                return self.fresh_card + (self._ending(0) if last else 0.02 * self.lead)
        return 0.0  # to decline

    # The worth of a path

    def _reach(self, colour: int, playable: int, hand: Counter[int]) -> float:
        """How many more cards may be played to a row that takes `playable`."""
        fitting = drawn = 0
        for value in range(VALUES):
            if playable >> value & 1:
                fitting += hand[colour * VALUES + value]
                drawn += self.unseen[colour * VALUES + value]
        luck = LUCK * self.turns * drawn / max(1, sum(self.unseen))
        return min(fitting + luck, self.turns)

    def hope(
        self, colour: int, stone: int, row: tuple[int, ...], playable: int, hand: Counter[int]
    ) -> float:
        """What the stone that a figure may yet reach is worth."""
        ways = [playable]
        if row and playable == ANY_VALUE:  # the row can still turn either way
            ways = [UPWARDS[row[-1]], DOWNWARDS[row[-1]]]
        return stone_worth(stone + max(self._reach(colour, way, hand) for way in ways))

    def _worth(
        self, colour: int, stone: int, row: tuple[int, ...], playable: int, hand: Counter[int]
    ) -> float:
        """What the path of a colour is worth with this stone, row and hand."""
        hoped = self.hope(colour, stone, row, playable, hand)
        if stone == 0:
            return max(0.0, hoped) * (1 - self.now)
        large = self.view.large[self.seat] == colour
        worth = self.now * STONE_VALUES[stone] + (1 - self.now) * hoped
        return worth * (2 if large else 1)

    def _path(self, colour: int, hand: Counter[int], steps: int = 0) -> float:
        """What the path of a colour is worth now, or some steps further on."""
        row = self.rows[colour]
        return self._worth(colour, self.stones[colour] + steps, row, playable_on(row), hand)

    # What a move changes

    def _play(self, card: int) -> float:
        """The difference that playing a card makes."""
        colour, value = COLOUR[card], VALUE[card]
        row, stone = self.rows[colour], self.stones[colour]
        playable = playable_after(row, playable_on(row), value)
        left = self.hand - Counter([card])
        before = self._path(colour, self.hand)
        if stone == STONES:
            worth = self._worth(colour, stone, (*row, value), playable, left)
            return worth - before + self.free_step(colour, stone)
        after = self._worth(colour, stone + 1, (*row, value), playable, left)
        return after - before + self._arrival(colour, stone + 1)

    def _without(self, card: int, held: int = 0) -> float:
        """The difference it makes to lose a card; with `held`, one that is still to be gained."""
        more = self.hand + Counter([card] * held)
        less = more - Counter([card])
        return self._path(COLOUR[card], less) - self._path(COLOUR[card], more)

    def _step(self, path: int) -> float:
        """The difference that a step without a card makes (K5, K6) or a figure's start (K4)."""
        stone = self.stones[path] + 1
        gain = self._path(path, self.hand, steps=1) - self._path(path, self.hand)
        return gain + self._arrival(path, stone)

    def _large(self, path: int) -> float:
        """What it adds to start with the large figure, which could wait for a better path."""
        return self._path(path, self.hand, steps=1) - LARGE_HOPE * (1 - self.now)

    def _arrival(self, path: int, stone: int) -> float:
        """What a figure meets on a stone: a tile, or the end of the game (K8)."""
        if stone == GOAL and self.in_goal + 1 == FIGURES_IN_GOAL:
            return self._ending(self._rise(path, stone))
        tile = self.view.tiles[path * PATH + stone]
        if tile == CLOVER:
            return self.free_step(path, stone)
        return self.wish_stone() if tile == WISH_STONE else float(tile)

    def _rise(self, path: int, stone: int) -> int:
        """What a figure's step to a stone adds by that stone (K3)."""
        twice = 2 if self.view.large[self.seat] == path else 1
        return twice * (STONE_VALUES[stone] - STONE_VALUES[stone - 1])

    def wish_stone(self) -> float:
        """What the next wish stone is worth."""
        wishes = self.view.wish_stones[self.seat]
        rise = from_table(WISH_STONES, wishes + 2) - from_table(WISH_STONES, wishes)
        return RIVALRY * rise / 2

    def free_step(self, path: int, stone: int) -> float:
        """What a step of any figure is worth once that of a path stands on a stone (K5, K6)."""
        came = stone > self.stones[path]  # to a clover; else the figure was on the end stone
        stones = (*self.stones[:path], stone, *self.stones[path + 1 :])
        lead = self.lead + (self._rise(path, stone) if came else 0)
        if self._ends_ahead(stones, self.in_goal + (came and stone == GOAL), lead):
            return END
        return CLOVER_WORTH if came else SPARE

    def _ends_ahead(self, stones: tuple[int, ...], in_goal: int, lead: int) -> bool:
        """Whether a free step, with what clovers add, ends the game in the lead."""
        return in_goal >= NEARLY and any(
            self._step_ends_ahead(path, stones, in_goal, lead)
            for path, stone in enumerate(stones)
            if stone < STONES
        )

    def _step_ends_ahead(self, path: int, stones: tuple[int, ...], in_goal: int, lead: int) -> bool:
        """Whether the one on this path does."""
        stone = stones[path] + 1
        lead += self._rise(path, stone)
        in_goal += stone == GOAL
        if in_goal == FIGURES_IN_GOAL:
            return lead >= 0
        there = (*stones[:path], stone, *stones[path + 1 :])
        clover = self.view.tiles[path * PATH + stone] == CLOVER
        return clover and self._ends_ahead(there, in_goal, lead)

    def _ending(self, gain: int) -> float:
        """What it is worth to end the game now with so many more points."""
        return END if self.lead + gain >= 0 else -END

    def _gift(self, card: int) -> float:
        """What a card on its pile is worth to the others, above all to the next player."""
        colour, worth = COLOUR[card], 0.0
        for turns in range(1, self.view.seats):
            seat = (self.seat + turns) % self.view.seats
            row = self.view.cards.rows[seat][colour]
            if playable_on(row) >> VALUE[card] & 1:
                gap = abs(VALUE[card] - row[-1]) if row else 3
                worth += max(0.0, 2.0 - 0.3 * gap) / turns
        return worth
