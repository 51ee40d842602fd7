"""After a game: who plays again, who is still here, who has left, and who stepped in."""

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.client import Client


def paint_stays(
    canvas: Canvas, client: Client, area: tuple[int, int, int], seat: int, player: str
) -> None:
    """What became of a seat on which `player` has played."""
    table, words, (x, y, width) = client.table, client.words, area
    if table is None or seat >= len(table.seats):
        return
    state = table.seats[seat]
    if state.kind == "free":
        text, style = words._("has left"), "faint"
    elif state.kind == "bot" or state.ready:
        text, style = words._("plays again"), "preview"
    elif state.away:
        text, style = words._("away"), "faint"
    else:
        text, style = words._("is still here"), "text"
    if state.kind != "free" and state.name != player:
        text = f"{state.name}: {text}"
    canvas.put(x, y, text, f"ground {style}", limit=width)
