"""The drawings on the rules pages of Keltis."""

from typing import Final

from keltis_tui.table.drawing import ROWS_OF_CARDS, Drawing

DRAWINGS: Final[dict[str, Drawing]] = {
    "aim": (
        (("  -4   -3   -2    1    2    3    ", "faint"), ("6    7   10", "goal")),
        (
            (" ", "stone.0"),
            ("{g.small[0]}", "stone.0 seat.0"),
            ("   ", "stone.0"),
            (" {g.clover}   ", "other_stone.0 tile.clover"),
            ("     ", "stone.0"),
            (" {g.wish_stone}   ", "other_stone.0 tile.wish"),
            ("     ", "stone.0"),
            (" +2  ", "other_stone.0 tile.points"),
            ("     ", "goal.0"),
            (" ", "other_goal.0"),
            ("{g.large[1]}", "other_goal.0 seat.1"),
            ("   ", "other_goal.0"),
            (" {g.clover}   ", "goal.0 tile.clover"),
        ),
    ),
    "rows": ROWS_OF_CARDS,
    "figures": (
        (
            ("{g.small[0]} {g.small[1]} {g.small[2]} {g.small[3]}", "bright"),
            ("   ", "text"),
            ("{g.large[0]} {g.large[1]} {g.large[2]} {g.large[3]}", "bright"),
        ),
    ),
    "tiles": (
        (
            ("+3", "tile.points"),
            ("    {g.wish_stone}", "tile.wish"),
            ("    {g.clover}", "tile.clover"),
        ),
    ),
    "draw": (
        (
            ("R6 {g.times}2", "path.0"),
            ("   Y9 {g.times}1", "path.1"),
            ("   {g.deck}{g.deck} 43", "text"),
        ),
    ),
    "end": ((("12 {g.arrow} 31", "bright"), ("   {g.wish_stone}{g.times}3", "tile.wish")),),
}

EMBLEM: Final[Drawing] = (
    (
        (" {g.clover}  ", "goal.0 tile.clover"),
        ("    ", "goal.1"),
        (" ", "goal.2"),
        ("{g.large[0]}", "goal.2 seat.0"),
        ("  ", "goal.2"),
        (" +3 ", "goal.3 tile.points"),
        ("    ", "goal.4"),
    ),
    (
        ("    ", "other_stone.0"),
        (" {g.wish_stone}  ", "other_stone.1 tile.wish"),
        ("    ", "other_stone.2"),
        (" ", "other_stone.3"),
        ("{g.small[0]}", "other_stone.3 seat.0"),
        ("  ", "other_stone.3"),
        (" {g.clover}  ", "other_stone.4 tile.clover"),
    ),
    (
        (" ", "stone.0"),
        ("{g.small[1]}", "stone.0 seat.1"),
        ("  ", "stone.0"),
        ("    ", "stone.1"),
        (" +2 ", "stone.2 tile.points"),
        ("    ", "stone.3"),
        (" {g.wish_stone}  ", "stone.4 tile.wish"),
    ),
)
"""Five paths that lead upward."""
