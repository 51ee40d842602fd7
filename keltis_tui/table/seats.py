"""One line about one player, in the panel beside the board."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.parts.events import WishStoneTaken
from keltis_engine.position import Seat
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of
from keltis_tui.table.scene import Scene

SHORTEST: Final = 5
"""So much of a name is always shown."""


def wish_style(scene: Scene, seat: Seat, wishes: int) -> str:
    """The style of a player's wish stones: marked if another one was just taken."""
    if any(isinstance(event, WishStoneTaken) and event.seat == seat for event in scene.news):
        return "tile.wish mark"
    return "tile.wish" if wishes else "dim"


def paint_seat(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    seat: Seat,
    acting: bool,
    extras: Sequence[tuple[str, str]],
    scored: bool = False,
) -> tuple[int, int]:
    """Sign and name, the score if it ended now, and what else a player has, text and style.

    `area` is where the line begins and how wide it is. In a match the score before this game
    stands before the other. `scored` marks it: what this player just did counts. Where between
    name and score the line is free comes back.
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
    total = "ground bright mark" if scored and scene.counted else "ground bright"
    end = canvas.right(end, y, f"{view.totals[seat]:>2}", total)
    end = canvas.right(end, y, f"{before}{glyphs.arrow} ", "ground bright")
    style = "ground gold" if acting else f"ground seat.{seat}"
    return paint_name(canvas, scene, seat, style, (x + 4, y, end - 1)), end


def paint_name(
    canvas: Canvas, scene: Scene, seat: Seat, style: str, area: tuple[int, int, int]
) -> int:
    """A name, and as much as fits whole of who is away and of the time left; the cell after it.

    `area` is where the name begins, its line, and the cell before which all this must end. A name
    that is too long gives way to the first of what stands beside it.
    """
    x, y, end = area
    beside = scene.away.get(seat, ())
    room = end - x - (width_of(beside[0]) + 1 if beside else 0)
    x = canvas.put(x, y, scene.names[seat], style, limit=min(max(SHORTEST, room), end - x))
    for number, text in enumerate(beside):
        room = end - x - 1
        if number and width_of(text) > room:
            break
        x = canvas.put(x + 1, y, text, "ground faint", limit=room)
    return x


def paint_frame(
    canvas: Canvas, area: tuple[int, int, int, int], free: tuple[int, int], acting: bool
) -> None:
    """A frame around a player, gold for the one to act; what is painted in it stays.

    The player's line lies in its upper edge, which is drawn only where that line is `free`.
    """
    x, y, width, height = area
    style = "ground gold" if acting else "ground rule"
    start, end = free[0] + 1, free[1] - 1
    canvas.put(x, y, "╭", style)
    canvas.put(start, y, "─" * (end - start), style)
    canvas.put(x + width - 1, y, "╮", style)
    for line in range(y + 1, y + height - 1):
        canvas.put(x, line, "│", style)
        canvas.put(x + width - 1, line, "│", style)
    canvas.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)
