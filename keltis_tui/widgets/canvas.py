"""A grid of cells to paint on, and what a click on each of them chooses.

A style is a name, or several names with a space between, the later ones on top; the theme knows
what they look like.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from rich.cells import get_character_cell_size

from keltis_tui.plain import plain

BEHIND_WIDE: Final = ""
"""The text of the second cell of a character that is two cells wide."""

CUT: Final = "…"
"""What a text ends in that is not there to its end."""

BOXES: Final = {"round": "╭─╮│╰╯", "bold": "┏━┓┃┗┛", "plain": "┌─┐│└┘"}
"""Top left, level, top right, upright, bottom left and bottom right of each kind of box."""

T = TypeVar("T")


class Target(NamedTuple):
    """What a click chooses: a kind of thing and which one."""

    kind: str
    number: int = 0
    key: str = ""
    """For kind `key`, the key that the click stands for."""


class Area(NamedTuple):
    """A rectangle of cells that choose one target."""

    x: int
    y: int
    width: int
    height: int
    target: Target


class Change(NamedTuple):
    """Cells of one line that differ between two canvases."""

    x: int
    y: int
    width: int


class Stroke(NamedTuple):
    """Cells of one line as they were painted at once."""

    y: int
    start: int
    end: int
    texts: Sequence[str]
    styles: Sequence[str]


class Painted(NamedTuple):
    """What was painted on a canvas while it was watched."""

    strokes: list[Stroke]
    areas: list[Area]


class Canvas:
    """Cells of one character and one style each, clipped at the edges, with a map of targets."""

    __slots__ = ("_strokes", "areas", "height", "styles", "texts", "wide", "width")

    def __init__(self, width: int, height: int, style: str = "ground") -> None:
        self.width = width
        self.height = height
        self.texts = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]
        self.areas: list[Area] = []
        """Where a click chooses something; later ones lie over earlier ones."""
        self.wide = False
        """Whether any character takes two cells."""
        self._strokes: list[Stroke] | None = None
        """What is painted, while somebody wants to know."""

    def put(self, x: int, y: int, text: str, style: str, limit: int | None = None) -> int:
        """Write `text` as plain text in at most `limit` cells; the cell after it comes back.

        Words that do not fit end in an ellipsis; what is drawn is only clipped.
        """
        if not 0 <= y < self.height:
            return x
        end = self.width if limit is None else min(self.width, x + limit)
        drawn: Sequence[str]
        drawn, wide = _drawn(text)
        if wide or self.wide:
            return self._put_one_by_one(x, y, drawn, style, end)
        after = x + len(drawn)
        if x < 0 or after > end:
            drawn = _fitted(drawn, end - x)[max(0, -x) :]
            x = max(0, x)
            after = x + len(drawn)
        self._stroke(y, x, after, drawn, [style] * (after - x))
        return after

    def _stroke(
        self, y: int, start: int, end: int, texts: Sequence[str], styles: Sequence[str]
    ) -> None:
        self.texts[y][start:end] = texts
        self.styles[y][start:end] = styles
        if self._strokes is not None:
            self._strokes.append(Stroke(y, start, end, texts, styles))

    def _put_one_by_one(self, x: int, y: int, text: Sequence[str], style: str, end: int) -> int:
        """Write text that has wide characters in it, or may fall on some."""
        self.wide = True
        texts, styles = self.texts[y], self.styles[y]
        for character in _fitted(text, end - x):
            size = get_character_cell_size(character)
            if x >= 0:
                _part_wide(texts, x, size)
                texts[x : x + size] = [character, BEHIND_WIDE][:size]
                styles[x : x + size] = [style] * size
            x += size
        return x

    def stamp(self, y: int, other: "Canvas", x: int = 0) -> None:
        """Copy all of another canvas, its areas too, to column `x` from line `y` on."""
        width = min(other.width, self.width - x)
        self.wide = self.wide or other.wide
        for row in range(min(other.height, self.height - y)):
            texts, styles = other.texts[row][:width], other.styles[row][:width]
            self._stroke(y + row, x, x + width, texts, styles)
        self.areas += [Area(left + x, top + y, w, h, t) for left, top, w, h, t in other.areas]

    def right(self, end: int, y: int, text: str, style: str) -> int:
        """Write `text` so that it ends before the cell `end`; where it begins comes back."""
        start = end - width_of(text)
        self.put(start, y, text, style)
        return start

    def centre(self, x: int, y: int, width: int, text: str, style: str) -> None:
        """Write `text` in the middle of `width` cells."""
        self.put(x + max(0, width - width_of(text)) // 2, y, text, style, limit=width)

    def fill(self, x: int, y: int, width: int, height: int, style: str, text: str = " ") -> None:
        """Cover a rectangle with one character and style."""
        for line in range(y, y + height):
            self.put(x, line, text * width, style)

    def box(self, x: int, y: int, width: int, height: int, style: str, kind: str = "round") -> None:
        """Draw a frame; what is inside stays."""
        top_left, level, top_right, upright, bottom_left, bottom_right = tuple(BOXES[kind])
        self.put(x, y, top_left + level * (width - 2) + top_right, style)
        for line in range(y + 1, y + height - 1):
            self.put(x, line, upright, style)
            self.put(x + width - 1, line, upright, style)
        self.put(x, y + height - 1, bottom_left + level * (width - 2) + bottom_right, style)

    def watch(self, paint: Callable[[], T]) -> tuple[Painted | None, T]:
        """Have something painted: what it was, so that it can be painted again, and the answer.

        What has to do with wide characters depends on what lies below: None.
        """
        outer, first = self._strokes, len(self.areas)
        strokes: list[Stroke] = []
        self._strokes = strokes
        answer = paint()
        self._strokes = outer
        if outer is not None:
            outer += strokes
        return None if self.wide else Painted(strokes, self.areas[first:]), answer

    def paint_again(self, painted: Painted) -> None:
        """Paint what was painted before, on a canvas of this size without wide characters."""
        for y, start, end, texts, styles in painted.strokes:
            self.texts[y][start:end] = texts
            self.styles[y][start:end] = styles
        if self._strokes is not None:
            self._strokes += painted.strokes
        self.areas += painted.areas

    def target(self, x: int, y: int, width: int, height: int, target: Target) -> None:
        """Let a click anywhere in a rectangle choose `target`."""
        self.areas.append(Area(x, y, width, height, target))

    def target_at(self, x: int, y: int) -> Target | None:
        """What a click on a cell chooses."""
        for left, top, width, height, target in reversed(self.areas):
            if left <= x < left + width and top <= y < top + height:
                return target
        return None

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """The pieces of a line that share a style, from left to right: text, style."""
        texts, styles = self.texts[y], self.styles[y]
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] != styles[start]:
                yield "".join(texts[start:x]), styles[start]
                start = x

    def changes(self, before: "Canvas") -> list[Change]:
        """For each line that differs from a canvas of the same size, from where to where."""
        changed: list[Change] = []
        for y in range(self.height):
            new, old = self.texts[y], before.texts[y]
            new_styles, old_styles = self.styles[y], before.styles[y]
            if new == old and new_styles == old_styles:
                continue
            differing = [
                x for x in range(self.width) if new[x] != old[x] or new_styles[x] != old_styles[x]
            ]
            first, last = differing[0], differing[-1]
            if BEHIND_WIDE in (new[first], old[first]):
                first -= 1
            changed.append(Change(first, y, last - first + 1))
        return changed

    def text(self) -> str:
        """The canvas as lines of text, for snapshots and for reading in a test."""
        return "\n".join("".join(texts).rstrip() for texts in self.texts) + "\n"


def _part_wide(texts: list[str], x: int, size: int) -> None:
    """Blank the half that would be left of a wide character under `size` cells from `x`."""
    if texts[x] == BEHIND_WIDE:
        texts[x - 1] = " "
    after = x + size
    if after < len(texts) and texts[after] == BEHIND_WIDE:
        texts[after] = " "


@lru_cache(maxsize=4096)
def _drawn(text: str) -> tuple[tuple[str, ...], bool]:
    """The characters of a text as they are drawn, and whether some of them are wide."""
    drawn = tuple(plain(text))
    return drawn, any(get_character_cell_size(character) != 1 for character in drawn)


def _fitted(text: Sequence[str], room: int) -> Sequence[str]:
    """The characters that fit into so many cells, the last of them an ellipsis if words are cut."""
    if sum(map(get_character_cell_size, text)) <= room:
        return text
    end = (CUT,) if room > 0 and any(map(str.isalpha, text)) else ()
    kept: list[str] = []
    for character in text:
        room -= get_character_cell_size(character)
        if room < len(end):
            break
        kept.append(character)
    return (*kept, *end)


def width_of(text: str) -> int:
    """How many cells `text` takes."""
    drawn, wide = _drawn(text)
    return sum(map(get_character_cell_size, drawn)) if wide else len(drawn)
