"""Playing on the real house: a whole game by keys, by mouse, and what happens around it."""

import pytest

from keltis_tui.choosing import Choice
from keltis_tui.entrance import Entrance
from keltis_tui.game import Game
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen

QUICK_GAME = Entrance(game="keltis", bots=1)


def table_of(seen) -> TableScreen:
    screen = seen.session._screen
    assert isinstance(screen, TableScreen)
    return screen


def game_of(seen) -> Game:
    return table_of(seen).game


def asked(seen) -> bool:
    """Whether this person's next decision is awaited and nothing is on its way."""
    screen = seen.session._screen
    if not isinstance(screen, TableScreen):
        return False
    return screen.game.over or (screen.game.my_turn and screen._sent_at is None)


def keys_for(choice: Choice) -> list[str]:
    key = {" ": "space"}.get(choice.keys[0], choice.keys[0])
    return [key] if choice.at_once else [key, key]


def next_keys(seen) -> list[str]:
    """What a hasty player presses: the first card that fits, else a discard; always the deck."""
    choices = table_of(seen)._choices("")
    legal = [choice for choice in choices if choice.legal]
    return keys_for(legal[0]) if legal else ["1", "d"]


async def test_a_whole_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(visiting):
    async with visiting(entrance=Entrance(game="keltis", bots=3)) as seen:
        await seen.until(lambda: asked(seen))
        while not game_of(seen).over:
            ply = game_of(seen).ply
            await seen.press(*next_keys(seen))
            await seen.until(lambda ply=ply: game_of(seen).ply > ply and asked(seen))
        assert isinstance(seen.session.screen, ScoreSheets)
        sheets = game_of(seen).rules.score_sheets(game_of(seen).view)
        for sheet in sheets:
            assert str(sheet.total) in seen.text
        assert " wins." in seen.text or " win together." in seen.text
        await seen.press("n")
        await seen.until(lambda: asked(seen) and not game_of(seen).over)
        assert game_of(seen).view.turn <= 4, "who stays seated plays again"


@pytest.mark.parametrize("first", range(3))
async def test_a_turn_needs_at_most_four_keys_if_no_clover_adds_to_it(visiting, first):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        turn = game_of(seen).view.turn
        await seen.press(str(first + 1), str(first + 1), "s", "space")
        await seen.until(lambda: game_of(seen).view.turn > turn)


async def test_keys_typed_ahead_of_the_server_still_count(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        turn = game_of(seen).view.turn
        for key in ("1", "1", "s", " "):
            seen.session.press(key)
        seen.app._show()
        await seen.until(lambda: game_of(seen).view.turn > turn)


async def test_u_takes_a_card_back_until_the_deck_was_touched(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        hand = game_of(seen).view.cards.hand
        await seen.press("2", "2")
        await seen.until_shown("Which figure starts")
        await seen.press("u")
        await seen.until_shown("Your turn: play a card")
        assert game_of(seen).view.cards.hand == hand
        assert "ann plays" not in seen.text, "the log forgets it too"
        assert "u undo" not in seen.text


async def test_a_turn_is_played_by_mouse_alone(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        turn = game_of(seen).view.turn
        await seen.click("card", 3)
        assert "starts there" in seen.text, "the first click shows what would happen"
        await seen.click("card", 3)
        await seen.until_shown("Which figure starts")
        await seen.click("figure", 1)
        await seen.until_shown("Now draw")
        await seen.click("deck")
        await seen.until(lambda: game_of(seen).view.turn > turn)


async def test_d_after_picking_a_card_discards_it(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        await seen.press("5", "d")
        await seen.until_shown("Now draw")
        assert "ann discards" in seen.text


async def test_the_selection_survives_a_resize_in_the_middle_of_a_turn(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        await seen.press("4")
        picking = table_of(seen).picking
        for size in ((140, 45), (60, 20), (100, 30), (80, 24)):
            await seen.pilot.resize_terminal(*size)
            await seen.until(lambda size=size: seen.text.count("\n") == size[1])
            assert table_of(seen).picking == picking
        assert "┏4" in seen.text


async def test_too_small_a_window_is_told_kindly_and_the_session_is_kept(visiting):
    async with visiting(size=(60, 20)) as seen:
        assert "Keltis needs a window of 80 by 24 cells" in seen.text
        await seen.pilot.resize_terminal(80, 24)
        await seen.until_shown("new table")


async def test_leaving_a_running_game_asks_first_and_the_seat_is_found_again_in_the_lobby(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        code = seen.session.table.table
        await seen.press("q")
        assert "your seat" in seen.text
        await seen.press("n", "q", "y")
        await seen.until_shown("Your turn")
        assert code in seen.text
        await seen.press("enter")
        await seen.until(lambda: asked(seen))


async def test_who_comes_back_for_a_quick_game_finds_the_unfinished_one(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        code = seen.session.table.table
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        assert seen.session.table.table == code
        assert "The cards are dealt." in seen.text, "the story is told from its beginning"
    async with visiting(entrance=Entrance(game="keltis", bots=2, new=True)) as seen:
        await seen.until(lambda: asked(seen))
        assert seen.session.table.table != code
