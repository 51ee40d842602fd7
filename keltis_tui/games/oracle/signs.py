"""What is printed and lies on the stones of The Oracle, as signs: tiles, the way on, numbers."""

from typing import Final

from keltis_engine.parts.oracle_board import CLOVER, LEPRECHAUN, MIRROR, SPIRAL, STONE_COLOURS
from keltis_engine.rules.oracle import OracleView
from keltis_words.games.cards import LETTERS
from keltis_words.games.oracle import LOOK_ALIKE
from keltis_words.glyphs import Glyphs

RIGHT, UP, LEFT, DOWN = range(4)
EXITS: Final = {
    **dict.fromkeys((*range(6), *range(22, 26)), RIGHT),
    **dict.fromkeys((*range(6, 11), *range(26, 29)), UP),
}
"""Which way the path leaves a stone, where it runs to the right or up."""
ENTRIES: Final = {
    **dict.fromkeys((*range(12, 18), *range(30, 34)), LEFT),
    **dict.fromkeys((*range(18, 22), 34), DOWN),
}
"""Which way the path comes onto a stone, where it runs to the left or down.

So there is one arrow between any two stones, above or to the right of the one that has it; the
bridges from 21 and 34 have their own.
"""


def way_on(glyphs: Glyphs, stone: int) -> str:
    """The arrow between a stone and the one that lies above it or to its right on the path."""
    way = EXITS.get(stone, ENTRIES.get(stone))
    return "" if way is None else glyphs.ways[way]


def name_of(glyphs: Glyphs, stone: int) -> str:
    """A stone's letter and shape."""
    colour = STONE_COLOURS[stone]
    return f"{LETTERS[colour]}{glyphs.paths[colour]}"


def number_on(glyphs: Glyphs, stone: int) -> str:
    """A stone's number if another one has its colour and its value."""
    return "".join(glyphs.numbers[int(digit)] for digit in str(stone) if stone in LOOK_ALIKE)


def tile_on(glyphs: Glyphs, view: OracleView, stone: int) -> tuple[str, str]:
    """The tile or the wish stones on a stone, and their style."""
    tile = view.tiles[stone]
    if tile >= CLOVER:
        return f"{glyphs.clover}{LETTERS[tile - CLOVER]}", "tile.clover"
    if tile == SPIRAL:
        return glyphs.spiral, "dim" if stone in view.used else "tile.spiral"
    if tile == LEPRECHAUN:
        return glyphs.leprechaun, "tile.leprechaun"
    if tile == MIRROR:
        return glyphs.mirror, "tile.mirror"
    if tile:
        return f"{glyphs.plus}{tile}", "tile.points"
    return glyphs.wish_stone * view.stock[stone], "tile.wish"
