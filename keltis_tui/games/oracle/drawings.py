"""The drawings on the rules pages of The Oracle."""

from typing import Final

from keltis_tui.table.drawing import ROWS_OF_CARDS, Drawing

DRAWINGS: Final[dict[str, Drawing]] = {
    "rows": ROWS_OF_CARDS,
    "aim": (
        (
            (" P ", "stone.2"),
            (" Y ", "stone.1"),
            (" R ", "stone.0"),
            (" G ", "stone.3"),
            (" B ", "stone.4"),
            (" {g.arrow} ", "faint"),
            (" B ", "goal.4"),
            (" Y ", "goal.1"),
        ),
        (("-4 -4 -4 -4 -3     ", "faint"), (" 7 10", "goal")),
    ),
    "turn": ((("8 ", "goal.1"), ("{g.priestess}3", "text")),),
    "movers": (
        (("{g.priestess}", "priestess"), ("  {g.large[0]}", "seat.0"), ("  +5", "tile.points")),
    ),
    "steps": ((("{g.clover}R", "tile.clover"), ("    {g.spiral}", "tile.spiral")),),
    "free": (
        (
            ("{g.large[0]}", "seat.0"),
            (" {g.arrow} ", "faint"),
            ("{g.clover}R", "tile.clover"),
            ("    {g.large[0]}", "seat.0"),
            (" {g.arrow} ", "faint"),
            (" R ", "stone.0"),
        ),
    ),
    "leprechauns": ((("{g.leprechaun}", "tile.leprechaun"), ("  {g.large[0]}", "seat.0")),),
    "tiles": (
        (
            ("+2", "tile.points"),
            ("   {g.mirror}", "tile.mirror"),
            ("   {g.wish_stone}", "tile.wish"),
        ),
    ),
}

EMBLEM: Final[Drawing] = (
    (
        (" ", "stone.0"),
        ("{g.large[0]}", "stone.0 seat.0"),
        (" ", "stone.0"),
        ("   ", "stone.1"),
        (" {g.clover} ", "stone.3 tile.clover"),
        ("   ", "stone.2"),
        (" {g.wish_stone} ", "stone.4 tile.wish"),
        ("   ", "stone.1"),
    ),
    (
        (" {g.arrow} ", "faint"),
        (" {g.spiral} ", "goal.3 tile.spiral"),
        (" {g.arrow} ", "faint"),
        (" {g.priestess} ", "priestess"),
        ("   ", "text"),
        (" {g.mirror} ", "stone.0 tile.mirror"),
    ),
    (
        (" {g.clover} ", "goal.1 tile.clover"),
        ("   ", "goal.0"),
        (" {g.leprechaun} ", "goal.4 tile.leprechaun"),
        ("   ", "goal.2"),
        (" ", "stone.3"),
        ("{g.large[1]}", "stone.3 seat.1"),
        (" ", "stone.3"),
        ("   ", "stone.2"),
    ),
)
"""A spiral with the priestess in its middle."""
