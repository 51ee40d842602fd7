"""Since when those who sit at a table are not there, as far as this process has noticed."""

from collections.abc import Callable, Collection
from functools import partial

from keltis_protocol.messages import SeatState
from keltis_server.tables.facts import seat_states
from keltis_server.tables.table import Table


class Absences:
    """Notices who comes and goes; who was never there is away since the process began."""

    def __init__(self, now: Callable[[], int], clock: Callable[[], float]) -> None:
        self._now = now
        """The time of day, by which it is told since when somebody is away."""
        self._clock = clock
        """What counts, in seconds: nobody is away for longer because a clock was set."""
        self._began = self._elapsed()
        self._there: dict[str, frozenset[str]] = {}
        """Who was at each table when it was looked at last; only tables at which somebody was."""
        self._since: dict[str, dict[str, int]] = {}
        """Since when those who went are away, for as long as that matters."""

    def note(self, code: str, people: Collection[str], present: Collection[str]) -> None:
        """Look at who of these people is at a table now."""
        there = frozenset(people) & frozenset(present)
        before = self._there.get(code, frozenset())
        if there == before:
            return
        since = self._since.setdefault(code, {})
        for who in before - there:
            since[who] = self._elapsed()
        for who in there:
            since.pop(who, None)
        for who in since.keys() - frozenset(people):
            del since[who]
        if not since:
            del self._since[code]
        if there:
            self._there[code] = there
        else:
            del self._there[code]

    def drop(self, code: str) -> None:
        """Nobody is waited for at a table any more."""
        self._there.pop(code, None)
        self._since.pop(code, None)

    def since(self, code: str, who: str) -> int:
        """Since when somebody who is not at a table is away, in ms since 1970."""
        return self._now() - self._passed(code, who)

    def went(self, code: str, who: str) -> int:
        """When somebody who is not at a table went: to be compared, by no clock."""
        return self._since.get(code, {}).get(who, self._began)

    def away_for(self, code: str, who: str) -> int:
        """For how many milliseconds somebody has not been at a table; 0 for one who is."""
        return 0 if who in self._there.get(code, ()) else self._passed(code, who)

    def _elapsed(self) -> int:
        """Milliseconds that have passed, whatever the time of day is set to."""
        return round(self._clock() * 1000)

    def _passed(self, code: str, who: str) -> int:
        return self._elapsed() - self.went(code, who)

    def seat_states(self, table: Table, present: Collection[str]) -> list[SeatState]:
        """Who sits at a table, and since when some of them are away."""
        self.note(table.code, table.people, present)
        return seat_states(table, present, partial(self.since, table.code), self._now())
