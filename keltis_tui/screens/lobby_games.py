"""What can be played, and how: a line for each game, or a box of its own where there is room."""

from functools import lru_cache
from typing import Final

from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.text import width_of, wrap
from keltis_tui.games.catalogue import GAMES
from keltis_tui.table.drawing import paint_drawing
from keltis_words.games.catalogue import length, short_name, summary
from keltis_words.glyphs import Glyphs
from keltis_words.words import Words

NAME: Final = 4
"""The column in which the names begin."""
BOX: Final = 27
"""How many cells a box needs at least, its frame among them."""
EMBLEM_LINES: Final = 3
"""How many lines the drawing in a box has."""

Offered = tuple[str, ...]
"""The games, in the order in which they are shown."""


@lru_cache(maxsize=256)
def game_lines(
    width: int, words: Words, glyphs: Glyphs, games: Offered, chosen: str, gap: int
) -> Canvas:
    """Name, sentence and length of each game, `gap` free lines after each; one may be in focus.

    It stays the same from key to key and for everybody.
    """
    names = max((width_of(short_name(words, game)) for game in games), default=0)
    lengths = max((width_of(length(words, game)) for game in games), default=0)
    start = NAME + min(names, width // 3) + 2
    room = width - start - lengths - 4
    told = [wrap(summary(words, game), room) or [""] for game in games]
    canvas = Canvas(width, sum(map(len, told)) + gap * len(games))
    y = 0
    for number, (game, lines) in enumerate(zip(games, told, strict=True)):
        canvas.target(2, y, width - 4, len(lines), Target("game", number))
        style = "line.chosen" if game == chosen else "ground"
        canvas.fill(1, y, width - 2, len(lines), style)
        if game == chosen:
            canvas.put(2, y, glyphs.turn, f"{style} gold")
        name = short_name(words, game)
        canvas.put(NAME, y, name, f"{style} bright", limit=start - NAME - 1)
        for row, line in enumerate(lines, y):
            canvas.put(start, row, line, f"{style} text")
        canvas.right(width - 2, y, length(words, game), f"{style} faint")
        y += len(lines) + gap
    return canvas


def boxes_fit(games: Offered, width: int) -> bool:
    """Whether there is room for a box for each game beside the others."""
    return bool(games) and (width - 2) // len(games) - 1 >= BOX


@lru_cache(maxsize=256)
def game_boxes(width: int, words: Words, glyphs: Glyphs, games: Offered, chosen: str) -> Canvas:
    """A box for each game: its name, what it looks like, how it is played, how long."""
    each = (width - 2) // len(games)
    left, wide = (width - each * len(games) + 1) // 2, each - 1
    told = [wrap(summary(words, game), wide - 4) for game in games]
    canvas = Canvas(width, max(map(len, told)) + EMBLEM_LINES + 6)
    height = canvas.height
    for number, game in enumerate(games):
        x = left + number * each
        canvas.target(x, 0, wide, height, Target("game", number))
        canvas.box(x, 0, wide, height, "ground gold" if game == chosen else "ground goal")
        sign = f" {glyphs.turn}" if game == chosen else ""
        after = canvas.put(x + 2, 0, sign, "ground gold")
        canvas.put(after, 0, f" {short_name(words, game)} ", "ground bright", limit=wide - 6)
        emblem = GAMES[game].emblem
        drawn = max((_width(line, glyphs) for line in emblem), default=0)
        paint_drawing(canvas, x + (wide - drawn) // 2, 2, emblem, glyphs)
        for row, line in enumerate(told[number], EMBLEM_LINES + 3):
            canvas.put(x + 2, row, line, "ground text")
        canvas.right(x + wide - 2, height - 2, length(words, game), "ground faint")
    return canvas


def _width(line: tuple[tuple[str, str], ...], glyphs: Glyphs) -> int:
    return sum(width_of(text.format(g=glyphs)) for text, _ in line)
