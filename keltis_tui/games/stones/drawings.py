"""The drawings on the rules pages of The Way of Stones."""

from typing import Final

from keltis_tui.table.drawing import Drawing

DRAWINGS: Final[dict[str, Drawing]] = {
    "aim": (
        (
            (" {g.deck}{g.deck} ", "back"),
            (" {g.deck}{g.deck} ", "other_back"),
            (" R5 ", "goal.0"),
            (" {g.deck}{g.deck} ", "back"),
            (" B8 ", "goal.4"),
            (" {g.deck}{g.deck} ", "other_back"),
        ),
    ),
    "take": (((" R5 ", "goal.0"),),),
    "rows": (
        (
            ("R{g.up}", "path.0"),
            ("{g.left_edge}1{g.left_edge}4{g.left_edge}9", "goal.0"),
            ("{g.right_edge}", "goal_edge.0"),
        ),
    ),
    "signs": (
        (
            ("{g.clover}   ", "tile.clover"),
            ("+3   ", "tile.points"),
            ("{g.wish_stone}", "tile.wish"),
        ),
    ),
}

EMBLEM: Final[Drawing] = (
    (
        (" {g.deck}{g.deck} ", "back"),
        (" R5 ", "goal.0"),
        (" {g.deck}{g.deck} ", "back"),
        (" {g.deck}{g.deck} ", "other_back"),
        (" P2 ", "goal.2"),
    ),
    (
        (" {g.deck}{g.deck} ", "other_back"),
        (" {g.deck}{g.deck} ", "back"),
        (" B8 ", "goal.4"),
        (" {g.deck}{g.deck} ", "back"),
        (" {g.deck}{g.deck} ", "other_back"),
    ),
    (
        (" Y0 ", "goal.1"),
        (" {g.deck}{g.deck} ", "other_back"),
        (" {g.deck}{g.deck} ", "back"),
        (" G7 ", "goal.3"),
        (" {g.deck}{g.deck} ", "back"),
    ),
)
"""Stones, most of them face down."""
