"""Why a move is good in Keltis."""

from collections import Counter

from keltis_engine.bots.keltis import Thought
from keltis_engine.bots.reasons.reason import Reason, cards_that_fit, ending, wish_stone
from keltis_engine.bots.reasons.taking import explain_taking
from keltis_engine.parts.cards import COLOUR, VALUE, Discard, PlayCard
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.rows import playable_after, playable_on
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
            return _discard(thought, card)
        case StartFigure(path, large):
            size = Reason("large_here" if large else "large_waits", colour=path)
            return [*_arrival(thought, path, thought.stones[path] + 1), size]
        case AdvanceFigure(path):
            return [*_arrival(thought, path, thought.stones[path] + 1), _higher(thought, path)]
    return explain_taking(view.cards, view.seat, move, thought.lead)


def _play(thought: Thought, card: int) -> list[Reason]:
    colour, stone = COLOUR[card], thought.stones[COLOUR[card]]
    if stone == STONES:
        return [Reason("spare_step", colour=colour)]
    row = thought.rows[colour]
    before, after = playable_on(row), playable_after(row, playable_on(row), VALUE[card])
    others = [VALUE[held] for held in thought.view.cards.hand if COLOUR[held] == colour]
    others.remove(VALUE[card])
    fitted, fitting = (sum(fits >> value & 1 for value in others) for fits in (before, after))
    reasons = _arrival(thought, colour, stone + 1)
    if reasons and reasons[0].code.startswith("ends"):
        return reasons
    if not row and stone == 0:
        left = thought.hand - Counter([card])
        hoped = round(thought.hope(colour, 1, (VALUE[card],), after, left))
        reasons.append(Reason("opens" if hoped > 0 else "cannot_finish", hoped, colour))
    return [*reasons, *cards_that_fit(fitted, fitting)] or [_higher(thought, colour)]


def _higher(thought: Thought, path: int) -> Reason:
    """A figure's stone after a step."""
    stone = thought.stones[path] + 1
    return Reason("higher", STONE_VALUES[stone] - STONE_VALUES[stone - 1], path)


def _arrival(thought: Thought, path: int, stone: int) -> list[Reason]:
    """What a figure meets on a stone."""
    if stone == GOAL and thought.in_goal + 1 == FIGURES_IN_GOAL:
        twice = 2 if thought.view.large[thought.seat] == path else 1
        return [ending(thought.lead, twice * (STONE_VALUES[GOAL] - STONE_VALUES[GOAL - 1]))]
    tile = thought.view.tiles[path * PATH + stone]
    if tile == CLOVER:
        return [Reason("clover")]
    if tile == WISH_STONE:
        return [wish_stone(thought.view.wish_stones[thought.seat])]
    return [Reason("points", tile)] if tile else []


def _discard(thought: Thought, card: int) -> list[Reason]:
    colour = COLOUR[card]
    fits = playable_on(thought.rows[colour]) >> VALUE[card] & 1
    reasons = [Reason("least_missed" if fits else "fits_nowhere", colour=colour)]
    takers = [(thought.seat + turns) % thought.view.seats for turns in range(1, thought.view.seats)]
    for seat in takers:
        row = thought.view.cards.rows[seat][colour]
        if row and playable_on(row) >> VALUE[card] & 1:
            return [*reasons, Reason("could_use", seat=seat)]
    return [*reasons, Reason("nobody_wants")]
