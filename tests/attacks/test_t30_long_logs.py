"""T30: long logs cost their writer, not everybody: bounded, read in slices, looked up in turn."""

import asyncio
import signal
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import (
    AddBot,
    Done,
    FetchGame,
    GameChanged,
    GameFile,
    GiveLuckyWord,
    JoinTable,
    LeaveTable,
    OpenTable,
    PlayMove,
    Refused,
    Say,
    StartGame,
    TableChanged,
    TakeBack,
)
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import records
from keltis_server.tables.archive import MOST
from keltis_server.tables.records import Closed, GameOver, MoveMade, TookBack, WordGiven
from keltis_server.tables.table import COMMANDS
from tests.attacks import prepared
from tests.attacks.honest import Paid, beside
from tests.attacks.program import Program, until
from tests.e2e.conftest import Server
from tests.server.players import QUICK, Player, enter, play_through, playing, seated

A_SLICE, A_THREADS_SLICE = 256, 2048
"""So many records at most are folded in one go on the loop, and beside it."""
ASIDES = 30
FEW = msgspec.structs.replace(QUICK, asides=ASIDES, lines=10**6, source_lines=10**6)


class WatchedStore(SqliteStore):
    """Notes how much is read at once, and by how many."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reads: list[int] = []
        self.readers = 0
        self.most_readers = 0

    async def read(self, table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        self.readers += 1
        self.most_readers = max(self.readers, self.most_readers)
        try:
            found = await super().read(table, from_seq, most)
        finally:
            self.readers -= 1
        self.reads.append(len(found))
        return found


async def lengthen(store: SqliteStore, code: str, length: int, *, close: bool) -> None:
    """Write a log on as an attacker did once, until it is so long."""
    begun = await store.read(code)
    words = [Entry(records.encode(WordGiven(seat=0, word=f"w{n % 9}")), 0) for n in range(length)]
    await store.append(code, len(begun), words)
    if close:
        last = [Entry(records.encode(Closed()), 0)]
        await store.append(code, len(begun) + length, last, last=True)


async def test_who_asks_for_a_closed_table_has_none_of_its_log_read(
    tmp_path: Path, times: int
) -> None:
    store = WatchedStore(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    code = anna.table
    await game_server.close()
    store = WatchedStore(tmp_path / "games.db")
    await lengthen(store, code, 3000 * times, close=True)
    game_server = await GameServer.open(store, QUICK)
    store.reads.clear()
    anna = await enter(game_server, "anna")
    for _ in range(5):
        assert await anna.refused(JoinTable, table=code) == "no_such_table"
    assert store.reads == []
    await game_server.close()


async def test_long_log_is_read_in_slices_and_once_for_all_who_ask(
    tmp_path: Path, times: int
) -> None:
    store = WatchedStore(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)  # before there was the table
    first = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna = await enter(first, "anna")
    await anna.do(OpenTable, game="keltis", seats=4)
    code = anna.table
    await lengthen(store, code, 3000 * times, close=False)
    length = len(await store.read(code))
    store.reads.clear()
    turns, done = 0, False

    async def others() -> None:
        nonlocal turns
        while not done:
            turns += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(others())
    found = await asyncio.gather(*(game_server.registry.find(code) for _ in range(8)))
    done = True
    await ticking
    assert all(live is found[0] is not None for live in found)
    assert found[0] is not None
    assert found[0].table.seq == length
    assert sum(store.reads) == length
    assert max(store.reads) <= A_SLICE
    assert turns >= length / A_SLICE, "everybody else had a turn between two slices"
    await first.close()
    await game_server.close()


async def finished(game_server: GameServer) -> str:
    """The code of a table at which a game was played to its end."""
    players = await playing(game_server, "anna", "boris", game="stones")
    await play_through(players, Random(1))
    code = players[0].table
    for player in players:
        await player.visit.close()
    return code


async def test_games_are_given_out_one_at_a_time_to_an_address_and_few_in_all(
    tmp_path: Path, times: int
) -> None:
    store = WatchedStore(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    code = await finished(game_server)
    await lengthen(store, code, 5000 * times, close=False)

    async def fetch(address: str) -> str:
        guest = Player(await game_server.visit(Caller(None, "", address)))
        await guest.greet()
        await guest.do(FetchGame, table=code)
        return (await guest.hear(GameFile)).text

    store.reads.clear()
    store.most_readers = 0
    texts = await asyncio.gather(*(fetch("10.0.0.2") for _ in range(6)))
    assert store.most_readers == 1
    texts += await asyncio.gather(*(fetch(f"10.0.1.{n}") for n in range(6)))
    assert len(set(texts)) == 1
    assert store.most_readers <= QUICK.fetches
    assert max(store.reads) <= A_THREADS_SLICE
    await game_server.close()


async def test_game_that_grew_beyond_measure_before_there_was_one_is_no_file(
    tmp_path: Path,
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    players = await playing(game_server, "anna", "boris", game="keltis")
    code = players[0].table
    mover = next(player for player in players if player.last(GameChanged).moves)
    seat, move = players.index(mover), mover.last(GameChanged).moves[0]
    length = len(await store.read(code))
    pair = (MoveMade(seat=seat, move=move), TookBack(seat=seat))
    grown = [Entry(records.encode(record), 0) for record in pair * (MOST // 2 + 1)]
    over = Entry(records.encode(GameOver(totals=(0, 0))), 0)
    await store.append(code, length, [*grown, over])
    guest = await enter(game_server, "", guest=True)
    assert await guest.refused(FetchGame, table=code) == "game_too_long"
    await game_server.close()


async def test_lucky_words_lines_and_sittings_find_an_end_and_moves_do_not(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    anna, boris = await seated(game_server, "anna", "boris", game="keltis")
    code = anna.table
    told = [await anna.ask(GiveLuckyWord, table=code, word=f"w{n}") for n in range(2 * ASIDES)]
    assert [answer.reason for answer in told if isinstance(answer, Refused)] == ["log_full"] * (
        ASIDES + 1
    )
    assert await anna.refused(Say, table=code, text="and now") == "log_full"
    refusals = []
    carla = await enter(game_server, "carla")
    await boris.do(LeaveTable, table=code)
    for _ in range(ASIDES + 5):
        answer = await carla.ask(JoinTable, table=code)
        if isinstance(answer, Refused):
            refusals.append(answer.reason)
        else:
            await carla.do(LeaveTable, table=code)
    assert set(refusals) == {"log_full"}
    assert game_server.live_tables[code].table.seq < 5 * ASIDES
    await boris.do(JoinTable, table=code)
    for player in (anna, boris):
        await player.do(StartGame, table=code)
    await anna.do(Say, table=code, text="a new game, a new page")
    await game_server.close()


async def test_take_backs_find_an_end_and_the_game_goes_on(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    players = await playing(game_server, "anna", "boris", game="keltis")
    code = players[0].table
    mover = next(player for player in players if player.last(GameChanged).moves)
    taken_back = 0
    for _ in range(ASIDES + 5):
        game = mover.last(GameChanged)
        await mover.do(PlayMove, table=code, ply=game.ply, move=game.moves[0])
        game = await mover.hear(GameChanged)
        assert game.can_take_back
        answer = await mover.ask(TakeBack, table=code, ply=game.ply)
        if isinstance(answer, Refused):
            assert answer.reason == "log_full"
            break
        taken_back += 1
        await mover.hear(GameChanged)
    assert taken_back == ASIDES
    await mover.do(PlayMove, table=code, ply=game.ply, move=game.moves[0])
    await game_server.close()


async def test_going_with_a_bot_in_one_s_place_and_coming_back_finds_an_end(
    tmp_path: Path,
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    players = await playing(game_server, "anna", "boris", game="keltis")
    code = players[0].table
    waiting = next(player for player in players if not player.last(GameChanged).moves)
    for _ in range(ASIDES + 5):
        answer = await waiting.ask(LeaveTable, table=code, how="bot")
        if isinstance(answer, Refused):
            break
        await waiting.do(JoinTable, table=code)
        await waiting.hear(TableChanged, lambda told: not any(s.stand_in for s in told.seats))
    assert isinstance(answer, Refused)
    assert answer.reason == "log_full"
    assert game_server.live_tables[code].table.seq < 5 * ASIDES
    await waiting.do(LeaveTable, table=code)
    await game_server.close()


async def test_table_begins_no_game_once_its_log_is_long(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, log=6)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    anna, boris = await seated(game_server, "anna", "boris")
    await anna.do(StartGame, table=anna.table)
    for n in range(3):
        await anna.do(GiveLuckyWord, table=anna.table, word=f"w{n}")
    assert await boris.refused(StartGame, table=anna.table) == "enough_games"
    await game_server.close()


async def test_command_of_long_ago_is_answered_again_and_not_done_again(tmp_path: Path) -> None:
    """T6 with a table that remembers only its last commands."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna, _ = await seated(game_server, "anna", "boris")
    code = anna.table
    first = anna.new_id()
    await anna.do(GiveLuckyWord, id=first, table=code, word="first")
    for n in range(COMMANDS + 10):
        await anna.do(GiveLuckyWord, table=code, word=f"w{n}")
    table = game_server.live_tables[code].table
    assert len(table.commands) <= COMMANDS
    length = table.seq
    await anna.do(GiveLuckyWord, id=first, table=code, word="first")
    assert table.seq == length
    assert table.places[0].word == f"w{COMMANDS + 9}"
    await game_server.close()


async def attack_words(port: int, seconds: float) -> Paid:
    """Let one table's log grow with lucky words as fast as the server takes them."""
    paid = Paid()

    async def one(number: int) -> None:
        async with Program(port, "127.0.0.2", paid, login=f"t30w{number}") as program:
            await program.ask(OpenTable, game="keltis", seats=2)
            table = (await program.hear(TableChanged)).table
            for word in range(10**6):
                await program.ask(GiveLuckyWord, table=table, word=f"w{word}")

    await until(seconds, *(one(number) for number in range(4)))
    return paid


async def attack_files(port: int, seconds: float) -> Paid:
    """Play a game with take-backs, and fetch whatever there is of it again and again."""
    paid = Paid()

    async def one(number: int) -> None:
        async with Program(port, "127.0.0.2", paid, login=f"t30f{number}") as program:
            await program.ask(OpenTable, game="keltis", seats=2)
            table = (await program.hear(TableChanged)).table
            await program.ask(AddBot, table=table)
            await program.ask(StartGame, table=table)
            while True:
                answer = await program.ask(FetchGame, table=table)
                if isinstance(answer, Done):
                    await program.hear(GameFile)

    await until(seconds, *(one(number) for number in range(4)))
    return paid


async def attack_closed(port: int, seconds: float) -> Paid:
    """Ask for a table that is gone, after its log was made long."""
    paid = Paid()

    async def one(number: int) -> None:
        async with Program(port, "127.0.0.2", paid, login=f"t30c{number}") as program:
            await program.ask(OpenTable, game="keltis", seats=2)
            table = (await program.hear(TableChanged)).table
            for word in range(500):
                await program.ask(GiveLuckyWord, table=table, word=f"w{word}")
            await program.ask(LeaveTable, table=table)
            while True:
                await program.ask(JoinTable, table=table)

    await until(seconds, *(one(number) for number in range(4)))
    return paid


async def attack_long_closed(port: int, seconds: float) -> Paid:
    """Ask for a closed table whose log is very long, from as many addresses as tries take."""
    paid = Paid()

    async def one(source: str) -> None:
        async with Program(port, source, paid) as program:
            while True:
                await program.ask(JoinTable, table=prepared.CLOSED)

    await until(seconds, *(one(f"127.0.30.{number}") for number in range(1, 9)))
    return paid


async def attack_sixteen_files(port: int, seconds: float) -> Paid:
    """Fetch the longest game there can be, sixteen at once, again and again."""
    paid = Paid()

    async def one(source: str) -> None:
        async with Program(port, source, paid) as program:
            while True:
                if isinstance(await program.ask(FetchGame, table=prepared.FINISHED), Done):
                    while (await program.hear(GameFile)).more:
                        pass

    await until(seconds, *(one(f"127.0.0.{2 + number // 8}") for number in range(16)))
    return paid


def PREPARE(data: Path) -> None:
    """A closed table and a finished game as long as they were in the attack."""
    prepared.laid_out(data, records_long=300_000, pairs=MOST // 2 - 100)


LEFT_BEHIND = {
    "T30 a closed table of 300,000 records": attack_long_closed,
    "T30 sixteen long files at once": attack_sixteen_files,
}
ATTACKS = {
    **LEFT_BEHIND,
    "T30 lucky words without end": attack_words,
    "T30 files again and again": attack_files,
    "T30 a closed table again and again": attack_closed,
}


@pytest.mark.e2e
@pytest.mark.parametrize("name", LEFT_BEHIND)
async def test_honest_people_play_beside_what_was_left_behind(
    tmp_path: Path, name: str, times: int
) -> None:
    data = tmp_path / "data"
    long, pairs = 3_000 * times, min(500 * times, MOST // 2 - 100)
    await asyncio.to_thread(prepared.laid_out, data, records_long=long, pairs=pairs)
    server = Server(data).start()
    try:
        before = server.memory
        async with Program(server.port, "127.0.0.9", Paid()) as program:
            assert isinstance(await program.ask(FetchGame, table=prepared.FINISHED), Done)
            gone = await program.ask(JoinTable, table=prepared.CLOSED)
        assert isinstance(gone, Refused)
        assert gone.reason == "no_such_table"
        seen, paid = await beside(LEFT_BEHIND[name], server.port, 2.0 * min(times, 10))
        assert server.memory - before < 50 * 1024 * 1024
    finally:
        server.stop(signal.SIGKILL)
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0


@pytest.mark.e2e
@pytest.mark.parametrize("name", sorted(ATTACKS.keys() - LEFT_BEHIND.keys()))
async def test_honest_people_play_beside_it(server: Server, name: str, times: int) -> None:
    seen, paid = await beside(ATTACKS[name], server.port, 1.0 * min(times, 20))
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0
