"""What can be chosen at a table of The Dice Game: dice to roll again, rows to move in."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis_engine.parts.dice_board import DICE, ROWS
from keltis_engine.parts.events import Decline
from keltis_engine.position import PlayerMove
from keltis_engine.rules.dice import KEEP_ALL, DiceView, KeepDice, MoveStone
from keltis_tui.canvas.canvas import Target
from keltis_tui.games.dice.dice import PICKED
from keltis_tui.table.choosing import Choice
from keltis_words.games.cards import LETTERS

FACE_KEYS: Final = f"{LETTERS.lower()}w"
"""The key of each face of a die: a row's letter, or that of the wish stone."""
GO_ON, KEEP, DECLINE = Target("go_on"), Target("keep"), Target("decline")


def dice_choices(faces: Sequence[int], again: int) -> tuple[Choice, ...]:
    """D3: each die is rolled again or kept, by itself or with those alike; then on with it."""
    dice = (
        Choice(
            Target("die", die),
            (str(die + 1),),
            KeepDice(KEEP_ALL ^ again ^ 1 << die),
            True,
            leads_to=_picked(again ^ 1 << die),
        )
        for die in range(DICE)
    )
    every = Choice(
        Target("all"),
        ("a",),
        KeepDice(0),
        True,
        gap=True,
        leads_to=_picked(0 if again == KEEP_ALL else KEEP_ALL),
    )
    keep = Choice(KEEP, ("n",), KeepDice(KEEP_ALL), True, at_once=True, gap=True)
    go_on = Choice(GO_ON, ("enter",), KeepDice(KEEP_ALL ^ again), True, True, offered=True)
    return (*dice, go_on, every, keep, *_alike(faces, again))


def _alike(faces: Sequence[int], again: int) -> Iterator[Choice]:
    """Dice that show the same by their letter: kept while the others are rolled, or rolled too."""
    for face in sorted(set(faces)):
        dice = sum(1 << die for die, shown in enumerate(faces) if shown == face)
        left = again | dice if again and not again & dice else (again or KEEP_ALL) & ~dice
        target, move = Target("face", face), KeepDice(KEEP_ALL ^ left)
        yield Choice(target, (FACE_KEYS[face],), move, True, gap=True, leads_to=_picked(left))


def _picked(again: int) -> str:
    return f"{PICKED}{again}" if again else ""


def row_choices(view: DiceView, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """D3, D4: a row by its letter or by a die that shows it, or none."""
    chosen = view.phase == "choose"
    rows = (
        Choice(
            Target("path", row),
            (
                LETTERS[row].lower(),
                *(str(die + 1) for die, face in enumerate(view.dice) if chosen and face == row),
            ),
            MoveStone(row),
            MoveStone(row) in moves,
            at_once=True,
        )
        for row in range(ROWS)
    )
    none = Choice(DECLINE, ("n",), Decline(), Decline() in moves, offered=len(moves) == 1)
    return (*rows, none)
