"""The pages that games played with cards share."""

from typing import Final

from keltis_words.pages.page import Page
from keltis_words.words import N_

ROWS: Final = Page(
    "rows",
    N_("Rows of cards"),
    (
        N_("You have one row in each colour. The first card opens it; the first different value "
           "says whether it goes up or down. From then on only equal or further values fit; gaps "
           "are allowed."),
        N_("There are 110 cards: five colours, each value from 0 to 10 twice. If two play, 30 of "
           "them are set aside unseen."),
        N_("A dimmed card does not fit; pick it and the line above the question says why."),
    ),
    "C1 C2 C4",
)  # fmt: skip
CLOSED_PILES: Final = N_("If nobody has drawn from the deck for ten turns each, the piles are "
                         "closed until somebody does.")  # fmt: skip
"""C12"""
