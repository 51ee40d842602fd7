"""The pages of The Dice Game."""

from typing import Final

from keltis_tui.help.page import Page
from keltis_tui.words import N_

PAGES: Final = (
    Page(
        N_("What it is about"),
        (
            N_("Five rows of nine fields. You have four stones, at most one in a row, so one row "
               "stays without. The first fields cost points, the last three are the goal."),
            N_("The most points win."),
        ),
        "D1 C9",
        drawing=(
            (("  -4   -3   -2    1    2    3    ", "faint"), ("6    7   10", "goal")),
            (("     ", "stone.3"), (" {g.large[0]}   ", "other_stone.3 seat.0"),
             (" {g.clover}   ", "stone.3 tile.clover"), ("     ", "other_stone.3"),
             (" {g.wish_stone}   ", "stone.3 tile.wish"),
             (" {g.leprechaun}   ", "other_stone.3 tile.leprechaun"), ("     ", "goal.3"),
             (" {g.clover}   ", "other_goal.3 tile.clover"), ("     ", "goal.3")),
        ),
    ),
    Page(
        N_("The roll"),
        (
            N_("All five dice are rolled for you. Once you may roll any of them again: pick dice "
               "with 1 to 5, or a for all, and confirm. Or keep all with n."),
            N_("Two or more wish stones showing give you one wish stone."),
        ),
        "D2 D3",
        ("keep",),
        ((("{g.paths[0]} ", "path.0"), ("{g.paths[0]} ", "path.0"), ("{g.paths[3]} ", "path.3"),
          ("{g.wish_stone} {g.wish_stone}", "tile.wish")),),
    ),
    Page(
        N_("Choosing a row"),
        (
            N_("Choose one colour that shows. Your stone in that row moves as many fields as dice "
               "show it, no fewer; without a stone there you start one. Past the last field the "
               "rest is lost. You may also decline."),
            N_("On the harder side crossed branches forbid to stop there; passing is fine."),
        ),
        "D3 D5",
        ("choose",),
        ((("{g.cross}", "crossed"), ("  {g.up}2", "bright")),),
    ),
    Page(
        N_("Advantages"),
        (
            N_("A clover gives one step with any stone of yours, or a new stone on the first field "
               "of a row. A wish stone is taken. A leprechaun gives you another whole turn."),
        ),
        "D4 D5",
        ("clover",),
        ((("{g.clover}   ", "tile.clover"), ("{g.wish_stone}   ", "tile.wish"),
          ("{g.leprechaun}", "tile.leprechaun")),),
    ),
    Page(
        N_("The end"),
        (
            N_("The game ends at once when the goal holds 5 stones if two play, 7 if three play, "
               "8 if four play, or all four of one player. That last field gives nothing more."),
            N_("Then every stone counts its field, and wish stones: none -10, one -4, two -3, "
               "three -2, four 1, five 2, six 3, seven 6, eight 7, nine and more 10."),
        ),
        "D7 D8 D10",
        ("over",),
    ),
)  # fmt: skip
