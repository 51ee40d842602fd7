"""Nobody is held up: those who are there decide about one who is away, whose seat stays theirs."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from keltis_protocol.messages import (
    AddBot,
    DecideAbsence,
    GameChanged,
    JoinTable,
    LeaveTable,
    LeftTable,
    OpenTable,
    SeatState,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from keltis_server.tables.reading import load
from keltis_server.tables.records import BotPlays, CameBack, GameStopped, decode
from tests.postgres import Postgres
from tests.server.players import QUICK, Player, catch_up, enter, playing, view
from tests.server.processes import Street, street
from tests.server.test_sync import play_apart, until

AT_ONCE = replace(QUICK, away_seconds=0, away_end_seconds=0)
MATCH = {"games": "2"}


@pytest.fixture(params=["workers", "nodes"])
def address(request: pytest.FixtureRequest) -> str:
    """The database that nodes share; empty for the workers of one machine."""
    if request.param == "workers":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_schema()


@pytest.fixture
async def place(tmp_path: Path, address: str) -> AsyncIterator[Street]:
    """Where processes of one server can be started."""
    async with street(tmp_path, address) as made:
        yield made


def seat(player: Player, number: int) -> SeatState:
    """A seat as a player was told last."""
    return player.last(TableChanged).seats[number]


async def away(player: Player, number: int) -> SeatState:
    """A seat once a player was told that its person is away."""
    if not seat(player, number).away:
        await player.hear(TableChanged, lambda table: table.seats[number].away)
    return seat(player, number)


async def wait_for(players: list[Player]) -> tuple[Player, Player]:
    """Whose turn it is, and the first of the others."""
    await catch_up(players)
    turn: int = view(players[0].last(GameChanged))["to_act"]
    return players[turn], next(each for each in players if each is not players[turn])


async def goes_away(gone: Player, others: list[Player]) -> int:
    """Somebody's line is lost, and the others are told; the seat."""
    number = gone.last(TableChanged).seat
    assert number is not None
    await gone.visit.close()
    for each in others:
        await away(each, number)
    return number


async def say(player: Player, number: int, choice: str) -> None:
    """Say what is to be done about one who is away."""
    absence = seat(player, number).returns
    await player.do(DecideAbsence, table=player.table, seat=number, absence=absence, choice=choice)


async def play_turn(player: Player) -> None:
    """Play until it is not this one's turn any more."""
    while player.last(GameChanged).moves:
        await player.play_on(Random(3), 1)


async def records_of(game_server: GameServer, code: str) -> list[object]:
    return [decode(entry.body) for entry in await game_server.store.read(code)]


@pytest.mark.law
async def test_bot_plays_on_until_whoever_was_away_is_back_in_whatever_process(
    place: Street,
) -> None:
    first, second = await place.open(AT_ONCE), await place.open(AT_ONCE)
    players = await play_apart(first, second)
    gone, stays = await wait_for(players)
    code = stays.table
    number = await goes_away(gone, [stays])
    assert seat(stays, number).away_since > 0
    assert seat(stays, number).stand_in == ""
    before = stays.last(GameChanged).ply
    await say(stays, number, "bot")
    await stays.hear(GameChanged, lambda game: bool(game.moves) and game.ply > before)
    assert seat(stays, number).stand_in
    name = gone.visit.who.name
    back = await enter(first if stays is players[1] else second, name)
    await back.do(JoinTable, table=code)
    await stays.hear(TableChanged, lambda table: not table.seats[number].away)
    await until(lambda: first.live_tables[code].table.bot(number) == "")
    await until(lambda: second.live_tables[code].table.bot(number) == "")
    await play_turn(stays)
    await back.hear(GameChanged, lambda game: bool(game.moves))
    ply = back.last(GameChanged).ply
    await asyncio.sleep(0.05)
    await catch_up([stays, back])
    assert back.last(GameChanged).ply == ply, "no bot moves for somebody who is there"
    assert seat(back, number).stand_in == ""


async def test_bot_plays_one_turn_and_then_the_game_waits_again(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris")
        gone, stays = await wait_for(players)
        number = await goes_away(gone, [stays])
        await say(stays, number, "turn")
        await stays.hear(GameChanged, lambda game: bool(game.moves))
        await play_turn(stays)
        table = game_server.live_tables[stays.table].table
        assert table.to_act == number
        assert table.bot(number) == ""
        ply = stays.last(GameChanged).ply
        await say(stays, number, "turn")
        await stays.hear(GameChanged, lambda game: game.ply > ply)


async def test_more_than_half_of_those_present_decide_and_a_vote_can_be_changed(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", "carla", "dora")
        gone, _ = await wait_for(players)
        others = [each for each in players if each is not gone]
        number = await goes_away(gone, others)
        table = game_server.live_tables[others[0].table].table
        await say(others[0], number, "bot")
        await say(others[1], number, "end")
        assert table.bot(number) == ""
        assert table.playing

        def both_told(table: TableChanged) -> bool:
            return sorted(state.vote for state in table.seats) == ["", "", "bot", "end"]

        await others[2].hear(TableChanged, both_told)
        await say(others[1], number, "wait")
        await say(others[2], number, "wait")
        assert table.bot(number) == "", "a majority to wait changes nothing"
        await say(others[1], number, "bot")
        assert table.bot(number)
        told = await records_of(game_server, table.code)
        assert sum(isinstance(record, BotPlays) for record in told) == 1


async def test_two_of_two_must_agree_and_one_alone_decides_once_the_other_left(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", "carla")
        gone, _ = await wait_for(players)
        one, other = [each for each in players if each is not gone]
        number = await goes_away(gone, [one, other])
        table = game_server.live_tables[one.table].table
        await say(one, number, "bot")
        assert table.bot(number) == ""
        await other.do(LeaveTable, table=one.table)
        assert table.bot(number) == ""
        await say(one, number, "bot")
        assert table.bot(number)


async def test_game_that_is_ended_leaves_the_others_at_an_open_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris")
        gone, stays = await wait_for(players)
        number = await goes_away(gone, [stays])
        before = stays.last(TableChanged).commitment
        await say(stays, number, "end")
        await stays.hear(TableChanged, lambda table: table.state == "open")
        assert seat(stays, number).kind == "free"
        assert stays.last(TableChanged).commitment != before, "cards that were seen are not dealt"
        assert stays.last(TableChanged).secret == b""
        code = stays.table
        ended = f"table {code}: a game of keltis was ended before its end: anna, boris"
        assert ended in caplog.messages
        assert any(isinstance(r, GameStopped) for r in await records_of(game_server, code))
        await stays.do(AddBot, table=code)
        await stays.do(StartGame, table=code)
        await stays.hear(GameChanged, lambda game: game.ply < 9)
        folded = await load(game_server.store, code)
        assert folded is not None
        assert folded.games == 2


async def test_nobody_decides_about_somebody_who_is_there_or_for_a_table_of_others(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", "carla")
        turn, _ = await wait_for(players)
        number = turn.last(TableChanged).seat
        assert number is not None
        others = [each for each in players if each is not turn]
        code = turn.table
        asked: dict[str, object] = {"table": code, "seat": number, "absence": 1, "choice": "end"}
        for each in players:
            assert await each.refused(DecideAbsence, **asked) == "not_away"
        stranger = await enter(game_server, "dora")
        assert await stranger.refused(DecideAbsence, **asked) == "not_at_table"
        await goes_away(turn, others)
        assert await stranger.refused(DecideAbsence, **asked) == "not_at_table"
        await stranger.do(OpenTable, game="keltis", seats=2)
        assert await stranger.refused(DecideAbsence, **asked) == "not_at_table"
        one = others[0]
        wrong: tuple[dict[str, object], ...] = (
            {"seat": (number + 1) % 3},
            {"absence": 2},
            {"seat": 3},
        )
        for other in wrong:
            assert await one.refused(DecideAbsence, **{**asked, **other}) == "not_away"
        assert await one.refused(DecideAbsence, **{**asked, "choice": "kick"}) == "bad_choice"
        await one.do(LeaveTable, table=code)
        assert await one.refused(DecideAbsence, **asked) == "not_at_table"


async def test_votes_count_for_the_very_absence_they_were_given_for(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", "carla")
        gone, _ = await wait_for(players)
        one, other = [each for each in players if each is not gone]
        number = await goes_away(gone, [one, other])
        code, stale = one.table, seat(other, number).returns
        await say(one, number, "end")
        back = await enter(game_server, gone.visit.who.name)
        await back.do(JoinTable, table=code)
        await back.hear(TableChanged)
        await other.hear(TableChanged, lambda table: not table.seats[number].away)
        await goes_away(back, [other])
        ask = {"table": code, "seat": number, "choice": "end"}
        assert await other.refused(DecideAbsence, absence=stale, **ask) == "not_away"
        await say(other, number, "end")
        assert game_server.live_tables[code].table.playing, "one of two, and the older is void"
        one_more = [r for r in await records_of(game_server, code) if isinstance(r, CameBack)]
        assert len(one_more) == 1


async def test_line_that_is_lost_for_a_moment_costs_nobody_the_seat(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        patient = replace(QUICK, away_seconds=3600, away_end_seconds=7200)
        game_server = await place.open(patient)
        players = await playing(game_server, "anna", "boris")
        gone, stays = await wait_for(players)
        number = await goes_away(gone, [stays])
        ask = {"table": stays.table, "seat": number, "absence": 1}
        for choice in ("turn", "bot", "end"):
            refused = await stays.refused(DecideAbsence, choice=choice, **ask)
            assert refused == "away_too_short"


async def test_match_goes_on_without_one_who_is_away_between_two_games(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", game="stones", options=MATCH)
        while (turn := view(players[0].last(GameChanged))["to_act"]) >= 0:
            await players[turn].play_on(Random(1), 1)
            await catch_up(players)
        gone, stays = players
        await goes_away(gone, [stays])
        ended = stays.last(GameChanged)
        await stays.do(StartGame, table=stays.table)
        await say(stays, 0, "bot")
        await stays.hear(GameChanged, lambda game: game.ply > ended.ply)
        assert game_server.live_tables[stays.table].table.bot(0)


@pytest.mark.law
async def test_bot_plays_on_unasked_only_where_the_table_was_opened_so(place: Street) -> None:
    limits = replace(QUICK, away_seconds=0.1)
    for absent in ("ask", "bot"):
        first, second = await place.open(limits), await place.open(limits)
        anna, boris = await enter(first, "anna"), await enter(second, "boris")
        await anna.do(OpenTable, game="keltis", seats=2, settings={"absent": absent})
        code = (await anna.hear(TableChanged)).table
        await boris.do(JoinTable, table=code)
        for player in (anna, boris):
            await player.do(StartGame, table=code)
        for player in (anna, boris):
            await player.hear(GameChanged)
        gone, stays = await wait_for([anna, boris])
        number = await goes_away(gone, [stays])
        if absent == "bot":
            await stays.hear(GameChanged, lambda game: bool(game.moves))
            assert seat(stays, number).stand_in
            told = await records_of(first, code)
            assert sum(isinstance(record, BotPlays) for record in told) == 1
        else:
            await asyncio.sleep(0.3)
            assert seat(stays, number).stand_in == ""
            table = (first if stays is anna else second).live_tables[code].table
            assert table.to_act == number
        await until(lambda: first.lines[code].seq == second.lines[code].seq)  # noqa: B023
        await stays.visit.close()


async def test_hand_over_to_a_bot_until_one_comes_back(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris")
        goes, stays = await wait_for(players)
        number = goes.last(TableChanged).seat
        assert number is not None
        code = goes.table
        await goes.do(LeaveTable, table=code, how="bot")
        await goes.hear(LeftTable)
        await stays.hear(GameChanged, lambda game: bool(game.moves))
        assert seat(stays, number).away
        assert seat(stays, number).stand_in
        await goes.do(JoinTable, table=code)
        await goes.hear(TableChanged)
        await until(lambda: game_server.live_tables[code].table.bot(number) == "")


async def test_who_gives_up_has_left_for_good_and_a_bot_plays_to_the_end(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        players = await playing(game_server, "anna", "boris", game="stones")
        goes, stays = await wait_for(players)
        number, code = goes.last(TableChanged).seat, goes.table
        assert number is not None
        await goes.do(LeaveTable, table=code, how="give_up")
        await stays.hear(GameChanged, lambda game: bool(game.moves))
        assert seat(stays, number).kind == "bot"
        assert seat(stays, number).gave_up == goes.visit.who.name
        assert await goes.refused(JoinTable, table=code) == "game_running"
        assert stays.last(TableChanged).owner
        end = await stays.play_on(Random(2))
        assert view(end)["to_act"] is None
        folded = await load(game_server.store, code)
        assert folded is not None
        assert folded.over


async def test_whoever_gives_up_against_bots_alone_clears_the_table_away(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        game_server = await place.open(AT_ONCE)
        anna = await enter(game_server, "anna")
        await anna.do(OpenTable, game="keltis", seats=2)
        await anna.do(AddBot, table=anna.table)
        await anna.do(StartGame, table=anna.table)
        code = anna.table
        assert await anna.refused(LeaveTable, table=code, how="angrily") == "bad_choice"
        await anna.do(LeaveTable, table=code, how="give_up")
        assert code not in game_server.lines
        assert not await game_server.store.standing(code)


@pytest.mark.law
async def test_who_plays_for_whom_survives_kill_9(place: Street) -> None:
    first, second = await place.open(AT_ONCE), await place.open(AT_ONCE)
    players = await play_apart(first, second)
    gone, stays = await wait_for(players)
    code = stays.table
    number = await goes_away(gone, [stays])
    await say(stays, number, "bot")
    await stays.hear(GameChanged, lambda game: bool(game.moves))
    home, other = (first, second) if stays is players[0] else (second, first)
    name = stays.visit.who.name
    await until(lambda: first.lines[code].seq == second.lines[code].seq)
    await place.kill(home)
    third = await place.open(AT_ONCE)
    back = await enter(third, name)
    await back.do(JoinTable, table=code)
    await back.hear(GameChanged)
    assert seat(back, number).stand_in
    await play_turn(back)
    await back.hear(GameChanged, lambda game: bool(game.moves))
    assert third.live_tables[code].table.bot(number)
    await until(lambda: third.lines[code].seq == other.lines[code].seq)
