"""The picture a client sees, and the fewest bytes that turn it into the next one."""

from collections.abc import Iterator
from itertools import compress, groupby
from operator import ne, or_
from typing import Final

from keltis_server.terminal.clean import STEERING
from keltis_server.terminal.colours import Depth
from keltis_server.terminal.looks import PLAIN, Look, look_of, step
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
        pieces: list[str] = []
        if before is None:
            pieces.append(CLEAR)
            self._pen = PLAIN
        self._draw(pieces, before)
        if pieces:
            self._wire.show("".join(pieces))

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

    def _draw(self, pieces: list[str], before: Canvas | None) -> None:
        """Collect the sequences for every cell that differs."""
        assert self._seen is not None
        canvas, theme, depth = self._seen
        pen = self._pen
        for y in range(canvas.height):
            texts, styles = canvas.texts[y], canvas.styles[y]
            spans: Iterator[tuple[int, int]] = iter([(0, canvas.width)])
            if before is not None:
                if texts == before.texts[y] and styles == before.styles[y]:
                    continue
                spans = _spans(texts, styles, before.texts[y], before.styles[y])
            at = -1
            for start, end in spans:
                pieces.append(f"\x1b[{y + 1};{start + 1}H" if at < 0 else f"\x1b[{start - at}C")
                at = end
                for names, same in groupby(styles[start:end]):
                    stop = start + len(list(same))
                    text = "".join(texts[start:stop])
                    look = _needed(look_of(theme.style(names), depth), pen, text)
                    if look is not pen:
                        pieces.append(step(pen, look))
                        pen = look
                    pieces.append(STEERING.sub(" ", text))
                    start = stop
        self._pen = pen


def _needed(look: Look, pen: Look, text: str) -> Look:
    """The look that is enough to write `text`: of a blank only the ground is seen."""
    if look.lined or pen.lined or not text.isspace():
        return look
    return pen if look.ground == pen.ground else pen._replace(ground=look.ground)


def _spans(
    texts: list[str], styles: list[str], old_texts: list[str], old_styles: list[str]
) -> Iterator[tuple[int, int]]:
    """The stretches of a line that differ, from where to before where; near ones are joined."""
    start = end = -1
    differs = map(or_, map(ne, texts, old_texts), map(ne, styles, old_styles))
    for x in compress(range(len(texts)), differs):
        # Half a wide character cannot be written: begin where it begins.
        first = x - 1 if BEHIND_WIDE in (texts[x], old_texts[x]) else x
        if start < 0:
            start = first
        elif first - end > NEAR or any(style != styles[end - 1] for style in styles[end:first]):
            yield start, end
            start = first
        end = x + 1
    yield start, end
