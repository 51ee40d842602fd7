"""What can be chosen at a table of Keltis beside cards and piles: figures and their steps."""

from collections.abc import Sequence

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.events import Decline
from keltis_engine.position import PlayerMove
from keltis_engine.rules.keltis import SMALL_FIGURES, AdvanceFigure, KeltisView, StartFigure
from keltis_tui.canvas.canvas import Target
from keltis_tui.table.choosing import Choice
from keltis_words.games.cards import LETTERS

SMALL, LARGE, DECLINE = Target("figure", 0), Target("figure", 1), Target("decline")


def answered_ahead(after: KeltisView, key: str) -> bool:
    """Whether a key answers what is asked after a card: `s` a small figure, Space the deck."""
    match after.phase:
        case "start":
            mine = after.figures[after.seat or 0]
            small = COLOURS - mine.count(0) - (after.large[after.seat or 0] is not None)
            return key == "s" and small < SMALL_FIGURES
        case "draw":
            return key == " "
    return False


def figure_choices(path: int, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """K4: a small figure or the large one."""
    small, large = StartFigure(path, False), StartFigure(path, True)
    return (
        Choice(SMALL, ("s",), small, small in moves, at_once=True, offered=True),
        Choice(LARGE, ("l",), large, large in moves, at_once=True, offered=True),
    )


def step_choices(view: KeltisView, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
    """K5, K6: a step on each path; a new figure is small or large by the mode, or asked for."""
    steps: list[Choice] = []
    for path in range(COLOURS):
        target, keys = Target("path", path), (LETTERS[path].lower(),)
        if view.figures[view.seat or 0][path] == 0:
            small, large = StartFigure(path, False), StartFigure(path, True)
            start = large if mode == "large" or (mode == "" and small not in moves) else small
            steps.append(Choice(target, keys, start, start in moves, at_once=mode != ""))
        elif mode == "":
            step = AdvanceFigure(path)
            steps.append(Choice(target, keys, step, step in moves, at_once=True))
    if mode == "":
        steps.append(Choice(DECLINE, ("n",), Decline(), Decline() in moves, at_once=True))
    return tuple(steps)
