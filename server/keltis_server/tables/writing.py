"""What is written to the store when something was decided at a table."""

from collections.abc import Callable

from keltis_server.refusal import Refusal
from keltis_server.store.contract import Entry, Written
from keltis_server.tables import records
from keltis_server.tables.line import encode as encode_line
from keltis_server.tables.line import line_of
from keltis_server.tables.outcomes import ended_of
from keltis_server.tables.records import MoveMade, TookBack
from keltis_server.tables.results import result_of
from keltis_server.tables.table import Decision, Table

DueOf = Callable[[Table], int | None]
"""When something is due at a table though nobody does anything; None: never."""


def refuse_late(table: Table, decision: Decision, at: int) -> None:
    """Refuse what somebody does whose time is up by then, where a bot is to play at once."""
    deadline, first = table.clocks.deadline(), decision.records[0]
    own = isinstance(first, MoveMade | TookBack) and first.seat == table.clocks.running
    if own and deadline is not None and at > deadline and table.settings["absent"] == "bot":
        raise Refusal("time_up")


def written(table: Table, decision: Decision, command: str, at: int, due_of: DueOf) -> Written:
    """A decision as it is logged at that time, and the table's line, result and time after it.

    The first of the entries names the command.
    """
    if not decision:
        return Written()
    refuse_late(table, decision, at)
    entries = [
        Entry(records.encode(record), at, "" if place else command)
        for place, record in enumerate(decision.records)
    ]
    after = table.after(decision, at)
    return Written(
        entries=entries,
        line=encode_line(line_of(after)),
        last=after.closed,
        result=result_of(table, decision.records, at),
        due=None if after.closed else due_of(after),
        ended=ended_of(after, decision.records),
    )
