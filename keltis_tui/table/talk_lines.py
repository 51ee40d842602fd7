"""What was said at the table or in the lobby, the newest at the bottom."""

from collections.abc import Sequence

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import wrap
from keltis_tui.table.talk import LOBBY, WATCHER, Spoken
from keltis_words.glyphs import Glyphs


def sign_of(glyphs: Glyphs, seat: int) -> tuple[str, str]:
    """The sign of whoever speaks, and its style."""
    if seat == WATCHER:
        return glyphs.watcher, "ground faint"
    if seat == LOBBY:
        return glyphs.dot, "ground goal"
    return glyphs.large[seat], f"ground seat.{seat}"


def height_of(lines: Sequence[Spoken], width: int, most: int) -> int:
    """How many rows the last lines take, but no more than `most`."""
    rows = 0
    for line in reversed(lines):
        rows += len(_rows(line, width))
        if rows >= most:
            return most
    return rows


def paint_talk(
    canvas: Canvas, glyphs: Glyphs, lines: Sequence[Spoken], area: tuple[int, int, int, int]
) -> None:
    """The last lines that fit, each after the sign of its seat."""
    x, y, width, height = area
    assert height > 0
    painted: list[tuple[int | None, str]] = []
    for line in reversed(lines):
        first, *others = _rows(line, width)
        painted[:0] = [(line.seat, first), *((None, other) for other in others)]
        if len(painted) >= height:
            break
    for row, (seat, text) in enumerate(painted[-height:], y):
        if seat is not None:
            canvas.put(x, row, *sign_of(glyphs, seat))
        canvas.put(x + 2, row, text, "ground bright", limit=width - 2)


def paint_last(
    canvas: Canvas, glyphs: Glyphs, lines: Sequence[Spoken], unread: str, area: tuple[int, int, int]
) -> None:
    """The last line alone, as much of it as fits, and how many are not read yet."""
    x, y, width = area
    last = lines[-1]
    canvas.put(x, y, *sign_of(glyphs, last.seat))
    start = canvas.put(x + 2, y, unread, "ground gold")
    style = "ground bright" if unread else "ground faint"
    canvas.put(start, y, f"{last.name}: {last.text}", style, limit=x + width - start)


def _rows(line: Spoken, width: int) -> list[str]:
    return wrap(f"{line.name}: {line.text}", width - 2)
