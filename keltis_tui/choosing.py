"""Choosing by keys: what is picked, and which move a key press makes; the same in every game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from keltis_engine.position import PlayerMove
from keltis_tui.widgets.canvas import Target

BACK: Final = frozenset({"left", "up", "h", "k", "shift+tab"})
ONWARD: Final = frozenset({"right", "down", "l", "j", "tab"})
CONFIRM: Final = frozenset({"enter"})
STEP_BACK: Final = frozenset({"escape"})


class Choice(NamedTuple):
    """One thing on the table that can be picked, and the move that it stands for."""

    target: Target
    keys: tuple[str, ...]
    """The keys that pick it, the first one shown."""
    move: PlayerMove
    legal: bool
    at_once: bool = False
    """Whether its key makes the move without asking again."""
    offered: bool = False
    """Whether it is the answer suggested before anything is picked."""


@dataclass(frozen=True)
class Picking:
    """What a person has picked so far in this decision."""

    focus: Target | None = None
    mode: str = ""
    """A second meaning of the same things, such as `discard`; empty is the usual one."""


Chooser = Callable[[str], tuple[Choice, ...]]
"""What can be picked in each mode."""


def picked(picking: Picking, choices: tuple[Choice, ...]) -> Choice | None:
    """The choice in focus, or the one that is offered while nothing is."""
    for choice in choices:
        if choice.target == picking.focus:
            return choice
    if picking.focus is None:
        return next((choice for choice in choices if choice.offered and choice.legal), None)
    return None


def press(
    picking: Picking, key: str, chooser: Chooser, modes: Mapping[str, str]
) -> tuple[Picking, PlayerMove | None]:
    """What a key makes of a picking, and the move if it makes one."""
    choices = chooser(picking.mode)
    for choice in choices:
        if key in choice.keys:
            return _pick(picking, choice)
    if key in modes:
        return _change_mode(picking, modes[key], chooser)
    if key in BACK or key in ONWARD:
        return _step(picking, choices, -1 if key in BACK else 1), None
    if key in CONFIRM:
        choice_in_focus = picked(picking, choices)
        if choice_in_focus is not None and choice_in_focus.legal:
            return Picking(), choice_in_focus.move
    if key in STEP_BACK:
        return Picking(), None
    return picking, None


def click(picking: Picking, target: Target, chooser: Chooser) -> tuple[Picking, PlayerMove | None]:
    """What a click makes of a picking: the same as the key of what was clicked."""
    for choice in chooser(picking.mode):
        if choice.target == target:
            return _pick(picking, choice)
    return picking, None


def _pick(picking: Picking, choice: Choice) -> tuple[Picking, PlayerMove | None]:
    if choice.legal and (choice.at_once or picking.focus == choice.target):
        return Picking(), choice.move
    return replace(picking, focus=choice.target), None


def _change_mode(
    picking: Picking, mode: str, chooser: Chooser
) -> tuple[Picking, PlayerMove | None]:
    """With something in focus do it in that mode; with nothing switch the mode, or back."""
    if picking.focus is not None:
        choice = picked(picking, chooser(mode))
        if choice is not None and choice.legal:
            return Picking(), choice.move
    return replace(picking, mode="" if picking.mode == mode else mode), None


def _step(picking: Picking, choices: tuple[Choice, ...], step: int) -> Picking:
    """The next thing that can be picked, round and round."""
    if not choices:
        return picking
    current = picked(picking, choices)
    if current is None:
        return replace(picking, focus=choices[0 if step > 0 else -1].target)
    return replace(picking, focus=choices[(choices.index(current) + step) % len(choices)].target)
