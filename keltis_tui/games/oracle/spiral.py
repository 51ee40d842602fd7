"""Where the stones of The Oracle lie: a spiral that winds from the outer ring to the centre.

The start stone is the lower left corner; the path goes along the bottom, up, back along the top
and down again, then turns inwards and goes round once more. Between the two rings lies a channel.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from keltis_engine.parts.oracle_board import STONES

LOW: Final = 14
"""How many lines the spiral needs at least."""
LARGE, BROAD = 30, 70
"""From so many lines and columns on, stones lie apart and figures stand on them."""
ACROSS, DOWN = 7, 6
"""How many stones lie side by side, and one under the other."""


class Place(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.x + self.width

    @property
    def below(self) -> int:
        """The first line after it."""
        return self.y + self.height


@dataclass(frozen=True)
class Spiral:
    """The places of the stones for one size; lines and columns count from the board's corner."""

    width: int
    height: int
    stones: tuple[Place, ...]
    """For each stone, the start stone first."""
    bridges: tuple[Place, ...]
    """Where the path crosses a channel: from the outer ring to the inner one, then to the end."""
    inner: Place
    """The inner ring with all that is in it."""
    hole: Place
    """What the inner ring leaves free."""

    @property
    def large(self) -> bool:
        """Whether every stone has the room for figures that stand."""
        return self.height >= LARGE and self.width >= BROAD


@lru_cache(maxsize=64)
def spiral_for(width: int, height: int) -> Spiral:
    """The spiral that fills so many columns and lines."""
    outer, tall = (width - 1) // ACROSS, stone_height(height)
    gap = channel_width(width)
    inner = Place(outer + gap, tall + 1, width - 2 * (outer + gap), height - 2 * (tall + 1))
    hole_top, hole_below = inner.y + tall, inner.below - tall
    places: list[Place] = []

    # The outer ring: 0 to 6 along the bottom, 7 to 10 up, 11 to 17 along the top, 18 to 21 down.
    first, bottom = width - 6 * outer, height - tall
    places.append(Place(0, bottom, first, tall))
    places += [Place(first + i * outer, bottom, outer, tall) for i in range(6)]
    sides = (height - 2 * tall - 1) // 4
    up = [Place(width - outer, tall + i * sides, outer, sides) for i in range(3)]
    places.append(Place(width - outer, up[-1].below, outer, bottom - up[-1].below))
    places += up[::-1]
    places += [Place(width - (i + 1) * outer, 0, outer, tall) for i in range(3)]
    places.append(Place(3 * outer, 0, first, tall))
    places += [Place((2 - i) * outer, 0, outer, tall) for i in range(3)]
    places += [Place(0, tall + i * sides, outer, sides) for i in range(3)]
    left = tall + 3 * sides
    places.append(Place(0, left, outer, bottom - 1 - left))

    # The inner ring: 22 to 26 along its bottom, 27 and 28 up, 29 to 33 along its top, 34 down.
    columns = [inner.x + round(i * inner.width / 5) for i in range(6)]
    spans = [(columns[i], columns[i + 1] - columns[i]) for i in range(5)]
    places += [Place(x, hole_below, wide, tall) for x, wide in spans]
    half = hole_top + (hole_below - hole_top + 1) // 2
    last_x, last_wide = spans[-1]
    places.append(Place(last_x, half, last_wide, hole_below - half))
    places.append(Place(last_x, hole_top, last_wide, half - hole_top))
    places += [Place(x, inner.y, wide, tall) for x, wide in reversed(spans)]
    deep = max(tall, (hole_below - hole_top) // 2 + 1)
    places.append(Place(columns[0], hole_top, spans[0][1], deep))

    # The end stone fills the centre.
    hole = Place(columns[1], hole_top, columns[4] - columns[1], hole_below - hole_top)
    centre = Place(hole.x + gap, hole.y + 1, hole.width - 2 * gap, hole.height - 2)
    places.append(centre)
    assert len(places) == STONES + 1
    bridges = (
        Place(outer, hole_below, gap, tall),
        Place(hole.x, centre.y, gap, min(places[34].below - centre.y, tall)),
    )
    return Spiral(width, height, tuple(places), bridges, inner, hole)


def stone_height(height: int) -> int:
    """How many lines a stone takes in a spiral of so many lines."""
    return max(2, (height + 1) // DOWN)


def channel_width(width: int) -> int:
    """How many columns lie between the rings of a spiral of so many columns."""
    return 1 if width < 60 else 2


@lru_cache(maxsize=1)
def grid() -> tuple[tuple[int, int], ...]:
    """For each stone its column and line, so that the arrows find the one that lies that way."""
    spiral = spiral_for(43, LOW)
    return tuple((place.x + place.width // 2, place.y * 2) for place in spiral.stones)
