"""A grid of cells to paint on, and what a click on each of them chooses.

A style is a name, or several names with a space between, the later ones on top; the theme knows
what they look like.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from keltis_tui.canvas.text import BEHIND_WIDE, CUT, cells, cut, width_of

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


class Patch(NamedTuple):
    """Cells of one line as they were painted at once."""

    y: int
    start: int
    end: int
    texts: Sequence[str]
    styles: Sequence[str]


class Painted(NamedTuple):
    """What was painted on a canvas while it was watched."""

    patches: list[Patch]
    areas: list[Area]


class Canvas:
    """Cells of one character and one style each, clipped at the edges, with a map of targets."""

    __slots__ = ("_patches", "areas", "height", "styles", "texts", "wide", "width")

    def __init__(self, width: int, height: int, style: str = "ground") -> None:
        self.width = width
        self.height = height
        self.texts = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]
        self.areas: list[Area] = []
        """Where a click chooses something; later ones lie over earlier ones."""
        self.wide = False
        """Whether any character takes two cells."""
        self._patches: list[Patch] | None = None
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
        if x + len(drawn) > end:
            drawn, wide = _drawn(_fitted(text, end - x))
        if wide or self.wide:
            return self._put_one_by_one(x, y, drawn, style)
        after = x + len(drawn)
        if x < 0:
            drawn = drawn[-x:]
            x, after = 0, max(0, after)
        self._write(y, x, after, drawn, [style] * (after - x))
        return after

    def _write(
        self, y: int, start: int, end: int, texts: Sequence[str], styles: Sequence[str]
    ) -> None:
        self.texts[y][start:end] = texts
        self.styles[y][start:end] = styles
        if self._patches is not None:
            self._patches.append(Patch(y, start, end, texts, styles))

    def _put_one_by_one(self, x: int, y: int, drawn: Sequence[str], style: str) -> int:
        """Write cells that have wide letters among them, or may fall on some."""
        self.wide = True
        start, after = max(0, x), x + len(drawn)
        kept = list(drawn[start - x :])
        if kept:
            if kept[0] == BEHIND_WIDE:
                kept[0] = " "
            _part_wide(self.texts[y], start, after)
            self.texts[y][start:after] = kept
            self.styles[y][start:after] = [style] * len(kept)
        return after

    def stamp(self, y: int, other: "Canvas", x: int = 0) -> None:
        """Copy all of another canvas, its areas too, to column `x` from line `y` on."""
        width = min(other.width, self.width - x)
        self.wide = self.wide or other.wide
        for row in range(min(other.height, self.height - y)):
            texts, styles = other.texts[row][:width], other.styles[row][:width]
            if self.wide and width > 0:
                _part_wide(self.texts[y + row], x, x + width)
            self._write(y + row, x, x + width, texts, styles)
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

    def cover(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Clear a rectangle, and blank what would be left of words that it would cut."""
        for line in range(max(0, y), min(y + height, self.height)):
            for edge, step in ((x, -1), (x + width - 1, 1)):
                self._blank_rest(line, edge, step)
        self.fill(x, y, width, height, style)

    def _blank_rest(self, y: int, edge: int, step: int) -> None:
        """Blank the rest of the word that goes on beyond the last covered cell."""
        texts, at = self.texts[y], edge
        while 0 <= at < self.width and _in_word(texts[at]):
            at += step
        for x in range(edge + step, at, step):
            if texts[x] != BEHIND_WIDE:
                self.put(x, y, " " * width_of(texts[x]), self.styles[y][x])

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
        outer, first = self._patches, len(self.areas)
        patches: list[Patch] = []
        self._patches = patches
        answer = paint()
        self._patches = outer
        if outer is not None:
            outer += patches
        return None if self.wide else Painted(patches, self.areas[first:]), answer

    def paint_again(self, painted: Painted) -> None:
        """Paint what was painted before, on a canvas of this size without wide characters."""
        for y, start, end, texts, styles in painted.patches:
            self.texts[y][start:end] = texts
            self.styles[y][start:end] = styles
        if self._patches is not None:
            self._patches += painted.patches
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
            if first and BEHIND_WIDE in (new[first], old[first]):
                first -= 1
            changed.append(Change(first, y, last - first + 1))
        return changed

    def text(self) -> str:
        """The canvas as lines of text, for snapshots and for reading in a test."""
        return "\n".join("".join(texts).rstrip() for texts in self.texts) + "\n"


def _in_word(text: str) -> bool:
    """Whether a cell holds a part of a word or number, not a blank or something drawn."""
    return text == BEHIND_WIDE or not (text.isspace() or 0x2500 <= ord(text[0]) < 0x25A0)


def _part_wide(texts: list[str], start: int, after: int) -> None:
    """Blank the halves that would be left of wide letters under the cells from `start` on."""
    if texts[start] == BEHIND_WIDE:
        texts[start - 1] = " "
    if after < len(texts) and texts[after] == BEHIND_WIDE:
        texts[after] = " "


@lru_cache(maxsize=4096)
def _drawn(text: str) -> tuple[tuple[str, ...], bool]:
    """The cells of a text, and whether some of its letters are wide."""
    drawn = cells(text)
    return drawn, BEHIND_WIDE in drawn


def _fitted(text: str, room: int) -> str:
    """What of a text fits into so many cells, with an ellipsis in the end if words are cut."""
    return cut(text, room, CUT if any(map(str.isalpha, text)) else "")
