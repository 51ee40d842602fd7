"""`keltis admin rebuild`: what is stored of games besides their logs is made anew from these."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from keltis.cli import main
from keltis.database import GAMES, open_store
from keltis.folder import claimed
from keltis.stored_rows import rows_of, take_rows
from keltis_server.people.who import Who
from keltis_server.store.contract import Entry
from keltis_server.store.moving import Row
from keltis_server.store.rebuilding import KEYS
from keltis_server.tables import records
from keltis_server.tables.line import decode
from keltis_server.tables.records import Closed, Opened
from tests.postgres import Postgres
from tests.server.test_verifying import fill


async def games(data: Path) -> list[Row]:
    """What a server keeps at which people have played, with a table that is closed."""
    await fill(data)
    store = await open_store(data, "")
    owner = Who(id="a1", name="anna")
    opened = Opened(game="dice", seats=2, options={}, owner=owner)
    log = [Entry(records.encode(each), 5) for each in (opened, Closed())]
    await store.append("SHUT", 0, log, last=True)
    await store.close()
    return [row async for row in rows_of("", data)]


class Place:
    """A store of one kind."""

    def __init__(self, data: Path, address: str) -> None:
        self._data = data
        self._address = address

    def take(self, rows: list[Row]) -> "Place":
        """Keep these."""
        asyncio.run(take_rows(self._address, self._data, rows))
        return self

    def admin(self, what: str) -> int:
        return main(["admin", what, "--data", str(self._data), "--database", self._address])

    def rows(self) -> list[Row]:
        """All that it keeps, in one order."""

        async def read() -> list[Row]:
            return [row async for row in rows_of(self._address, self._data)]

        return sorted(asyncio.run(read()), key=repr)

    def execute(self, *statements: str) -> None:
        """Do what nobody should."""
        if self._address:
            asyncio.run(self._execute(statements))
        else:
            with closing(sqlite3.connect(self._data / GAMES)) as db, db:
                for statement in statements:
                    db.execute(statement)

    async def _execute(self, statements: tuple[str, ...]) -> None:
        db = await asyncpg.connect(self._address)
        for statement in statements:
            await db.execute(statement)
        await db.close()


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return asyncio.run(games(tmp_path_factory.mktemp("data")))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path, rows: list[Row]) -> Place:
    address = ""
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.new_schema()
    return Place(tmp_path, address).take(rows)


GARBLED = {
    "nothing is left": tuple(f"delete from {relation}" for relation in KEYS),
    "everything is of another age": (
        "update line set length = length + 1, opened = 7",
        "update result set seq = seq + 1, at = at - 1",
    ),
    "lines of no form": ("update line set line = null",),
    "results of something else": ("update result set body = line from line",),
    "more than there was": (
        'insert into closed select "table" from line',
        "insert into line values ('NONE', 1, 1, null, null)",
        "insert into result select 5, 'NONE', seq, body from result",
        "insert into closed values ('NONE')",
    ),
}


@pytest.mark.law  # on each of the two databases
@pytest.mark.parametrize("garbled", GARBLED.values(), ids=GARBLED)
def test_what_follows_from_logs_is_the_same_again_whatever_became_of_it(
    place: Place, garbled: tuple[str, ...]
) -> None:
    before = place.rows()
    assert {relation for relation, _ in before} >= {*KEYS, "event"}
    place.execute(*garbled)
    assert place.rows() != before
    assert place.admin("rebuild") == 0
    assert place.rows() == before
    assert place.admin("verify") == 0


@pytest.mark.law  # on each of the two databases
def test_what_was_said_in_the_lobby_and_seen_follows_from_no_log_and_is_left_alone(
    place: Place,
) -> None:
    place.execute(
        "insert into account (id) values ('seer')",
        "insert into said select 1, 'seer/1', 5, 'seer', body from result limit 1",
        """insert into seen select 'seer', "table", 1 from line""",
    )
    before = place.rows()
    assert {relation for relation, _ in before} >= {"said", "seen"}
    assert place.admin("verify") == 0
    assert place.admin("rebuild") == 0
    assert place.rows() == before


@pytest.mark.law  # on each of the two databases
def test_games_of_an_older_version_get_their_results(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until form 4 none were stored."""
    place.execute("delete from result")
    assert place.admin("verify") == 1
    capsys.readouterr()
    assert place.admin("rebuild") == 0
    said = "4 tables were replayed; 1 rows were not as their logs say, and are now."
    assert said in capsys.readouterr().out
    assert place.admin("verify") == 0


@pytest.mark.law  # on each of the two databases
def test_store_that_is_right_is_left_as_it_is(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    before = place.rows()
    assert place.admin("rebuild") == 0
    assert "0 rows were not" in capsys.readouterr().out
    assert place.rows() == before


@pytest.mark.law  # on each of the two databases
def test_table_whose_log_is_damaged_is_named_and_keeps_what_is_stored_of_it(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = next(row[1][1] for row in place.rows() if row[0] == "result")
    garble = (
        f"update event set body = (select line from line limit 1) where \"table\" = '{damaged}'"
    )
    place.execute(garble)
    stored = [row for row in place.rows() if row[0] in KEYS and damaged in row[1]]
    place.execute("delete from closed", "update line set line = null where length < 5")
    assert place.admin("rebuild") == 1
    assert f"Table {damaged}, record 0: it cannot be read" in capsys.readouterr().err
    now = place.rows()
    assert [row for row in now if row[0] in KEYS and damaged in row[1]] == stored
    assert ("closed", ["SHUT"]) in now
    assert all(decode(values[3]) for relation, values in now if relation == "line")


def test_file_that_a_server_uses_is_left_alone(
    tmp_path: Path, rows: list[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(tmp_path, "").take(rows)
    place.execute("delete from result")
    before = place.rows()
    with claimed(tmp_path):
        assert place.admin("rebuild") == 1
    assert "is used by another keltis" in capsys.readouterr().err
    assert place.rows() == before
