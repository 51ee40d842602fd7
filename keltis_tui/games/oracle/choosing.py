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
from keltis_tui.canvas.canvas import Target
from keltis_tui.games.oracle.spiral import grid
from keltis_tui.table.choosing import Choice
from keltis_words.games.cards import LETTERS

FIGURE_KEYS: Final = "abc"
"""The keys of one's figures, for the whole game."""
STONE_KEYS: Final = "0123456789abcdefgimoprstvwxyzABCEF"
"""The key of each stone a spiral may lead to, the start stone first; each means nothing else."""
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


def letters_on(view: OracleView, stone: int) -> str:
    """The letters of one's figures on a stone, that of the one that would go first."""
    if view.seat is None:
        return ""
    pairs = zip(view.figures[view.seat], view.order[view.seat], strict=True)
    return "".join(FIGURE_KEYS[which] for at, which in pairs if at == stone)


def able_figures(view: OracleView) -> str:
    """The keys of one's figures that have a stone of the colour asked for ahead."""
    stones = own_stones(view)
    if view.phase == "clover" and not view.free_clovers:
        stones = [stone for stone in stones if stone == view.stone]
    ahead = NEXT[colour_asked(view)]
    return "".join(sorted(letters_on(view, stone)[0] for stone in stones if ahead[stone]))


def steps_allowed(view: OracleView) -> str:
    """How far the priestess may go with the card just played; empty if she is at the end."""
    most = min(STEPS[VALUE[view.card or 0]], STONES - view.priestess)
    return f"1–{most}" if most > 1 else "1" * most


def figure_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O4, O7: each figure of one's own; the only one that can move is offered."""
    able = [move for move in moves if isinstance(move, MoveFigure)]
    choices = []
    for stone in sorted(own_stones(view), key=lambda stone: letters_on(view, stone)):
        move = MoveFigure(stone)
        alone = able == [move] and not any(isinstance(other, MovePriestess) for other in moves)
        target = Target("figure", stone)
        keys = tuple(letters_on(view, stone))
        choices.append(Choice(target, keys, move, move in moves, at_once=True, offered=alone))
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
    """O7: every earlier stone, the start stone too, by its key or by the arrows and Enter."""
    choices = []
    for stone in range(view.stone or 0):
        move, at = MoveBack(stone), grid()[stone]
        keys = (STONE_KEYS[stone],)
        choices.append(
            Choice(Target("stone", stone), keys, move, move in moves, at_once=True, at=at)
        )
    return choices[::-1]


def leprechaun_choices(view: OracleView, moves: Sequence[PlayerMove]) -> list[Choice]:
    """O7: a card of the hand, or the last one of a row; naming it is enough."""
    hand = [
        Choice(Target("card", index), (str(index + 1),), move, move in moves, at_once=True)
        for index, card in enumerate(view.cards.hand)
        for move in (Discard(card),)
    ]
    rows = [
        Choice(Target("row", colour), (LETTERS[colour].lower(),), move, move in moves, at_once=True)
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
        Mark(NEXT[COLOUR[card]][stone], letters_on(view, stone)[0], Target("figure", stone))
        for stone in own_stones(view)
        if NEXT[COLOUR[card]][stone]
    ]
    steps = min(STEPS[VALUE[card]], STONES - view.priestess)
    return figures + [
        Mark(view.priestess + step, str(step), Target("priestess", step))
        for step in range(1, steps + 1)
    ]
