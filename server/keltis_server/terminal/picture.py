"""The picture a client sees, and the fewest bytes that turn it into the next one."""

from collections.abc import Iterator
from itertools import compress, groupby
from operator import ne, or_
from typing import Final

from keltis_server.terminal.brush import Run, joined, written
from keltis_server.terminal.clean import STEERING
from keltis_server.terminal.colours import Depth
from keltis_server.terminal.looks import PLAIN, Looks, alike, looks_for
from keltis_server.terminal.wire import Wire
from keltis_tui.themes import Theme
from keltis_tui.widgets.canvas import BEHIND_WIDE, Canvas, Target

NEAR: Final = 3
"""So many unchanged cells are written again rather than jumped over, if they look the same."""
CLEAR: Final = "\x1b[0m\x1b[2J"


class Picture:
    """Knows what the client was last sent. A client that does not read misses pictures, but never
    a part of one: the next is made from what it really got."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._seen: tuple[Canvas, Theme, Depth] | None = None
        self._next: tuple[Canvas, Theme] | None = None
        self._pen = PLAIN

    def show(self, canvas: Canvas, theme: Theme) -> None:
        """Show a canvas, now or as soon as the client reads again."""
        self._next = (canvas, theme)
        self.catch_up()

    def catch_up(self) -> None:
        """Show the newest canvas unless the client is behind or has it already."""
        if self._next is None or not self._wire.open:
            return
        canvas, theme = self._next
        self._next = None
        depth = self._wire.depth
        before = self._same_ground(canvas, theme, depth)
        self._seen = (canvas, theme, depth)
        if before is None:
            self._pen = PLAIN
        runs = joined(_runs(canvas, before, looks_for(theme, depth)))
        changed, self._pen = written(runs, self._pen, self._wire.erases)
        if changed:
            self._wire.show(changed if before is not None else CLEAR + changed)

    def target_at(self, x: int, y: int) -> Target | None:
        """What a click on a cell of the picture chooses."""
        return self._seen[0].target_at(x, y) if self._seen is not None else None

    def _same_ground(self, canvas: Canvas, theme: Theme, depth: Depth) -> Canvas | None:
        """The canvas the client sees, if the next one can be made by changing some of its cells."""
        if self._seen is None:
            return None
        seen, seen_theme, seen_depth = self._seen
        same_size = (seen.width, seen.height) == (canvas.width, canvas.height)
        return seen if same_size and seen_theme is theme and seen_depth is depth else None


def _runs(canvas: Canvas, before: Canvas | None, looks: Looks) -> Iterator[Run]:
    """Every cell that differs from a canvas of the same size, or every cell."""
    for y in range(canvas.height):
        texts, styles = canvas.texts[y], canvas.styles[y]
        spans = [(0, canvas.width)]
        if before is not None:
            if texts == before.texts[y] and styles == before.styles[y]:
                continue
            spans = _spans(canvas, before, y, looks)
        for start, end in spans:
            for names, same in groupby(styles[start:end]):
                stop = start + len(list(same))
                text = STEERING.sub(" ", "".join(texts[start:stop]))
                yield Run(y, start, stop, text, looks[names])
                start = stop


def _spans(canvas: Canvas, before: Canvas, y: int, looks: Looks) -> list[tuple[int, int]]:
    """The stretches of a line that have to be written, from where to before where.

    Near ones are joined if what lies between them looks the same.
    """
    texts, old_texts = canvas.texts[y], before.texts[y]
    styles, old_styles = canvas.styles[y], before.styles[y]
    differs = map(or_, map(ne, texts, old_texts), map(ne, styles, old_styles))
    spans: list[tuple[int, int]] = []
    start = end = -1
    for x in compress(range(canvas.width), differs):
        text, old = texts[x], old_texts[x]
        if text == old and alike(looks[styles[x]], looks[old_styles[x]], text):
            continue
        # Half a wide character cannot be written: begin where it begins.
        first = x - 1 if BEHIND_WIDE in (text, old) else x
        if start < 0:
            start = first
        elif first > end and (
            first - end > NEAR or any(style != styles[end - 1] for style in styles[end:first])
        ):
            spans.append((start, end))
            start = first
        end = x + 1
    if start >= 0:
        spans.append((start, end))
    return spans
