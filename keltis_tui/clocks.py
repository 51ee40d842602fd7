"""How much time is left at a table, by the server's time of day."""

from collections.abc import Callable

from keltis_protocol.messages import TableChanged
from keltis_words.absence import until_less


class Clocks:
    """What the clocks of the table that was told last show now."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._behind = 0.0
        """How many milliseconds our time of day is behind the server's."""
        self._table: TableChanged | None = None

    def hear(self, table: TableChanged | None) -> None:
        """A table was told, or there is none any more."""
        self._table = table
        if table is not None:
            self._behind = table.now - self._now() * 1000 if table.now else 0.0

    @property
    def server_now(self) -> float:
        """The server's time of day, in milliseconds since 1970."""
        return self._now() * 1000 + self._behind

    def time_left(self, seat: int) -> float | None:
        """How many seconds somebody has left; None if no clock is used."""
        table = self._table
        left = table.seats[seat].left if table is not None and seat < len(table.seats) else None
        if table is None or left is None:
            return None
        passed = self.server_now - table.now if table.running == seat else 0.0
        return max(0.0, (left - max(0.0, passed)) / 1000)

    @property
    def until_next_game(self) -> float | None:
        """In how many seconds the next game begins, whoever is ready; None if it waits."""
        begins = self._table.next_game if self._table is not None else None
        return max(0.0, (begins - self.server_now) / 1000) if begins is not None else None

    @property
    def tick(self) -> float | None:
        """In how many seconds the clock that runs shows less; None if none runs."""
        running = self._table.running if self._table is not None else None
        left = self.until_next_game if running is None else self.time_left(running)
        return until_less(left) if left else None
