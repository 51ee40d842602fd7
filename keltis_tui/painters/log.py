"""The log: what happened, one turn a paragraph, newest at the bottom."""

from keltis_tui.boards.board import Board, Scene
from keltis_tui.game import by_turns
from keltis_tui.painters.bars import wrapped
from keltis_tui.widgets.canvas import Canvas


def log_lines(board: Board, scene: Scene, width: int) -> list[tuple[int | None, bool, str]]:
    """The story in lines of `width` cells: whose it is, whether it begins there, the text."""
    lines: list[tuple[int | None, bool, str]] = []
    for seat, events in by_turns(scene.game.story):
        parts = [board.word_event(scene.words, scene.glyphs, event) for event in events]
        text = ", ".join(part for part in parts if part)
        if seat is not None:
            text = f"{scene.names[seat]} {text}"
        for number, line in enumerate(wrapped(text, width - 2)):
            lines.append((seat, number == 0, line))
    return lines


def paint_log(
    canvas: Canvas, board: Board, scene: Scene, area: tuple[int, int, int, int], back: int
) -> None:
    """The last lines that fit, or those that many lines before them."""
    x, y, width, height = area
    lines = log_lines(board, scene, width)
    end = max(min(len(lines), height), len(lines) - back)
    for row, (seat, begins, text) in enumerate(lines[max(0, end - height) : end]):
        if seat is None:
            canvas.put(x, y + row, text, "ground faint", limit=width)
            continue
        if begins:
            canvas.put(x, y + row, scene.glyphs.large[seat], f"ground seat.{seat}")
        canvas.put(x + 2, y + row, text, "ground text", limit=width - 2)
    if end < len(lines):
        canvas.right(x + width, y + height - 1, f" {scene.glyphs.down} ", "ground chosen")
