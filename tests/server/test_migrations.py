"""A store of every older form: brought up to date, it is as if it had never been old."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from keltis.database import GAMES
from keltis_server.store import migrations
from keltis_server.store.migrations import NEWEST, Kind
from keltis_server.store.moving import RELATIONS, Row
from tests.postgres import Postgres
from tests.server.test_rebuilding import Place, rows

__all__ = ["rows"]

SINCE = {"line": 3, "result": 4, "played": 6}
"""The first form that has a relation, if it is not the first of all."""
FROM_NO_LOG = ("about", "said", "seen")
"""What nobody can tell of who was not asked to keep it."""
COLUMNS = """
select table_name, column_name, data_type, is_nullable, collation_name
from information_schema.columns where table_schema = current_schema() order by 1, 2
"""
INDEXES = """
select replace(indexdef, schemaname || '.', '') from pg_indexes
where schemaname = current_schema() order by 1
"""


def as_it_was(rows: Sequence[Row], form: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a store of that form kept."""
    for relation, values in rows:
        found = dict(zip(RELATIONS[relation], values, strict=True))
        if form < 5:
            found.pop("due", None)
        if form >= SINCE.get(relation, 1):
            yield relation, found


def steps(kind: Kind, form: int) -> list[str]:
    """The statements by which a program of that form made its tables."""
    return [each for n, texts in migrations.steps(kind, 0) if n <= form for each in texts]


def make_file(path: Path, form: int, rows: Sequence[Row]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in steps("sqlite", form):
            db.execute(statement)
        for relation, found in as_it_was(rows, form):
            names, marks = ", ".join(f'"{name}"' for name in found), ", ".join("?" * len(found))
            db.execute(f"insert into {relation} ({names}) values ({marks})", [*found.values()])
        db.execute(f"pragma user_version = {form}")


async def make_database(address: str, form: int, rows: Sequence[Row]) -> None:
    db = await asyncpg.connect(address)
    for statement in steps("postgres", form):
        await db.execute(statement)
    for relation, found in as_it_was(rows, form):
        await db.copy_records_to_table(relation, records=[[*found.values()]], columns=[*found])
    await db.execute("create table migration (number integer primary key)")
    await db.execute("insert into migration select generate_series(1, $1)", form)
    await db.close()


def shape_of_file(path: Path) -> list[Any]:
    """Every column and index of a file."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("select name from sqlite_master order by name")]
        found = [db.execute(f"pragma table_xinfo({name})").fetchall() for name in names]
        return [names, *found]


async def shape_of_database(address: str) -> list[Any]:
    """Every column and index of a schema."""
    db = await asyncpg.connect(address)
    found = [list(map(tuple, await db.fetch(query))) for query in (COLUMNS, INDEXES)]
    await db.close()
    return found


@pytest.mark.law
@pytest.mark.parametrize("form", range(1, NEWEST))
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_store_of_any_older_form_is_brought_up_to_date_and_its_games_tell_the_rest(
    kind: Kind,
    form: int,
    rows: list[Row],
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [row for row in rows if row[0] not in FROM_NO_LOG]
    places = []
    for name in ("old", "fresh"):
        (tmp_path / name).mkdir()
        address = ""
        if kind == "postgres":
            postgres: Postgres = request.getfixturevalue("postgres")
            address = postgres.new_schema()
        places.append((Place(tmp_path / name, address), tmp_path / name / GAMES, address))
    (old, path, address), (fresh, fresh_path, fresh_address) = places
    if kind == "sqlite":
        make_file(path, form, rows)
    else:
        asyncio.run(make_database(address, form, rows))
    assert old.admin("migrate") == 0
    assert f"was of form {form} and is of form {NEWEST}" in capsys.readouterr().out
    logs = [row for row in rows if row[0] == "event"]
    assert [row for row in old.rows() if row[0] == "event"] == sorted(logs, key=repr)
    assert old.admin("rebuild") == 0
    assert old.admin("verify") == 0
    fresh.take(rows)
    assert old.rows() == fresh.rows()
    if kind == "sqlite":
        assert shape_of_file(path) == shape_of_file(fresh_path)
    else:
        shapes = [asyncio.run(shape_of_database(each)) for each in (address, fresh_address)]
        assert shapes[0] == shapes[1]
