"""The pages of Keltis."""

from typing import Final

from keltis_tui.help.page import Page
from keltis_tui.words import N_

AIM: Final = Page(
    N_("What it is about"),
    (
        N_("Five paths of nine stones lead up from the start stone. Cards move your figures, one "
           "stone for each card. The first stones cost points, the last three are the goal."),
        N_("The most points win. The large figure counts twice, for better or worse."),
    ),
    "K1 K3 C9",
    drawing=(
        (("  -4   -3   -2    1    2    3    ", "faint"), ("6    7   10", "goal")),
        ((" {g.small[0]}   ", "stone.0 seat.0"), (" {g.clover}   ", "other_stone.0 tile.clover"),
         ("     ", "stone.0"), (" {g.wish_stone}   ", "other_stone.0 tile.wish"),
         ("     ", "stone.0"), (" +2  ", "other_stone.0 tile.points"),
         ("     ", "goal.0"), (" {g.large[1]}   ", "other_goal.0 seat.1"),
         (" {g.clover}   ", "goal.0 tile.clover")),
    ),
)  # fmt: skip
ROWS: Final = Page(
    N_("Rows of cards"),
    (
        N_("You have one row in each colour. The first card opens it; the first different value "
           "says whether it goes up or down. From then on only equal or further values fit; gaps "
           "are allowed."),
        N_("A dimmed card does not fit; pick it and the line above the question says why."),
    ),
    "C4",
    drawing=(
        (("R{g.up}", "path.0"),
         ("{g.left_edge}0{g.left_edge}2{g.left_edge}2{g.left_edge}5", "goal.0"),
         ("{g.right_edge}", "goal_edge.0"), ("    B{g.down}", "path.4"),
         ("{g.left_edge}10{g.left_edge}9{g.left_edge}6", "goal.4"),
         ("{g.right_edge}", "goal_edge.4"), ("    G", "path.3"), ("{g.dot}", "path.3"),
         ("{g.left_edge}4{g.left_edge}4", "goal.3"), ("{g.right_edge}", "goal_edge.3")),
    ),
)  # fmt: skip
TURN: Final = Page(
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
    N_("Setting out"),
    (
        N_("If none of your figures is on that path yet, choose which one sets out: one of four "
           "small ones or the large one. Put the large one where you hold the best cards: it "
           "counts twice, also below zero."),
        N_("Figures never block each other. You have at most one on a path."),
    ),
    "K3 K4",
    ("start",),
    ((("{g.small[0]} {g.small[1]} {g.small[2]} {g.small[3]}", "bright"), ("   ", "text"),
      ("{g.large[0]} {g.large[1]} {g.large[2]} {g.large[3]}", "bright")),),
)  # fmt: skip
TILES: Final = Page(
    N_("What lies on the stones"),
    (
        N_("Points are scored at once and stay for the next one. A wish stone is taken. A clover "
           "gives one more step with any figure of yours, even one that sets out anew; the tile it "
           "reaches acts as well."),
        N_("Wish stones count at the end: none -4, one -3, two 2, three 3, four 6, five and more "
           "10."),
    ),
    "K6 K7 K9",
    ("clover",),
    ((("+3", "tile.points"), ("    {g.wish_stone}", "tile.wish"),
      ("    {g.clover}", "tile.clover")),),
)  # fmt: skip
SPARE: Final = Page(
    N_("At the end of a path"),
    (
        N_("A figure on the 10 goes no further. A card of that colour may still be played if it "
           "fits, and another of your figures may take the step instead."),
    ),
    "K5",
    ("spare",),
)  # fmt: skip
DRAW: Final = Page(
    N_("Drawing a card"),
    (
        N_("Take the top card of the deck with Space, or the top card of a discard pile with its "
           "letter. What you discarded in this turn stays there."),
        N_("If nobody has drawn from the deck for ten turns each, the piles are closed until "
           "somebody does."),
    ),
    "C7 C11 C12",
    ("draw",),
    ((("R6 {g.times}2", "path.0"), ("   Y9 {g.times}1", "path.1"),
      ("   {g.deck}{g.deck} 43", "text")),),
)  # fmt: skip
END: Final = Page(
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
    ((("12 {g.arrow} 31", "bright"), ("   {g.wish_stone}{g.times}3", "tile.wish")),),
)  # fmt: skip

PAGES: Final = (AIM, TURN, ROWS, FIGURES, TILES, SPARE, DRAW, END)
