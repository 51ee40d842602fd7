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
    Lobby,
    OpenTable,
    SetName,
    SetPreferences,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_server import accounts
from keltis_server.house import Caller, House
from keltis_server.judge import Refusal
from keltis_server.sqlite_store import SqliteStore
from tests.server.players import QUICK, Player, enter, play_through, playing

ANNA = Caller(b"key of anna", "anna")
LAPTOP = Caller(b"key of the laptop", "anna")


async def come(house: House, caller: Caller) -> Player:
    player = Player(await house.visit(caller))
    await player.greet()
    await player.hear(Lobby)
    return player


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.reason


async def test_a_second_key_joins_the_account_by_a_code_that_is_good_once(house: House) -> None:
    await enter(house, "anna")
    code = await accounts.offer_link(house, ANNA)
    assert await accounts.link(house, LAPTOP, code.lower()) == "anna"
    assert (await come(house, LAPTOP)).last(Welcome).you.name == "anna"
    third = Caller(b"third", "anna")
    assert await refused(accounts.link(house, third, code)) == "no_such_code"


async def test_the_first_key_still_opens_the_account_and_both_are_one_person(house: House) -> None:
    anna = await enter(house, "anna")
    await accounts.link(house, LAPTOP, await accounts.offer_link(house, ANNA))
    await anna.do(OpenTable, game="keltis", seats=2)
    again = await come(house, LAPTOP)
    assert anna.visit.ended == "taken_over"
    assert again.last(Lobby).tables[0].yours


async def test_a_code_for_a_second_key_runs_out(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, link_seconds=-1.0)
    house = await House.open(SqliteStore.open(tmp_path / "late.db"), limits)
    code = await accounts.offer_link(house, ANNA)
    assert await refused(accounts.link(house, LAPTOP, code)) == "no_such_code"
    await house.close()


async def test_a_new_code_makes_the_one_before_worthless(house: House) -> None:
    old = await accounts.offer_link(house, ANNA)
    new = await accounts.offer_link(house, ANNA)
    assert await refused(accounts.link(house, LAPTOP, old)) == "no_such_code"
    await accounts.link(house, LAPTOP, new)


async def test_a_key_with_a_named_account_of_its_own_is_not_moved(house: House) -> None:
    boris = Caller(b"key of boris", "boris")
    await enter(house, "boris")
    code = await accounts.offer_link(house, ANNA)
    assert await refused(accounts.link(house, boris, code)) == "key_taken"
    assert (await come(house, boris)).last(Welcome).you.name == "boris"
    assert await accounts.link(house, LAPTOP, code) == "", "the code was not used up"


async def test_a_key_that_never_chose_a_name_can_be_moved(house: House) -> None:
    await enter(house, "anna")
    nameless = await come(house, LAPTOP)
    assert nameless.last(Welcome).you.name == ""
    await accounts.link(house, LAPTOP, await accounts.offer_link(house, ANNA))
    assert (await come(house, LAPTOP)).last(Welcome).you.name == "anna"


async def test_guests_have_no_account_to_link_or_forget(house: House) -> None:
    guest = Caller(None, "anna")
    assert await refused(accounts.offer_link(house, guest)) == "key_needed"
    assert await refused(accounts.link(house, guest, "ABCDEFGHJK")) == "key_needed"
    assert await refused(accounts.forget(house, guest, "anna")) == "key_needed"


async def test_an_address_can_try_so_many_codes_and_other_addresses_are_free(house: House) -> None:
    """T19."""
    near, far = Caller(b"k", "k", "192.0.2.1"), Caller(b"l", "l", "192.0.2.2")
    for _ in range(QUICK.wrong_codes):
        assert await refused(accounts.link(house, near, "ABCDEFGHJK")) == "no_such_code"
    assert await refused(accounts.link(house, near, "ABCDEFGHJK")) == "too_many_tries"
    assert await refused(accounts.come_back(house, near, "ABCDEFGHJK")) == "too_many_tries"
    assert await refused(accounts.link(house, far, "ABCDEFGHJK")) == "no_such_code"


async def test_wrong_table_codes_count_by_address_whoever_tries_them(house: House) -> None:
    """T19: coming in anew does not help."""
    for number in range(QUICK.wrong_codes):
        visitor = await come(house, Caller(f"key {number}".encode(), f"v{number}x", "2001:db8::1"))
        assert await visitor.refused(JoinTable, table="AAAAAA") == "no_such_table"
    neighbour = await come(house, Caller(b"n", "neighbour", "2001:db8::2"))
    assert await neighbour.refused(JoinTable, table="AAAAAA") == "too_many_tries"
    stranger = await come(house, Caller(b"s", "stranger", "2001:db8:0:1::2"))
    assert await stranger.refused(JoinTable, table="AAAAAA") == "no_such_table"


async def game_with_guest(house: House) -> tuple[Player, Player, str]:
    """Anna and a guest play; the guest's code."""
    anna, guest = await enter(house, "anna"), await come(house, Caller(None, "somebody"))
    await anna.do(OpenTable, game="keltis", seats=2)
    await anna.hear(TableChanged)
    await guest.do(JoinTable, table=anna.table)
    for player in (anna, guest):
        await player.do(StartGame, table=anna.table)
    for player in (anna, guest):
        await player.hear(GameChanged)
    return anna, guest, guest.visit.return_code


async def test_a_guest_comes_back_by_code_to_the_same_seat(house: House) -> None:
    anna, guest, code = await game_with_guest(house)
    hand = guest.last(GameChanged).view
    name = guest.last(Welcome).you.name
    await guest.visit.close()
    await anna.hear(TableChanged, lambda fact: fact.seats[1].away)
    caller, table = await accounts.come_back(house, Caller(None, "x"), code.lower())
    assert table == anna.table
    back = await come(house, caller)
    assert back.last(Welcome).you.name == name
    await back.do(JoinTable, table=table)
    assert bytes((await back.hear(GameChanged)).view) == bytes(hand)
    assert not (await anna.hear(TableChanged, lambda fact: not fact.seats[1].away)).seats[1].away


async def test_a_guest_who_comes_back_with_a_key_keeps_the_seat_for_good(house: House) -> None:
    anna, guest, code = await game_with_guest(house)
    await guest.visit.close()
    boris = Caller(b"key of boris", "boris")
    caller, table = await accounts.come_back(house, boris, code)
    seat = (await anna.hear(TableChanged, lambda fact: fact.seats[1].name == "boris")).seats[1]
    assert not seat.guest
    back = await come(house, caller)
    await back.do(JoinTable, table=table)
    await back.hear(GameChanged)
    assert await refused(accounts.come_back(house, Caller(None, ""), code)) == "no_such_code"
    await play_through([anna, back], Random(1))
    await back.do(FetchGame, table=table)
    assert "guest" in (await back.hear(GameFile)).text, "the file tells who sat down at the start"


async def test_a_guest_still_here_gives_way_to_the_one_with_the_code(house: House) -> None:
    _, guest, code = await game_with_guest(house)
    caller, _ = await accounts.come_back(house, Caller(None, ""), code)
    await come(house, caller)
    assert guest.visit.ended == "taken_over"


async def test_a_guest_comes_back_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "restart.db"
    house = await House.open(SqliteStore.open(path), QUICK)
    anna, _, code = await game_with_guest(house)
    table = anna.table
    await house.close()
    house = await House.open(SqliteStore.open(path), QUICK)
    assert (await accounts.come_back(house, Caller(None, ""), code))[1] == table
    await house.close()


async def test_the_store_does_not_hold_the_codes(tmp_path: Path) -> None:
    path = tmp_path / "codes.db"
    house = await House.open(SqliteStore.open(path), QUICK)
    _, _, guest_code = await game_with_guest(house)
    code = await accounts.offer_link(house, ANNA)
    await house.close()
    kept = path.read_bytes()
    assert guest_code.encode() not in kept
    assert code.encode() not in kept


async def test_forgetting_needs_the_right_word(house: House) -> None:
    await enter(house, "anna")
    assert await accounts.to_forget(house, ANNA) == "anna"
    assert await refused(accounts.forget(house, ANNA, "yes")) == "wrong_word"
    assert (await come(house, ANNA)).last(Welcome).you.name == "anna"


async def test_a_forgotten_person_leaves_a_free_name_and_dead_keys(house: House) -> None:
    anna = await enter(house, "anna")
    await anna.do(SetPreferences, preferences={"theme": "light"})
    await accounts.link(house, LAPTOP, await accounts.offer_link(house, ANNA))
    await accounts.forget(house, LAPTOP, "anna")
    assert anna.visit.ended == "taken_over"
    other = await come(house, Caller(b"other", "anna"))
    assert other.last(Welcome).you.name == "anna"
    once = await come(house, ANNA)
    assert once.last(Welcome).you.name == ""
    assert once.last(Welcome).preferences == {}
    await once.do(SetName, name="newly")


async def test_a_forgotten_player_is_somebody_at_the_table_and_in_every_file(house: House) -> None:
    anna, boris = await playing(house, "anna", "boris", game="stones")
    table = anna.table
    await play_through([anna, boris], Random(2))
    for player in (anna, boris):
        await player.do(StartGame, table=table)
    await boris.hear(GameChanged)
    await accounts.forget(house, ANNA, "anna")
    changed = await boris.hear(TableChanged, lambda fact: fact.seats[0].name == "somebody")
    assert changed.seats[0].away
    await boris.do(FetchGame, table=table)
    text = (await boris.hear(GameFile)).text
    assert "anna" not in text
    assert "somebody" in text
    assert "boris" in text


async def test_a_forgotten_person_gets_up_where_no_game_is_running(house: House) -> None:
    anna = await enter(house, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    await anna.hear(TableChanged)
    boris = await enter(house, "boris")
    await boris.do(JoinTable, table=anna.table)
    await accounts.forget(house, ANNA, "anna")
    changed = await boris.hear(TableChanged, lambda fact: fact.seats[0].kind == "free")
    assert changed.owner
