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
            "On your own machine: ssh HOST game {code} > game.keltis\n"
            "or, as a film: ssh HOST cast {code} > game.cast (HOST: where you came to)",
            code=name,
        )
    try:
        path = client.save(f"keltis-{name}-{datetime.now().astimezone():%Y-%m-%d}.keltis", text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return words._("The game could not be saved: {reason}.", reason=reason)
    return words._("Saved; keltis verify proves it: {path}", path=path)


def lines_of(text: str, room: int) -> list[str]:
    """A text in lines of so many cells; what has a line of its own, as a command, begins one."""
    return [line for part in text.split("\n") for line in wrap(part, room)]


def paint_whole(canvas: Canvas, text: str, x: int, last: int, style: str) -> None:
    """A sentence in as many lines as it takes, the last of them at `last`: a path is not cut."""
    lines = lines_of(text, canvas.width - x - 1)
    for row, line in enumerate(lines, last - len(lines) + 1):
        canvas.fill(0, row, canvas.width, 1, "ground")
        canvas.put(x, row, line, f"ground {style}")
