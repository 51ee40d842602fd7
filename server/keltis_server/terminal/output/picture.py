"""The picture a client sees, and the fewest bytes that turn it into the next one."""

from collections.abc import Iterator
from itertools import compress, groupby
from operator import ne, or_
from typing import Final

from keltis_server.terminal.output.runs import Run, joined, written
from keltis_server.terminal.output.sanitize import STEERING
from keltis_server.terminal.output.styles import PLAIN, Styles, looks_same, styles_for
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.text import BEHIND_WIDE, BESIDE
from keltis_tui.canvas.themes import Theme

NEAR: Final = 3
"""So many unchanged cells are written again rather than jumped over, if they look the same."""
_SECOND: Final = frozenset({BEHIND_WIDE, BESIDE})
"""What stands in the second cell of a letter that takes two."""
CLEAR: Final = "\x1b[0m\x1b[2J"


class Picture:
    """Knows what the client was last sent. A client that does not read misses pictures, but never
    a part of one: the next is made from what it really got."""

    def __init__(self, writer: TerminalWriter) -> None:
        self._writer = writer
        self._seen: tuple[Canvas, Theme] | None = None
        self._pen = PLAIN

    def show(self, canvas: Canvas, theme: Theme) -> None:
        """Show a canvas, unless the client is behind and would not see it."""
        if not self._writer.open:
            return
        before = self._same_ground(canvas, theme)
        self._seen = (canvas, theme)
        if before is None:
            self._pen = PLAIN
        runs = joined(_runs(canvas, before, styles_for(theme)))
        changed, self._pen = written(runs, self._pen, self._writer.erases)
        if changed:
            self._writer.show(changed if before is not None else CLEAR + changed)

    def ask(self) -> None:
        """Ask the terminal for its colours, and write the cell anew in which that was done."""
        if self._seen is None or not self._writer.tells:
            return
        canvas, theme = self._seen
        x, y = canvas.width - 1, canvas.height - 1
        text = STEERING.sub(" ", canvas.texts[y][x])
        if text not in _SECOND:
            run = Run(y, x, x + 1, text, styles_for(theme)[canvas.styles[y][x]])
            corner, self._pen = written([run], self._pen, erases=False)
            self._writer.ask((x + 1, y + 1), corner)

    def target_at(self, x: int, y: int) -> Target | None:
        """What a click on a cell of the picture chooses."""
        return self._seen[0].target_at(x, y) if self._seen is not None else None

    def _same_ground(self, canvas: Canvas, theme: Theme) -> Canvas | None:
        """The canvas the client sees, if the next one can be made by changing some of its cells."""
        if self._seen is None:
            return None
        seen, seen_theme = self._seen
        same_size = (seen.width, seen.height) == (canvas.width, canvas.height)
        return seen if same_size and seen_theme is theme else None


def _runs(canvas: Canvas, before: Canvas | None, cell_styles: Styles) -> Iterator[Run]:
    """Every cell that differs from a canvas of the same size, or every cell."""
    for y in range(canvas.height):
        texts, styles = canvas.texts[y], canvas.styles[y]
        spans = [(0, canvas.width)]
        if before is not None:
            if texts == before.texts[y] and styles == before.styles[y]:
                continue
            spans = _spans(canvas, before, y, cell_styles)
        for start, end in spans:
            for names, same in groupby(styles[start:end]):
                stop = start + len(list(same))
                text = STEERING.sub(" ", "".join(texts[start:stop]))
                yield Run(y, start, stop, text, cell_styles[names])
                start = stop


def _spans(canvas: Canvas, before: Canvas, y: int, cell_styles: Styles) -> list[tuple[int, int]]:
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
        if text == old and looks_same(cell_styles[styles[x]], cell_styles[old_styles[x]], text):
            continue
        # Half a wide character cannot be written: begin where it begins.
        first = x - 1 if x and not _SECOND.isdisjoint((text, old)) else x
        if start < 0:
            start = first
        elif first > end and (
            first - end > NEAR or any(style != styles[end - 1] for style in styles[end:first])
        ):
            spans.append((start, end))
            start = first
        end = x + 2 if texts[x + 1 : x + 2] and texts[x + 1] in _SECOND else x + 1
    if start >= 0:
        spans.append((start, end))
    return spans
