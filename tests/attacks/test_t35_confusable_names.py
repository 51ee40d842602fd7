"""T35: no two names that look alike by Unicode's own table belong to two people."""

import sqlite3
import unicodedata
from collections import defaultdict
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from keltis_protocol.messages import Lobby, OpenTable, TableChanged
from keltis_server.confusables import LOOKS_LIKE
from keltis_server.people.names import allowed, refusal, skeleton, tidy
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import KeyTaken
from keltis_server.store.sqlite import SqliteStore
from keltis_server.store.sqlite_file import SCHEMA
from tests.server.players import QUICK, Player


@cache
def letters() -> list[str]:
    """Every character that may stand in a name."""
    return [chr(place) for place in range(0x11_0000) if allowed(chr(place))]


def prototype(text: str) -> str:
    """The skeleton as UTS 39 defines it, without anything of ours."""
    mapped = "".join(LOOKS_LIKE.get(c, c) for c in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", mapped)


def alike() -> list[tuple[str, str]]:
    """Every two texts of a letter or a few that the table calls confusable and names may hold."""
    texts = {*letters(), *(text for text in LOOKS_LIKE.values() if all(map(allowed, text)))}
    groups = defaultdict(list)
    for text in sorted(texts):
        groups[prototype(text)].append(text)
    return [pair for group in groups.values() for pair in combinations(group, 2)]


def test_no_pair_of_the_table_is_accepted_as_two_names() -> None:
    pairs = alike()
    assert len(pairs) > 200
    accepted = [
        (one, other)
        for one, other in pairs
        if (names := [tidy(f"7{text}7") for text in (one, other)])
        and all(refusal(name) is None for name in names)
        and skeleton(names[0]) != skeleton(names[1])
    ]
    assert accepted == []


def test_case_and_accents_of_a_letter_never_make_another_name() -> None:
    for letter in letters():
        plain = "".join(
            c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c)
        )
        for other in (letter.upper(), letter.lower(), letter.casefold(), plain):
            assert skeleton(f"x{letter}x") == skeleton(f"x{other}x"), (letter, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hanna", "һanna"),
        ("ІӀӏі", "illi"),
        ("vera", "ѵera"),
        ("jan", "ȷan"),
        ("lea", "ƚea"),
        ("tom", "ƭom"),
        ("bob", "Ƅob"),
        ("lea", "ŀea"),
        ("mia", "rnia"),
        ("willi", "vvilli"),
    ],
)
def test_pairs_that_were_accepted_once_are_one_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_letters_that_people_can_tell_apart_make_different_names() -> None:
    shapes = defaultdict(set)
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789":
        shapes[skeleton(f"x{letter}x")].add(letter)
    together = sorted("".join(sorted(group)) for group in shapes.values() if len(group) > 1)
    assert together == ["0o", "1il", "5s", "6b"]
    assert len({skeleton(f"ч{letter}ч") for letter in "абвгдежзийклмнопрстуфхцчшщэюя"}) == 27


def test_letter_whose_case_says_one_thing_and_whose_look_another_stands_in_no_name() -> None:
    assert refusal("ſam") == "name_characters"
    assert refusal("ẛam") == "name_characters"


OLD = """
update account set skeleton = case name when 'lom' then 'lom' else 'ƚom' end;
drop table about;
drop table line;
pragma user_version = 1;
"""


async def test_people_of_an_older_database_who_look_alike_lose_nothing_but_one_of_the_names(
    tmp_path: Path,
) -> None:
    """The plainer name stays; the other one's account, seats and likings do too."""
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    await store.account(b"plain", "a2")
    await store.rename("a2", "lom", "lom")
    await store.account(b"alike", "a1")
    await store.rename("a1", "ƚom", "ƚom")
    await store.prefer("a1", {"theme": "light"})
    await store.close()
    with sqlite3.connect(path) as db:
        db.executescript(OLD)
    db.close()
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    plain, other = [
        Player(await game_server.visit(Caller(key, ""))) for key in (b"plain", b"alike")
    ]
    for player in (plain, other):
        await player.greet()
        await player.hear(Lobby)
    assert [player.last(Lobby).you.name for player in (plain, other)] == ["lom", ""]
    assert other.visit.preferences == {"theme": "light"}
    assert await other.refused(OpenTable, game="keltis", seats=2) == "name_needed"
    await plain.do(OpenTable, game="keltis", seats=2)
    await plain.hear(TableChanged)
    assert await game_server.store.name_taken(skeleton("LOM"))
    await game_server.close()
    with sqlite3.connect(path) as db:
        assert db.execute("pragma user_version").fetchone() == (SCHEMA,)
        assert db.execute("select name from account where id = 'a1'").fetchone() == ("ƚom",)
    db.close()


async def test_account_that_must_choose_anew_is_not_deleted_by_a_link(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    await store.account(b"key", "a1")
    await store.rename("a1", "ƚom", skeleton("ƚom"))
    await store.close()
    with sqlite3.connect(path) as db:
        db.execute("update account set skeleton = null")
    db.close()
    store = SqliteStore.open(path)
    await store.account(b"other", "a2")
    await store.offer_link(b"code", "a2", 1)
    with pytest.raises(KeyTaken):
        await store.link(b"code", b"key", 0)
    await store.close()
