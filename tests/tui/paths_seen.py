"""What the five paths look like in what a terminal was sent, and what is to be said against it."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

import pyte
from rich.color import Color

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import GROUNDS, Theme
from screenshots.drawing import colours
from tests.tui.sight import EYES, apart, luminance

LEAST_CONTRAST: Final = 4.5
BESIDE: Final = 2
"""So many cells apart two paths are neighbours."""
NEUTRAL: Final = {"000000", "ffffff"}
"""In sixteen colours black and white belong to no path."""
DRAWN: Final = frozenset("▐▌▀▄█▗▖▝▘▟▙▛▜▚▞▔▁▕▏│─╭╮╰╯┏┓┗┛┃━╱╲╳·▒░")
"""What tells nothing by itself: edges, lines and textures."""


class Cell(NamedTuple):
    """A cell of a terminal: which path its ink and its ground belong to, if any, and in what."""

    text: str
    ink: str
    ground: str
    ink_path: str
    ground_path: str
    """A path's kind and number, as in `stone.3`."""


def _paths(theme: Theme, names: str) -> tuple[str, str]:
    ink_path = ground_path = ""
    for name in theme.resolved(names):
        kind = name.rpartition(".")[0]
        path = name if kind in GROUNDS or kind in ("dim_card", "flash") else ""
        style = theme.styles[name]
        ink_path = path if style.color is not None else ink_path
        ground_path = path if style.bgcolor is not None else ground_path
    return ink_path, ground_path


class Paths:
    """Collects what was seen of the paths in one look at one depth."""

    def __init__(self, look: str, depth: str) -> None:
        self._eyes = list(EYES) if look == "safe" else ["all three cones"]
        self._least = 20.0 if look == "safe" else 15.0
        self._neutral = NEUTRAL if depth == "16" else set()
        self._inks: dict[str, set[str]] = defaultdict(set)
        self._grounds: dict[str, set[str]] = defaultdict(set)
        self._beside: set[tuple[str, str, str, str]] = set()
        self._texts: dict[tuple[str, str], str] = {}
        self._meant: dict[str, tuple[str, str]] = {}

    def see(self, screen: pyte.Screen, canvas: Canvas, theme: Theme) -> None:
        """Take one picture in."""
        lines: dict[int, dict[int, Cell]] = defaultdict(dict)
        for y, x, cell in self._cells(screen, canvas, theme):
            lines[y][x] = cell
            if cell.ink_path and not cell.text.isspace():
                self._inks[cell.ink_path].add(cell.ink)
            if cell.ground_path:
                self._grounds[cell.ground_path].add(cell.ground)
            if not cell.text.isspace() and cell.text not in DRAWN:
                self._texts.setdefault(
                    (cell.ink, cell.ground), f"{cell.text} {canvas.styles[y][x]}"
                )
        for y, line in lines.items():
            for x, cell in line.items():
                near = [line.get(x + step) for step in range(1, BESIDE + 1)]
                for other in (*near, lines.get(y + 1, {}).get(x)):
                    if other is not None and _unlike(cell.ground_path, other.ground_path):
                        pair = cell.ground_path, cell.ground, other.ground_path, other.ground
                        self._beside.add(pair)

    def _cells(
        self, screen: pyte.Screen, canvas: Canvas, theme: Theme
    ) -> Iterator[tuple[int, int, Cell]]:
        """Every cell by line and column: colours as they were sent, paths as they were meant."""
        for y in range(canvas.height):
            for x in range(canvas.width):
                char, names = screen.buffer[y][x], canvas.styles[y][x]
                if names not in self._meant:
                    self._meant[names] = _paths(theme, names)
                yield y, x, Cell(char.data, *colours(char), *self._meant[names])

    def objections(self) -> Iterator[str]:
        """Everything that is not as it should be."""
        yield from self._shared("ink", self._inks)
        yield from self._shared("ground", self._grounds)
        for one, ground, other, other_ground in sorted(self._beside):
            if ground not in self._neutral and other_ground not in self._neutral:
                yield from self._near(one, ground, other, other_ground)
        for (ink, ground), where in sorted(self._texts.items()):
            contrast = _contrast(ink, ground)
            if contrast < LEAST_CONTRAST:
                yield f"{ink} on {ground} has a contrast of {contrast:.2f}: {where}"

    def states(self) -> set[str]:
        """The states that were seen, each with its path."""
        return {*self._grounds, *self._inks}

    def _shared(self, what: str, seen: dict[str, set[str]]) -> Iterator[str]:
        for one, other in combinations(sorted(seen), 2):
            if not _unlike(one, other):
                continue
            for both in (seen[one] & seen[other]) - self._neutral:
                yield f"{one} and {other} share the {what} {both}"
            if one.rpartition(".")[0] == other.rpartition(".")[0] and what == "ground":
                for ground in seen[one] - self._neutral:
                    for other_ground in seen[other] - self._neutral:
                        yield from self._near(one, ground, other, other_ground)

    def _near(self, one: str, ground: str, other: str, other_ground: str) -> Iterator[str]:
        for eyes in self._eyes:
            difference = apart(_colour(ground), _colour(other_ground), eyes)
            if difference < self._least:
                yield f"{one} {ground} and {other} {other_ground}: {difference:.1f} for {eyes}"


def _unlike(one: str, other: str) -> bool:
    """Whether these are two paths."""
    return bool(one and other) and one.rpartition(".")[2] != other.rpartition(".")[2]


def _colour(digits: str) -> Color:
    return Color.parse(f"#{digits}")


def _contrast(ink: str, ground: str) -> float:
    dark, light = sorted((luminance(_colour(ink)), luminance(_colour(ground))))
    return (light + 0.05) / (dark + 0.05)
