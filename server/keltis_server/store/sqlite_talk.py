"""What is said in the lobby, and what people have seen, in SQLite."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from keltis_server.store.sqlite_appending import must_exist

SAID: Final = "select number, at, who, body from said where number > ? order by number"
SEEN: Final = 'select "table", seq from seen where account = ?'
_SAY: Final = """
insert or ignore into said select coalesce(max(number), 0) + 1, ?, ?, ?, ? from said
"""


def say(
    db: sqlite3.Connection, command: str, at: int, who: str, body: bytes, most: int, by: str
) -> None:
    """Keep a line, and only the last so many; or raise `AccountGone`."""
    if by:
        must_exist(db, by)
    db.execute(_SAY, (command, at, who, body))
    db.execute("delete from said where number <= (select max(number) from said) - ?", (most,))


def unsay(db: sqlite3.Connection, who: str) -> None:
    """Have nothing left of what somebody said; the lines keep their numbers."""
    db.execute("update said set body = x'' where who = ?", (who,))


def saw(db: sqlite3.Connection, account: str, seen: Mapping[str, int]) -> None:
    """Remember what an account has seen, or raise `AccountGone`."""
    must_exist(db, account)
    db.execute("delete from seen where account = ?", (account,))
    rows = [(account, table, seq) for table, seq in seen.items()]
    db.executemany("insert into seen values (?, ?, ?)", rows)
