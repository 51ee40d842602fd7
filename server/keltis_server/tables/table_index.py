"""Which tables stand, who sits at which, and where each was opened from, without a search."""

from collections import Counter
from collections.abc import Collection

from keltis_server.cluster.presence import Presence
from keltis_server.people import names
from keltis_server.tables.clocks import NONE
from keltis_server.tables.line import Line, Lines, line_of
from keltis_server.tables.live import LiveTable


class TableIndex:
    """The line of every table that stands, and the few tables that are kept whole."""

    def __init__(self, presence: Presence) -> None:
        self.lines = Lines()
        """By code, the oldest first."""
        self.live_tables: dict[str, LiveTable] = {}
        """Those that this process has folded, by code."""
        self.sources: Counter[str] = Counter()
        """How many tables stand that were opened, or are being opened, from one source."""
        self.opened: dict[str, str] = {}
        """The table that a command opened."""
        self.clocked: set[str] = set()
        """Those where a game with a clock is under way."""
        self._presence = presence
        self._people = _Index()
        self._guests = _Index()
        """By what the names of guests look like."""

    def put(self, line: Line) -> None:
        """A table stands, as this line tells; nothing changes if more is known of it."""
        code, before = line.table, self.lines.get(line.table)
        if before is not None and before.seq > line.seq:
            return
        self.lines.put(line)
        if before is None:
            self.sources[line.source] += 1
            self.opened[line.opened_by] = code
        if line.playing and line.settings.get("clock", NONE) != NONE:
            self.clocked.add(code)
        else:
            self.clocked.discard(code)
        self._people.change(code, _people(before), _people(line))
        self._guests.change(code, _guests(before), _guests(line))

    def note(self, live: LiveTable) -> None:
        """A table that is kept whole may be another than before."""
        if self.live_tables.get(live.table.code) is live:
            self.put(line_of(live.table))

    def drop(self, code: str) -> None:
        """A table is gone."""
        self.live_tables.pop(code, None)
        line = self.lines.get(code)
        self.lines.drop(code)
        if line is not None:
            self.clocked.discard(code)
            self._people.change(code, _people(line), ())
            self._guests.change(code, _guests(line), ())
            self.opened.pop(line.opened_by, None)
            self.leave_source(line.source)

    def leave_source(self, source: str) -> None:
        """One table fewer was opened from a source."""
        self.sources[source] -= 1
        if not self.sources[source]:
            del self.sources[source]

    def length(self, code: str) -> int:
        """How much of a table's log is known here; 0 if there is no such table."""
        live = self.live_tables.get(code)
        if live is not None:
            return live.table.seq
        return self.lines.length(code)

    def present(self, code: str) -> Collection[str]:
        """Who is at a table, in this process or in another."""
        live = self.live_tables.get(code)
        return self._presence.at(code) if live is None else live.present

    def watchers(self, code: str) -> int:
        """How many look on at a table, in this process or in another."""
        live = self.live_tables.get(code)
        return self._presence.watchers(code) if live is None else live.watchers.count

    def of(self, who: str) -> list[Line]:
        """Every table at which somebody sits, the oldest first."""
        return [self.lines[code] for code in self._people.of(who)]

    def of_guests_like(self, shape: str) -> list[Line]:
        """Every table at which a guest sits whose name looks like that, the oldest first."""
        return [self.lines[code] for code in self._guests.of(shape)]


def _people(line: Line | None) -> Collection[str]:
    return () if line is None else line.people


def _guests(line: Line | None) -> Collection[str]:
    return () if line is None else {names.skeleton(guest.name) for guest in line.guests}


class _Index:
    """Finds tables by something that each has several of."""

    def __init__(self) -> None:
        self._tables: dict[str, str] = {}
        """Codes with a space between them; most have one, which is then no second text."""

    def change(self, code: str, before: Collection[str], after: Collection[str]) -> None:
        """A table has these now, and had those before."""
        for each in before:
            if each not in after:
                self._set(each, [other for other in self.of(each) if other != code])
        for each in after:
            if each not in before:
                self._set(each, [*self.of(each), code])

    def _set(self, one: str, codes: list[str]) -> None:
        if codes:
            self._tables[one] = " ".join(codes)
        else:
            del self._tables[one]

    def of(self, one: str) -> list[str]:
        """Every table that has it, the first to have it first."""
        return self._tables.get(one, "").split()
