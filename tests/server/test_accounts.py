"""Who people are beyond one visit: a second key, a guest's return, and being forgotten."""

from collections.abc import Awaitable
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import (
    FetchGame,
    GameChanged,
    GameFile,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    SetName,
    SetPreferences,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_server.people import names
from keltis_server.people.names import skeleton
from keltis_server.refusal import Refusal
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.live import LiveTable
from tests.attacks.clock import Clock
from tests.server.players import QUICK, Player, enter, play_through, playing

ANNA = Caller(b"key of anna", "anna")
LAPTOP = Caller(b"key of the laptop", "anna")


async def come(game_server: GameServer, caller: Caller) -> Player:
    player = Player(await game_server.visit(caller))
    await player.greet()
    await player.hear(Lobby)
    return player


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.reason


async def test_a_second_key_joins_the_account_by_a_code_that_is_good_once(
    game_server: GameServer,
) -> None:
    await enter(game_server, "anna")
    code = await game_server.accounts.offer_link(ANNA)
    assert await game_server.accounts.link(LAPTOP, code.lower()) == "anna"
    assert (await come(game_server, LAPTOP)).last(Welcome).you.name == "anna"
    third = Caller(b"third", "anna")
    assert await refused(game_server.accounts.link(third, code)) == "no_such_code"


async def test_the_first_key_still_opens_the_account_and_both_are_one_person(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "anna")
    await game_server.accounts.link(LAPTOP, await game_server.accounts.offer_link(ANNA))
    await anna.do(OpenTable, game="keltis", seats=2)
    again = await come(game_server, LAPTOP)
    assert anna.visit.ended == "taken_over"
    assert again.last(Lobby).tables[0].yours


async def test_a_code_for_a_second_key_runs_out(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, link_seconds=-1.0)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "late.db"), limits)
    code = await game_server.accounts.offer_link(ANNA)
    assert await refused(game_server.accounts.link(LAPTOP, code)) == "no_such_code"
    await game_server.close()


async def test_a_new_code_makes_the_one_before_worthless(game_server: GameServer) -> None:
    old = await game_server.accounts.offer_link(ANNA)
    new = await game_server.accounts.offer_link(ANNA)
    assert await refused(game_server.accounts.link(LAPTOP, old)) == "no_such_code"
    await game_server.accounts.link(LAPTOP, new)


async def test_a_key_with_a_named_account_of_its_own_is_not_moved(game_server: GameServer) -> None:
    boris = Caller(b"key of boris", "boris")
    await enter(game_server, "boris")
    code = await game_server.accounts.offer_link(ANNA)
    assert await refused(game_server.accounts.link(boris, code)) == "key_taken"
    assert (await come(game_server, boris)).last(Welcome).you.name == "boris"
    assert await game_server.accounts.link(LAPTOP, code) == "", "the code was not used up"


async def test_a_key_that_never_chose_a_name_can_be_moved(game_server: GameServer) -> None:
    await enter(game_server, "anna")
    nameless = await come(game_server, LAPTOP)
    assert nameless.last(Welcome).you.name == ""
    await game_server.accounts.link(LAPTOP, await game_server.accounts.offer_link(ANNA))
    assert (await come(game_server, LAPTOP)).last(Welcome).you.name == "anna"


async def test_guests_have_no_account_to_link_or_forget(game_server: GameServer) -> None:
    guest = Caller(None, "anna")
    assert await refused(game_server.accounts.offer_link(guest)) == "key_needed"
    assert await refused(game_server.accounts.link(guest, "ABCDEFGHJK")) == "key_needed"
    assert await refused(game_server.accounts.forget(guest, "anna")) == "key_needed"


async def test_an_address_can_try_so_many_codes_and_other_addresses_are_free(
    game_server: GameServer,
) -> None:
    """T19."""
    near, far = Caller(b"k", "k", "192.0.2.1"), Caller(b"l", "l", "192.0.2.2")
    for _ in range(QUICK.wrong_codes):
        assert await refused(game_server.accounts.link(near, "ABCDEFGHJK")) == "no_such_code"
    assert await refused(game_server.accounts.link(near, "ABCDEFGHJK")) == "too_many_tries"
    assert await refused(game_server.accounts.come_back(near, "ABCDEFGHJK")) == "too_many_tries"
    assert await refused(game_server.accounts.link(far, "ABCDEFGHJK")) == "no_such_code"


async def test_wrong_table_codes_count_by_address_whoever_tries_them(
    game_server: GameServer,
) -> None:
    """T19: coming in anew does not help."""
    for number in range(QUICK.wrong_codes):
        visitor = await come(
            game_server, Caller(f"key {number}".encode(), f"v{number}x", "2001:db8::1")
        )
        assert await visitor.refused(JoinTable, table="AAAAAA") == "no_such_table"
    neighbour = await come(game_server, Caller(b"n", "neighbour", "2001:db8::2"))
    assert await neighbour.refused(JoinTable, table="AAAAAA") == "too_many_tries"
    stranger = await come(game_server, Caller(b"s", "stranger", "2001:db8:0:1::2"))
    assert await stranger.refused(JoinTable, table="AAAAAA") == "no_such_table"


async def game_with_guest(game_server: GameServer) -> tuple[Player, Player, str]:
    """Anna and a guest play; the guest's code."""
    anna, guest = (
        await enter(game_server, "anna"),
        await come(game_server, Caller(None, "somebody")),
    )
    await anna.do(OpenTable, game="keltis", seats=2)
    await anna.hear(TableChanged)
    await guest.do(JoinTable, table=anna.table)
    for player in (anna, guest):
        await player.do(StartGame, table=anna.table)
    for player in (anna, guest):
        await player.hear(GameChanged)
    return anna, guest, guest.visit.return_code


async def test_a_guest_comes_back_by_code_to_the_same_seat(game_server: GameServer) -> None:
    anna, guest, code = await game_with_guest(game_server)
    hand = guest.last(GameChanged).view
    name = guest.last(Welcome).you.name
    await guest.visit.close()
    await anna.hear(TableChanged, lambda fact: fact.seats[1].away)
    caller, table = await game_server.accounts.come_back(Caller(None, "x"), code.lower())
    assert table == anna.table
    back = await come(game_server, caller)
    assert back.last(Welcome).you.name == name
    await back.do(JoinTable, table=table)
    assert bytes((await back.hear(GameChanged)).view) == bytes(hand)
    assert not (await anna.hear(TableChanged, lambda fact: not fact.seats[1].away)).seats[1].away


async def test_nobody_takes_the_name_of_a_guest_whose_seat_waits(game_server: GameServer) -> None:
    anna, guest, code = await game_with_guest(game_server)
    await guest.do(SetName, name="cyd")
    await guest.visit.close()
    await anna.hear(TableChanged, lambda fact: fact.seats[1].away)
    stranger = await enter(game_server, "Cyd", guest=True)
    assert stranger.last(Welcome).name_refused == "name_taken"
    assert stranger.last(Welcome).you.name.startswith("guest-")
    assert await stranger.refused(SetName, name="cyd") == "name_taken"
    caller, _ = await game_server.accounts.come_back(Caller(None, "x"), code)
    assert (await come(game_server, caller)).last(Welcome).you.name == "~cyd"


async def test_no_guest_is_given_the_name_of_one_whose_seat_waits_by_chance(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(("guest-K7Q", "guest-K7Q", "guest-A2B"))
    monkeypatch.setattr(names, "guest_name", lambda: next(drawn))
    anna, guest = await enter(game_server, "anna"), await enter(game_server, "", guest=True)
    await anna.do(OpenTable, game="keltis", seats=2)
    await guest.do(JoinTable, table=anna.table)
    for player in (anna, guest):
        await player.do(StartGame, table=anna.table)
    assert guest.visit.who.name == "guest-K7Q"
    await guest.visit.close()
    stranger = await enter(game_server, "", guest=True)
    assert stranger.last(Welcome).you.name == "guest-A2B"


async def test_a_guest_who_comes_back_with_a_key_keeps_the_seat_for_good(
    game_server: GameServer,
) -> None:
    anna, guest, code = await game_with_guest(game_server)
    await guest.visit.close()
    boris = Caller(b"key of boris", "boris")
    caller, table = await game_server.accounts.come_back(boris, code)
    seat = (await anna.hear(TableChanged, lambda fact: fact.seats[1].name == "boris")).seats[1]
    assert not seat.guest
    back = await come(game_server, caller)
    await back.do(JoinTable, table=table)
    await back.hear(GameChanged)
    assert await refused(game_server.accounts.come_back(Caller(None, ""), code)) == "no_such_code"
    await play_through([anna, back], Random(1))
    await back.do(FetchGame, table=table)
    assert "guest" in (await back.hear(GameFile)).text, "the file tells who sat down at the start"


async def test_a_guest_whose_seats_cannot_all_be_taken_over_keeps_every_one(
    game_server: GameServer,
) -> None:
    anna, guest, code = await game_with_guest(game_server)
    first, who = anna.table, guest.visit.who.id
    await guest.do(LeaveTable, table=first)
    boris = await enter(game_server, "boris")
    await boris.do(OpenTable, game="keltis", seats=2)
    await guest.do(JoinTable, table=boris.table)
    caller = Caller(b"key of boris", "boris")
    assert await refused(game_server.accounts.come_back(caller, code)) == "at_table"
    assert who in game_server.lines[first].people
    assert who in game_server.lines[boris.table].people
    assert guest.visit.ended == ""


async def test_a_guest_still_here_gives_way_to_the_one_with_the_code(
    game_server: GameServer,
) -> None:
    _, guest, code = await game_with_guest(game_server)
    caller, _ = await game_server.accounts.come_back(Caller(None, ""), code)
    await come(game_server, caller)
    assert guest.visit.ended == "taken_over"


async def test_a_guest_comes_back_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "restart.db"
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    anna, _, code = await game_with_guest(game_server)
    table = anna.table
    await game_server.close()
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    assert (await game_server.accounts.come_back(Caller(None, ""), code))[1] == table
    await game_server.close()


async def test_the_store_does_not_hold_the_codes(tmp_path: Path) -> None:
    path = tmp_path / "codes.db"
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    _, _, guest_code = await game_with_guest(game_server)
    code = await game_server.accounts.offer_link(ANNA)
    await game_server.close()
    kept = path.read_bytes()
    assert guest_code.encode() not in kept
    assert code.encode() not in kept


async def test_forgetting_needs_the_right_word(game_server: GameServer) -> None:
    await enter(game_server, "anna")
    assert await game_server.accounts.to_forget(ANNA) == "anna"
    assert await refused(game_server.accounts.forget(ANNA, "yes")) == "wrong_word"
    assert (await come(game_server, ANNA)).last(Welcome).you.name == "anna"


async def test_a_forgotten_person_leaves_a_free_name_and_dead_keys(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(SetPreferences, preferences={"theme": "light"})
    await game_server.accounts.link(LAPTOP, await game_server.accounts.offer_link(ANNA))
    await game_server.accounts.forget(LAPTOP, "anna")
    assert anna.visit.ended == "account_gone"
    other = await come(game_server, Caller(b"other", "anna"))
    assert other.last(Welcome).you.name == "anna"
    once = await come(game_server, ANNA)
    assert once.last(Welcome).you.name == ""
    assert once.last(Welcome).preferences == {}
    await once.do(SetName, name="newly")


async def test_a_forgotten_player_is_somebody_at_the_table_and_in_every_file(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris", game="stones")
    table = anna.table
    await play_through([anna, boris], Random(2))
    for player in (anna, boris):
        await player.do(StartGame, table=table)
    await boris.hear(GameChanged)
    await game_server.accounts.forget(ANNA, "anna")
    changed = await boris.hear(TableChanged, lambda fact: fact.seats[0].name == "somebody")
    assert changed.seats[0].away
    await boris.do(FetchGame, table=table)
    text = (await boris.hear(GameFile)).text
    assert "anna" not in text
    assert "somebody" in text
    assert "boris" in text


async def test_a_forgotten_person_gets_up_where_no_game_is_running(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    await anna.hear(TableChanged)
    boris = await enter(game_server, "boris")
    await boris.do(JoinTable, table=anna.table)
    await game_server.accounts.forget(ANNA, "anna")
    changed = await boris.hear(TableChanged, lambda fact: fact.seats[0].kind == "free")
    assert changed.owner


async def test_accounts_are_deleted_only_so_often_from_one_address(tmp_path: Path) -> None:
    """T34: an account costs a key, deleting one costs a look at every table."""
    clock = Clock()
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK, clock=clock.time)
    people = [Caller(b"key%d" % n, f"person{n}", "192.0.2.1") for n in range(QUICK.forgets + 2)]
    for person in people:
        await come(game_server, person)
    for person in people[: QUICK.forgets]:
        await game_server.accounts.forget(person, person.login)
    last = game_server.accounts.forget(people[-1], people[-1].login)
    assert await refused(last) == "forgot_often"
    assert await store.known(people[-1].key or b"") is not None
    presence = Caller(people[-1].key, people[-1].login, "192.0.2.2")
    await game_server.accounts.forget(presence, people[-1].login)
    await clock.go_on(QUICK.forget_seconds)
    await game_server.accounts.forget(people[-2], people[-2].login)
    await game_server.close()


async def test_forgetting_looks_at_no_table_where_the_person_does_not_sit(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        owner = await come(game_server, Caller(b"owner%d" % number, f"owner{number}"))
        await owner.do(OpenTable, game="keltis", seats=2)
    anna = await come(game_server, ANNA)
    await anna.do(OpenTable, game="keltis", seats=2)
    mine = anna.table
    looked, find = [], game_server.registry.find

    async def looking(code: str) -> LiveTable | None:
        looked.append(code)
        return await find(code)

    monkeypatch.setattr(game_server.registry, "find", looking)
    await game_server.accounts.forget(ANNA, "anna")
    assert looked == [mine]
    assert not game_server.lines[mine].people


async def test_tables_of_guests_are_known_by_what_their_names_look_like(
    game_server: GameServer,
) -> None:
    guests = [await come(game_server, Caller(None, "", f"192.0.2.{n}")) for n in range(4)]
    for guest in guests:
        await guest.do(OpenTable, game="keltis", seats=2)
    index = game_server.registry.index

    def found(name: str) -> list[str]:
        return [line.table for line in index.of_guests_like(skeleton(name))]

    await guests[0].do(SetName, name="Wolke")
    assert found("wolke") == [guests[0].table]
    await guests[0].do(SetName, name="Regen")
    assert (found("wolke"), found("regen")) == ([], [guests[0].table])
    table = guests[0].table
    await guests[0].do(LeaveTable, table=table)
    assert found("regen") == []
