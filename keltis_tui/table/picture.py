"""The whole table painted: the board, and around it the title, the log and the question."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from keltis_tui.canvas.bars import paint_rule, paint_title
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.fitting import without_keys
from keltis_tui.canvas.knots import paint_plait
from keltis_tui.canvas.text import width_of
from keltis_tui.table.board import Board
from keltis_tui.table.log import paint_log
from keltis_tui.table.scene import Scene
from keltis_tui.table.talk import Talk
from keltis_tui.table.talk_lines import height_of, paint_last, paint_talk
from keltis_tui.table.texts import Styled

TALKING: Final = 10
"""From this height on, the place of the log holds the talk too."""
LEAST: Final = 3
"""From this height on, it has a line for what was said last."""

ORNAMENT: Final = 6
"""So many free lines below the players have room for knot-work."""

Box = tuple[int, int, int, int]
"""Column, line, width and height."""


class LogView(NamedTuple):
    """Where in the log one is."""

    back: int = 0
    """How many lines it is scrolled back."""
    longer: bool = False
    """Whether there is more of it than is shown at once."""


class Texts(NamedTuple):
    """What is said around the board."""

    facts: Sequence[str]
    """Beside the game's name."""
    who: str
    """Who is looking."""
    side: str
    """Above what stands beside the board, under the players."""
    preview: Styled
    status: str
    """What is asked, or of whom."""
    asked: bool
    """Whether it is this person who is asked."""
    sent: bool
    """Whether a move is on its way."""


def paint_table(
    canvas: Canvas,
    board: Board,
    scene: Scene,
    texts: Texts,
    paint_side: Callable[[Box], LogView],
) -> LogView:
    """Paint everything but the keys; what stands beside the board is painted by `paint_side`."""
    glyphs = scene.glyphs
    layout = board.layout(canvas.width, canvas.height)
    paint_title(canvas, scene.words._(board.wording.title), texts.facts, texts.who, glyphs.dot)
    below = board.paint(canvas, scene)
    for y in range(1, layout.panel_end):
        canvas.put(layout.board_width, y, glyphs.upright, "ground rule")
    x, width = layout.panel, layout.panel_width
    if layout.log_width:  # the log beside the players, not below them
        room = layout.panel_end - below
        if room >= ORNAMENT:
            paint_plait(canvas, glyphs, (x, layout.panel_end - ORNAMENT + 1, width, 4))
        x, width, below = layout.panel + layout.panel_width + 2, layout.log_width - 2, 1
        for y in range(1, layout.panel_end):
            canvas.put(x - 1, y, glyphs.upright, "ground rule")
    paint_rule(canvas, x, below, width, glyphs, texts.side)
    log = paint_side((x + 1, below + 1, width - 1, layout.panel_end - below - 1))
    canvas.put(2, layout.preview, *texts.preview)
    _paint_status(canvas, scene, texts, layout.status)
    return log


def paint_log_and_talk(
    canvas: Canvas, board: Board, scene: Scene, talk: Talk, area: Box, back: int
) -> LogView:
    """The log so many lines back, and below it what people said.

    Where there is no room for more it is the last line, and how many are not read yet.
    """
    x, y, width, height = area
    lines = talk.lines
    if lines and height >= TALKING:
        rows = height_of(lines, width, height // 3)
        height -= rows + 1
        paint_rule(canvas, x - 1, y + height, width, scene.glyphs, scene.words._("talk"))
        paint_talk(canvas, scene.glyphs, lines, (x, y + height + 1, width, rows))
        talk.read()
    elif lines and height >= LEAST:
        height -= 1
        new = scene.words.ngettext("{count} new, ", "{count} new, ", talk.unread)
        unread = new if talk.unread else ""
        paint_last(canvas, scene.glyphs, lines, unread, (x, y + height, width))
    return LogView(*paint_log(canvas, scene, board, (x, y, width, height), back))


def _paint_status(canvas: Canvas, scene: Scene, texts: Texts, y: int) -> None:
    """The question, or whom everybody waits for."""
    style = "ask" if texts.asked else "wait"
    canvas.fill(0, y, canvas.width, 1, style)
    start = canvas.put(1, y, scene.glyphs.turn if texts.asked else " ", style)
    canvas.put(start + 1, y, without_keys(texts.status, canvas.width - start - 1), style)
    if texts.sent:
        sent = scene.words._("sent …")
        canvas.put(canvas.width - width_of(sent) - 1, y, sent, style)
