"""Commands that come twice, late, out of order or wrong (T6), and moves taken back."""

import asyncio
from random import Random

import msgspec
import pytest
from msgspec import Raw

from keltis_protocol.messages import (
    VERSION,
    Closing,
    Command,
    Done,
    GameChanged,
    Hello,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    StartGame,
    TableChanged,
    TakeBack,
    Welcome,
)
from keltis_server.server import Caller, GameServer
from keltis_server.tables.reading import load
from tests.server.players import Player, enter, playing, view


def in_turn(players: list[Player]) -> tuple[Player, Player]:
    """Whose turn it is, and the other."""
    first = view(players[0].last(GameChanged))["to_act"]
    return players[first], players[1 - first]


def moves(game: GameChanged, name: str = "") -> list[Raw]:
    """The moves of a name, or all."""
    return [m for m in game.moves if msgspec.msgpack.decode(m)[0] == name or not name]


async def make(player: Player, move: Raw) -> GameChanged:
    """Make a move and hear what came of it."""
    game = player.last(GameChanged)
    await player.do(PlayMove, table=game.table, ply=game.ply, move=move)
    return await player.hear(GameChanged, lambda fact: fact.ply > game.ply)


async def test_hello_is_answered_with_who_you_are_and_what_is_played(
    game_server: GameServer,
) -> None:
    player = Player(await game_server.visit(Caller(b"key", "anna")))
    welcome = await player.greet()
    assert (welcome.you.name, welcome.you.guest) == ("anna", False)
    assert welcome.version == VERSION
    assert welcome.games[0].id == "keltis"
    assert all(game.bots for game in welcome.games)
    assert (await player.hear(Lobby)).people == 1


async def test_nothing_is_done_before_hello(game_server: GameServer) -> None:
    player = Player(await game_server.visit(Caller(b"key", "anna")))
    assert await player.refused(OpenTable, game="keltis", seats=2) == "hello_first"


async def test_client_of_another_version_is_told_so_and_sent_away(game_server: GameServer) -> None:
    player = Player(await game_server.visit(Caller(b"key", "anna")))
    await player.visit.send(Hello(version=VERSION + 1))
    assert (await player.hear(Refused)).reason == "version"
    assert (await player.hear(Closing)).reason == "version"
    assert not player.all(Welcome)


async def test_repeated_command_is_answered_again_and_done_once(game_server: GameServer) -> None:
    """T6."""
    players = await playing(game_server, "anna", "boris")
    player, other = in_turn(players)
    game = player.last(GameChanged)
    command = PlayMove(id="same", table=game.table, ply=game.ply, move=game.moves[0])
    for _ in range(5):
        await player.visit.send(command)
    for _ in range(5):
        assert await player.answer("same") == Done(id="same")
    assert (await other.hear(GameChanged)).ply == game.ply + 1
    table = await load(game_server.store, game.table)
    assert table is not None
    assert table.game is not None
    assert table.game.ply == game.ply + 1


async def test_command_repeated_over_a_new_connection_is_not_done_twice(
    game_server: GameServer,
) -> None:
    """T6: the answer was lost with the line, the client asks again."""
    players = await playing(game_server, "anna", "boris")
    player, _ = in_turn(players)
    game = player.last(GameChanged)
    command = PlayMove(id="same", table=game.table, ply=game.ply, move=game.moves[0])
    await player.visit.send(command)
    again = await enter(game_server, player.visit.who.name)
    await again.do(JoinTable, table=game.table)
    await again.visit.send(command)
    assert await again.answer("same") == Done(id="same")
    table = await load(game_server.store, game.table)
    assert table is not None
    assert table.game is not None
    assert table.game.ply == game.ply + 1


async def test_table_opened_by_a_repeated_command_is_the_same_table(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "anna")
    command = OpenTable(id="open", game="keltis", seats=2)
    await anna.visit.send(command)
    code = (await anna.hear(TableChanged)).table
    again = await enter(game_server, "anna")
    await again.visit.send(command)
    await again.hear(Done)
    assert (await again.hear(TableChanged)).table == code
    assert len(game_server.lines) == 1


async def test_same_id_of_two_people_is_two_commands(game_server: GameServer) -> None:
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    for player in (anna, boris):
        await player.do(OpenTable, id="1", game="keltis", seats=2)
    assert len(game_server.lines) == 2


async def test_move_meant_for_an_earlier_ply_is_stale_and_the_game_is_told_again(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris")
    player, _ = in_turn(players)
    old = player.last(GameChanged)
    new = await make(player, old.moves[0])
    for ply in (old.ply, new.ply + 1):
        reason = await player.refused(PlayMove, table=old.table, ply=ply, move=new.moves[0])
        assert reason == "stale"
        told = await player.hear(GameChanged)
        assert (told.ply, told.since) == (new.ply, 0)
        assert bytes(told.view) == bytes(new.view)


async def test_commands_in_any_order_and_any_number_never_bend_the_log(
    game_server: GameServer,
) -> None:
    """T6: every message delayed, doubled and shuffled; each ply is one distinct command."""
    players = await playing(game_server, "anna", "boris", game="stones")
    random = Random(5)
    late: list[tuple[Player, Command]] = []
    for _ in range(60):
        player, _other = in_turn(players)
        game = player.last(GameChanged)
        if not game.moves:
            break
        command = PlayMove(
            id=player.new_id(), table=game.table, ply=game.ply, move=random.choice(game.moves)
        )
        late += [(player, command)] * random.randint(1, 3)
        random.shuffle(late)
        sent = [(player, command), *[late.pop() for _ in range(len(late) // 2)]]
        await asyncio.gather(*(who.visit.send(what) for who, what in sent))
        for each in players:
            await each.hear_after(game.ply)
    entries = await game_server.store.read(players[0].table)
    commands = [entry.command for entry in entries if entry.command]
    assert len(commands) == len(set(commands))
    for player in players:
        plies = [game.ply for game in player.all(GameChanged)]
        assert plies == sorted(plies)


async def test_only_the_seat_to_act_moves_and_only_legally(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    player, other = in_turn(players)
    game = player.last(GameChanged)
    fields = {"table": game.table, "ply": game.ply}
    assert await other.refused(PlayMove, move=game.moves[0], **fields) == "not_your_turn"
    for bad in (b"\xc0", b"\x91\xa4deal", b"\x92\xa9play_card\xa1x", b"\xa1\xff", b"\x90"):
        assert await player.refused(PlayMove, move=Raw(bad), **fields) == "bad_move"
    draw = Raw(msgspec.msgpack.encode(["draw_from_deck"]))
    assert await player.refused(PlayMove, move=draw, **fields) == "not_now"
    stranger = await enter(game_server, "carla")
    assert await stranger.refused(PlayMove, move=draw, **fields) == "not_at_table"


async def test_client_cannot_spell_a_dealer_s_move(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    player, _ = in_turn(players)
    game = player.last(GameChanged)
    deal = Raw(msgspec.msgpack.encode(["deal", list(range(110)), [0] * 25, 0]))
    assert await player.refused(PlayMove, table=game.table, ply=game.ply, move=deal) == "bad_move"


async def test_no_move_before_the_game_or_after_it(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    assert await anna.refused(PlayMove, table=anna.table, ply=0, move=Raw(b"\xc0")) == "no_game"
    assert await anna.refused(TakeBack, table=anna.table, ply=0) == "no_game"


# Taking back


async def test_small_moves_of_a_turn_are_taken_back_one_by_one(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    player, other = in_turn(players)
    start = player.last(GameChanged)
    assert not start.can_take_back
    after_card = await make(player, moves(start, "play_card")[0])
    assert after_card.can_take_back
    after_figure = await make(player, moves(after_card, "start_figure")[0])
    for earlier in (after_card, start):
        ply = player.last(GameChanged).ply
        await player.do(TakeBack, table=player.table, ply=ply)
        now = await player.hear(GameChanged)
        assert bytes(now.view) == bytes(earlier.view)
        assert now.moves == earlier.moves
        assert now.ply == ply + 1, "a ply never names two moments"
        assert now.since == 0
    assert player.last(GameChanged).ply == after_figure.ply + 2
    assert not player.last(GameChanged).can_take_back
    told = await other.hear(GameChanged, lambda fact: fact.ply == after_figure.ply + 2)
    assert [bytes(event) for event in told.events] == [bytes(event) for event in start.events]
    ply = told.ply
    assert await player.refused(TakeBack, table=player.table, ply=ply) == "cannot_take_back"


async def test_replay_of_a_log_with_moves_taken_back_is_where_the_game_stands(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris")
    random = Random(8)
    for _ in range(80):
        player, other = in_turn(players)
        game = player.last(GameChanged)
        if game.can_take_back and random.random() < 0.4:
            await player.do(TakeBack, table=game.table, ply=game.ply)
        else:
            move = random.choice(game.moves)
            await player.do(PlayMove, table=game.table, ply=game.ply, move=move)
        for each in (player, other):
            await each.hear_after(game.ply)
    table = await load(game_server.store, players[0].table)
    assert table is not None
    assert table.game is not None
    for seat, each in enumerate(players):
        assert msgspec.msgpack.encode(table.game.position.view(seat)) == bytes(
            each.last(GameChanged).view
        )


async def test_nothing_is_taken_back_past_a_drawn_card_or_another_seat(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris")
    player, other = in_turn(players)
    game = await make(player, moves(player.last(GameChanged), "discard")[0])
    game = await make(player, moves(game, "draw_from_deck")[0])
    assert not game.can_take_back
    fields = {"table": game.table, "ply": game.ply}
    assert await player.refused(TakeBack, **fields) == "cannot_take_back"
    assert await other.refused(TakeBack, **fields) == "cannot_take_back"
    assert other.last(GameChanged).ply == game.ply
    await make(other, moves(other.last(GameChanged), "discard")[0])
    ply = other.last(GameChanged).ply
    assert await player.refused(TakeBack, table=game.table, ply=ply) == "cannot_take_back"


@pytest.mark.parametrize("kind", [StartGame, TakeBack, PlayMove])
async def test_command_for_a_table_that_is_not_there_is_refused(
    game_server: GameServer, kind: type[Command]
) -> None:
    anna = await enter(game_server, "anna")
    fields: dict[str, object] = {"table": "ABCDEF"}
    if kind is not StartGame:
        fields["ply"] = 0
    if kind is PlayMove:
        fields["move"] = Raw(b"\xc0")
    assert await anna.refused(kind, **fields) == "not_at_table"
