"""The Oracle on the real house: a whole game by keys at 80×24, a turn by mouse, undo."""

from keltis_engine.rules.oracle import OracleView
from keltis_tui.choosing import Choice
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen

QUICK_GAME = Entrance(game="oracle", bots=1)


def screen_of(seen) -> TableScreen:
    screen = seen.session._screen
    assert isinstance(screen, TableScreen)
    return screen


def view_of(seen) -> OracleView:
    view = screen_of(seen).game.view
    assert isinstance(view, OracleView)
    return view


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
    """What a hasty player presses: the first card that fits, else a discard; the first figure."""
    choices = screen_of(seen)._choices("")
    legal = [choice for choice in choices if choice.legal]
    return keys_for(legal[0]) if legal else ["1", "d"]


async def test_a_whole_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(visiting):
    async with visiting(entrance=Entrance(game="oracle", bots=3)) as seen:
        await seen.until(lambda: asked(seen))
        phases = set()
        while not screen_of(seen).game.over:
            ply = screen_of(seen).game.ply
            phases.add(view_of(seen).phase)
            await seen.press(*next_keys(seen))
            await seen.until(lambda ply=ply: screen_of(seen).game.ply > ply and asked(seen))
        assert {"play", "move", "draw"} <= phases
        assert isinstance(seen.session.screen, ScoreSheets)
        game = screen_of(seen).game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert " wins." in seen.text or " win together." in seen.text


async def test_a_turn_needs_four_keys_if_no_tile_adds_to_it(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        turn = view_of(seen).turn
        await seen.press("1", "1", "1", "space")
        await seen.until(lambda: view_of(seen).turn > turn)
        assert view_of(seen).priestess >= 1, "the third key moved the priestess one stone"


async def test_a_turn_is_played_by_mouse_alone(visiting):
    """O4"""
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        turn = view_of(seen).turn
        await seen.click("card", 3)
        assert "then a figure or the priestess moves" in seen.text
        await seen.click("card", 3)
        await seen.until_shown("Who moves with")
        await seen.click("priestess", 1)
        await seen.until_shown("Now draw")
        await seen.click("deck")
        await seen.until(lambda: view_of(seen).turn > turn)


async def test_u_takes_a_move_back_until_the_deck_was_touched(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        before = view_of(seen)
        await seen.press("2", "2")
        await seen.until_shown("Who moves with")
        await seen.press("1")
        await seen.until_shown("Now draw")
        await seen.press("u")
        await seen.until(lambda: asked(seen) and view_of(seen).phase != "draw")
        while view_of(seen).phase != "play":
            await seen.press("u")
            await seen.until(lambda: asked(seen))
        assert view_of(seen) == before


async def test_the_selection_survives_a_resize_in_the_middle_of_a_move(visiting):
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: asked(seen))
        await seen.press("1", "1")
        await seen.until_shown("Who moves with")
        await seen.press("right")
        picking = screen_of(seen).picking
        for size in ((140, 45), (60, 20), (100, 30), (80, 24)):
            await seen.pilot.resize_terminal(*size)
            await seen.until(lambda size=size: seen.text.count("\n") == size[1])
            assert screen_of(seen).picking == picking
        assert "sets out to" in seen.text, "what it would do is still told"
