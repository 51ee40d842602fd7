"""What an append is in SQLite: rows of the log, the table's line and result, ratings."""

import sqlite3
from typing import Final

from keltis_server.store import sqlite_ladders
from keltis_server.store.contract import AccountGone, Conflict, Written

CLAIM: Final = 'select length from line where "table" = ? and due <= ?'
"""Whether a table's time has come."""


def append(
    db: sqlite3.Connection, table: str, expected_seq: int, written: Written, by: str = ""
) -> None:
    """Write it in the transaction that is open, or raise `Conflict` or `AccountGone`."""
    if by:
        must_exist(db, by)
    rows = [
        (table, seq, entry.command or None, entry.at, entry.body)
        for seq, entry in enumerate(written.entries, expected_seq)
    ]
    if not rows:
        _must_be_so_long(db, table, expected_seq)
        return
    _write_line(db, table, expected_seq, written)
    try:  # a table that had its last entry has a first one too
        db.executemany("insert into event values (?, ?, ?, ?, ?)", rows)
    except sqlite3.IntegrityError as error:
        raise Conflict from error
    if written.result:
        _, seq, _, at, _ = rows[-1]
        db.execute("insert into result values (?, ?, ?, ?)", (at, table, seq, written.result))
    sqlite_ladders.add(db, table, rows[-1][1], written)


def fire(db: sqlite3.Connection, table: str, seq: int, now: int, written: Written) -> bool:
    """Write what was judged of a table, if its time has come still and its log is so long."""
    found = db.execute(CLAIM, (table, now)).fetchone()
    if found != (seq,):
        return False
    if written.entries:
        append(db, table, seq, written)
    else:
        db.execute('update line set due = ? where "table" = ?', (written.due, table))
    return True


def _write_line(db: sqlite3.Connection, table: str, expected_seq: int, written: Written) -> None:
    """Have the line fit a log that grows from `expected_seq` on, or raise `Conflict`.

    One statement both asks how long the log is and writes: a move is two statements, not three.
    """
    length, line, due = expected_seq + len(written.entries), written.line, written.due
    where = 'where "table" = ? and length = ?'
    if written.last:
        db.execute("insert or ignore into closed values (?)", (table,))
        changed = db.execute(f"delete from line {where}", (table, expected_seq))
    elif expected_seq:
        changed = db.execute(
            f"update line set length = ?, line = ?, due = ? {where}",
            (length, line, due, table, expected_seq),
        )
    else:
        values = (table, written.entries[0].at, length, line, due)
        db.execute("insert or ignore into line values (?, ?, ?, ?, ?)", values)
        return  # if it stood there, so does the first entry
    if expected_seq and not changed.rowcount:
        raise Conflict


def _must_be_so_long(db: sqlite3.Connection, table: str, expected_seq: int) -> None:
    known = db.execute('select length from line where "table" = ?', (table,)).fetchone()
    if expected_seq != (known[0] if known else 0):
        raise Conflict


def must_exist(db: sqlite3.Connection, account: str) -> None:
    """Raise `AccountGone` if an account is deleted."""
    if db.execute("select 1 from account where id = ?", (account,)).fetchone() is None:
        raise AccountGone
