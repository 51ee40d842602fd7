"""What a game did to somebody's rating, below that one's score."""

from keltis_protocol.messages import Ratings
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of
from keltis_words.standings import change_said, rating_said


def paint_change(
    canvas: Canvas, told: Ratings | None, seat: int, x: int, y: int, width: int, word: str
) -> None:
    """The new rating and by how much it changed, if it did and that has been told.

    `word` says what that is, if there is room.
    """
    for change in told.changes if told is not None else ():
        if change.seat == seat:
            difference = change_said(change.after - change.before)
            end = canvas.right(x + width, y, difference, "ground preview") - 1
            rating = rating_said(change.after, change.provisional)
            end = canvas.right(end, y, rating, "ground text")
            if width_of(word) < end - x:
                canvas.put(x, y, word, "ground faint")
