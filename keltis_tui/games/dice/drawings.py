"""The drawings on the rules pages of The Dice Game."""

from typing import Final

from keltis_tui.table.drawing import Drawing

DRAWINGS: Final[dict[str, Drawing]] = {
    "aim": (
        (("  -4   -3   -2    1    2    3    ", "faint"), ("6    7   10", "goal")),
        (
            ("     ", "stone.3"),
            (" ", "other_stone.3"),
            ("{g.large[0]}", "other_stone.3 seat.0"),
            ("   ", "other_stone.3"),
            (" {g.clover}   ", "stone.3 tile.clover"),
            ("     ", "other_stone.3"),
            (" {g.wish_stone}   ", "stone.3 tile.wish"),
            (" {g.leprechaun}   ", "other_stone.3 tile.leprechaun"),
            ("     ", "goal.3"),
            (" {g.clover}   ", "other_goal.3 tile.clover"),
            ("     ", "goal.3"),
        ),
    ),
    "roll": (
        (
            ("{g.paths[0]} ", "path.0"),
            ("{g.paths[0]} ", "path.0"),
            ("{g.paths[3]} ", "path.3"),
            ("{g.wish_stone} {g.wish_stone}", "tile.wish"),
        ),
    ),
    "rows": ((("{g.cross}", "crossed"), ("  {g.up}2", "bright")),),
    "fields": (
        (
            ("{g.clover}   ", "tile.clover"),
            ("{g.wish_stone}   ", "tile.wish"),
            ("{g.leprechaun}", "tile.leprechaun"),
        ),
    ),
}

EMBLEM: Final[Drawing] = (
    (
        ("   ", "goal.0"),
        (" ", "text"),
        ("   ", "goal.1"),
        (" ", "text"),
        ("   ", "goal.2"),
        (" ", "text"),
        ("   ", "goal.3"),
        (" ", "text"),
        ("   ", "die.wish"),
    ),
    (
        (" {g.paths[0]} ", "goal.0"),
        (" ", "text"),
        (" {g.paths[1]} ", "goal.1"),
        (" ", "text"),
        (" {g.paths[2]} ", "goal.2"),
        (" ", "text"),
        (" {g.paths[3]} ", "goal.3"),
        (" ", "text"),
        (" {g.wish_stone} ", "die.wish"),
    ),
    (
        ("   ", "goal.0"),
        (" ", "text"),
        ("   ", "goal.1"),
        (" ", "text"),
        ("   ", "goal.2"),
        (" ", "text"),
        ("   ", "goal.3"),
        (" ", "text"),
        ("   ", "die.wish"),
    ),
)
"""Five dice."""
