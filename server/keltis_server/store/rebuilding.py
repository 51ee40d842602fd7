"""What follows from logs alone, and how it is put in the place of what is stored of it."""

from collections.abc import Sequence
from typing import Final, Protocol

from keltis_server.store.ladders import Steps, refold_all
from keltis_server.store.moving import RELATIONS, Row

KEYS: Final = {
    "closed": ("table",),
    "line": ("table",),
    "result": ("at", "table", "seq"),
    "played": ("at", "table", "seq", "seat"),
}
"""The relations that can be made anew from the logs, and what tells their rows apart."""
KEPT: Final = "made_kept"
"""Where the names of tables stand of which nothing is made anew."""


class Maker(Protocol):
    """Makes rows of `KEYS` from the rows of all logs."""

    @property
    def kept(self) -> Sequence[str]:
        """Tables of which nothing is made anew, for their logs do not tell it."""

    def take(self, row: Row) -> list[Row]:
        """The next row of the logs, each log in its order; what is known to follow from them."""

    def end(self) -> list[Row]:
        """There are no more; what follows from the last log."""


def made(relation: str) -> str:
    """Where rows of a relation are gathered before they take its place."""
    return f"made_{relation}"


PREPARE: Final = (
    f'create temp table {KEPT} as select "table" from closed limit 0',
    *(f"create temp table {made(each)} as select * from {each} limit 0" for each in KEYS),
)
"""Makes room for new rows."""


_PLAYED: Final = made("played")
TOGETHER: Final = (
    f'create index {_PLAYED}_ladder on {_PLAYED} (ladder, at, "table", seq)',
    f'insert into {_PLAYED} select * from played where "table" in (select "table" from {KEPT})',
)
"""What goes before ratings are made anew, which follow from the games of all tables at once."""


def rating() -> Steps:
    """Rates anew every game that was gathered."""
    return refold_all(_PLAYED)


def replacing(relation: str) -> tuple[str, str, str]:
    """Has new rows take the place of old ones; the last two tell by their counts what was wrong."""
    key, new = KEYS[relation], made(relation)
    names = ", ".join(f'"{column}"' for column in key)
    same = " and ".join(f'{new}."{column}" = {relation}."{column}"' for column in key)
    others = [f'"{each}" = excluded."{each}"' for each in RELATIONS[relation] if each not in key]
    update = f"update set {', '.join(others)}" if others else "nothing"
    delete = (
        f"delete from {relation} where not exists (select 1 from {new} where {same})"
        f' and "table" not in (select "table" from {KEPT})'
    )
    insert = (
        f"insert into {relation} select * from"
        f" (select * from {new} except select * from {relation}) as changed where true"
        f" on conflict ({names}) do {update}"
    )
    return f"create index {new}_key on {new} ({names})", delete, insert
