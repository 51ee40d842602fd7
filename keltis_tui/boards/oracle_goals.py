"""Who can go where on the spiral: the choices of a move, and the marks they leave on stones."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from keltis_engine.parts.cards import COLOUR, COLOURS, VALUE, Discard, PlayCard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.oracle_board import CLOVER, NEXT, STEPS, STONES
from keltis_engine.position import PlayerMove
from keltis_engine.rules.oracle import (
    ClaimBonus,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OracleView,
)
from keltis_tui.boards.oracle_spiral import grid
from keltis_tui.choosing import Choice
from keltis_tui.painters.cards import LETTERS
from keltis_tui.widgets.canvas import Target

FIGURE_KEYS: Final = "abc"
"""The keys of one's figures, the hindmost first."""
STONE_KEYS: Final = "1234567890abcdefgimoprstvwxyzABCEF"
"""The key of each stone a spiral may lead to; none of them means anything else at a table."""
DECLINE, CLAIM = Target("decline"), Target("claim")


class Mark(NamedTuple):
    """A stone that something can reach, and the key for it."""

    stone: int
    key: str
    target: Target


def own_stones(view: OracleView) -> list[int]:
    """The stones on which the viewer's figures stand, the hindmost first."""
    return sorted(set(view.figures[view.seat or 0]))


def colour_asked(view: OracleView) -> int:
    """The colour a figure would move to: the acting clover's or the played card's."""
    if view.phase == "clover":
        return view.tiles[view.stone or 0] - CLOVER
    return COLOUR[view.card or 0]


def key_of(view: OracleView, stone: int) -> str:
    """The key of one's figure on a stone."""
    return FIGURE_KEYS[own_stones(view).index(stone)]


def able_figures(view: OracleView) -> str:
    """The keys of one's figures that have a stone of the colour asked for ahead."""
    stones = own_stones(view)
    if view.phase == "clover" and not view.free_clovers:
        stones = [stone for stone in stones if stone == view.stone]
    ahead = NEXT[colour_asked(view)]
    return "".join(key_of(view, stone) for stone in stones if ahead[stone])


def steps_allowed(view: OracleView) -> str:
    """How far the priestess may go with the card just played; empty if she is at the end."""
    most = min(STEPS[VALUE[view.card or 0]], STONES - view.priestess)
    return f"1-{most}" if most > 1 else "1" * most


def figure_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O4, O7: each figure of one's own; the only one that can move is offered."""
    able = [move for move in moves if isinstance(move, MoveFigure)]
    choices = []
    for stone, key in zip(own_stones(view), FIGURE_KEYS, strict=False):
        move = MoveFigure(stone)
        alone = able == [move] and not any(isinstance(other, MovePriestess) for other in moves)
        target = Target("figure", stone)
        choices.append(Choice(target, (key,), move, move in moves, at_once=True, offered=alone))
    return choices


def priestess_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O4: as many stones as the card allows; a digit is how many."""
    steps = STEPS[VALUE[view.card or 0]]
    return [
        Choice(Target("priestess", step), (str(step),), move, move in moves, at_once=True)
        for step in range(1, steps + 1)
        for move in (MovePriestess(step),)
    ]


def back_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O7: every earlier stone; the arrows go over the board, as does a key for each stone."""
    choices = []
    for stone in range(1, view.stone or 0):
        move, at = MoveBack(stone), grid()[stone]
        keys = (STONE_KEYS[stone - 1],)
        choices.append(Choice(Target("stone", stone), keys, move, move in moves, at=at))
    return choices[::-1]


def leprechaun_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O7: a card of the hand, or the last one of a row."""
    hand = [
        Choice(Target("card", index), (str(index + 1),), Discard(card), Discard(card) in moves)
        for index, card in enumerate(view.cards.hand)
    ]
    rows = [
        Choice(Target("row", colour), (LETTERS[colour].lower(),), move, move in moves)
        for colour in range(COLOURS)
        for move in (DiscardFromRow(colour),)
    ]
    return [*hand, *rows]


def bonus_choices(moves: Sequence[PlayerMove]) -> list[Choice]:
    """O9: claim the leprechaun score; that is offered."""
    claim = ClaimBonus()
    return [Choice(CLAIM, ("c",), claim, claim in moves, at_once=True, offered=True)]


def decline_choice(moves: Sequence[PlayerMove]) -> Choice:
    """Let it be."""
    return Choice(DECLINE, ("n",), Decline(), Decline() in moves, at_once=True)


def marks(view: OracleView, choices: Sequence[Choice], choice: Choice | None) -> list[Mark]:
    """The stones that can be reached now or, before a card is played, with the one in focus."""
    if choice is not None and choice.legal and isinstance(choice.move, PlayCard):
        return _marks_of_card(view, choice.move.card)
    marked = []
    for each in choices:
        match each.move:
            case MoveFigure(stone) if each.legal:
                goal = NEXT[colour_asked(view)][stone]
            case MovePriestess(steps) if each.legal:
                goal = view.priestess + steps
            case MoveBack(stone) if each.legal:
                goal = stone
            case _:
                continue
        marked.append(Mark(goal, each.keys[0], each.target))
    return marked


def _marks_of_card(view: OracleView, card: int) -> list[Mark]:
    """O4: what a card would let one's figures and the priestess reach."""
    figures = [
        Mark(NEXT[COLOUR[card]][stone], key, Target("figure", stone))
        for stone, key in zip(own_stones(view), FIGURE_KEYS, strict=False)
        if NEXT[COLOUR[card]][stone]
    ]
    steps = min(STEPS[VALUE[card]], STONES - view.priestess)
    return figures + [
        Mark(view.priestess + step, str(step), Target("priestess", step))
        for step in range(1, steps + 1)
    ]
