"""The pages of The Oracle."""

from typing import Final

from keltis_words.pages.cards import CLOSED_PILES, ROWS
from keltis_words.pages.page import WINNERS, Page
from keltis_words.words import N_

PAGES: Final = (
    Page(
        "aim",
        N_("What it is about"),
        (
            N_("One path of 35 stones winds to the middle. You lead three figures along it. The "
               "first stones cost points; the last seven, inside the red line, are the oracle."),
            WINNERS,
        ),
        "O1 O3 C9",
    ),
    Page(
        "turn",
        N_("Your turn"),
        (
            N_("Play a card to your row of its colour, or discard one with d. Then draw back to "
               "eight cards."),
            N_("A played card moves one of your figures, or the priestess: that is asked next. "
               "The number under the crown says how far the priestess may go."),
            N_("If none of your figures has the card's colour ahead and the priestess stands on "
               "the last stone, the card can only be discarded."),
        ),
        "C5 O4 O5",
        ("play",),
    ),
    ROWS,
    Page(
        "movers",
        N_("A figure or the priestess"),
        (
            N_("A figure goes on to the next stone of the card's colour, however far that is. The "
               "priestess goes one stone or more, up to the number on the card, and never back."),
            N_("If she stops on the same stone as a figure of yours, not beside it, you score 5 "
               "points, once. Nobody else scores, and tiles do nothing for her. A figure that "
               "moves onto her stone scores nothing."),
        ),
        "O4 O6",
        ("move",),
    ),
    Page(
        "steps",
        N_("Clover and spiral"),
        (
            N_("A clover lets the figure that reached it go on to the next stone of the clover's "
               "colour; only a variant lets another figure go instead (next page)."),
            N_("A spiral lets the figure go back to any earlier stone, the start stone too, but "
               "not to the one on which it stood when your turn began. Each spiral moves a figure "
               "once in a turn."),
            N_("Tiles you reach that way act too. You may always decline."),
        ),
        "O7 O15",
        ("clover", "spiral"),
    ),
    Page(
        "free",
        N_("Variant: free clovers"),
        (
            N_("Who opens the table may choose free clovers. Then a clover lets any one of your "
               "figures go on to its next stone of the clover's colour, not only the one that "
               "reached it."),
            N_("All else stays the same. Without this choice only the figure that reached the "
               "clover may go on."),
        ),
        "O15",
    ),
    Page(
        "leprechauns",
        N_("Leprechauns"),
        (
            N_("A leprechaun takes a card off your hands if you like: one from your hand or the "
               "last card of one of your rows. A row that loses its last card may turn again."),
            N_("If all three figures stand on leprechauns before you draw, after a discard too, "
               "you may claim, once in the game, 15 points on three stones, 10 on two, 5 on one. "
               "You may also wait and claim in a later turn."),
        ),
        "O7 O9",
        ("leprechaun", "bonus"),
    ),
    Page(
        "tiles",
        N_("Points, mirrors and wish stones"),
        (
            N_("Points are scored at once each time you arrive. A mirror is taken. The large "
               "stones hold wish stones: arriving there takes one while there are any."),
            N_("Wish stones count at the end: none -4, one -3, two 2, three 3, four 6, five and "
               "more 10. Each mirror counts that once more, also below zero."),
        ),
        "O7 O8 O12",
    ),
    Page(
        "draw",
        N_("Drawing cards"),
        (
            N_("Draw until you hold eight cards again: from the deck with Space or from a pile "
               "with its letter. What you discarded in this turn stays there."),
            CLOSED_PILES,
        ),
        "O10 C7 C11 C12",
        ("draw",),
    ),
    Page(
        "end",
        N_("The end"),
        (
            N_("The game ends at once when a third figure of one player or the fifth figure in "
               "all enters the oracle; that last tile does nothing. Or when the deck is empty."),
            N_("Then every figure counts its stone; wish stones and mirrors are added."),
        ),
        "O11 O12",
        ("over",),
    ),
)  # fmt: skip
