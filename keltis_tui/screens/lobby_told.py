"""What a lobby tells, made ready to be shown: it stays so from key to key until more is told."""

from collections.abc import Callable
from typing import Final

from keltis_protocol.messages import Lobby, TableLine
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lobby_news import NEWS, people_lines
from keltis_tui.screens.lobby_rows import OTHERS, Row, hidden_of, rows_of, section_of
from keltis_words.words import Words

MOST_PARTS: Final = 256
"""How many parts of pages are kept: of a few sizes, with and without the focus."""


class Told:
    """The tables of a lobby in the order they are shown, and the parts already painted."""

    def __init__(self, lobby: Lobby | None) -> None:
        self.lobby = lobby
        self.looked_for = lobby is not None and bool(lobby.text)
        """Whether these are only the tables that were looked for."""
        tables = [line for line in lobby.tables if line.game in GAMES] if lobby else []
        self.lines: list[TableLine] = sorted(tables, key=section_of)
        self.seats = [line.table for line in self.lines if section_of(line) < OTHERS]
        """The tables at which one can sit down."""
        self.tables = [
            line.table for line in self.lines if section_of(line) < OTHERS or line.watchable
        ]
        """The tables to which one can go, be it to look on."""
        self.places = {line.table: place for place, line in enumerate(self.lines)}
        """Where each table stands."""
        hidden = hidden_of(lobby)
        self.rows: list[Row] = rows_of(self.lines, hidden)
        self.roomy: list[Row] = rows_of(self.lines, hidden, roomy=True)
        self.mine = len(rows_of([line for line in self.lines if line.yours]))
        """How many rows one's own tables take, headings among them."""
        self._parts: dict[tuple[object, ...], Canvas] = {}
        self._people: dict[tuple[Words, int], int] = {}

    def line(self, table: str) -> TableLine | None:
        """The line of a table, if it is told."""
        place = self.places.get(table)
        return None if place is None else self.lines[place]

    def has_room(self, table: str) -> bool:
        """Whether a seat is free where no game runs, for whoever knows the code of the table."""
        line = self.line(table)
        if line is None or line.state == "playing":
            return False
        return any(seat.kind == "free" for seat in line.seats)

    def people(self, words: Words, width: int) -> int:
        """How many lines it takes to say who is here."""
        if self.lobby is None or not self.lobby.here:
            return 0
        asked = (words, width)
        if asked not in self._people:
            every = people_lines(words, self.lobby, width - NEWS, self.lobby.people)
            self._people[asked] = len(every)
        return self._people[asked]

    def stamp(
        self,
        canvas: Canvas,
        at: tuple[int, int, int, int],
        asked: tuple[object, ...],
        paint: Callable[[Canvas], None],
    ) -> None:
        """Put a part of the page into an area; it is painted only if nobody has asked for it."""
        x, y, width, height = at
        asked = (*asked, width, height)
        if asked not in self._parts:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            part = Canvas(width, height)
            paint(part)
            self._parts[asked] = part
        canvas.stamp(y, self._parts[asked], x)
