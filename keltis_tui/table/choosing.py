"""Choosing by keys: what is picked, and which move a key press makes; the same in every game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from keltis_engine.position import PlayerMove
from keltis_tui.canvas.canvas import Target

ARROWS: Final = {
    **dict.fromkeys(("left", "h"), (-1, 0)),
    **dict.fromkeys(("right", "l"), (1, 0)),
    **dict.fromkeys(("up", "k"), (0, -1)),
    **dict.fromkeys(("down", "j"), (0, 1)),
}
"""Which way each key moves on a grid, across and down."""
ASIDE: Final = 3
"""How much farther a thing on a grid seems for each line that it lies aside."""
BACK: Final = frozenset({"left", "up", "h", "k", "shift+tab"})
ONWARD: Final = frozenset({"right", "down", "l", "j", "tab"})
TURN_OVER: Final = frozenset({" "})
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
    at: tuple[int, int] | None = None
    """Where it lies on a grid, column and line, so that the arrows can go there."""
    gap: bool = False
    """Whether the arrows pass over it: nothing lies there."""
    leads_to: str | None = None
    """The mode that picking it leads to, for a thing that is turned over and back, not played."""


@dataclass(frozen=True)
class Picking:
    """What a person has picked so far in this decision."""

    focus: Target | None = None
    mode: str = ""
    """A second meaning of the same things, such as `discard`; empty is the usual one."""
    cursor: Target | None = None
    """What was last in focus on a grid: the arrows go on from there."""
    named: bool = field(default=False, compare=False)
    """Whether the last key put in focus what is there: a key for a mode may act on it."""


Chooser = Callable[[str], tuple[Choice, ...]]
"""What can be picked in each mode."""


def picked(picking: Picking, choices: tuple[Choice, ...]) -> Choice | None:
    """The choice in focus, or the one that is offered while nothing there can be chosen."""
    for choice in choices:
        if choice.target == picking.focus:
            return choice
    return next((choice for choice in choices if choice.offered and choice.legal), None)


def answers(choices: Iterable[Choice], *kinds: str) -> str:
    """The keys of what can be chosen of some kinds, digits that follow one another as `1–3`."""
    keys = [c.keys[0] for c in choices if c.legal and c.keys and c.target.kind in kinds]
    parts: list[list[str]] = []
    for key in keys:
        if (
            parts
            and key.isdigit()
            and parts[-1][-1].isdigit()
            and int(key) == int(parts[-1][-1]) + 1
        ):
            parts[-1].append(key)
        else:
            parts.append([key])
    return " ".join(f"{part[0]}–{part[-1]}" if len(part) > 2 else " ".join(part) for part in parts)


def press(
    picking: Picking, key: str, chooser: Chooser, modes: Mapping[str, str]
) -> tuple[Picking, PlayerMove | None]:
    """What a key makes of a picking, and the move if it makes one."""
    choices = chooser(picking.mode)
    for choice in choices:
        if key in choice.keys:
            return _pick(picking, choice)
    for choice in choices:
        if _goes_on(key, choice):
            return _pick_and_confirm(picking, choice, chooser)
    if key in modes:
        return _change_mode(picking, modes[key], chooser)
    if key in ARROWS and any(choice.at is not None for choice in choices):
        return _move(picking, choices, *ARROWS[key]), None
    if key in BACK or key in ONWARD:
        return _step(picking, choices, -1 if key in BACK else 1), None
    if key in TURN_OVER:
        turned = picked(picking, choices)
        if turned is not None and turned.leads_to is not None:
            return replace(picking, mode=turned.leads_to), None
    if key in CONFIRM:
        confirmed = confirmable(picking, choices)
        if confirmed is not None:
            return _after(picking, confirmed), confirmed.move
    if key in STEP_BACK:
        return Picking(cursor=picking.cursor), None
    return replace(picking, named=False), None


def confirmable(picking: Picking, choices: tuple[Choice, ...]) -> Choice | None:
    """What Enter does: what is in focus or offered; the only answer there is, wherever the focus.

    A thing that is only turned over is not what Enter is about.
    """
    choice = picked(picking, choices)
    if choice is not None and choice.leads_to is not None:
        choice = picked(Picking(), choices)
    if choice is not None and choice.legal:
        return choice
    answers = [each for each in choices if each.legal and each.leads_to is None]
    return answers[0] if answers and len({each.move for each in answers}) == 1 else None


def means_something(
    picking: Picking, key: str, choices: tuple[Choice, ...], modes: Mapping[str, str]
) -> bool:
    """Whether a key does something to a picking, or would if there were more to go to."""
    if key in modes or any(key in each.keys or _goes_on(key, each) for each in choices):
        return True
    if key in ARROWS or key in BACK or key in ONWARD:
        return any(not choice.gap for choice in choices)
    if key in TURN_OVER:
        turned = picked(picking, choices)
        return turned is not None and turned.leads_to is not None
    if key in CONFIRM:
        return confirmable(picking, choices) is not None
    return key in STEP_BACK and (picking.focus is not None or picking.mode != "")


def click(picking: Picking, target: Target, chooser: Chooser) -> tuple[Picking, PlayerMove | None]:
    """What a click makes of a picking: the same as the key of what was clicked."""
    for choice in chooser(picking.mode):
        if choice.target == target:
            return _pick(picking, choice)
    return picking, None


def _pick(picking: Picking, choice: Choice) -> tuple[Picking, PlayerMove | None]:
    if choice.leads_to is not None:
        return Picking(mode=choice.leads_to), None
    if choice.legal and (choice.at_once or picking.focus == choice.target):
        return _after(picking, choice), choice.move
    return replace(picking, focus=choice.target, named=True), None


def _goes_on(key: str, choice: Choice) -> bool:
    """Whether a key is the capital letter of a thing to be turned over: that, and Enter."""
    return key.isupper() and choice.leads_to is not None and key.lower() in choice.keys


def _pick_and_confirm(
    picking: Picking, choice: Choice, chooser: Chooser
) -> tuple[Picking, PlayerMove | None]:
    """Turn a thing over and go on with what that leads to, unless that is asked again."""
    turned, _ = _pick(picking, choice)
    confirmed = confirmable(turned, chooser(turned.mode))
    if confirmed is None or not confirmed.at_once:
        return turned, None
    return _after(picking, confirmed), confirmed.move


def _after(picking: Picking, choice: Choice) -> Picking:
    """Nothing picked once a move is made; on a grid the arrows go on from there."""
    return Picking(cursor=choice.target if choice.at else picking.cursor)


def _change_mode(
    picking: Picking, mode: str, chooser: Chooser
) -> tuple[Picking, PlayerMove | None]:
    """What was just named is picked in that mode, as if the mode had come first.

    Anything else only switches the mode, or back: what lay in focus before was not meant.
    """
    if picking.mode == mode:
        return Picking(cursor=picking.cursor), None
    if picking.named:
        for choice in chooser(mode):
            if choice.target == picking.focus:
                return _pick(Picking(mode=mode, cursor=picking.cursor), choice)
    return Picking(mode=mode, cursor=picking.cursor), None


def _step(picking: Picking, choices: tuple[Choice, ...], step: int) -> Picking:
    """The next thing that can be picked, round and round."""
    choices = tuple(choice for choice in choices if not choice.gap)
    if not choices:
        return picking
    current = picked(picking, choices)
    first = choices[0 if step > 0 else -1]
    if current is None or (current.target != picking.focus and current not in (choices[0], first)):
        there = first
    else:
        there = choices[(choices.index(current) + step) % len(choices)]
    return replace(picking, focus=there.target, named=True)


def _move(picking: Picking, choices: tuple[Choice, ...], across: int, down: int) -> Picking:
    """On a grid: the nearest thing that way; with nothing in focus, where the focus last was."""
    grid = {choice.target: choice for choice in choices if choice.at is not None}
    here = grid.get(picking.focus) if picking.focus else None
    if here is None:
        last = grid.get(picking.cursor) if picking.cursor else None
        there = [choice for choice in (last, *grid.values()) if choice and not choice.gap]
        return replace(picking, focus=there[0].target, named=True) if there else picking
    best: tuple[int, Choice] | None = None
    for choice in grid.values():
        if choice.gap or choice.at is None or here.at is None:
            continue
        x, y = choice.at[0] - here.at[0], choice.at[1] - here.at[1]
        ahead = x * across + y * down
        away = ahead + ASIDE * abs(x * down + y * across)
        if ahead > 0 and (best is None or away < best[0]):
            best = (away, choice)
    return replace(picking, focus=best[1].target, named=True) if best else picking
