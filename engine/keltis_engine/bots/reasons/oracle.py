"""Why a move is good in The Oracle."""

from keltis_engine.bots.oracle import Thought
from keltis_engine.bots.reasons.reason import Reason, cards_that_fit, ending, wish_stone
from keltis_engine.bots.reasons.taking import explain_taking
from keltis_engine.parts.cards import COLOUR, VALUE, Discard, PlayCard
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
from keltis_engine.position import PlayerMove, View
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


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, OracleView)
    thought = Thought(view)
    match move:
        case PlayCard(card):
            return _play(thought, card)
        case Discard(card):
            fits = thought.playable[COLOUR[card]] >> VALUE[card] & 1
            use = Reason("least_missed" if fits else "fits_nowhere", colour=COLOUR[card])
            rival = (thought.me + 1) % view.seats
            row = view.cards.rows[rival][COLOUR[card]]
            wanted = row and playable_on(row) >> VALUE[card] & 1
            return [use, Reason("could_use", seat=rival) if wanted else Reason("nobody_wants")]
        case MoveFigure(stone):
            tile = view.tiles[view.stone] - CLOVER if view.stone is not None else -1
            colour = COLOUR[view.card or 0] if view.phase == "move" else tile
            return _arrival(thought, stone, NEXT[colour][stone])
        case MoveBack(stone):
            return _arrival(thought, view.stone or 0, stone)
        case MovePriestess(steps):
            return [_priestess(thought, steps)]
        case DiscardFromRow(colour):
            return [Reason("row_opens", colour=colour)]
        case ClaimBonus():
            return [Reason("points", LEPRECHAUN_POINTS[len(set(thought.figures))])]
    return explain_taking(view.cards, thought.me, move, thought.lead)


def _play(thought: Thought, card: int) -> list[Reason]:
    """What the best step of a card brings, and what the card does to those that are left."""
    view, colour = thought.view, COLOUR[card]
    ahead = NEXT[colour]
    steps = range(1, min(STEPS[VALUE[card]], STONES - view.priestess) + 1)
    ways = [
        (thought.arrival(stone, ahead[stone], ()), _arrival(thought, stone, ahead[stone]))
        for stone in sorted(set(thought.figures))
        if ahead[stone]
    ]
    ways += [(thought.priestess(step), [_priestess(thought, step)]) for step in steps]
    _, best = max(ways, key=lambda way: way[0])
    row = thought.rows[colour]
    others = [VALUE[held] for held in view.cards.hand if COLOUR[held] == colour]
    others.remove(VALUE[card])
    fitted = sum(thought.playable[colour] >> value & 1 for value in others)
    fitting = sum(playable_on((*row, VALUE[card])) >> value & 1 for value in others)
    return [*best, *cards_that_fit(fitted, fitting)]


def _arrival(thought: Thought, start: int, stone: int) -> list[Reason]:
    """What a figure's way to a stone brings."""
    view = thought.view
    if stone >= ORACLE > start and (
        thought.inside == FIGURES - 1 or thought.all_inside == FIGURES_IN_ORACLE - 1
    ):
        return [ending(thought.lead, STONE_VALUES[stone] - STONE_VALUES[start])]
    tile, mirrors = view.tiles[stone], view.mirrors[thought.me]
    if view.stock[stone]:
        return [wish_stone(view.wish_stones[thought.me], 1 + mirrors)]
    if tile == MIRROR:
        return [Reason("mirror", round(thought.mirror))]
    if tile == LEPRECHAUN:
        return [Reason("leprechaun")]
    if tile == SPIRAL:
        return [Reason("spiral")]
    if tile >= CLOVER:
        return [Reason("clover")]
    if tile:
        return [Reason("points", tile)]
    return [Reason("onward", abs(stone - start))]


def _priestess(thought: Thought, steps: int) -> Reason:
    if thought.view.priestess + steps in thought.figures:
        return Reason("priestess", PRIESTESS_POINTS)
    return Reason("priestess_waits")
