"""One line about one player, in the panel beside the board."""

from collections.abc import Sequence

from keltis_engine.position import Seat
from keltis_tui.boards.board import Scene
from keltis_tui.widgets.canvas import Canvas


def paint_seat(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    seat: Seat,
    acting: bool,
    extras: Sequence[tuple[str, str]],
) -> None:
    """Sign and name, the score if it ended now, and what else a player has, text and style.

    `area` is where the line begins and how wide it is. In a match the score before this game
    stands before the other.
    """
    x, y, width = area
    view, glyphs = scene.game.view, scene.glyphs
    if acting:
        canvas.put(x, y, glyphs.turn, "ground gold")
    canvas.put(x + 2, y, glyphs.large[seat], f"ground seat.{seat}")
    end = x + width
    for text, style in reversed(extras):
        end = canvas.right(end, y, text, f"ground {style}") - 2
    before = ""
    if view.match is not None:
        before = f"{sum(game[seat] for game in view.match.scores)} "
    end = canvas.right(end, y, f"{before}{glyphs.arrow} {view.totals[seat]:>2}", "ground bright")
    style = "ground gold" if acting else f"ground seat.{seat}"
    after = canvas.put(x + 4, y, scene.names[seat], style, limit=end - x - 5)
    if seat in scene.away:
        canvas.put(after + 1, y, scene.words._("away"), "ground faint", limit=end - after - 2)
