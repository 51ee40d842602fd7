"""The pages of The Dice Game."""

from typing import Final

from keltis_words.pages.page import WINNERS, Page
from keltis_words.words import N_

PAGES: Final = (
    Page(
        "aim",
        N_("What it is about"),
        (
            N_("Five rows of nine fields. You have four stones, at most one in a row, so one row "
               "stays without. The first fields cost points, the last three are the goal."),
            WINNERS,
        ),
        "D1 C9",
    ),
    Page(
        "roll",
        N_("The roll"),
        (
            N_("All five dice are rolled for you. Once you may roll any of them again: pick dice "
               "with 1 to 5, or a for all, and confirm. Or keep all with n."),
            N_("Two or more wish stones showing give you one wish stone."),
        ),
        "D2 D3",
        ("keep",),
    ),
    Page(
        "rows",
        N_("Choosing a row"),
        (
            N_("Choose one colour that shows. Your stone in that row moves as many fields as dice "
               "show it, no fewer; without a stone there you start one. Past the last field the "
               "rest is lost. You may also decline."),
            N_("On the harder side no stone may stop on crossed branches, not with a clover's step "
               "either; passing is fine. Its yellow row begins with two of them: three dice or "
               "more start a stone there."),
        ),
        "D3 D5 D6",
        ("choose",),
    ),
    Page(
        "fields",
        N_("Advantages"),
        (
            N_("A clover lets you, if you like, move any stone of yours one field or start a new "
               "one on the first field of a row. The field it reaches acts too, another clover as "
               "well."),
            N_("A wish stone is taken. A leprechaun gives you another whole turn at once."),
        ),
        "D4 D5",
        ("clover",),
    ),
    Page(
        "end",
        N_("The end"),
        (
            N_("The game ends at once when the goal holds 5 stones if two play, 7 if three play, "
               "8 if four play, or all four of one player. That last field gives nothing more."),
            N_("It also ends when nobody's points have changed for ten turns of every player in a "
               "row."),
            N_("Then every stone counts its field, and wish stones: none -10, one -4, two -3, "
               "three -2, four 1, five 2, six 3, seven 6, eight 7, nine and more 10."),
        ),
        "D3 D7 D8",
        ("over",),
    ),
    Page(
        "match",
        N_("The match"),
        (
            N_("A match goes over both sides of the board: the easy and the harder one in turn, "
               "each as often as the other. The points of all its games are added."),
            N_("Whoever opens the table chooses the side, or both in turn, and how many games."),
        ),
        "D10",
    ),
)  # fmt: skip
