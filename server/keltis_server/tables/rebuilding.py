"""Makes anew what is stored of tables besides their logs, from the logs alone."""

from keltis_server.store.moving import Row
from keltis_server.tables.replaying import Replay, Replays
from keltis_server.tables.verifying import Fault


class Rebuilder:
    """Takes the logs of a store and gives the rows of all that follows from each of them.

    A table whose log cannot be replayed keeps what is stored of it. What follows from several
    tables at once, as ratings do, is made of these rows by the store once they all are there.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.tables = 0
        self.other_rules = 0
        """How many tables have games under rules that this program does not know."""
        self.kept: list[str] = []
        """Tables of which nothing is made anew."""
        self._replays = Replays()

    def take(self, row: Row) -> list[Row]:
        """The next row of the logs, each log in its order; what is known to follow from them."""
        return self._ended(self._replays.take(row))

    def end(self) -> list[Row]:
        """There are no more; what follows from the last log."""
        return self._ended(self._replays.end())

    def _ended(self, replay: Replay | None) -> list[Row]:
        if replay is None:
            return []
        self.tables += 1
        if replay.whole:
            return replay.rows
        self.kept.append(replay.code)
        self.other_rules += replay.other_rules
        if replay.fault:
            self.faults.append(Fault(replay.code, replay.fault, replay.length))
        return []
