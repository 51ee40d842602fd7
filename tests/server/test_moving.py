"""`keltis admin`: a server moves from one store to another, and nothing is lost on the way."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from keltis.cli import main
from keltis.database import open_store
from keltis.stored_rows import rows_of
from keltis_server.store import migrations
from keltis_server.store.contract import Account, Conflict, Entry, Linked, NameTaken, Store
from keltis_server.store.moving import RELATIONS, Row
from keltis_server.store.played import Ended, SeatPlayed
from tests.postgres import Postgres


class Place:
    """A store of one kind, and the options that name it."""

    def __init__(self, data: Path, address: str = "") -> None:
        self.data = data
        self.address = address
        self.options = ["--data", str(data), "--database", address]

    async def open(self) -> Store:
        self.data.mkdir(exist_ok=True)
        return await open_store(self.data, self.address)


NewPlace = Callable[[str], Place]


@pytest.fixture
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> NewPlace:
    """Makes an empty store of a kind."""
    made: list[Place] = []

    def make(kind: str) -> Place:
        address = ""
        if kind == "postgres":
            postgres: Postgres = request.getfixturevalue("postgres")
            address = postgres.new_schema()
        made.append(Place(tmp_path / f"data{len(made)}", address))
        return made[-1]

    return make


async def fill(place: Place) -> None:
    """Keep something of every kind."""
    store = await place.open()
    await store.account(b"anna", "a1")
    await store.rename("a1", "Анна", "anna")
    await store.prefer("a1", {"theme": "light", "odd\0name": "ボ"})
    await store.offer_link(b"code", "a1", 10)
    await store.account(b"gone", "a2")
    await store.forget("a2")
    log = [Entry(b"\0\xff", 5, "a1/1"), Entry(b"", 6)]
    await store.append("T", 0, log, line=b"\0 line", due=7)
    seats = [SeatPlayed(who, name, n, 9 - n) for n, who, name in ((1, "a1", ""), (2, "", "гость"))]
    rated = Ended("dice", listed=False, ladder="dice", seats=seats)
    await store.append("OVER", 0, [Entry(b"opened", 2)], result=b"\0 won", ended=rated)
    await store.append("OVER", 1, [Entry(b"closed", 3)], last=True)
    await store.say("a1/9", "a1", b"\0 hello", 9)
    await store.saw("a1", {"T": 2, "OVER": 1})
    await store.set_note("alive", "7")
    await store.append("LONG", 0, [Entry(b"x", number) for number in range(2500)])
    await store.close()


async def rows(place: Place) -> list[Row]:
    """Every row, in one order; of each kind there is one."""
    found = [row async for row in rows_of(place.address, place.data)]
    assert {relation for relation, _ in found} == {*RELATIONS}
    return sorted(found, key=repr)


async def kept(place: Place) -> list[object]:
    """All that a store tells."""
    store = await place.open()
    found: list[object] = [await store.read(table) for table in ("T", "OVER", "LONG")]
    found += [
        await store.lines(await store.tables()),
        await store.known(b"anna"),
        await store.preferences("a1"),
    ]
    found += [await store.forgotten(), await store.standing("OVER"), await store.tables()]
    found += [await store.note("alive"), await store.said(0), await store.seen("a1")]
    found += [await store.results(9)]
    await store.close()
    return found


async def use(place: Place) -> None:
    """Go on as if nothing had happened: every fence stands where it stood."""
    store = await place.open()
    for table, seq in (("T", 0), ("OVER", 2), ("OVER", 0)):
        with pytest.raises(Conflict):
            await store.append(table, seq, [Entry(b"stale", 9)])
    with pytest.raises(Conflict):
        await store.append("T", 2, [Entry(b"twice", 9, "a1/1")])
    assert (await store.due(9)).tables == ["T"]
    await store.say("a1/9", "a1", b"twice", 9)
    await store.say("a1/10", "a1", b"next", 9)
    assert [line.number for line in await store.said(0)] == [1, 2]
    await store.append("T", 2, [Entry(b"next", 9, "a1/2")], by="a1")
    await store.account(b"other", "a3")
    with pytest.raises(NameTaken):
        await store.rename("a3", "anna", "anna")
    assert await store.link(b"code", b"other", 5) == Linked(Account("a1", "Анна"), "a3")
    await store.close()


@pytest.mark.law
@pytest.mark.parametrize(
    ("old", "new"),
    [("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres")],
)
def test_server_moves_to_another_store_without_loss(
    new_place: NewPlace, tmp_path: Path, old: str, new: str
) -> None:
    before, after, file = new_place(old), new_place(new), tmp_path / "everything"
    asyncio.run(fill(before))
    assert main(["admin", "export", str(file), *before.options]) == 0
    assert main(["admin", "import", str(file), *after.options]) == 0
    assert asyncio.run(kept(after)) == asyncio.run(kept(before))
    assert asyncio.run(rows(after)) == asyncio.run(rows(before))
    asyncio.run(use(after))
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.law
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_export_that_was_cut_is_not_taken_at_all(
    new_place: NewPlace, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after, file = new_place("sqlite"), new_place(kind), tmp_path / "everything"
    asyncio.run(fill(before))
    assert main(["admin", "export", str(file), *before.options]) == 0
    whole = file.read_bytes()
    end = whole.rindex(b"\xa3end") - 5
    last = whole.rindex(b"\xa4line", 0, whole.rindex(b"\xa4line", 0, end)) - 5
    one_less = whole[:last] + whole[end:]
    for cut in (whole[:-1], one_less, whole[:end], whole[: len(whole) // 2], b"", b"x" * 100):
        file.write_bytes(cut)
        assert main(["admin", "import", str(file), *after.options]) == 1
        assert "is not a whole export" in capsys.readouterr().err
    file.write_bytes(whole)
    assert main(["admin", "import", str(file), *after.options]) == 0


@pytest.mark.law
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_import_never_mixes_with_what_is_there(
    new_place: NewPlace, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place, file = new_place(kind), tmp_path / "everything"
    asyncio.run(fill(place))
    before = asyncio.run(kept(place))
    assert main(["admin", "export", str(file), *place.options]) == 0
    assert main(["admin", "import", str(file), *place.options]) == 1
    assert "already" in capsys.readouterr().err
    assert main(["admin", "export", str(file), *place.options]) == 1
    assert asyncio.run(kept(place)) == before


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_migrate_says_from_which_form_to_which(
    new_place: NewPlace, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = new_place(kind)
    for before in (0, migrations.NEWEST):
        assert main(["admin", "migrate", *place.options]) == 0
        said = capsys.readouterr().out
        assert f"was of form {before} and is of form {migrations.NEWEST}" in said


def test_database_that_is_not_there_is_named_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "postgresql://anna:secret@127.0.0.1:1/keltis"
    assert main(["admin", "migrate", "--database", address]) == 1
    said = capsys.readouterr().err
    assert "postgresql://anna@127.0.0.1:1/keltis does not answer" in said
    assert "secret" not in said
    assert main(["admin", "migrate", "--database", "mysql://x"]) == 1
    assert "is not of the form" in capsys.readouterr().err
