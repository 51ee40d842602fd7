"""Looking on, as it is seen: in the app itself, beside people who play on a real server."""

from random import Random

import pytest

from keltis_protocol.messages import (
    ArrangeTable,
    GameChanged,
    LeaveTable,
    OpenHand,
    PlayMove,
    Said,
    Say,
    StartGame,
    WatchTable,
)
from keltis_server.server import GameServer
from keltis_tui.entrance import Entrance
from keltis_tui.screens.lobby import LobbyScreen
from keltis_tui.screens.table import TableScreen
from keltis_tui.screens.waiting import WaitingScreen
from keltis_tui.screens.watch import WatchScreen, WatchWaiting
from tests.server.players import catch_up, enter, play_through, playing, seated
from tests.tui.conftest import Visiting


async def test_w_in_the_lobby_looks_on_and_q_leads_back(
    visiting: Visiting, game_server: GameServer
) -> None:
    players = await playing(game_server, "bob", "cleo")
    async with visiting() as seen:
        await seen.until(lambda: "bob" in seen.text)
        await seen.press("w")
        await seen.until(lambda: isinstance(seen.session.screen, WatchScreen))
        game = next(g for p in players if (g := p.last(GameChanged)).moves)
        mover = next(p for p in players if p.last(GameChanged) is game)
        await mover.do(PlayMove, table=game.table, ply=game.ply, move=game.moves[0])
        screen = seen.session.screen
        assert isinstance(screen, WatchScreen)
        await seen.until(lambda: screen.game.ply > game.ply)
        assert "you look on" in seen.text
        assert "1 looks on" not in seen.text, "nobody else does"
        await seen.press("1", "enter", "u")
        assert not seen.session.outbox
        await seen.press("q")
        await seen.until(lambda: isinstance(seen.session.screen, LobbyScreen))


async def test_code_leads_straight_to_a_table_and_enter_sits_down_there(
    visiting: Visiting, game_server: GameServer
) -> None:
    bob, _ = await seated(game_server, "bob", "cleo")
    await bob.do(OpenHand, table=bob.table, open=True)
    async with visiting(entrance=Entrance(watch=bob.table)) as seen:
        await seen.until(lambda: isinstance(seen.session.screen, WatchWaiting))
        assert "game has not begun yet" in seen.text
    async with visiting(login="dai", keys=["o", "enter"]) as his:
        await his.until(lambda: isinstance(his.session.screen, WaitingScreen))
        assert his.session.client.table
        code = his.session.client.table.table
        async with visiting(entrance=Entrance(watch=code)) as seen:
            await seen.until(lambda: "Enter sits down" in seen.text)
            await seen.press("enter")
            await seen.until(lambda: type(seen.session.screen) is WaitingScreen)
            assert not seen.session.client.watching


async def test_eyes_are_changed_with_e_where_they_are_lent(
    visiting: Visiting, game_server: GameServer
) -> None:
    players = await playing(game_server, "bob", "cleo")
    table = players[0].table
    async with visiting(entrance=Entrance(watch=table)) as seen:
        await seen.until(lambda: isinstance(seen.session.screen, WatchScreen))
        assert "other eyes" not in seen.text
        await players[1].do(OpenHand, table=table, open=True)
        random = Random(1)
        for _ in range(16):
            await catch_up(players)
            game = next(g for p in players if (g := p.last(GameChanged)).moves)
            mover = next(p for p in players if p.last(GameChanged) is game)
            move = random.choice(game.moves)
            await mover.do(PlayMove, table=table, ply=game.ply, move=move)
        await seen.until(lambda: "other eyes" in seen.text)
        await seen.press("e")
        await seen.until(lambda: "What cleo knew a round ago." in seen.text)
        assert "╭7" in seen.text, "her cards"
        await seen.press("e")
        await seen.until(lambda: "What cleo" not in seen.text)


async def test_player_lends_eyes_with_a_question_and_takes_them_back(
    visiting: Visiting, game_server: GameServer
) -> None:
    olga = await enter(game_server, "olga")
    async with visiting(keys=["space"]) as seen:
        await seen.until(lambda: isinstance(seen.session.screen, TableScreen))
        (code,) = game_server.lines
        await olga.do(WatchTable, table=code)
        await seen.until(lambda: "1 looks on" in seen.text)

        def lent() -> bool:
            table = seen.session.client.table
            return table is not None and table.seats[0].open

        await seen.press("V")
        assert "Let those who look on" in seen.text
        await seen.press("y")
        await seen.until(lent)
        await seen.press("V")
        assert "Stop that?" in seen.text
        await seen.press("y")
        await seen.until(lambda: not lent())


@pytest.mark.long
async def test_what_watchers_say_comes_to_players_with_the_score_sheet(
    visiting: Visiting, game_server: GameServer
) -> None:
    bob, cleo = await playing(game_server, "bob", "cleo", game="stones")
    async with visiting(entrance=Entrance(watch=bob.table)) as seen:
        await seen.until(lambda: isinstance(seen.session.screen, WatchScreen))
        olga = seen
        await olga.press("/")
        assert "Nobody else looks on to talk to." in olga.text
        await bob.do(Say, table=bob.table, text="hello there")
        await olga.until(lambda: "hello there" in olga.text)
        live = game_server.live_tables[bob.table]
        who = next(iter(live.watchers.listeners.values()))
        await who.send(Say(id="said-1", table=bob.table, text="what a stone"))
        await olga.until(lambda: "what a stone" in olga.text)
        await play_through([bob, cleo], Random(2))
        await olga.until(lambda: "total" in olga.text)
        assert "Once more?" not in olga.text
        assert (await bob.hear(Said, lambda line: line.seat == -1)).text == "what a stone"
        for player in (bob, cleo):
            await player.do(StartGame, table=bob.table)
        await olga.until(lambda: "turn 1 " in olga.text)


async def test_a_new_name_is_one_s_own_at_once_at_the_table_too(
    visiting: Visiting, game_server: GameServer
) -> None:
    bob, _ = await playing(game_server, "bob", "cleo")
    olga = await enter(game_server, "olga")
    await olga.do(WatchTable, table=bob.table)
    async with visiting(entrance=Entrance(watch=bob.table)) as seen:
        await seen.until(lambda: isinstance(seen.session.screen, WatchScreen))
        await seen.press("N", *["backspace"] * 3, *"anna", "enter")
        await seen.until(lambda: seen.text.splitlines()[0].endswith(" anna"))
        await seen.press("/", *"hello", "enter")
        await olga.hear(Said, lambda said: said.name == "anna")
        await seen.until_shown("anna: hello")
        assert not seen.session.client.talk.unread, "nobody else has said it"


@pytest.mark.long
async def test_one_who_looks_on_steps_in_after_the_game_where_strangers_are_let(
    visiting: Visiting, game_server: GameServer
) -> None:
    for refill in ("no", "yes"):
        bob, cleo = await seated(game_server, f"bob{refill}", f"cleo{refill}", game="stones")
        await bob.do(ArrangeTable, table=bob.table, settings={"refill": refill})
        for player in (bob, cleo):
            await player.do(StartGame, table=bob.table)
        await catch_up([bob, cleo])
        async with visiting(entrance=Entrance(watch=bob.table)) as seen:
            await seen.until(lambda: isinstance(seen.session.screen, WatchScreen))
            await play_through([bob, cleo], Random(2))
            await seen.until_shown("total")
            assert "sit down" not in seen.text, "every seat is taken"
            await cleo.do(LeaveTable, table=bob.table)
            if refill == "no":
                await seen.until_shown("has left")
                assert "sit down" not in seen.text
                await seen.press("q")
                continue
            await seen.until_shown("Enter sits down on a free seat.")
            await seen.press("enter")
            await seen.until(lambda: type(seen.session.screen) is WaitingScreen)
