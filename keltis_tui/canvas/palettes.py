"""The table of colours, read once: what every style of a look is in at every depth."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final, NamedTuple

DEPTHS: Final = ("full", "256", "16")
"""How many colours a terminal shows, in the order of the table's columns."""


class Pair(NamedTuple):
    """Ink and ground of a style, each as the style takes it; empty where it has none."""

    ink: str
    ground: str

    @property
    def spelled(self) -> str:
        """As a style is spelled."""
        return f"{self.ink} on {self.ground}".strip() if self.ground else self.ink


Palette = Mapping[str, Pair]
"""Every style of a look at one depth."""


def read(table: str) -> dict[tuple[str, str], Palette]:
    """The palettes of a table by look and depth."""
    found: dict[tuple[str, str], dict[str, Pair]] = {}
    look = ""
    for row in _rows(table):
        if len(row) == 1:
            look = row[0].strip("[]")
            continue
        name, *columns = row
        for depth, column in zip(DEPTHS, columns, strict=True):
            palette = found.setdefault((look, depth), {})
            if name in palette:
                raise ValueError(f"{look}: {name} is there twice")
            palette[name] = _pair(column)
    return dict(found)


def _rows(table: str) -> Iterator[list[str]]:
    for line in table.splitlines():
        if line.strip() and not line.startswith("//"):
            yield line.split()


def _pair(column: str) -> Pair:
    ink, _, ground = column.partition("/")
    return Pair(_colour(ink), _colour(ground))


def _colour(spelled: str) -> str:
    """A colour of the palette by its number, or any colour by its digits."""
    return f"color({int(spelled)})" if spelled.isdigit() else spelled.strip("-")


PALETTES: Final = read(files("keltis_tui.canvas").joinpath("colours.txt").read_text("utf-8"))
"""Every look at every depth."""
LOOKS: Final = tuple(dict.fromkeys(look for look, _ in PALETTES))
"""The looks, the usual one first."""
