"""A terminal's screen as a picture: every cell as the bytes of a session left it."""

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

import pyte
from PIL import Image, ImageDraw, ImageFont
from pyte.screens import Char
from wcwidth import wcwidth

CELL: Final = (10, 21)
"""Pixels of one cell."""
GROUND: Final = "000000"
INK: Final = "c7c7c7"
"""What a terminal shows where a program asks for no colour."""
NAMED: Final = {
    "black": "000000", "red": "cd0000", "green": "00cd00", "brown": "cdcd00", "blue": "0000ee",
    "magenta": "cd00cd", "cyan": "00cdcd", "white": "e5e5e5", "brightblack": "7f7f7f",
    "brightred": "ff0000", "brightgreen": "00ff00", "brightbrown": "ffff00",
    "brightblue": "5c5cff", "brightmagenta": "ff00ff", "bfightmagenta": "ff00ff",
    "brightcyan": "00ffff", "brightwhite": "ffffff",
}  # fmt: skip
"""xterm's own sixteen; pyte misspells one of them."""
FONTS: Final = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")
BLOCKS: Final = {
    "█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1), "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 1, 1), "▁": (0, 0.875, 1, 1), "▔": (0, 0, 1, 0.125), "▕": (0.875, 0, 1, 1),
    "▏": (0, 0, 0.125, 1),
}  # fmt: skip
"""Characters that fill a part of their cell: left, top, right, bottom."""
QUARTERS: Final = {
    "▘": "a", "▝": "b", "▖": "c", "▗": "d", "▚": "ad", "▞": "bc", "▛": "abc", "▜": "abd",
    "▙": "acd", "▟": "bcd",
}  # fmt: skip
"""Characters that fill quarters of their cell: upper left and right, lower left and right."""
LINES: Final = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "┌": "rd", "┐": "ld",
    "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud",
}  # fmt: skip
"""Lines from the middle of a cell to its edges, as terminals join them: left, right, up, down."""
MOST: Final = 192
"""How many colours of cells are kept exactly; the rest is for the edges of letters."""
SLANTS: Final = {"╱": ("/",), "╲": ("\\",), "╳": ("/", "\\")}
"""Lines from corner to corner."""


class NoFont(Exception):
    """The font of the pictures is not installed."""


@cache
def _font(*, bold: bool) -> ImageFont.FreeTypeFont:
    try:
        return ImageFont.truetype(FONTS[bold], 17)
    except OSError as error:
        raise NoFont("pictures need DejaVu Sans Mono; on Debian: fonts-dejavu-core") from error


def draw(screen: pyte.Screen, path: Path) -> None:
    """Write what a screen shows as a PNG."""
    width, height = CELL
    image = Image.new("RGB", (screen.columns * width, screen.lines * height), f"#{GROUND}")
    pen = ImageDraw.Draw(image)
    for y in range(screen.lines):
        for x in range(screen.columns):
            _cell(pen, x * width, y * height, screen.buffer[y][x])
    cells = (screen.buffer[y][x] for y in range(screen.lines) for x in range(screen.columns))
    _few(image, {colour for char in cells for colour in colours(char)}).save(path, optimize=True)


def _few(image: Image.Image, exact: Collection[str]) -> Image.Image:
    """The picture in 256 colours: those of the cells as they are, edges of letters nearly."""
    kept = [bytes.fromhex(colour) for colour in sorted(exact)][:MOST]
    places = {tuple(colour): place for place, colour in enumerate(kept)}
    blended = image.quantize(256 - len(kept))
    triples = zip(*[iter(image.tobytes())] * 3, strict=True)
    pairs = zip(triples, blended.tobytes(), strict=True)
    drawn = bytes(places.get(colour, len(kept) + place) for colour, place in pairs)
    few = Image.frombytes("P", image.size, drawn)
    few.putpalette(b"".join(kept) + bytes(blended.getpalette() or ()))
    return few


def colours(char: Char) -> tuple[str, str]:
    """The ink and the ground of a cell as six hexadecimal digits each."""
    ink = NAMED.get(char.fg, INK if char.fg == "default" else char.fg)
    ground = NAMED.get(char.bg, GROUND if char.bg == "default" else char.bg)
    return (ground, ink) if char.reverse else (ink, ground)


def _cell(pen: ImageDraw.ImageDraw, left: int, top: int, char: Char) -> None:
    if not char.data:  # behind a wide character
        return
    ink, ground = colours(char)
    width, height = CELL[0] * max(1, wcwidth(char.data[0])), CELL[1]
    pen.rectangle((left, top, left + width - 1, top + height - 1), f"#{ground}")
    if char.data in BLOCKS:
        x1, y1, x2, y2 = BLOCKS[char.data]
        box = (left + x1 * width, top + y1 * height, left + x2 * width - 1, top + y2 * height - 1)
        pen.rectangle(tuple(round(edge) for edge in box), f"#{ink}")
    elif char.data in QUARTERS:
        for quarter in QUARTERS[char.data]:
            x1, y1 = left + width // 2 * (quarter in "bd"), top + height // 2 * (quarter in "cd")
            pen.rectangle((x1, y1, x1 + width // 2 - 1, y1 + (height + 1) // 2 - 1), f"#{ink}")
    elif char.data in LINES:
        _lines(pen, left, top, LINES[char.data], ink)
    elif char.data in SLANTS:
        right, bottom = left + width - 1, top + height - 1
        for slant in SLANTS[char.data]:
            ends = (top, bottom) if slant == "\\" else (bottom, top)
            pen.line((left, ends[0], right, ends[1]), f"#{ink}")
    elif char.data != " ":
        font = _font(bold=bool(char.bold))
        pen.text((left + width / 2, top + 16), char.data, f"#{ink}", font, anchor="ms")
    if char.underscore:
        pen.line((left, top + height - 2, left + width - 1, top + height - 2), f"#{ink}")


def _lines(pen: ImageDraw.ImageDraw, left: int, top: int, ways: str, ink: str) -> None:
    """From the middle of a cell to the edges that are named."""
    x, y = left + CELL[0] // 2, top + CELL[1] // 2
    ends = {"l": (left, y), "r": (left + CELL[0] - 1, y), "u": (x, top), "d": (x, top + CELL[1])}
    for way in ways:
        pen.line((x, y, *ends[way]), f"#{ink}")
