"""A club player of The Oracle: weighs each move by a rule of thumb, from its own view alone."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.weighing import Weighed, heaviest
from keltis_engine.parts.cards import COLOUR, VALUE, VALUES, Discard, PlayCard, TakeDiscard
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    NEXT,
    ORACLE,
    SPIRAL,
    STEPS,
    STONE_VALUES,
    STONES,
)
from keltis_engine.parts.rows import playable_on
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_engine.rules.oracle import (
    FIGURES,
    FIGURES_IN_ORACLE,
    LEPRECHAUN_POINTS,
    PRIESTESS_POINTS,
    ClaimBonus,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OracleView,
)

LONG_GAME: Final = 12
"""With so many cards a seat in the deck, where a figure may get to counts, not where it stands."""
STEP: Final = 0.42
"""What one stone forward is worth while the game is young."""
GAP: Final = 0.35
"""What a value that a row leaves out costs."""
LOST_CARD: Final = 0.8
"""What a card in hand costs that fits its row no more."""
FRESH_CARD: Final = 1.3
"""What an unknown card from the deck is worth."""
LOOK: Final = 0.3
"""The share of what the next card may bring a figure that counts already."""
MORE_WISHES: Final = 2
"""How many more wish stones a player of a young game hopes for."""
MORE_MIRRORS: Final = 0.7
"""How many more mirrors, likewise."""
WINNING_END: Final = 30.0
"""What it is worth to end the game in the lead; as much is lost by ending it behind."""


def weigh(view: View, moves: Sequence[PlayerMove], random: Randomness) -> Weighed:  # noqa: ARG001
    """Each move with how good it seems."""
    assert isinstance(view, OracleView)
    thought = Thought(view)
    return [(thought.weight(move), move) for move in moves]


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move that weighs most; `random` decides among equals."""
    return heaviest(weigh(view, moves, random), random)


class Thought:
    """What a player makes of one view."""

    def __init__(self, view: OracleView) -> None:
        assert view.seat is not None
        self.view = view
        self.me = view.seat
        self.figures = view.figures[self.me]
        self.rows = view.cards.rows[self.me]
        self.playable = [playable_on(row) for row in self.rows]
        inside = [sum(stone >= ORACLE for stone in figures) for figures in view.figures]
        self.inside, self.all_inside = inside[self.me], sum(inside)
        self.youth = min(1.0, view.cards.deck / (view.seats * LONG_GAME))
        if max(inside) == FIGURES - 1 or self.all_inside == FIGURES_IN_ORACLE - 1:
            self.youth *= 0.5
        self.colours = {
            COLOUR[card]
            for card in view.cards.hand
            if self.playable[COLOUR[card]] >> VALUE[card] & 1
        }
        others = [total for seat, total in enumerate(view.totals) if seat != self.me]
        self.lead = view.totals[self.me] - max(others)
        wishes, mirrors = view.wish_stones[self.me], view.mirrors[self.me]
        now, later = (from_table(WISH_STONES, wishes + more) for more in (0, MORE_WISHES))
        self.wish = (later - now) / 2 * (1 + mirrors + MORE_MIRRORS * self.youth) + 1
        """What another wish stone is worth."""
        self.mirror = (1 - self.youth) * now + self.youth * later
        """What another mirror is worth (O12)."""

    def weight(self, move: PlayerMove) -> float:
        """How good a move looks; to decline or to draw from the deck weighs nothing."""
        view = self.view
        match move:
            case PlayCard(card):
                return self.best_step(card) - self.row_cost(card)
            case Discard(card) if view.phase == "play":
                return -self.use(card) - self.gift(card)
            case Discard(card):
                return FRESH_CARD - self.use(card) - self.gift(card)
            case MoveFigure(stone):
                source = view.tiles[view.stone] - CLOVER if view.stone is not None else -1
                colour = COLOUR[view.card or 0] if view.phase == "move" else source
                used = view.used if stone == view.stone else ()
                return self.arrival(stone, NEXT[colour][stone], used)
            case MovePriestess(steps):
                return self.priestess(steps)
            case MoveBack(stone):
                start = view.stone or 0
                return self.arrival(start, stone, (*view.used, start))
            case DiscardFromRow(colour):
                return self.shortened(colour)
            case ClaimBonus():
                points = LEPRECHAUN_POINTS[len(set(self.figures))]
                return points - LEPRECHAUN_POINTS[2] * self.youth
            case TakeDiscard(colour):
                top = view.cards.pile_tops[colour]
                return 0.0 if top is None else self.use(top) - FRESH_CARD
        return 0.0

    def standing(self, stone: int) -> float:
        """What a figure on a stone is worth: what it may become, more and more what it is."""
        if stone == 0:
            return 0.0
        return self.youth * STEP * stone + (1 - self.youth) * STONE_VALUES[stone]

    def arrival(self, start: int, stone: int, used: tuple[int, ...]) -> float:
        """What a figure's way from `start` to `stone` brings, with all that follows from it."""
        if stone >= ORACLE > start and (
            self.inside == FIGURES - 1 or self.all_inside == FIGURES_IN_ORACLE - 1
        ):
            return self.ending(STONE_VALUES[stone] - STONE_VALUES[start])
        ahead = LOOK * (self.ahead(stone) - self.ahead(start))
        return self.standing(stone) - self.standing(start) + self.tile(stone, used) + ahead

    def ending(self, gain: int) -> float:
        """O11: what it is worth to end the game at once with so many points more."""
        return gain + (WINNING_END if self.lead + gain >= 0 else -WINNING_END)

    def tile(self, stone: int, used: tuple[int, ...]) -> float:
        """O7, O8: what lies on a stone is worth to a figure that arrives there."""
        view, tile = self.view, self.view.tiles[stone]
        if view.stock[stone]:
            return self.wish
        if tile == MIRROR:
            return self.mirror
        if tile == LEPRECHAUN:
            return 1.0 + sum(view.tiles[other] == LEPRECHAUN for other in self.figures)
        if tile == SPIRAL:
            if stone in used:
                return 0.0
            back = range(max(1, stone - 7), stone)
            return max([0.0, *(self.arrival(stone, end, (*used, *back, stone)) for end in back)])
        if tile >= CLOVER:
            end = NEXT[tile - CLOVER][stone]
            return max(0.0, self.arrival(stone, end, used)) if end else 0.0
        return tile

    def ahead(self, stone: int) -> float:
        """The best that a card in hand may bring a figure on this stone later: O7, O8."""
        view, best = self.view, 0.0
        for colour in self.colours:
            end = NEXT[colour][stone]
            if end:
                tile = view.tiles[end]
                worth = self.wish if view.stock[end] else self.mirror if tile == MIRROR else 0.0
                if 0 < tile < MIRROR:
                    worth = float(tile)
                best = max(best, worth)
        return best

    def best_step(self, card: int) -> float:
        """O4: the best that can be done once `card` is played."""
        ahead = NEXT[COLOUR[card]]
        steps = min(STEPS[VALUE[card]], STONES - self.view.priestess)
        ways = [self.arrival(stone, ahead[stone], ()) for stone in self.figures if ahead[stone]]
        return max([*ways, *(self.priestess(step) for step in range(1, steps + 1))])

    def priestess(self, steps: int) -> float:
        """O6: five points for a figure of mine; better to wait just behind my figures."""
        stone = self.view.priestess + steps
        if stone in self.figures:
            return PRIESTESS_POINTS
        waiting = [sum(0 < on - stone <= 3 for on in figures) for figures in self.view.figures]
        return 0.3 * (2 * waiting[self.me] - sum(waiting)) - 0.2 * steps

    def row_cost(self, card: int) -> float:
        """C4: what playing `card` shuts out: values left out, cards that fit no more."""
        colour, value = COLOUR[card], VALUE[card]
        after = playable_on((*self.rows[colour], value))
        lost = 0
        for held in self.view.cards.hand:
            if COLOUR[held] == colour and self.playable[colour] >> VALUE[held] & 1:
                lost += not after >> VALUE[held] & 1
        return GAP * self.gap(card) + LOST_CARD * lost

    def gap(self, card: int) -> int:
        """How many values a row leaves out if `card` comes next."""
        row, value = self.rows[COLOUR[card]], VALUE[card]
        return abs(value - row[-1]) if row else min(value, VALUES - 1 - value)

    def use(self, card: int) -> float:
        """What a card in hand is worth: nothing if it fits no row, more the closer it fits."""
        if not self.playable[COLOUR[card]] >> VALUE[card] & 1:
            return 0.0
        return max(0.3, 2.5 - GAP * self.gap(card))

    def gift(self, card: int) -> float:
        """What the next player may make of a card on the pile."""
        rows = self.view.cards.rows[(self.me + 1) % self.view.seats]
        row = rows[COLOUR[card]]
        return 0.5 if row and playable_on(row) >> VALUE[card] & 1 else 0.1

    def shortened(self, colour: int) -> float:
        """O7: what a row gains when its last card goes: room for the cards in hand."""
        before, after = self.playable[colour], playable_on(self.rows[colour][:-1])
        fits = [card for card in self.view.cards.hand if COLOUR[card] == colour]
        return sum((after >> VALUE[card] & 1) - (before >> VALUE[card] & 1) for card in fits)
