"""Why a move is good in The Oracle."""

from typing import Final

from keltis_engine.bots.oracle import Thought
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
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Seat, View
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

REACH: Final = max(STEPS)
"""O4: how far one card may lead the priestess."""


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, OracleView)
    thought = Thought(view)
    match move:
        case PlayCard(card):
            return _play(thought, card)
        case Discard(card):
            return thrown_away(view.cards, thought.me, card)
        case MoveFigure(stone):
            return _arrival(thought, stone, NEXT[_colour(view)][stone])
        case MoveBack(stone):
            return _arrival(thought, view.stone or 0, stone)
        case MovePriestess(steps):
            return [_priestess(thought, steps)]
        case DiscardFromRow(colour):
            return [Reason("row_opens", round(thought.shortened(colour)), colour)]
        case ClaimBonus():
            return [Reason("points", _bonus(thought))]
        case TakeDiscard(colour):
            return taken(view.cards, thought.me, colour, thought.lead)
        case DrawFromDeck():
            return drawn(view.cards, thought.me, thought.lead)
        case Decline():
            return _declined(thought)
    return []


def _colour(view: OracleView) -> int:
    """The colour of the stones to which a figure may go: the card's or the clover's."""
    if view.phase == "clover":
        return view.tiles[view.stone or 0] - CLOVER
    return COLOUR[view.card or 0]


def _bonus(thought: Thought) -> int:
    """O9: what the leprechauns pay now."""
    return LEPRECHAUN_POINTS[len(set(thought.figures))]


def _play(thought: Thought, card: int) -> list[Reason]:
    """What the best step of a card brings, and what the card does to those that are left."""
    view, colour = thought.view, COLOUR[card]
    ahead = NEXT[colour]
    steps = range(1, min(STEPS[VALUE[card]], STONES - view.priestess) + 1)
    ways = [
        (
            thought.arrival(stone, ahead[stone], ()),
            [Reason("figure_to", ahead[stone]), *_arrival(thought, stone, ahead[stone])],
        )
        for stone in sorted(set(thought.figures))
        if ahead[stone]
    ]
    ways += [(thought.priestess(step), [_priestess(thought, step)]) for step in steps]
    _, best = max(ways, key=lambda way: way[0])
    return [*best, *rest_of_colour(view.cards, thought.me, card)]


def _ends(thought: Thought, start: int, stone: int) -> bool:
    """O11: whether a figure's way from one stone to another ends the game."""
    return stone >= ORACLE > start and (
        thought.inside == FIGURES - 1 or thought.all_inside == FIGURES_IN_ORACLE - 1
    )


def _rise(start: int, stone: int) -> int:
    """What a way adds by the figure's stone alone."""
    return STONE_VALUES[stone] - STONE_VALUES[start]


def _wish_stone(thought: Thought) -> int:
    """What one more wish stone adds, with the mirrors that one has (O12)."""
    view = thought.view
    return wish_stone_gain(view.wish_stones[thought.me]) * (1 + view.mirrors[thought.me])


def _gain(thought: Thought, start: int, stone: int) -> int:
    """What a way adds to the score at once."""
    rise, tile = _rise(start, stone), thought.view.tiles[stone]
    if thought.view.stock[stone]:
        return rise + _wish_stone(thought)
    if tile == MIRROR:
        return rise + from_table(WISH_STONES, thought.view.wish_stones[thought.me])
    return rise + tile if tile < MIRROR else rise


def _arrival(thought: Thought, start: int, stone: int) -> list[Reason]:
    """What a figure's way to a stone brings."""
    if _ends(thought, start, stone):
        return [*threat(_near_the_end(thought)), ending(thought.lead, _rise(start, stone))]
    rise = _rise(start, stone)
    stands = [Reason("stone_counts", rise)] if rise else []
    met = _met(thought, start, stone)
    if not met and not stands:
        return [Reason("onward" if stone > start else "back", abs(stone - start))]
    return [*met, *stands]


def _met(thought: Thought, start: int, stone: int) -> list[Reason]:
    """What lies on a stone and acts."""
    view, tile = thought.view, thought.view.tiles[stone]
    if view.stock[stone]:
        gain = _wish_stone(thought)
        return [Reason("wish_stone", gain)] if gain else []
    if tile == MIRROR:
        return [Reason("mirror", round(thought.mirror))]
    if tile == LEPRECHAUN:
        return [Reason("leprechaun")]
    if tile == SPIRAL:
        back = range(max(1, stone - 7), stone)
        allowed = set(back) - {start, view.began}  # O7: not where the figure's turn began
        ways = [(thought.arrival(stone, end, (*back, stone)), end) for end in sorted(allowed)]
        most, end = max(ways, default=(0.0, 0))
        return [Reason("spiral_to", end) if most > 0 else Reason("spiral")]
    if tile >= CLOVER and view.free_clovers:
        return [Reason("clover")]
    if tile >= CLOVER:
        end = NEXT[tile - CLOVER][stone]
        return [Reason("clover_to", end)] if end else []
    return [Reason("points", tile)] if tile else []


def _near_the_end(thought: Thought) -> list[Seat]:
    """Who else could end the game with one card: one more figure would, and one is near."""
    near: list[Seat] = []
    for seat, figures in enumerate(thought.view.figures):
        inside = sum(stone >= ORACLE for stone in figures)
        enough = inside == FIGURES - 1 or thought.all_inside == FIGURES_IN_ORACLE - 1
        outside = [stone for stone in figures if stone < ORACLE]
        reach = any(NEXT[colour][stone] >= ORACLE for stone in outside for colour in range(COLOURS))
        if seat != thought.me and enough and reach:
            near.append(seat)
    return near


def _priestess(thought: Thought, steps: int) -> Reason:
    """What it is good for that the priestess goes so far (O6)."""
    start, stone = thought.view.priestess, thought.view.priestess + steps
    if stone in thought.figures:
        return Reason("priestess", PRIESTESS_POINTS)
    if any(0 < figure - stone <= REACH for figure in thought.figures):
        return Reason("priestess_near")
    for turns in range(1, thought.view.seats):
        seat = (thought.me + turns) % thought.view.seats
        if any(start < figure <= stone for figure in thought.view.figures[seat]):
            return Reason("priestess_past", seat=seat)
    return Reason("priestess_spares")


def _declined(thought: Thought) -> list[Reason]:
    """Why a clover, a spiral, a leprechaun or the leprechaun score is left unused."""
    view = thought.view
    if view.phase == "bonus":
        return [Reason("bonus_later", max(LEPRECHAUN_POINTS))]
    if view.phase == "leprechaun":
        return [Reason("cards_needed")]
    here = view.stone or 0
    if view.phase == "spiral":
        ways = [(here, end) for end in range(here) if end != view.began]
    else:
        figures = thought.figures if view.free_clovers else (here,)
        ahead = NEXT[_colour(view)]
        ways = [(stone, ahead[stone]) for stone in figures if ahead[stone]]
    ending_ways = [way for way in ways if _ends(thought, *way)]
    gains = [_gain(thought, *way) for way in ways if way not in ending_ways]
    behind = [-thought.lead - _rise(*way) for way in ending_ways]
    return left_unused(gains, max(0, min(behind, default=0)) if not gains else 0)
