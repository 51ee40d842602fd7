"""The Oracle on the real house: a whole game by keys at 80×24, a turn by mouse, undo."""

import pytest

from keltis_engine.parts.cards import COLOUR
from keltis_engine.parts.oracle_board import NEXT
from keltis_engine.rules.oracle import OracleView
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from tests.tui.at_table import first_keys, known
from tests.tui.conftest import Seen, Visiting

QUICK_GAME = Entrance(game="oracle", bots=1)


def view_of(seen: Seen) -> OracleView:
    return known(seen.game.view, OracleView)


@pytest.mark.long
async def test_a_whole_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(game="oracle", bots=3)) as seen:
        await seen.until(lambda: seen.asked)
        phases = set()
        while not seen.game.over:
            phases.add(view_of(seen).phase)
            await seen.turn(*first_keys(seen.session))
        assert {"play", "move", "draw"} <= phases
        await seen.press("enter")
        assert isinstance(seen.session.screen, ScoreSheets)
        game = seen.game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert " win" in seen.text


async def test_a_turn_needs_four_keys_if_no_tile_adds_to_it(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = view_of(seen).turn
        await seen.press("1", "1", "1", "space")
        await seen.until(lambda: view_of(seen).turn > turn)
        assert view_of(seen).priestess >= 1, "the third key moved the priestess one stone"


async def test_a_card_and_a_letter_play_it_and_move_that_figure(visiting: Visiting) -> None:
    """O4: the marks of a picked card are keys already, so that a turn takes three."""
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        view = view_of(seen)
        await seen.press("1")
        await seen.press("a")
        await seen.until(lambda: seen.asked and view_of(seen).phase != "play")
        end = NEXT[COLOUR[view.cards.hand[0]]][0]
        assert end in view_of(seen).figures[view.seat or 0]
        assert view_of(seen).phase in ("draw", "clover", "spiral", "leprechaun")


async def test_a_turn_is_played_by_mouse_alone(visiting: Visiting) -> None:
    """O4"""
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        turn = view_of(seen).turn
        await seen.click("card", 3)
        assert "then a figure or the priestess moves" in seen.text
        await seen.click("card", 3)
        await seen.until_shown("Who moves with")
        await seen.click("priestess", 1)
        await seen.until_shown("Now draw")
        await seen.click("deck")
        await seen.until(lambda: view_of(seen).turn > turn)


async def test_u_takes_a_move_back_until_the_deck_was_touched(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        before = view_of(seen)
        await seen.press("2", "2")
        await seen.until_shown("Who moves with")
        await seen.press("1")
        await seen.until_shown("Now draw")
        await seen.press("u")
        await seen.until(lambda: seen.asked and view_of(seen).phase != "draw")
        while view_of(seen).phase != "play":
            await seen.press("u")
            await seen.until(lambda: seen.asked)
        assert view_of(seen) == before


async def test_the_selection_survives_a_resize_in_the_middle_of_a_move(visiting: Visiting) -> None:
    async with visiting(entrance=QUICK_GAME) as seen:
        await seen.until(lambda: seen.asked)
        await seen.press("1", "1")
        await seen.until_shown("Who moves with")
        await seen.press("right")
        picking = seen.screen.decision.picking
        for size in ((140, 45), (60, 20), (100, 30), (80, 24)):
            await seen.resize(*size)
            assert seen.screen.decision.picking == picking
        assert "sets out to" in seen.text, "what it would do is still told"
