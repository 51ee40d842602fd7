"""What people may be called (T17)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis_protocol.messages import (
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    Person,
    Renamed,
    SetName,
    SetPreferences,
    TableChanged,
    WatchTable,
    Welcome,
)
from keltis_server.people.names import (
    BOT_NAMES,
    NAMES_OF,
    guest_name,
    refusal,
    skeleton,
    tidy,
)
from keltis_server.server import GameServer
from tests.server.players import enter, seated


@pytest.mark.parametrize(
    "name",
    ["Anna", "zoë", "Jürgen", "Ödön", "Győző", "Łukasz", "Борис", "Ёжик", "x2", "a.b-c_d", "Anna2"],
)
def test_names_of_four_languages_are_allowed(name: str) -> None:
    assert refusal(tidy(name)) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name_too_short"),
        ("a", "name_too_short"),
        ("a" * 17, "name_too_long"),
        ("an na", "name_characters"),
        ("-anna", "name_characters"),
        ("...", "name_characters"),
        ("anna\x1b[31m", "name_characters"),
        ("anna\n", "name_characters"),
        ("anna\u200b", "name_characters"),
        ("anna\u200d", "name_characters"),
        ("\u202eanna", "name_characters"),
        ("anna\u0301\u0301", "name_characters"),
        ("anna😀", "name_characters"),
        ("安娜", "name_characters"),
        ("Άννα", "name_characters"),
        ("paypaⅼ", "name_characters"),
        ("ɡina", "name_characters"),
        ("ａｎｎａ", "name_characters"),
        ("١٢٣", "name_characters"),
        ("ªa", "name_characters"),
        ("bоris", "name_mixed_scripts"),
        ("аnna", "name_mixed_scripts"),
        ("admin", "name_reserved"),
        ("ADMIN", "name_reserved"),
        ("Adm1n", "name_reserved"),
        ("ad-min", "name_reserved"),
        ("ádmin", "name_reserved"),
        ("ADMİN", "name_reserved"),
        ("admın", "name_reserved"),
        ("root", "name_reserved"),
        ("r00t", "name_reserved"),
        ("guest", "name_reserved"),
        ("guest-K7Q", "name_reserved"),
        ("Guest2", "name_reserved"),
        ("Bran", "name_reserved"),
        ("админ", "name_reserved"),
    ],
)
def test_name_that_could_mislead_is_refused(name: str, reason: str) -> None:
    assert refusal(tidy(name)) == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("anna", "ánna"),
        ("posa", "роѕа"),
        ("KATE", "КАТЕ"),
        ("cope", "соре"),
        ("straße", "STRASSE"),
        ("Ilya", "llya"),
        ("bi11", "Bill"),
        ("zoo", "z00"),
        ("modern", "modem"),
        ("vvilli", "willi"),
        ("anna", "an_na"),
    ],
)
def test_names_that_look_alike_count_as_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("anna", "anne"), ("Борис", "Денис"), ("tim", "tom")])
def test_names_that_differ_are_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=20))
def test_any_text_is_judged_and_an_allowed_name_is_printable(text: str) -> None:
    """T1."""
    name = tidy(text)
    if refusal(name) is None:
        assert name.isprintable()
        assert tidy(name) == name
        assert 2 <= len(name) <= 16


def test_every_bot_and_guest_has_a_name_nobody_else_can_take() -> None:
    for name in (*BOT_NAMES, *(name for some in NAMES_OF.values() for name in some), guest_name()):
        assert refusal(name) == "name_reserved"
    assert len(guest_name()) <= 16


async def test_login_name_becomes_the_display_name_if_it_is_free(game_server: GameServer) -> None:
    assert (await enter(game_server, "Anna")).last(Lobby).you.name == "Anna"


@pytest.mark.parametrize("login", ["root", "", "a" * 40, "x\x1b[2J", "guest"])
async def test_login_name_never_stops_anyone_at_the_door(
    game_server: GameServer, login: str
) -> None:
    player = await enter(game_server, login)
    assert player.last(Lobby).you.name == ""
    assert await player.refused(OpenTable, game="keltis", seats=2) == "name_needed"
    assert await player.refused(JoinTable, table="ABCDEF") == "name_needed"
    await player.do(SetName, name="Rooty")
    assert (await player.hear(Lobby)).you.name == "Rooty"
    await player.do(OpenTable, game="keltis", seats=2)


async def test_name_of_another_account_is_taken_even_while_it_is_away(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "Anna")
    await anna.visit.close()
    other = await enter(game_server, "ANNA")
    assert other.last(Lobby).you.name == ""
    assert await other.refused(SetName, name="anna") == "name_taken"
    guest = await enter(game_server, "", guest=True)
    assert await guest.refused(SetName, name="anna") == "name_taken"


async def test_key_keeps_its_name_under_any_login(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(SetName, name="Annabel")
    assert (await enter(game_server, "anna")).last(Lobby).you.name == "Annabel"


async def test_guest_is_called_as_the_login_and_never_like_an_account(
    game_server: GameServer,
) -> None:
    guest = await enter(game_server, "cyd", guest=True)
    assert guest.last(Lobby).you == Person(name="~cyd", guest=True)
    assert guest.last(Welcome).name_refused == ""
    namesake = await enter(game_server, "Cyd", guest=True)
    assert namesake.last(Lobby).you.name.startswith("guest-")
    assert namesake.last(Welcome).name_refused == "name_taken"
    assert (await enter(game_server, "cyd")).last(Lobby).you.name == "", "the guest was first"


@pytest.mark.parametrize(
    ("login", "reason"),
    [
        ("root", "name_reserved"),
        ("guest", "name_reserved"),
        ("~ann", "name_characters"),
        ("~", "name_too_short"),
        ("x" * 17, "name_too_long"),
        ("аnna", "name_mixed_scripts"),
        ("anna", "name_taken"),
        ("Ánná", "name_taken"),
        ("\x1b[2J", "name_characters"),
    ],
)
async def test_a_login_name_that_cannot_be_had_is_told_with_the_reason(
    game_server: GameServer, login: str, reason: str
) -> None:
    """T17, T35: nobody is called what looks like an account, with a mark before it or not."""
    first = await enter(game_server, "anna")
    await first.visit.close()
    guest = await enter(game_server, login, guest=True)
    told = guest.last(Welcome)
    assert told.name_refused == reason
    assert told.wished == ("" if "\x1b" in login else login)
    assert told.you.name.startswith("guest-")


async def test_whoever_has_a_key_is_told_why_the_login_name_cannot_be_had(
    game_server: GameServer,
) -> None:
    root = await enter(game_server, "root")
    told = root.last(Welcome)
    assert (told.you.name, told.wished, told.name_refused) == ("", "root", "name_reserved")
    await root.do(SetName, name="deirdre")
    await root.greet()
    assert root.last(Welcome).name_refused == ""


async def test_nobody_types_the_mark_of_guests(game_server: GameServer) -> None:
    for player in (await enter(game_server, "anna"), await enter(game_server, "x1", guest=True)):
        for name in ("~boris", "bo~ris", "～boris", "∼boris"):
            assert await player.refused(SetName, name=name) == "name_characters"


async def test_guest_has_a_name_and_may_choose_one_for_this_visit(game_server: GameServer) -> None:
    guest = await enter(game_server, "root", guest=True)
    you = guest.last(Lobby).you
    assert you.guest
    assert you.name.startswith("guest-")
    await guest.do(SetName, name="Visitor")
    assert (await guest.hear(Lobby, lambda fact: fact.you.name == "~Visitor")).you.guest
    other = await enter(game_server, "", guest=True)
    assert await other.refused(SetName, name="visitor") == "name_taken"
    account = await enter(game_server, "visitor")
    assert account.last(Lobby).you.name == ""


async def test_new_name_is_seen_at_the_table_at_once(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    await boris.do(SetName, name="Bob")
    table = await anna.hear(TableChanged, lambda fact: fact.seats[1].name == "Bob")
    assert table.seats[0].name == "anna"


async def test_whoever_is_called_something_else_at_a_table_is_told_so_with_a_seat_or_without(
    game_server: GameServer,
) -> None:
    anna, guest = await enter(game_server, "anna"), await enter(game_server, "bob", guest=True)
    olga = await enter(game_server, "olga")
    await anna.do(OpenTable, game="keltis", seats=2)
    await guest.do(JoinTable, table=anna.table)
    await olga.do(WatchTable, table=anna.table)
    for player, name in ((anna, "Annabel"), (guest, "~bobby"), (olga, "Olga2")):
        await player.do(SetName, name=name.removeprefix("~"))
        assert player.last(Renamed).you == Person(name=name, guest=player is guest)
    assert len(olga.all(Renamed)) == 1, "what others are called is told with the table"
    await anna.do(LeaveTable, table=anna.table)
    await anna.do(SetName, name="anna")
    assert (await anna.hear(Lobby)).you.name == "anna"
    assert len(anna.all(Renamed)) == 1, "in the lobby the list says it"


async def test_preferences_are_told_at_the_next_welcome_and_a_guest_s_are_forgotten(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "Anna")
    assert anna.last(Welcome).preferences == {}
    await anna.do(SetPreferences, preferences={"theme": "light"})
    await anna.visit.close()
    assert (await enter(game_server, "Anna")).last(Welcome).preferences == {"theme": "light"}
    guest = await enter(game_server, "", guest=True)
    await guest.do(SetPreferences, preferences={"theme": "light"})
    await guest.visit.close()
    assert (await enter(game_server, "", guest=True)).last(Welcome).preferences == {}
