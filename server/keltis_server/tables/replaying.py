"""Replays the logs of a store, row by row: what each table is, and what is to be stored of it."""

from collections.abc import Iterator
from typing import NamedTuple

from keltis_engine.fair import Stream, commitment
from keltis_engine.position import DEALER
from keltis_server.limits import Limits
from keltis_server.store.contract import Entry
from keltis_server.store.moving import Row
from keltis_server.store.played import Ended, seats_of
from keltis_server.tables import line as lines
from keltis_server.tables.due import due_of
from keltis_server.tables.game import Step, TableGame, UnknownRules
from keltis_server.tables.outcomes import ended_of
from keltis_server.tables.reading import Damaged, fold, opened, record_of
from keltis_server.tables.records import Committed, GameOver, GameStarted, Record
from keltis_server.tables.results import result_of
from keltis_server.tables.table import Table


class Wrong(Exception):
    """The log cannot have been written by this program; the text is one of `FAULTS`."""


class End(NamedTuple):
    """How a game ended."""

    at: int
    result: bytes
    ended: Ended | None

    def rows(self, table: str, seq: int) -> Iterator[Row]:
        """What is to be stored of it, if `seq` is the last record written with it; no ratings."""
        if self.result:
            yield "result", [self.at, table, seq, self.result]
        for values in seats_of((self.at, table, seq), self.ended) if self.ended is not None else ():
            yield "played", [*values, None, None]


class Replay:
    """The log of one table as it is replayed, as far as it can be."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.table: Table | None = None
        self.opened = 0
        self.length = 0
        self.games = 0
        """How many games were replayed, whether they are over or not."""
        self.fault = ""
        """What is wrong with the log (one of `verifying.FAULTS`), at the record `length`."""
        self.other_rules = False
        """Whether it has a game under rules that this program does not know."""
        self.ends: dict[int, End] = {}
        """By the place of the last record that was written with a game's end."""

    def take(self, seq: int, entry: Entry) -> None:
        """Replay the next entry, unless something was wrong before."""
        if not self.whole:
            return
        try:
            if seq != self.length:
                raise Wrong("gap")
            self._replay(entry)
        except UnknownRules:
            self.other_rules = True
        except Damaged:
            self.fault = "damaged"
        except Wrong as wrong:
            self.fault = str(wrong)

    def end(self) -> None:
        """The log has no more entries."""
        if self.whole and self.ended:
            self.fault = "end"
            self.length -= 1

    @property
    def whole(self) -> bool:
        """Whether all of the log could be replayed so far."""
        return not self.fault and not self.other_rules

    @property
    def ended(self) -> bool:
        """Whether the game has been played to its end, which is still to be logged."""
        table = self.table
        return table is not None and table.playing and table.to_act is None

    @property
    def rows(self) -> list[Row]:
        """Everything that is to be stored of a table whose log is whole, besides its log."""
        if self.table is None:
            return []
        rows = [row for seq, end in self.ends.items() for row in end.rows(self.code, seq)]
        if self.table.closed:
            return [("closed", [self.code]), *rows]
        line = lines.encode(lines.line_of(self.table))
        due = due_of(self.table, Limits())  # a limit of the host's own counts from the next look on
        return [("line", [self.code, self.opened, self.length, line, due]), *rows]

    def _replay(self, entry: Entry) -> None:
        """Replay the next entry, or raise what is wrong with it."""
        if self.table is None:
            self.table = opened(self.code, entry)
            self.opened = entry.at
        else:
            record = record_of(entry)
            self._judge(self.table, record)
            result = result_of(self.table, [record], entry.at)
            step = fold(self.table, record, entry)
            if isinstance(record, GameOver):
                ended = ended_of(self.table, [record])
                self.ends[self.length] = End(entry.at, result, ended)
            elif isinstance(record, Committed) and not entry.command:
                # Written with the end of a game if that came right before.
                before = self.ends.pop(self.length - 1, None)
                if before is not None:
                    self.ends[self.length] = before
            self.games += isinstance(record, GameStarted)
            if step is not None and self.table.game is not None:
                _judge_deal(self.table.game, step)
        self.length += 1

    def _judge(self, table: Table, record: Record) -> None:
        """Raise `Wrong` if a record does not follow from the secret or from the score."""
        if self.ended != isinstance(record, GameOver):
            raise Wrong("end")
        match record:
            case Committed():
                if commitment(record.secret) != record.commitment:
                    raise Wrong("commitment")
            case GameStarted():
                promised = table.committed
                if promised is None or record.secret != promised.secret:
                    raise Wrong("secret")
                if record.commitment != promised.commitment:
                    raise Wrong("commitment")
            case GameOver() if table.game is not None:
                totals = tuple(sheet.total for sheet in table.game.position.scores())
                if record.totals != totals:
                    raise Wrong("totals")


class Replays:
    """Takes the rows of a store in the order of an export: all logs, each in its order."""

    def __init__(self) -> None:
        self._replay: Replay | None = None

    def take(self, row: Row) -> Replay | None:
        """The next row; the log that has ended with the row before it, if one has."""
        relation, values = row
        if relation != "event":
            return self.end()
        table, seq, command, at, body = values
        ended = None
        if self._replay is None or self._replay.code != table:
            ended, self._replay = self.end(), Replay(table)
        self._replay.take(seq, Entry(body, at, command or ""))
        return ended

    def end(self) -> Replay | None:
        """There are no more rows of logs; the last log."""
        ended, self._replay = self._replay, None
        if ended is not None:
            ended.end()
        return ended


def _judge_deal(game: TableGame, step: Step) -> None:
    """Raise `Wrong` if a move of the dealer is not the one that the secret gives."""
    if step.before.to_act == DEALER:
        started = game.started
        stream = Stream(started.secret, started.words, game.played.deals - 1)
        if step.before.deal(stream) != step.move:
            raise Wrong("deal")
