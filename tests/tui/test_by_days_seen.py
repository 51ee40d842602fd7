"""Going on by days, as it is seen: a key says so, the others read it, and the clock turns."""

from keltis_protocol.messages import AgreeToDays, OpenTable, StartGame, TableChanged
from keltis_server.server import GameServer
from keltis_tui.entrance import Entrance
from keltis_tui.screens.table import TableScreen
from tests.server.players import enter
from tests.tui.conftest import Visiting


async def test_k_agrees_to_days_where_a_live_clock_runs_and_all_read_it(
    visiting: Visiting, game_server: GameServer
) -> None:
    olga = await enter(game_server, "olga")
    await olga.do(OpenTable, game="stones", seats=2, settings={"clock": "15+60"})
    code = (await olga.hear(TableChanged)).table
    async with visiting(entrance=Entrance(join=code)) as seen:
        await seen.until(lambda: seen.session.client.table is not None)
        await olga.do(StartGame, table=code)
        await seen.press("enter")
        await seen.until(lambda: isinstance(seen.session.screen, TableScreen))
        await seen.press("K")
        await seen.until_shown("Once all who are there agree")
        await seen.press("3")
        await seen.until_shown("ann would go on by days: 3 days a turn (K).")
        assert olga.last(TableChanged).settings["clock"] == "15+60"
        await seen.press("K", "u")
        await olga.hear(TableChanged, lambda table: not any(s.agrees for s in table.seats))
        await olga.do(AgreeToDays, table=code, clock="2d")
        await seen.until_shown("olga would go on by days: 2 days a turn (K).")
        await seen.press("x")
        await seen.until_shown("By days (K)? 2 days a turn: olga")
        await seen.press("q")
        await seen.until_shown("Go on by days, if all")
        await seen.press("K")
        await seen.until_shown("2 days a turn   olga")
        await seen.press("2")
        await seen.until_shown("The game goes on by days: 2 days a turn.")
        await seen.press("K")
        assert isinstance(seen.session.screen, TableScreen), "there is nothing more to agree to"


async def test_without_a_live_clock_k_is_not_offered(
    visiting: Visiting, game_server: GameServer
) -> None:
    olga = await enter(game_server, "olga")
    for clock in ("none", "2d"):
        await olga.do(OpenTable, game="stones", seats=2, settings={"clock": clock})
        code = (await olga.hear(TableChanged)).table
        async with visiting(login=f"ann{len(clock)}", entrance=Entrance(join=code)) as seen:
            await seen.until(lambda: seen.session.client.table is not None)
            await olga.do(StartGame, table=code)
            await seen.press("enter")
            await seen.until(lambda: isinstance(seen.session.screen, TableScreen))
            await seen.press("K")
            assert isinstance(seen.session.screen, TableScreen)
            assert "by days" not in seen.text
        olga = await enter(game_server, f"olga{len(clock)}")


async def test_who_is_away_by_days_is_waited_for_without_a_question(
    visiting: Visiting, game_server: GameServer
) -> None:
    for clock, asks in (("2d", False), ("15+60", True)):
        olga = await enter(game_server, f"olga{len(clock)}")
        settings = {"clock": clock}
        await olga.do(OpenTable, game="stones", seats=2, settings=settings, private=True)
        code = (await olga.hear(TableChanged)).table
        async with visiting(login=f"ann{len(clock)}", entrance=Entrance(join=code)) as seen:
            await seen.until(lambda: seen.session.client.table is not None)
            await olga.do(StartGame, table=code)
            await seen.press("enter")
            await seen.until(lambda: isinstance(seen.session.screen, TableScreen))
            while seen.game.my_turn:
                await seen.press("tab", "enter")
            await olga.visit.close()
            await seen.until_shown("away")
            assert ("what now?" in seen.text) == asks
