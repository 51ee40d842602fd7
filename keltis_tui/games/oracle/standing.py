"""Who stands on a stone of The Oracle, as signs: one's own figures by their letters."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keltis_engine.position import Event
from keltis_engine.rules.oracle import FigureMoved, OracleView, PriestessMoved
from keltis_tui.games.oracle.choosing import Mark, letters_on
from keltis_tui.table.paths import figure
from keltis_tui.table.scene import Scene

Piece = tuple[str, str]
"""A text that stands for figures, and its style."""


class Now(NamedTuple):
    """What keys change about a stone: marks and focus, and who would arrive."""

    marked: Sequence[Mark] = ()
    chosen: bool = False
    """Whether one's own figure there is in focus."""
    coming: str = ""
    """The letter of one's own figure that would arrive."""
    priestess: bool = False
    """Whether the priestess would arrive."""


class Group(NamedTuple):
    """A player's figures on one stone."""

    names: str
    """One's own letters, or a sign for each figure."""
    short: str
    """All of them in one cell: a hollow sign for one figure, a full one for several."""
    style: str
    own: bool

    @property
    def counted(self) -> str:
        """One's own letters, or a sign and how many if there are several."""
        if self.own or len(self.names) == 1:
            return self.names
        return f"{self.names[0]}{len(self.names)}"


def now_on(scene: Scene, view: OracleView, stone: int, marked: Sequence[Mark]) -> Now:
    """What the keys pressed so far have to do with a stone."""
    coming, priestess = "", False
    for event in scene.outcome.events if scene.outcome else ():
        match event:
            case FigureMoved(_, start, end) if end == stone:
                coming = letters_on(view, start)[:1]
            case PriestessMoved(_, end) if end == stone:
                priestess = True
    chosen = scene.focused("figure", stone) and bool(letters_on(view, stone))
    return Now(tuple(marked), chosen, coming, priestess)


def groups(scene: Scene, view: OracleView, stone: int, style: str, chosen: bool) -> list[Group]:
    """Everybody's figures on a stone, one's own first; those that just moved are marked."""
    glyphs, moved = scene.glyphs, _arrivals(scene.news)
    found = []
    for seat in sorted(range(view.seats), key=lambda seat: seat != view.seat):
        count, own = view.figures[seat].count(stone), seat == view.seat
        if not count:
            continue
        mark = " mark" if (seat, stone) in moved else ""
        names = letters_on(view, stone) if own else glyphs.large[seat] * count
        short = glyphs.large[seat] if count > 1 else names if own else glyphs.small[seat]
        seat_style = f"{style} {figure(view.seat, seat)}{mark}"
        found.append(Group(names, short, f"{style} chosen" if own and chosen else seat_style, own))
    return found


def in_cells(those: Sequence[Group], coming: Sequence[Piece], room: int) -> list[Piece]:
    """Figures in so many cells: each by itself, else in numbers, else one sign a player.

    Whoever would come is left out if there is no room at all.
    """
    for pieces in _spellings(those):
        if sum(len(text) for text, _ in (*pieces, *coming)) <= room:
            return [*pieces, *coming]
    return [(group.short, group.style) for group in those]


def _spellings(those: Sequence[Group]) -> Iterator[list[Piece]]:
    """How figures can be written, the longest way first."""
    yield [(group.counted, group.style) for group in those]
    yield [(group.names if group.own else group.short, group.style) for group in those]
    yield [(group.short, group.style) for group in those]


def priestess_style(scene: Scene, style: str) -> str:
    """How the priestess is painted where she stands: underlined if she just moved."""
    moved = any(isinstance(event, PriestessMoved) for event in scene.news)
    return f"{style} priestess{'.moved' if moved else ''}"


def _arrivals(news: Sequence[Event]) -> set[tuple[int, int]]:
    """The seats whose figures just moved, each with the stone where one arrived."""
    return {(event.seat, event.end) for event in news if isinstance(event, FigureMoved)}
