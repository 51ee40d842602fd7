"""What a game did to somebody's rating, below that one's score."""

from keltis_protocol.messages import Ratings
from keltis_tui.canvas.canvas import Canvas
from keltis_words.standings import change_said, rating_said


def paint_change(
    canvas: Canvas, told: Ratings | None, seat: int, x: int, y: int, width: int
) -> None:
    """The new rating and by how much it changed, if it did and that has been told."""
    for change in told.changes if told is not None else ():
        if change.seat == seat:
            rating = rating_said(change.after, change.provisional)
            after = canvas.put(x, y, rating, "ground text", limit=width) + 1
            difference = change_said(change.after - change.before)
            canvas.put(after, y, difference, "ground preview", limit=x + width - after)
