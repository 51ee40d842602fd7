"""The pages of The Oracle."""

from typing import Final

from keltis_tui.help.keltis import ROWS
from keltis_tui.help.page import Page
from keltis_tui.words import N_

PAGES: Final = (
    Page(
        N_("What it is about"),
        (
            N_("One path of 35 stones winds to the middle. You lead three figures along it. The "
               "first stones cost points; the last seven, inside the red line, are the oracle."),
            N_("The most points win."),
        ),
        "O1 O3 C9",
        drawing=(
            ((" P ", "stone.2"), (" Y ", "stone.1"), (" G ", "stone.3"), (" B ", "stone.4"),
             (" R ", "stone.0"), (" {g.arrow} ", "faint"), (" B ", "goal.4"), (" Y ", "goal.1")),
            (("-4 -4 -4 -4 -3     ", "faint"), (" 7 10", "goal")),
        ),
    ),
    Page(
        N_("Your turn"),
        (
            N_("Play a card to your row of its colour, or discard one with d. Then draw back to "
               "eight cards."),
            N_("A played card moves one of your figures, or the priestess: that is asked next. "
               "The number under the crown says how far the priestess may go."),
        ),
        "C5 O4 O5",
        ("play",),
        ((("8 ", "goal.1"), ("{g.priestess}3", "text")),),
    ),
    ROWS,
    Page(
        N_("A figure or the priestess"),
        (
            N_("A figure goes on to the next stone of the card's colour, however far that is. The "
               "priestess goes one stone or more, up to the number on the card, and never back."),
            N_("If she stops where a figure of yours stands you score 5 points, once. Nobody else "
               "scores, and tiles do nothing for her."),
        ),
        "O4 O6",
        ("move",),
        ((("{g.priestess}", "priestess"), ("  {g.large[0]}", "seat.0"), ("  +5", "tile.points")),),
    ),
    Page(
        N_("Clover and spiral"),
        (
            N_("A clover lets the figure that reached it go on to the next stone of the clover's "
               "colour. A spiral lets it go back to any earlier stone, except the start stone and "
               "the stone it came from. Each spiral works once in a turn."),
            N_("Tiles you reach that way act too. You may always decline."),
        ),
        "O7 O15",
        ("clover", "spiral"),
        ((("{g.clover}R", "tile.clover"), ("    {g.spiral}", "tile.spiral")),),
    ),
    Page(
        N_("Leprechauns"),
        (
            N_("A leprechaun takes a card off your hands if you like: one from your hand or the "
               "last card of one of your rows. A row that loses its last card may turn again."),
            N_("When all three figures stand on leprechauns you may claim, once in the game, 15 "
               "points on three stones, 10 on two, 5 on one. You may wait for more."),
        ),
        "O7 O9",
        ("leprechaun", "bonus"),
        ((("{g.leprechaun}", "tile.leprechaun"), ("  {g.large[0]}", "seat.0")),),
    ),
    Page(
        N_("Points, mirrors and wish stones"),
        (
            N_("Points are scored at once each time you arrive. A mirror is taken. The large "
               "stones hold wish stones: arriving there takes one while there are any."),
            N_("Wish stones count at the end: none -4, one -3, two 2, three 3, four 6, five and "
               "more 10. Each mirror counts that once more, also below zero."),
        ),
        "O7 O8 O12",
        drawing=((("+2", "tile.points"), ("   {g.mirror}", "tile.mirror"),
                  ("   {g.wish_stone}", "tile.wish")),),
    ),
    Page(
        N_("Drawing cards"),
        (
            N_("Draw until you hold eight cards again: from the deck with Space or from a pile "
               "with its letter. What you discarded in this turn stays there."),
        ),
        "O10 C7 C11 C12",
        ("draw",),
    ),
    Page(
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
