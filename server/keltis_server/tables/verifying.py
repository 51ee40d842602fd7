"""Replays every game of a store and compares it with what is stored of it besides its log."""

from typing import Final, NamedTuple

from keltis_engine.fair import Stream, commitment
from keltis_engine.position import DEALER
from keltis_server.store.contract import Entry
from keltis_server.store.moving import Row
from keltis_server.tables import line as lines
from keltis_server.tables.game import Step, TableGame, UnknownRules
from keltis_server.tables.reading import Damaged, fold, opened, record_of
from keltis_server.tables.records import Committed, GameOver, GameStarted, Record
from keltis_server.tables.results import result_of
from keltis_server.tables.table import Table

FAULTS: Final = frozenset(
    {"gap", "damaged", "commitment", "secret", "deal", "end", "totals", "closed"}
    | {"no_line", "length", "line", "no_result", "result"}
)
"""What can be wrong with a table."""


class Fault(NamedTuple):
    """Something that is not as the log says, or a log that no game can have."""

    table: str
    reason: str
    """One of `FAULTS`."""
    seq: int
    """The record of the log at which it was noticed."""


class _Wrong(Exception):
    """The log cannot have been written by this program; the text is one of `FAULTS`."""


class _End(NamedTuple):
    """What is to be stored of a table that stands."""

    opened: int
    length: int
    line: bytes


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
        self._log: _Log | None = None
        self._unknown: set[str] = set()
        """Tables whose log could not be replayed."""
        self._standing: dict[str, _End] = {}
        self._closed: set[str] = set()
        self._results: dict[tuple[str, int], tuple[int, bytes]] = {}

    def take(self, row: Row) -> None:
        """The next row."""
        relation, values = row
        if relation == "event":
            table, seq, command, at, body = values
            self._event(table, seq, Entry(body, at, command or ""))
            return
        self._end_log()
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

    def end(self) -> None:
        """There are no more rows: whatever is still awaited is missing."""
        self._end_log()
        for table in sorted(self._closed):
            self._fault(table, "closed")
        for table, stands in self._standing.items():
            self._fault(table, "no_line", stands.length - 1)
        for table, seq in self._results:
            self._fault(table, "no_result", seq)

    def _event(self, table: str, seq: int, entry: Entry) -> None:
        if self._log is None or self._log.code != table:
            self._end_log()
            self._log = _Log(table)
            self.tables += 1
        if table in self._unknown:
            return
        log = self._log
        try:
            if log.length != seq:
                raise _Wrong("gap")
            log.take(entry)
        except UnknownRules:
            self._unknown.add(table)
            self.other_rules += 1
        except Damaged:
            self._give_up(table, "damaged", log.length)
        except _Wrong as wrong:
            self._give_up(table, str(wrong), log.length)

    def _end_log(self) -> None:
        """See what is to be stored of the table whose log has been read."""
        log, self._log = self._log, None
        if log is None:
            return
        if log.code not in self._unknown and log.ended:
            self._give_up(log.code, "end", log.length - 1)
        self.games += log.games
        if log.table is None or log.code in self._unknown:
            return
        for seq, expected in log.results.items():
            self._results[log.code, seq] = expected
        if log.table.closed:
            self._closed.add(log.code)
        else:
            line = lines.encode(lines.line_of(log.table))
            self._standing[log.code] = _End(log.opened, log.length, line)

    def _line(self, table: str, opened_at: int, length: int, line: bytes | None) -> None:
        stands = self._standing.pop(table, None)
        if stands is None:
            self._fault(table, "no_line")
        elif (opened_at, length) != stands[:2]:
            self._fault(table, "length", stands.length - 1)
        elif line != stands.line and lines.decode(line) is not None:
            self._fault(table, "line", stands.length - 1)  # one of another form is made anew

    def _give_up(self, table: str, reason: str, seq: int) -> None:
        self._fault(table, reason, seq)
        self._unknown.add(table)

    def _fault(self, table: str, reason: str, seq: int = 0) -> None:
        if table not in self._unknown:
            self.faults.append(Fault(table, reason, seq))


class _Log:
    """The log of one table as it is replayed."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.table: Table | None = None
        self.opened = 0
        self.length = 0
        self.games = 0
        self.results: dict[int, tuple[int, bytes]] = {}
        """By the place of the last record that was written with a game's end: when, and what."""

    @property
    def ended(self) -> bool:
        """Whether the game has been played to its end, which is still to be logged."""
        table = self.table
        return table is not None and table.playing and table.to_act is None

    def take(self, entry: Entry) -> None:
        """Replay the next entry, or raise what is wrong with it."""
        if self.table is None:
            self.table = opened(self.code, entry)
            self.opened = entry.at
        else:
            record = record_of(entry)
            self._judge(self.table, record)
            if isinstance(record, GameOver):
                result = result_of(self.table, [record], entry.at)
                if result:
                    self.results[self.length] = (entry.at, result)
            elif isinstance(record, Committed) and not entry.command:
                # Written with the end of a game if that came right before.
                before = self.results.pop(self.length - 1, None)
                if before is not None:
                    self.results[self.length] = before
            step = fold(self.table, record, entry)
            self.games += isinstance(record, GameStarted)
            if step is not None and self.table.game is not None:
                _judge_deal(self.table.game, step)
        self.length += 1

    def _judge(self, table: Table, record: Record) -> None:
        """Raise `_Wrong` if a record does not follow from the secret or from the score."""
        if self.ended != isinstance(record, GameOver):
            raise _Wrong("end")
        match record:
            case Committed():
                if commitment(record.secret) != record.commitment:
                    raise _Wrong("commitment")
            case GameStarted():
                promised = table.committed
                if promised is None or record.secret != promised.secret:
                    raise _Wrong("secret")
                if record.commitment != promised.commitment:
                    raise _Wrong("commitment")
            case GameOver() if table.game is not None:
                totals = tuple(sheet.total for sheet in table.game.position.scores())
                if record.totals != totals:
                    raise _Wrong("totals")


def _judge_deal(game: TableGame, step: Step) -> None:
    """Raise `_Wrong` if a move of the dealer is not the one that the secret gives."""
    if step.before.to_act == DEALER:
        started = game.started
        stream = Stream(started.secret, started.words, game.played.deals - 1)
        if step.before.deal(stream) != step.move:
            raise _Wrong("deal")
