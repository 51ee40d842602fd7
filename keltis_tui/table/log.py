"""The log: what happened, one turn a paragraph, newest at the bottom; news stand out."""

from typing import NamedTuple

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import CUT, wrap
from keltis_tui.table.board import Board
from keltis_tui.table.cached import cached
from keltis_tui.table.client_game import turns_back
from keltis_tui.table.scene import Scene


class LogLine(NamedTuple):
    """One line of the log."""

    seat: int | None
    """Whose turn it tells of."""
    begins: bool
    """Whether a turn begins with it."""
    text: str
    fresh: bool = False
    """Whether it tells what another did since the viewer's last turn."""


def last_lines(board: Board, scene: Scene, width: int, count: int) -> list[LogLine]:
    """The last `count` lines or more, or all; only what is shown is put into words."""
    lines: list[LogLine] = []
    news = {id(event) for event in scene.news}
    for seat, events in turns_back(scene.game.story[: scene.told]):
        text = ", ".join(board.wording.word_turn(scene.words, scene.glyphs, events))
        if seat is not None:
            text = f"{scene.names[seat]} {text}"
        turn = wrap(text, width - 2)
        fresh = any(id(event) in news for event in events)
        lines[:0] = [LogLine(seat, number == 0, line, fresh) for number, line in enumerate(turn)]
        if len(lines) >= count:
            break
    return lines


@cached()
def paint_log(
    canvas: Canvas, scene: Scene, board: Board, area: tuple[int, int, int, int], back: int
) -> tuple[int, bool]:
    """The last lines that fit, or those that many lines before them.

    How far back that is and whether there is more to scroll to come back.
    """
    x, y, width, height = area
    lines = last_lines(board, scene, width, height + back + 1)
    longer = max(0, len(lines) - height)
    back = min(back, longer)
    end = len(lines) - back
    shown = lines[max(0, end - height) : end]
    if shown and not shown[0].begins and shown[0].seat is not None:
        canvas.put(x, y, CUT, "ground faint")
    for row, (seat, begins, text, fresh) in enumerate(shown, y):
        if seat is None:
            canvas.put(x, row, text, "ground faint", limit=width)
            continue
        if begins:
            sign_style = f"ground seat.{seat} mark" if fresh else f"ground seat.{seat}"
            canvas.put(x, row, scene.glyphs.large[seat], sign_style)
        canvas.put(x + 2, row, text, "ground bright" if fresh else "ground text", limit=width - 2)
    if back:
        canvas.right(x + width, y + height - 1, f" {scene.glyphs.down} ", "ground chosen")
    return back, longer > 0
