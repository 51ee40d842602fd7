"""T26: whoever has no account any more is nobody, whatever is raced against what."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    AddBot,
    Closing,
    Command,
    GameChanged,
    GiveLuckyWord,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    Say,
    SayInLobby,
    SetName,
    SetPreferences,
    StartGame,
    TableChanged,
)
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import Account
from keltis_server.store.sqlite import SqliteStore
from tests.attacks import ghost_clients
from tests.attacks.honest import Attack, Paid
from tests.attacks.people import ghosts
from tests.attacks.visitor import Visitor
from tests.postgres import Postgres
from tests.server.players import QUICK, Player, enter, playing, seated
from tests.server.processes import street

ANNA = Caller(b"key of anna", "anna")
NAMELESS = Caller(b"key of nobody", "")
RACES, RACES_OF_NODES = 500, 50
"""Races in CI, of one process and of two on one file, and of two nodes; `--thorough` runs 1,000."""
LIMITS = """
[door]
arrivals_per_second = 100
arrivals_burst = 100
sessions_per_source = 100
"""


async def attack(port: int, seconds: float) -> Paid:
    """Claim somebody's name from visits whose key was linked elsewhere."""
    return await ghost_clients.attack(port, seconds, victim="victim", done=[])


ATTACKS: dict[str, Attack] = {"T26 names claimed by ghosts": attack}


@pytest.mark.e2e
async def test_nobody_takes_the_name_of_somebody_who_is_away_from_outside(
    server: Any, times: int
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    victim = Visitor(server.port, key, "victim")
    await victim.come()
    await victim.leave()
    done: list[str] = []
    seconds = 1.5 if times == 1 else 4.0
    paid = await ghost_clients.attack(server.port, seconds, victim="victim", done=done)
    assert done == []
    assert paid.connections > 2
    assert paid.refused


async def come(game_server: GameServer, caller: Caller) -> Player:
    player = Player(await game_server.visit(caller))
    await player.greet()
    await player.hear(Lobby)
    return player


@pytest.fixture
async def game_server(tmp_path: Path) -> AsyncIterator[GameServer]:
    """A house in which nobody waits for show."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield game_server
    await game_server.close()


@pytest.fixture
async def deaf(game_server: GameServer, tmp_path: Path) -> AsyncIterator[GameServer]:
    """Another process on the same store, which hears nothing of the first."""
    other = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield other
    await other.close()


async def test_visit_whose_key_was_linked_elsewhere_cannot_call_itself_as_anybody(
    game_server: GameServer,
) -> None:
    victim = await enter(game_server, "victim")
    await victim.visit.close()
    ghost = await come(game_server, NAMELESS)
    await game_server.accounts.link(NAMELESS, await game_server.accounts.offer_link(ANNA))
    assert ghost.visit.ended == "account_gone"
    assert (await ghost.hear(Closing)).reason == "account_gone"
    with pytest.raises(LinkClosed):
        await ghost.visit.send(SetName(id="1", name="victim"))
    assert await ghosts([game_server]) == []
    assert (await enter(game_server, "victim")).last(Lobby).you.name == "victim"


WRITES: dict[str, tuple[type[Command], dict[str, Any]]] = {
    "name": (SetName, {"name": "victim"}),
    "preferences": (SetPreferences, {"preferences": {"theme": "light"}}),
    "table": (OpenTable, {"game": "keltis", "seats": 2}),
    "lobby": (SayInLobby, {"text": "hello"}),
}
AT_TABLE: dict[str, tuple[type[Command], dict[str, Any]]] = {
    "bot": (AddBot, {}),
    "word": (GiveLuckyWord, {"word": "luck"}),
    "ready": (StartGame, {}),
    "talk": (Say, {"text": "hello"}),
    "leave": (LeaveTable, {}),
}


async def refused(ghost: Player, kind: type[Command], fields: dict[str, Any]) -> None:
    assert await ghost.refused(kind, **fields) == "account_gone"
    assert (await ghost.hear(Closing)).reason == "account_gone"
    assert ghost.visit.ended == "account_gone"


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("how", ["linked", "forgotten"])
async def test_nothing_is_written_for_an_account_that_another_process_deleted(
    game_server: GameServer, deaf: GameServer, what: str, how: str
) -> None:
    """Even if the word of it never comes."""
    await (await enter(game_server, "victim")).visit.close()
    key = NAMELESS if how == "linked" else Caller(b"key", "carla")
    ghost = await come(deaf, key)
    if how == "linked":
        await game_server.accounts.link(key, await game_server.accounts.offer_link(ANNA))
    else:
        await game_server.accounts.forget(key, "carla")
    kind, fields = WRITES[what]
    if what in ("table", "lobby") and how == "linked":
        ghost.visit.who = type(ghost.visit.who)(id=ghost.visit.who.id, name="victim")
    await refused(ghost, kind, fields)
    assert await ghosts([game_server, deaf]) == []


@pytest.mark.parametrize("what", [*AT_TABLE, "join", "move"])
async def test_nothing_is_done_at_a_table_for_an_account_that_another_process_deleted(
    game_server: GameServer, deaf: GameServer, what: str
) -> None:
    who = ("carla", "boris") if what == "move" else ("carla", "boris", "dora")
    players = await (playing if what == "move" else seated)(deaf, *who)
    table = players[0].table
    if what != "move":
        await players[2].do(LeaveTable, table=table)
    carla = Caller(b"key of carla", "carla")
    if what == "join":
        await players[0].do(LeaveTable, table=table)
    await deaf.store.forget(players[0].visit.who.id)  # with nothing else that forgetting does
    if what == "move":
        mover = next(player for player in players if player.last(GameChanged).moves)
        if mover is not players[0]:
            await deaf.store.forget(mover.visit.who.id)
        game = mover.last(GameChanged)
        await refused(mover, PlayMove, {"table": table, "ply": game.ply, "move": game.moves[0]})
    elif what == "join":
        await refused(players[0], JoinTable, {"table": table})
    else:
        kind, fields = AT_TABLE[what]
        await refused(players[0], kind, {"table": table, **fields})
    assert (await come(game_server, carla)).visit.who.id != players[0].visit.who.id


class Between(SqliteStore):
    """A store in which something happens right after an account was read."""

    then: Callable[[], Awaitable[object]] | None = None

    async def account(self, key: bytes, new_id: str) -> Account:
        found = await super().account(key, new_id)
        if self.then is not None:
            then, self.then = self.then, None
            await then()
        return found


@pytest.mark.parametrize("how", ["linked", "forgotten"])
async def test_visit_that_begins_while_its_account_is_deleted_is_over_at_once(
    tmp_path: Path, how: str
) -> None:
    store = Between.open(tmp_path / "between.db")
    game_server = await GameServer.open(store, QUICK)
    key = NAMELESS if how == "linked" else Caller(b"key of carla", "carla")
    await (await come(game_server, key)).visit.close()
    code = await game_server.accounts.offer_link(ANNA)
    store.then = (
        (lambda: game_server.accounts.link(key, code))
        if how == "linked"
        else (lambda: game_server.accounts.forget(key, "carla"))
    )
    visit = await game_server.visit(key)
    assert visit.ended == "account_gone"
    assert game_server.visits == {}
    await game_server.close()


async def test_offer_of_an_account_that_is_deleted_is_worth_nothing(
    game_server: GameServer,
) -> None:
    await enter(game_server, "anna")
    code = await game_server.accounts.offer_link(ANNA)
    await game_server.accounts.forget(ANNA, "anna")
    with pytest.raises(Refusal) as caught:
        await game_server.accounts.link(NAMELESS, code)
    assert caught.value.reason == "no_such_code"


async def test_seat_taken_in_another_process_is_cleared_though_nobody_told_of_it(
    game_server: GameServer, deaf: GameServer
) -> None:
    carla = await enter(deaf, "carla")
    await carla.do(OpenTable, game="keltis", seats=2)
    table = (await carla.hear(TableChanged)).table
    await game_server.accounts.forget(Caller(b"key of carla", "carla"), "carla")
    assert game_server.lines.get(table) is None or not game_server.lines[table].people


async def test_forgetting_that_was_cut_short_is_finished_when_the_house_is_opened(
    game_server: GameServer, tmp_path: Path
) -> None:
    anna, _ = await playing(game_server, "anna", "boris")
    await game_server.store.forget(anna.visit.who.id)  # and then the process died
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    names = [place.name for place in again.lines[anna.table].places]
    assert names == ["somebody", "boris"]
    await again.close()


async def test_word_of_a_deletion_ends_the_visit_in_the_other_process(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        for how in ("linked", "forgotten"):
            key = Caller(how.encode(), "" if how == "linked" else "carla")
            ghost = await come(second, key)
            if how == "linked":
                await first.accounts.link(key, await first.accounts.offer_link(ANNA))
            else:
                await first.accounts.forget(key, "carla")
            assert (await ghost.hear(Closing)).reason == "account_gone"


async def test_guest_and_account_that_take_one_name_at_once_do_not_both_get_it(
    game_server: GameServer,
) -> None:
    for number in range(20):
        guest = await come(game_server, Caller(None, ""))
        account = await come(game_server, Caller(f"key {number}".encode(), ""))
        name = f"Zed{chr(97 + number)}"
        await asyncio.gather(
            guest.visit.send(SetName(id="1", name=name)),
            account.visit.send(SetName(id="1", name=name)),
        )
        assert [guest.visit.who.name, account.visit.who.name].count(f"~{name}") <= 1
        assert (guest.visit.who.name == f"~{name}") != (account.visit.who.name == name)
        for player in (guest, account):
            await player.visit.close()


async def test_names_taken_at_once_in_two_processes_are_one_person_s_in_the_end(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        houses = [await place.open(), await place.open()]
        for number in range(10):
            guest = await come(houses[0], Caller(None, ""))
            key = f"key {number}".encode() if number % 2 else None
            other = await come(houses[1], Caller(key, ""))
            name = f"Zed{chr(97 + number)}"
            await asyncio.gather(
                guest.visit.send(SetName(id="1", name=name)),
                other.visit.send(SetName(id="1", name=name)),
            )
            await quiet(houses)
            if number % 2:
                assert guest.visit.who.name.startswith("guest-")


async def test_guest_who_comes_back_is_not_called_as_an_account_that_took_the_name(
    game_server: GameServer,
) -> None:
    players = [await come(game_server, Caller(None, "")), await enter(game_server, "boris")]
    guest, boris = players
    await guest.do(SetName, name="Zed")
    await guest.do(OpenTable, game="keltis", seats=2)
    table = (await guest.hear(TableChanged)).table
    await boris.do(JoinTable, table=table)
    for player in players:
        await player.do(StartGame, table=table)
    code = guest.visit.return_code
    await guest.visit.close()
    zed = await come(game_server, Caller(b"key of zed", ""))
    await zed.do(SetName, name="Zed")
    await zed.visit.close()
    caller, _ = await game_server.accounts.come_back(Caller(None, ""), code)
    back = await come(game_server, caller)
    assert back.visit.who.name.startswith("guest-")
    assert await ghosts([game_server]) == []


async def quiet(houses: list[GameServer]) -> None:
    """Wait until the word has gone round; then there must be no ghost."""
    for _ in range(4000):
        if not await ghosts(houses):
            return
        await asyncio.sleep(0.005)
    assert await ghosts(houses) == []


NAMES = ("anna", "boris", "carla", "dora")
KEYS = tuple(f"key {number}".encode() for number in range(4))


async def anything(game_server: GameServer, chance: Random, visits: list[Visit]) -> None:
    """One thing that somebody might do with an account."""
    caller = Caller(chance.choice(KEYS), chance.choice(("", *NAMES)))
    match chance.randrange(7):
        case 0:
            visits.append(await game_server.visit(caller))
        case 1:
            code = await game_server.accounts.offer_link(Caller(chance.choice(KEYS), ""))
            await game_server.accounts.link(caller, code)
        case 2:
            await game_server.accounts.forget(caller, await game_server.accounts.to_forget(caller))
        case 3:
            visits.append(await game_server.visit(Caller(None, "")))
        case _ if visits:
            visit = chance.choice(visits)
            player = Player(visit)
            await player.greet()
            kind, fields = chance.choice(list(WRITES.values()))
            if kind is SetName:
                fields = {"name": chance.choice(NAMES)}
            await visit.send(kind(**{"id": player.new_id(), **fields}))
        case _:
            pass


async def attempt(work: Awaitable[None]) -> None:
    with contextlib.suppress(Refusal, LinkClosed):
        await work


@pytest.mark.parametrize("processes", [1, 2])
async def test_races_of_link_forget_and_rename_leave_no_ghost(
    tmp_path: Path, amount: Callable[[int], int], processes: int
) -> None:
    await race(tmp_path, "", processes, min(1000, amount(RACES)))


async def test_races_between_two_nodes_leave_no_ghost(
    tmp_path: Path, amount: Callable[[int], int], postgres: Postgres
) -> None:
    address = await asyncio.to_thread(postgres.new_schema)
    await race(tmp_path, address, 2, min(1000, amount(RACES_OF_NODES)))


async def race(folder: Path, address: str, processes: int, races: int) -> None:
    chance = Random(26)
    async with street(folder, address) as place:
        houses = [await place.open() for _ in range(processes)]
        for _ in range(races):
            visits = [visit for game_server in houses for visit in game_server.visits.values()]
            await asyncio.gather(
                *(attempt(anything(chance.choice(houses), chance, visits)) for _ in range(8))
            )
            await quiet(houses)
            for game_server in houses:
                for visit in list(game_server.visits.values()):
                    assert not any(
                        isinstance(fact, Refused) and fact.reason == "internal_error"
                        for fact in visit._facts
                    )
            for visit in visits[6:]:
                await visit.close()
            await clear_tables(houses, visits)


async def clear_tables(houses: list[GameServer], visits: list[Visit]) -> None:
    """Have those at tables leave, so that there is room for the next race."""
    for visit in visits:
        if visit.table and not visit.ended:
            await attempt(visit.send(LeaveTable(id=f"leave {visit.table}", table=visit.table)))
    for game_server in houses:
        for visit in game_server.visits.values():
            visit._facts.clear()
