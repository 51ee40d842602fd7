"""Replays every game of a store and compares it with what is stored of it besides its log."""

from typing import Any, Final, NamedTuple

from keltis_server.store.moving import Row
from keltis_server.tables import line as lines
from keltis_server.tables.replaying import Replay, Replays
from keltis_server.tables.verifying_games import GamesCheck

FAULTS: Final = frozenset(
    {"gap", "damaged", "commitment", "secret", "deal", "end", "totals", "closed"}
    | {"no_line", "length", "line", "no_result", "result", "no_played", "played", "rating"}
)
"""What can be wrong with a table."""


class Fault(NamedTuple):
    """Something that is not as the log says, or a log that no game can have."""

    table: str
    reason: str
    """One of `FAULTS`."""
    seq: int
    """The record of the log at which it was noticed."""


class Verifier:
    """Takes the rows of a store in the order of an export: all logs, then what follows from them.

    Of each log the first fault counts, and nothing that hangs on it is compared any more.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.tables = 0
        self.games = 0
        """How many games were replayed, whether they are over or not."""
        self.other_rules = 0
        """How many tables have games under rules that this program does not know."""
        self._replays = Replays()
        self._unknown: set[str] = set()
        """Tables whose log could not be replayed."""
        self._lines: dict[str, list[Any]] = {}
        """What is to be stored of each table that stands."""
        self._closed: set[str] = set()
        self._results: dict[tuple[str, int], tuple[int, bytes]] = {}
        self._games = GamesCheck(self._fault)

    def take(self, row: Row) -> None:
        """The next row."""
        self._ended(self._replays.take(row))
        relation, values = row
        match relation:
            case "closed":
                (table,) = values
                if table not in self._closed:
                    self._fault(table, "closed")
                self._closed.discard(table)
            case "line":
                self._line(*values)
            case "result":
                at, table, seq, body = values
                if self._results.pop((table, seq), None) != (at, body):
                    self._fault(table, "result", seq)
            case "played":
                self._games.take(values)

    def end(self) -> None:
        """There are no more rows: whatever is still awaited is missing."""
        self._ended(self._replays.end())
        for table in sorted(self._closed):
            self._fault(table, "closed")
        for table, _, length, *_ in self._lines.values():
            self._fault(table, "no_line", length - 1)
        for table, seq in self._results:
            self._fault(table, "no_result", seq)
        self._games.end()

    def _ended(self, replay: Replay | None) -> None:
        """See what is to be stored of the table whose log has been read."""
        if replay is None:
            return
        self.tables += 1
        self.games += replay.games
        self.other_rules += replay.other_rules
        if not replay.whole:
            if replay.fault:
                self._fault(replay.code, replay.fault, replay.length)
            self._unknown.add(replay.code)
            return
        for relation, values in replay.rows:
            match relation:
                case "closed":
                    self._closed.add(replay.code)
                case "line":
                    self._lines[replay.code] = values
                case "result":
                    at, table, seq, body = values
                    self._results[table, seq] = (at, body)
                case "played":
                    self._games.expect(values)

    def _line(
        self, table: str, opened_at: int, length: int, line: bytes | None, _due: int | None
    ) -> None:
        awaited = self._lines.pop(table, None)
        if awaited is None:
            self._fault(table, "no_line")
        elif [table, opened_at, length] != awaited[:3]:
            self._fault(table, "length", awaited[2] - 1)
        elif line != awaited[3] and lines.decode(line) is not None:
            self._fault(table, "line", length - 1)  # one of another form is made anew

    def _fault(self, table: str, reason: str, seq: int = 0) -> None:
        if table not in self._unknown:
            self.faults.append(Fault(table, reason, seq))
