"""What is said in the lobby, and what people have seen, in PostgreSQL."""

from collections.abc import Mapping
from typing import Any, Final

SAID: Final = "select number, at, who, body from said where number > $1 order by number"
SEEN: Final = 'select "table", seq from seen where account = $1'
_SAY: Final = """
insert into said select coalesce(max(number), 0) + 1, $1, $2, $3, $4 from said
on conflict (command) do nothing
"""


async def say(db: Any, command: str, at: int, who: str, body: bytes, most: int) -> None:
    """Keep a line, and only the last so many; lines said at the same time wait for each other."""
    await db.execute("lock table said in share row exclusive mode")
    await db.execute(_SAY, command, at, who, body)
    query = "delete from said where number <= (select max(number) from said) - $1"
    await db.execute(query, most)


async def unsay(db: Any, who: str) -> None:
    """Have nothing left of what somebody said; the lines keep their numbers."""
    await db.execute("update said set body = '' where who = $1", who)


async def saw(db: Any, account: str, seen: Mapping[str, int]) -> None:
    """Remember what an account has seen; it is locked by whoever calls."""
    await db.execute("delete from seen where account = $1", account)
    rows = [(account, table, seq) for table, seq in seen.items()]
    await db.executemany("insert into seen values ($1, $2, $3)", rows)
