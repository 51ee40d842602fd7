"""T33: cheap to ask, dear to answer: whoever asks much waits for it, and nobody else does."""

import asyncio
import contextvars
import signal
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest
from textual.message import Message

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    Browse,
    Command,
    GameChanged,
    Hello,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_server.costs import COSTS, LOG_RECORD, STORY_MOVE
from keltis_server.limits import Limits
from keltis_server.rate_limits import Bucket
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.lobby_search import REMEMBERED
from keltis_server.tables.reading import load
from keltis_server.terminal.input.queue import SMALL_PORTION, InputQueue
from tests.attacks import prepared
from tests.attacks.clock import Clock
from tests.attacks.honest import Paid, beside
from tests.attacks.program import Program, connected, hang_up, until
from tests.e2e.conftest import Server
from tests.server.players import QUICK, Player, catch_up, enter, play_through, playing

ATTACKER, HONEST = "10.0.0.2", "10.0.0.1"
USUAL = Limits(lobby_pause=0, bot_pause=0, retry_pause=0)
LARGEST = 240 * 72


async def come(game_server: GameServer, address: str, login: str) -> Player:
    player = Player(await game_server.visit(Caller(login.encode(), login, address)))
    await player.greet()
    return player


async def house_by(clock: Clock, folder: Path) -> GameServer:
    store = SqliteStore.open(folder / "games.db")
    return await GameServer.open(store, USUAL, clock=clock.time)


def test_every_command_has_a_cost() -> None:
    assert set(COSTS) == set(Command.__args__)
    assert min(COSTS.values()) > 0


async def flood(player: Player, asked: list[str]) -> None:
    """Say hello without end, reading every answer."""
    while not player.visit.ended:
        await player.visit.send(Hello(version=VERSION))
        await player.hear(Welcome)
        asked.append(player.visit.who.id)


async def test_who_asks_without_end_waits_and_somebody_else_does_not(
    tmp_path: Path, times: int
) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    attackers = [await come(game_server, ATTACKER, f"asker{n}") for n in range(8)]
    honest = await come(game_server, HONEST, "anna")
    asked: list[str] = []
    floods = [asyncio.create_task(flood(attacker, asked)) for attacker in attackers]
    seconds = 5.0 * min(times, 10)
    await clock.go_on(seconds, steps=int(seconds * 20))
    most = USUAL.source_cost_burst + seconds * USUAL.source_cost_per_second
    assert 0 < len(asked) <= most / COSTS[Hello] + len(attackers)
    assert set(asked) == {each.visit.who.id for each in attackers}, "all have their turn"
    await honest.do(OpenTable, game="keltis", seats=2)  # no time passes: she does not wait
    await honest.do(AddBot, table=honest.table)
    await honest.do(StartGame, table=honest.table)
    await honest.hear(GameChanged)
    for attacker in attackers:
        await attacker.visit.close()
    await asyncio.gather(*floods, return_exceptions=True)
    await game_server.close()


async def test_who_has_a_long_log_read_pays_for_it_even_if_refused(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    friends = [await come(game_server, HONEST, name) for name in ("anna", "boris")]
    await friends[0].do(OpenTable, game="keltis", seats=2)
    code = friends[0].table
    await friends[1].do(JoinTable, table=code)
    for friend in friends:
        await friend.do(StartGame, table=code)
    length = game_server.lines[code].seq
    asker = await come(game_server, ATTACKER, "asker")

    async def paid() -> float:
        assert asker.visit.purse is not None
        before = asker.visit.purse._tokens
        assert await asker.refused(JoinTable, table=code) == "game_running"
        return before - asker.visit.purse._tokens

    before = await paid()
    for friend in friends:
        await friend.visit.close()
    assert await paid() == pytest.approx(before + LOG_RECORD * length)
    await game_server.close()


async def test_who_has_a_story_told_from_its_beginning_pays_for_each_move(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    anna, boris = [await come(game_server, HONEST, name) for name in ("anna", "boris")]
    await anna.do(OpenTable, game="keltis", seats=2)
    code = anna.table
    await boris.do(JoinTable, table=code)
    for player in (anna, boris):
        await player.do(StartGame, table=code)
    game = game_server.live_tables[code].table.game
    assert game is not None
    purse = anna.visit.purse
    assert purse is not None
    await clock.go_on(60.0)
    purse.take(0)  # and so have it filled
    before = purse._tokens
    await anna.do(JoinTable, table=code)
    story = STORY_MOVE * len(game.line)
    assert before - purse._tokens == pytest.approx(COSTS[JoinTable] + story)
    await catch_up([anna])
    before = purse._tokens
    late = {"table": code, "ply": game.ply + 9, "move": msgspec.Raw(b"\x80")}
    assert await anna.refused(PlayMove, **late) == "stale"
    assert before - purse._tokens == pytest.approx(COSTS[PlayMove] + story)
    await game_server.close()


async def test_one_visit_spends_no_more_than_its_own_part(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    attacker = await come(game_server, ATTACKER, "asker")
    neighbour = await come(game_server, ATTACKER, "neighbour")
    asked: list[str] = []
    task = asyncio.create_task(flood(attacker, asked))
    await clock.go_on(10.0, steps=200)
    most = USUAL.cost_burst + 10.0 * USUAL.cost_per_second
    assert 0 < len(asked) <= most / COSTS[Hello] + 1
    await neighbour.do(OpenTable, game="keltis", seats=2)
    await attacker.visit.close()
    await asyncio.gather(task, return_exceptions=True)
    await game_server.close()


async def test_lobby_keeps_the_lines_of_tables_that_did_not_change(
    tmp_path: Path, times: int
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), USUAL)
    owners = [await enter(game_server, f"opener{n}") for n in range(20 * min(times, 10))]
    for each in owners:
        await each.do(OpenTable, game="keltis", seats=2)
    first = {line.table: line for line in (await enter(game_server, "anna")).last(Lobby).tables}
    joined = owners[0].table
    await (await enter(game_server, "boris")).do(JoinTable, table=joined)
    second = {line.table: line for line in (await enter(game_server, "carla")).last(Lobby).tables}
    assert first.keys() == second.keys()
    assert first[joined] != second[joined]
    assert all(second[code] is line for code, line in first.items() if code != joined)
    await game_server.close()


async def test_tables_of_each_person_are_known_without_a_search(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    people = [await enter(game_server, f"person{n}") for n in range(6)]
    random = Random(1)
    for _ in range(60):
        player = random.choice(people)
        if player.table:
            await player.ask(random.choice((StartGame, AddBot)), table=player.table)
            if random.random() < 0.5:
                await player.visit.close()
                people.remove(player)
                people.append(await enter(game_server, player.visit.who.name))
        elif game_server.lines and random.random() < 0.7:
            await player.ask(JoinTable, table=random.choice(list(game_server.lines)))
        else:
            await player.ask(OpenTable, game="keltis", seats=random.choice((2, 3)))
        for each in people:
            who = each.visit.who.id
            found = {line.table for line in game_server.registry.index.of(who)}
            assert found == {c for c, k in game_server.lines.items() if who in k.people}
    await game_server.close()


async def test_what_is_looked_for_in_the_lobby_is_not_remembered_for_ever(tmp_path: Path) -> None:
    """However long nothing changes there."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    owner, looker = await enter(game_server, "anna"), await enter(game_server, "boris")
    await owner.do(OpenTable, game="keltis", seats=2)
    for number in range(10 * REMEMBERED):
        await looker.do(Browse, text=f"a{number}", games=["keltis", f"{number}"])
        assert [line.table for line in looker.last(Lobby).tables] == [owner.table]
    lobby = game_server._lobby
    assert len(lobby._public._found) <= REMEMBERED
    assert len(lobby._everybody._found) <= REMEMBERED
    await game_server.close()


async def test_who_moves_too_late_without_reading_has_one_whole_story_waiting(
    tmp_path: Path,
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    players = await playing(game_server, "anna", "boris")
    anna, game = players[0], players[0].last(GameChanged)
    await catch_up(players)
    for _ in range(50):
        move = msgspec.Raw(b"\x80")
        late = PlayMove(id=anna.new_id(), table=anna.table, ply=game.ply + 9, move=move)
        await anna.visit.send(late)
    stories = [fact for fact in anna.visit._facts if isinstance(fact, GameChanged)]
    assert len(stories) == 1
    assert stories[0].since == 0
    await game_server.close()


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_story_that_is_kept_is_the_story_of_the_log(tmp_path: Path, game: str) -> None:
    """With take-backs, which change what was told."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    players = await playing(game_server, "anna", "boris", game=game)
    table = game_server.live_tables[players[0].table].table
    assert table.game is not None
    for seat in (0, 1, None):
        table.game.story(seat)
    await play_through(players, Random(3))
    kept = table.game
    for seat in (0, 1, None):
        replayed = await load(game_server.store, table.code)
        assert replayed is not None
        assert replayed.game is not None
        assert replayed.game is not kept
        told = [bytes(event) for event in kept.story(seat)]
        assert told == [bytes(event) for event in replayed.game.story(seat)]
    await game_server.close()


async def test_keys_on_the_largest_screens_of_one_address_are_taken_slowly(times: int) -> None:
    clock = Clock()
    loop = asyncio.get_running_loop()
    drawing = Bucket(USUAL.drawn_cells_burst, USUAL.drawn_cells_per_second, clock.time)
    pressed: list[Message] = []
    inboxes = [InputQueue(loop, contextvars.copy_context()) for _ in range(8)]
    for inbox in inboxes:
        inbox.drawing, inbox.cells = drawing, LARGEST
        inbox.open(pressed.append)
    seconds = 4 * min(times, 10)
    for _ in range(seconds * 20):
        for inbox in inboxes:
            if not inbox.full:
                inbox.feed(b"\x1b[C\x1b[D" * 50)
        await clock.go_on(0.05)
    cells = USUAL.drawn_cells_burst + seconds * USUAL.drawn_cells_per_second
    portion = SMALL_PORTION // len(b"\x1b[C")
    assert 0 < len(pressed) <= cells / LARGEST + len(inboxes) * portion
    for inbox in inboxes:
        inbox.close()


async def test_person_at_a_small_screen_never_waits_for_keys() -> None:
    clock = Clock()
    loop = asyncio.get_running_loop()
    drawing = Bucket(USUAL.drawn_cells_burst, USUAL.drawn_cells_per_second, clock.time)
    pressed: list[Message] = []
    inbox = InputQueue(loop, contextvars.copy_context())
    inbox.drawing, inbox.cells = drawing, 80 * 24
    inbox.open(pressed.append)
    for _ in range(300):
        inbox.feed(b"\x1b[C")
        await clock.go_on(0.02)
        assert not inbox._waiting
    assert len(pressed) == 300
    inbox.close()


async def attack_hello(port: int, seconds: float) -> Paid:
    """Say hello, and so have the lobby told, again and again."""
    paid = Paid()

    async def one(number: int) -> None:
        async with Program(port, "127.0.0.2", paid, login=f"t33h{number}") as program:
            while True:
                program.send(Hello(version=VERSION))
                await program.hear(Welcome)

    await until(seconds, *(one(number) for number in range(6)))
    return paid


async def attack_late_moves(port: int, seconds: float) -> Paid:
    """Move too late, again and again, and come to one's table again and again."""
    paid = Paid()

    async def one(number: int) -> None:
        async with Program(port, "127.0.0.2", paid, login=f"t33m{number}") as program:
            await program.ask(OpenTable, game="keltis", seats=2)
            table = (await program.hear(TableChanged)).table
            await program.ask(AddBot, table=table)
            await program.ask(StartGame, table=table)
            for turn in count():
                if turn % 2:
                    await program.ask(PlayMove, table=table, ply=9999, move=msgspec.Raw(b"\x80"))
                else:
                    await program.ask(JoinTable, table=table)

    await until(seconds, *(one(number) for number in range(6)))
    return paid


async def attack_keys(port: int, seconds: float) -> Paid:
    """Hold down keys on six screens of the largest size."""
    paid = Paid()

    async def one(number: int) -> None:
        connection = await connected(port, "127.0.0.2", f"t33k{number}")
        paid.connections += 1
        try:
            process = await connection.create_process(
                term_type="xterm-256color", term_size=(500, 200), encoding=None
            )
            await process.stdout.read(1)
            process.stdin.write(b"\x1b[H ")

            async def read() -> None:
                while await process.stdout.read(1 << 16):
                    pass

            reading = asyncio.create_task(read())
            try:
                while not reading.done():
                    process.stdin.write(b"\x1b[C\x1b[D" * 8)
                    await process.stdin.drain()
                    await asyncio.sleep(0.02)
            finally:
                reading.cancel()
        finally:
            await hang_up(connection)

    await until(seconds, *(one(number) for number in range(6)))
    return paid


def PREPARE(data: Path) -> None:
    """As many tables as there were in the attack."""
    prepared.laid_out(data, tables=2000)


ATTACKS = {
    "T33 the list again and again": attack_hello,
    "T33 late moves and comings": attack_late_moves,
    "T33 keys on the largest screens": attack_keys,
}


@pytest.mark.e2e
async def test_honest_people_play_beside_the_list_of_many_tables(
    tmp_path: Path, times: int
) -> None:
    data, tables = tmp_path / "data", min(2000, 200 * times)
    await asyncio.to_thread(prepared.laid_out, data, tables=tables)
    server = Server(data).start()
    try:
        async with Program(server.port, "127.0.0.9", Paid()) as program:
            assert len((await program.hear(Lobby)).tables) == min(tables, USUAL.lobby_tables)
        seen, paid = await beside(attack_hello, server.port, 1.0 * min(times, 20))
    finally:
        server.stop(signal.SIGKILL)
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0


@pytest.mark.e2e
@pytest.mark.parametrize("name", ATTACKS)
async def test_honest_people_play_beside_it(server: Server, name: str, times: int) -> None:
    seen, paid = await beside(ATTACKS[name], server.port, 1.0 * min(times, 20))
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0
