"""The pages of The Way of Stones."""

from typing import Final

from keltis_words.pages.page import WINNERS, Page
from keltis_words.words import N_

PAGES: Final = (
    Page(
        "aim",
        N_("What it is about"),
        (
            N_("55 stones lie face down: five colours, each from 0 to 10 once. You take stones "
               "into rows, one row a colour. Long rows are worth much, short ones cost points."),
            WINNERS,
        ),
        "S1 C9",
    ),
    Page(
        "turn",
        N_("Your turn"),
        (
            N_("Turn one stone face up, or take one that already lies face up and fits. The arrows "
               "move, Enter turns or takes; Space turns any stone."),
            N_("Nobody passes while a stone lies face down. Once none does, you may pass with n "
               "instead of taking a stone that would hurt."),
        ),
        "S3",
        ("turn",),
    ),
    Page(
        "take",
        N_("Take it or leave it"),
        (
            N_("The stone you turned is yours if it fits a row of yours and you want it. If you "
               "leave it, it lies face up for everybody."),
        ),
        "S3 S4",
        ("take",),
    ),
    Page(
        "rows",
        N_("Rows"),
        (
            N_("Each row goes strictly up or strictly down; its second stone says which. Gaps are "
               "allowed, equal values do not exist. What does not fit cannot be taken."),
            N_("A row of one costs 4, of two 3; three give 2, four 3, five 6, six or more 10."),
        ),
        "S4 S7",
    ),
    Page(
        "signs",
        N_("Signs on the stones"),
        (
            N_("A clover gives you another turn at once. Points are counted at the end. Wish "
               "stones count at the end: none -4, one -3, two 2, three 3, four 6, five and more "
               "10."),
        ),
        "S2 S5 S7",
    ),
    Page(
        "end",
        N_("The end"),
        (
            N_("Whoever turns the last stone that lay face down finishes the turn, with any more "
               "turns that clovers give, and the game is over. Rows, wish stones and points are "
               "added up."),
        ),
        "S3 S6 S7",
        ("over",),
    ),
)  # fmt: skip
