"""Playing on the real house: a whole game by keys, by mouse, and what happens around it."""

from dataclasses import replace

import pytest

from keltis_engine.rules.keltis import KeltisView
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from tests.tui.at_table import first_keys, known, table_of
from tests.tui.conftest import Visiting

QUICK_GAME = Entrance(game="keltis", bots=1)


@pytest.mark.long
async def test_a_whole_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(game="keltis", bots=3)) as seen:
        await seen.until(lambda: seen.asked)
        while not seen.game.over:
            await seen.turn(*first_keys(seen.session))
        await seen.press("enter")
        assert isinstance(seen.session.screen, ScoreSheets)
        sheets = seen.game.rules.score_sheets(seen.game.view)
        for sheet in sheets:
            assert str(sheet.total) in seen.text
        assert " win" in seen.text
        await seen.press("n")
        await seen.until(lambda: seen.asked and not seen.game.over)
        assert seen.game.view.turn <= 4, "who stays seated plays again"


@pytest.mark.law
@pytest.mark.parametrize("first", range(3))
async def test_a_turn_needs_at_most_four_keys_if_no_clover_adds_to_it(
    visiting: Visiting, first: int
) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = seen.game.view.turn
        await seen.press(str(first + 1), str(first + 1), "s", "space")
        await seen.until(lambda: seen.game.view.turn > turn)


async def test_a_card_and_s_start_a_small_figure_with_it(visiting: Visiting) -> None:
    """K4: what a picked card leads to is answered by the key that plays it."""
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = seen.game.view.turn
        await seen.press("1", "?")
        assert "play, small" in seen.text
        await seen.press("escape", "s", "space")
        await seen.until(lambda: seen.game.view.turn > turn)


async def test_keys_typed_ahead_of_the_server_still_count(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = seen.game.view.turn
        for key in ("1", "1", "s", " "):
            seen.session.press(key)
        seen.app._show()
        await seen.until(lambda: seen.game.view.turn > turn)


async def test_u_takes_a_card_back_until_the_deck_was_touched(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        hand = known(seen.game.view, KeltisView).cards.hand
        await seen.press("2", "2")
        await seen.until_shown("Which figure starts")
        await seen.press("u")
        await seen.until_shown("Your turn: play a card")
        assert known(seen.game.view, KeltisView).cards.hand == hand
        assert "ann plays" not in seen.text, "the log forgets it too"
        assert "u undo" not in seen.text


async def test_a_turn_is_played_by_mouse_alone(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = seen.game.view.turn
        await seen.click("card", 3)
        assert "starts there" in seen.text, "the first click shows what would happen"
        await seen.click("card", 3)
        await seen.until_shown("Which figure starts")
        await seen.click("figure", 1)
        await seen.until_shown("Now draw")
        await seen.click("deck")
        await seen.until(lambda: seen.game.view.turn > turn)


async def test_d_after_picking_a_card_discards_it(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        await seen.press("5", "d")
        await seen.until_shown("Now draw")
        assert "ann discards" in seen.text


async def test_the_selection_survives_a_resize_in_the_middle_of_a_turn(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        await seen.press("4")
        picking = seen.screen.decision.picking
        for size in ((140, 45), (60, 20), (100, 30), (80, 24)):
            await seen.resize(*size)
            assert seen.screen.decision.picking == picking
        assert "┏4" in seen.text


async def test_too_small_a_window_is_told_kindly_and_the_session_is_kept(
    visiting: Visiting,
) -> None:
    async with visiting(size=(60, 20)) as seen:
        assert "Keltis needs a window of 80 by 24 cells" in seen.text
        await seen.pilot.resize_terminal(80, 24)
        await seen.until_shown("new table")


async def test_leaving_a_running_game_asks_first_and_the_seat_is_found_again_in_the_lobby(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        code = table_of(seen.session).table
        await seen.press("q")
        assert "Come back soon: until you have made a turn" in seen.text
        await seen.press("n", "q", "y")
        await seen.until_shown("Your turn")
        assert code in seen.text
        await seen.press("enter")
        await seen.until(lambda: seen.asked)


async def test_who_comes_back_for_a_quick_game_finds_the_unfinished_one(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        code = table_of(seen.session).table
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        assert table_of(seen.session).table == code
        assert "The cards are dealt." in seen.text, "the story is told from its beginning"
    async with visiting(entrance=Entrance(game="keltis", bots=2, new=True)) as seen:
        await seen.until(lambda: seen.asked)
        assert table_of(seen.session).table != code


async def test_a_quick_game_has_the_bots_one_asked_for_and_else_the_one_remembered(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(bots=2, strengths=("novice", ""))) as seen:
        await seen.until_shown("new table")
        client = seen.session.client
        client.set(replace(client.settings, bot="master"))
        client.quick_game("stones")
        await seen.press("f12")
        await seen.until(lambda: client.table is not None and bool(client.table.seats[2].bot))
        seats = table_of(seen.session).seats
        assert [seat.bot for seat in seats] == ["", "novice", "master"]
        assert [seat.name for seat in seats[1:]] == ["Niamh", "Lugh"], "one can tell them apart"


async def test_without_a_game_the_unfinished_one_is_taken_up_whichever_it_is(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        await seen.until(lambda: seen.asked)
        code = table_of(seen.session).table
    async with visiting(entrance=Entrance(resume=True, bots=1)) as seen:
        await seen.until(lambda: seen.asked)
        assert table_of(seen.session).table == code
    async with visiting(entrance=Entrance(resume=True, new=True, bots=1)) as seen:
        await seen.until_shown("new table")


async def test_without_a_game_and_none_unfinished_one_is_asked_and_gets_the_bots_one_named(
    visiting: Visiting,
) -> None:
    wish = Entrance(resume=True, bots=2, options={"side": "hard", "supporters": "?"}, alone=True)
    async with visiting(entrance=wish) as seen:
        await seen.until_shown("new table")
        games = [offer.id for offer in seen.session.client.games]
        await seen.press("home", *["down"] * games.index("dice"), "enter")
        await seen.until(lambda: seen.session.client.table is not None)
        table = table_of(seen.session)
        assert (len(table.seats), table.options["side"]) == (3, "hard")
