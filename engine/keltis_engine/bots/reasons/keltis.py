"""Why a move is good in Keltis."""

from collections import Counter

from keltis_engine.bots.keltis import END, Thought
from keltis_engine.bots.reasons.cards import drawn, rest_of_colour, taken, thrown_away
from keltis_engine.bots.reasons.reason import (
    Reason,
    ending,
    left_unused,
    threat,
    wish_stone_gain,
)
from keltis_engine.parts.cards import (
    COLOUR,
    COLOURS,
    VALUE,
    Discard,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
)
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.rows import playable_on
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.keltis import (
    CLOVER,
    FIGURES_IN_GOAL,
    PATH,
    WISH_STONE,
    AdvanceFigure,
    KeltisView,
    StartFigure,
)


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, KeltisView)
    assert view.seat is not None
    thought = Thought(view, view.seat)
    match move:
        case PlayCard(card):
            return _play(thought, card)
        case Discard(card):
            return thrown_away(view.cards, view.seat, card)
        case StartFigure(path, large):
            hoped = _hoped(thought, path, thought.rows[path], thought.hand)
            size = Reason("large_here" if large else "large_waits", hoped, path)
            if view.large[view.seat] is not None:
                size = Reason("opens" if hoped > 0 else "cannot_finish", hoped, path)
            return [*_arrival(thought, path), size]
        case AdvanceFigure(path):
            return _step(thought, path)
        case TakeDiscard(colour):
            reasons = taken(view.cards, view.seat, colour, thought.lead)
            if reasons[-1].code == "goes_with" and thought.stones[colour] == 0:
                top = VALUE[view.cards.pile_tops[colour] or 0]
                hoped = _hoped(thought, colour, (top,), thought.hand)
                reasons.insert(0, Reason("opens", hoped, colour))
            if reasons[0].code == "fits_row" and thought.stones[colour] < STONES:
                reasons.insert(1, Reason("step_brings", _gain(thought, colour)))
            return reasons
        case DrawFromDeck():
            return drawn(view.cards, view.seat, thought.lead)
        case Decline():
            return _declined(thought)
    return []


def _play(thought: Thought, card: int) -> list[Reason]:
    colour, stone = COLOUR[card], thought.stones[COLOUR[card]]
    row, fit = thought.rows[colour], rest_of_colour(thought.view.cards, thought.seat, card)
    if stone == STONES:
        return [*_step_ends(thought, colour, stone), Reason("spare_step", colour=colour), *fit]
    reasons = _arrival(thought, colour)
    if _ends(thought, colour):
        return reasons
    if not row and stone == 0:
        left = thought.hand - Counter([card])
        hoped = _hoped(thought, colour, (VALUE[card],), left)
        return [*reasons, Reason("opens" if hoped > 0 else "cannot_finish", hoped, colour), *fit]
    return [*reasons, *fit, _higher(thought, colour)]


def _hoped(thought: Thought, path: int, row: tuple[int, ...], hand: Counter[int]) -> int:
    """How far a figure that starts now may come; no farther than where it ends the game."""
    hoped = round(thought.hope(path, 1, row, playable_on(row), hand))
    last = thought.in_goal == FIGURES_IN_GOAL - 1
    return min(hoped, STONE_VALUES[GOAL]) if last else hoped


def _twice(thought: Thought, path: int) -> int:
    """K3: how often a figure's stone counts."""
    return 2 if thought.view.large[thought.seat] == path else 1


def _rise(thought: Thought, path: int) -> int:
    """What a step adds by the figure's stone alone."""
    stone = thought.stones[path] + 1
    return _twice(thought, path) * (STONE_VALUES[stone] - STONE_VALUES[stone - 1])


def _higher(thought: Thought, path: int) -> Reason:
    """A figure's stone after a step."""
    return Reason("higher", _rise(thought, path), path)


def _ends(thought: Thought, path: int) -> bool:
    """K8: whether a step there brings the fifth figure into the goal area."""
    return thought.stones[path] + 1 == GOAL and thought.in_goal + 1 == FIGURES_IN_GOAL


def _gain(thought: Thought, path: int) -> int:
    """What a step adds to the score at once: by its stone, and by the tile that lies there."""
    rise = _rise(thought, path)
    tile = thought.view.tiles[path * PATH + thought.stones[path] + 1]
    if _ends(thought, path) or tile == CLOVER:
        return rise
    if tile == WISH_STONE:
        return rise + wish_stone_gain(thought.view.wish_stones[thought.seat])
    return rise + tile


def _step(thought: Thought, path: int) -> list[Reason]:
    """A step without a card."""
    arrival = _arrival(thought, path)
    return arrival if _ends(thought, path) else [*arrival, _higher(thought, path)]


def _arrival(thought: Thought, path: int) -> list[Reason]:
    """What a figure meets on its next stone."""
    view = thought.view
    if _ends(thought, path):
        rivals = [
            seat
            for seat, figures in enumerate(view.figures)
            if seat != thought.seat and GOAL - 1 in figures
        ]
        return [*threat(rivals), ending(thought.lead, _rise(thought, path))]
    tile = view.tiles[path * PATH + thought.stones[path] + 1]
    if tile == CLOVER:
        return [*_step_ends(thought, path, thought.stones[path] + 1), Reason("clover")]
    if tile == WISH_STONE:
        return [Reason("wish_stone", wish_stone_gain(view.wish_stones[thought.seat]))]
    return [Reason("points", tile)] if tile else []


def _step_ends(thought: Thought, path: int, stone: int) -> list[Reason]:
    """K5, K6, K8: that the free step once a figure stands there can end the game ahead."""
    return [Reason("step_ends")] if thought.free_step(path, stone) == END else []


def _declined(thought: Thought) -> list[Reason]:
    """K5, K6: why no figure takes the step."""
    paths = [path for path in range(COLOURS) if thought.stones[path] < STONES]
    behind = [
        -thought.lead - _rise(thought, path)
        for path in paths
        if _ends(thought, path) and thought.lead + _rise(thought, path) < 0
    ]
    gains = [_gain(thought, path) for path in paths if not _ends(thought, path)]
    return left_unused(gains, 0 if max(gains, default=-1) > 0 else min(behind, default=0))
