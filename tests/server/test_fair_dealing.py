"""The house promises its secret before it hears a lucky word, and keeps the promise (T5)."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_engine.fair import Stream, commitment
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    AddBot,
    GameChanged,
    GiveLuckyWord,
    JoinTable,
    LeaveTable,
    Lobby,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.records import GameStarted, MoveMade, Record, decode
from tests.server.players import QUICK, Player, enter, play_through, playing, seated


async def log(game_server: GameServer, table: str) -> list[Record]:
    return [decode(entry.body) for entry in await game_server.store.read(table)]


async def give(player: Player, word: str) -> TableChanged:
    """Give a lucky word; what the table then looks like to the one who gave it."""
    await player.do(GiveLuckyWord, table=player.table, word=word)
    return await player.hear(TableChanged)


async def test_commitment_is_published_while_the_table_is_open_and_does_not_change(
    game_server: GameServer,
) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    promised = anna.last(TableChanged).commitment
    assert len(promised) == 32
    await give(boris, "shamrock")
    for player in (anna, boris):
        await player.do(StartGame, table=player.table)
    for player in (anna, boris):
        await player.hear(GameChanged)
        told = player.all(TableChanged)
        assert {fact.commitment for fact in told} == {promised}
        assert {fact.secret for fact in told} == {b""}


async def test_word_is_public_to_the_table_and_to_nobody_else(game_server: GameServer) -> None:
    onlooker = await enter(game_server, "olga")
    anna, boris = await seated(game_server, "anna", "boris")
    await give(boris, "  shamrock ")
    told = await anna.hear(TableChanged, lambda fact: bool(fact.seats[1].word))
    assert [seat.word for seat in told.seats] == ["", "shamrock"]
    await boris.do(LeaveTable, table=boris.table)
    line = (await onlooker.hear(Lobby, lambda fact: fact.tables != [])).tables[0]
    assert {seat.word for seat in line.seats} == {""}
    told = await anna.hear(TableChanged)
    assert [seat.word for seat in told.seats] == ["", ""], "who gets up takes the word along"


async def test_word_can_be_changed_and_taken_back_until_the_game_starts(
    game_server: GameServer,
) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    for word in ("shamrock", "clover", ""):
        assert (await give(anna, word)).seats[0].word == word
    await anna.do(StartGame, table=anna.table)
    await give(anna, "horseshoe")
    await boris.do(StartGame, table=anna.table)
    reason = await boris.refused(GiveLuckyWord, table=anna.table, word="too late")
    assert reason == "game_running"
    (started,) = [r for r in await log(game_server, anna.table) if isinstance(r, GameStarted)]
    assert started.words == ["horseshoe", ""]


async def test_only_who_sits_at_a_table_gives_it_a_word_that_can_be_seen(
    game_server: GameServer,
) -> None:
    """T1."""
    anna, _ = await seated(game_server, "anna", "boris")
    carla = await enter(game_server, "carla")
    refused = await carla.refused(GiveLuckyWord, table=anna.table, word="luck")
    assert refused == "not_at_table"
    for word in ("\x1b[2J", "\u202eevil", "x\u0301\u0302\u0303\u0304"):
        refused = await anna.refused(GiveLuckyWord, table=anna.table, word=word)
        assert refused == "word_characters"
    longest = "\u0958" * 64  # as it is kept, each is two
    refused = await anna.refused(GiveLuckyWord, table=anna.table, word=longest)
    assert refused == "word_too_long"


@pytest.mark.parametrize("game", RULE_SETS)
async def test_deal_follows_from_the_promised_secret_and_the_words_in_seat_order(
    game_server: GameServer, game: str
) -> None:
    anna, boris = await seated(game_server, "anna", "boris", game=game)
    promised = anna.last(TableChanged).commitment
    await give(boris, "second")
    await give(anna, "first")
    for player in (anna, boris):
        await player.do(StartGame, table=player.table)
    records = await log(game_server, anna.table)
    (started,) = [record for record in records if isinstance(record, GameStarted)]
    dealt = next(record for record in records if isinstance(record, MoveMade))
    assert commitment(started.secret) == promised
    assert started.words == ["first", "second"]
    chance = Stream(started.secret, ["first", "second"])
    deal = RULE_SETS[game].start(2).deal(chance)
    assert bytes(dealt.move) == msgspec.msgpack.encode(deal)


async def test_other_words_give_another_deal_of_the_same_secret(game_server: GameServer) -> None:
    anna, _ = await playing(game_server, "anna", "boris")
    (started,) = [r for r in await log(game_server, anna.table) if isinstance(r, GameStarted)]
    before = RULE_SETS["keltis"].start(2)
    deals = {
        msgspec.msgpack.encode(before.deal(Stream(started.secret, words)))
        for words in (["", ""], ["a", ""], ["", "a"], ["a", "a"], ["aa", ""])
    }
    assert len(deals) == 5


@pytest.mark.long
async def test_rematch_has_a_secret_of_its_own_and_asks_for_new_words(
    game_server: GameServer,
) -> None:
    anna, boris = await seated(game_server, "anna", "boris", game="stones")
    await give(anna, "shamrock")
    promises, words = [], []
    for _ in range(3):
        promises.append(anna.last(TableChanged).commitment)
        for player in (anna, boris):
            await player.do(StartGame, table=player.table)
        await play_through([anna, boris], Random(1))
        over = anna.last(TableChanged)
        assert over.state == "over"
        assert commitment(over.secret) == promises[-1]
        assert over.commitment not in promises
        words.append([seat.word for seat in over.seats])
    assert len(set(promises)) == 3
    assert words == [["", ""]] * 3
    started = [r for r in await log(game_server, anna.table) if isinstance(r, GameStarted)]
    assert [record.words for record in started] == [["shamrock", ""], ["", ""], ["", ""]]
    assert [record.commitment for record in started] == promises


async def test_game_with_bots_that_starts_by_a_bot_s_coming_keeps_the_promise(
    game_server: GameServer,
) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    promised = (await give(anna, "luck")).commitment
    await boris.do(LeaveTable, table=boris.table)
    await anna.do(StartGame, table=anna.table)
    await anna.do(AddBot, table=anna.table)
    await anna.hear(GameChanged)
    (started,) = [r for r in await log(game_server, anna.table) if isinstance(r, GameStarted)]
    assert started.commitment == promised
    assert started.words == ["luck", ""]


async def test_promise_word_and_revealed_secret_outlive_the_server(tmp_path: Path) -> None:
    """T12, T24."""
    path = tmp_path / "games.db"

    async def again() -> tuple[GameServer, list[Player]]:
        game_server = await GameServer.open(SqliteStore.open(path), QUICK)
        players = [await enter(game_server, login) for login in ("anna", "boris")]
        for player in players:
            await player.do(JoinTable, table=table)
            await player.hear(TableChanged)
        return game_server, players

    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    players = await seated(game_server, "anna", "boris", game="stones")
    open_table = await give(players[0], "shamrock")
    table = open_table.table
    await game_server.close()

    game_server, players = await again()
    told = players[0].last(TableChanged)
    assert told.commitment == open_table.commitment
    assert told.seats[0].word == "shamrock"
    for player in players:
        await player.do(StartGame, table=table)
    await play_through(players, Random(3))
    over = players[0].last(TableChanged)
    assert commitment(over.secret) == open_table.commitment
    await game_server.close()

    game_server, players = await again()
    told = players[0].last(TableChanged)
    assert (told.secret, told.commitment) == (over.secret, over.commitment)
    await game_server.close()
