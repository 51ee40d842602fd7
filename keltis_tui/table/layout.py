"""Where things lie on the table screen, for every size; the same places in all games."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

SMALLEST: Final = (80, 24)
"""The smallest terminal a table fits in."""
LARGE: Final = (140, 45)
"""From this size on, stones and cards are drawn large and rows lie open."""
WIDE: Final = 112
"""From this width on, stones and cards are wider."""
GRAND: Final = (180, 56)
"""From this size on, everything is as large as on a table and the log has a column of its own."""
APART: Final = 80
"""How many columns beside the board are enough for players and log side by side."""

SPACED: Final = 36
"""From this height on, there is a free line between the stones of a path."""
TALL: Final = 60
"""From this height on, nothing need be left out."""
FOOT: Final = 30
"""From this height on, the start stone has an edge below it."""
TALL_GOAL: Final = 28
"""From this height on, the stones of the goal are taller than those on the way to it."""
ROOMY: Final = 27
"""From this height on, cards are a line taller."""

ROOM_FOR_FIGURES: Final = 17
"""How wide a large stone is that has room for a tile and four figures of three cells each."""

COLUMNS: Final = 5
"""The five colours stand side by side."""


@dataclass(frozen=True)
class Layout:
    """Rows and columns of the parts of the table screen."""

    width: int
    height: int
    large: bool
    grand: bool
    stone_width: int
    stone_height: int
    goal_height: int
    """How many rows a stone of the goal takes."""
    label: int
    """How wide the values beside the paths are."""
    board_height: int
    start_height: int
    """How many rows the start stone takes."""
    piles: int
    """The first row of the discard piles."""
    pile_height: int
    deck_below: bool
    """Whether the deck lies under the piles, so that the log goes on beside them."""
    track: int
    buttons: int
    """The row of answers that lie nowhere on the table."""
    hand: int
    """The first row of the hand."""
    card_width: int
    card_height: int
    preview: int
    status: int
    keys: int
    margin: int
    """How many columns stay free to the right of the panel."""

    @property
    def goal(self) -> int:
        """The row of the rule under the three stones of the goal."""
        return 2 + 3 * self.goal_height

    @property
    def board_width(self) -> int:
        """How wide the board is; the players' panel begins after it."""
        return self.label + COLUMNS * self.stone_width

    @property
    def panel(self) -> int:
        """The first column of the players' panel."""
        return self.board_width + 1

    @property
    def panel_width(self) -> int:
        """How wide the players' panel is."""
        return self.width - self.panel - self.margin - self.log_width

    @property
    def panel_end(self) -> int:
        """The first row below the players and the log."""
        return self.piles + 2 if self.deck_below else self.piles

    @property
    def log_width(self) -> int:
        """How wide the log's own column is; 0 where it lies under the players."""
        beside = self.width - self.board_width
        return beside * 45 // 100 if self.grand and beside >= APART else 0

    def column(self, colour: int) -> int:
        """The first column of a colour's path."""
        return self.label + colour * self.stone_width


@lru_cache(maxsize=64)
def layout_for(width: int, height: int, piles: bool = True) -> Layout:
    """The layout for a terminal of this size, at least the smallest, with discard piles or not."""
    large = width >= LARGE[0] and height >= LARGE[1]
    grand = width >= GRAND[0] and height >= GRAND[1]
    wide = width >= WIDE
    stone_width, label = (18, 6) if grand else (13, 5) if large else (11 if wide else 8, 3)
    stone_height = 3 if large else 2 if height >= SPACED else 1
    if grand:
        stone_height = max(4, min(6, (height - 24) // 9))
    goal_height = max(stone_height, 2 if height >= TALL_GOAL else 1)
    card_height = (
        min(8, height - 51) if grand else 5 if height >= FOOT else 4 if height >= ROOMY else 3
    )
    pile_height = (4 if grand else 3 if large else 1) if piles else 1
    preview = height - 3
    hand = preview - card_height
    return Layout(
        width=width,
        height=height,
        large=large,
        grand=grand,
        stone_width=stone_width,
        stone_height=stone_height,
        goal_height=goal_height,
        label=label,
        board_height=3 + 3 * goal_height + 6 * stone_height,
        start_height=2 if height >= (TALL if large else FOOT) else 1,
        piles=hand - (3 if large and piles and not grand else 4) - pile_height,
        pile_height=pile_height,
        deck_below=piles and pile_height == 1,
        track=hand - 3,
        buttons=hand - 1,
        hand=hand,
        card_width=16 if grand else 12 if large else 9 if wide else 7,
        card_height=card_height,
        preview=preview,
        status=height - 2,
        keys=height - 1,
        margin=1,
    )


@lru_cache(maxsize=64)
def paths_layout(width: int, height: int, piles: bool = True) -> Layout:
    """The same for boards of five paths: a large stone has room for everybody's figure."""
    usual = layout_for(width, height, piles)
    if not usual.large or usual.grand:
        return usual
    return replace(usual, stone_width=ROOM_FOR_FIGURES)
