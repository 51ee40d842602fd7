"""A game file saved on this person's own machine, and what is said about it."""

from datetime import datetime

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import wrap
from keltis_tui.client import Client


def saved(client: Client, name: str, text: str) -> str:
    """Save the text of a game file; where it lies, or why it does not, in a sentence."""
    words = client.words
    if client.save is None:
        return words._(
            "For the game file, on your own machine and with the address you came by: "
            "ssh HOST game {code} > game.keltis and as a film: ssh HOST cast {code} > game.cast",
            code=name,
        )
    try:
        path = client.save(f"keltis-{name}-{datetime.now().astimezone():%Y-%m-%d}.keltis", text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return words._("The game could not be saved: {reason}.", reason=reason)
    return words._("Saved; keltis verify proves it: {path}", path=path)


def paint_whole(canvas: Canvas, text: str, x: int, last: int, style: str) -> None:
    """A sentence in as many lines as it takes, the last of them at `last`: a path is not cut."""
    lines = wrap(text, canvas.width - x - 1)
    for row, line in enumerate(lines, last - len(lines) + 1):
        canvas.fill(0, row, canvas.width, 1, "ground")
        canvas.put(x, row, line, f"ground {style}")
