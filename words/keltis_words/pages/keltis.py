"""The pages of Keltis."""

from typing import Final

from keltis_words.pages.cards import CLOSED_PILES, ROWS
from keltis_words.pages.page import WINNERS, Page
from keltis_words.words import N_

AIM: Final = Page(
    "aim",
    N_("What it is about"),
    (
        N_("Five paths of nine stones lead up from the start stone. Cards move your figures, one "
           "stone for each card. The first stones cost points, the last three are the goal."),
        N_("The large figure counts twice, for better or worse."),
        WINNERS,
    ),
    "K1 K3 C9",
)  # fmt: skip
TURN: Final = Page(
    "turn",
    N_("Your turn"),
    (
        N_("Play a card to your row of its colour: your figure on that path moves one stone. Or "
           "press d and discard a card to the pile of its colour; then nothing moves."),
        N_("Either way you then draw a card. What you pick is shown before it is final: the same "
           "key again, or Enter, plays it; u takes it back until you have drawn."),
    ),
    "C5 K4",
    ("play",),
)  # fmt: skip
FIGURES: Final = Page(
    "figures",
    N_("Setting out"),
    (
        N_("If none of your figures is on that path yet, choose which one sets out: one of four "
           "small ones or the large one. Put the large one where you hold the best cards: it "
           "counts twice, also below zero."),
        N_("Figures never block each other. You have at most one on a path."),
    ),
    "K3 K4",
    ("start",),
)  # fmt: skip
TILES: Final = Page(
    "tiles",
    N_("What lies on the stones"),
    (
        N_("Points are scored at once and stay for the next one. A wish stone is taken. A clover "
           "lets you, if you like, move any figure of yours one more stone, even one that sets out "
           "anew; the tile it reaches acts as well."),
        N_("Wish stones count at the end: none -4, one -3, two 2, three 3, four 6, five and more "
           "10."),
    ),
    "K6 K7 K9",
    ("clover",),
)  # fmt: skip
SPARE: Final = Page(
    "spare",
    N_("At the end of a path"),
    (
        N_("A figure on the 10 goes no further. A card of that colour may still be played if it "
           "fits, and another of your figures may take the step instead."),
    ),
    "K5",
    ("spare",),
)  # fmt: skip
DRAW: Final = Page(
    "draw",
    N_("Drawing a card"),
    (
        N_("Take the top card of the deck with Space, or the top card of a discard pile with its "
           "letter. What you discarded in this turn stays there."),
        CLOSED_PILES,
    ),
    "C7 C11 C12",
    ("draw",),
)  # fmt: skip
END: Final = Page(
    "end",
    N_("The end"),
    (
        N_("The game ends at once when five figures in all have reached the goal, whoever they "
           "belong to; that last tile does nothing. It also ends when the deck is empty."),
        N_("Then every figure counts its stone, the large one twice, and wish stones and tile "
           "points are added. Beside your name you always see the points now and what the end "
           "would bring."),
    ),
    "K8 K9 C10",
    ("over",),
)  # fmt: skip

PAGES: Final = (AIM, TURN, ROWS, FIGURES, TILES, SPARE, DRAW, END)
