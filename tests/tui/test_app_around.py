"""Around the table: names, opening and joining tables, help, and how a session ends."""

import asyncio
from functools import partial

import pytest

from keltis_server.server import GameServer
from keltis_server.tables.settings import SETTINGS
from keltis_tui.entrance import Entrance
from keltis_words.refusals import CLOSINGS
from tests.tui.at_table import table_of
from tests.tui.conftest import Seen, Visiting


def has_ended(seen: Seen) -> bool:
    return seen.app.return_value is not None


async def test_somebody_without_a_name_is_asked_until_the_server_accepts_one(
    visiting: Visiting,
) -> None:
    async with visiting(login="root") as seen:
        await seen.until_shown("What shall the others call you?")
        await seen.press(*"admin", "enter")
        await seen.until_shown("kept for the house")
        await seen.press("ctrl+u", *"deirdre", "enter")
        await seen.until_shown("No table is open.")
        assert "deirdre" in seen.text


async def test_friends_meet_at_a_table_by_its_code(visiting: Visiting) -> None:
    async with visiting("ann") as ann:
        await ann.press("o", "enter")
        await ann.until_shown("Friends join with this code:")
        code = table_of(ann.session).table
        async with visiting("bob", Entrance(join=code)) as bob:
            await bob.until_shown("Press Enter when you are ready")
            await ann.until_shown("bob")
            await ann.press("enter")
            await bob.press("enter")
            await ann.until_shown("KELTIS  table " + code)
            await bob.until_shown("KELTIS  table " + code)


async def test_a_wrong_code_is_refused_in_words(visiting: Visiting) -> None:
    async with visiting(entrance=Entrance(join="ZZZZ")) as seen:
        await seen.until_shown("There is no table with that code.")


async def test_a_new_table_offers_what_the_game_offers(visiting: Visiting) -> None:
    async with visiting() as seen:
        await seen.press("o", "down", "right")
        assert "‹ 3 ›" in seen.text
        assert "games in the match" in seen.text
        await seen.press("enter")
        await seen.until_shown("free seat")
        assert len(table_of(seen.session).seats) == 3
        await seen.press("b", "b", "enter")
        await seen.until_shown("log")


async def test_a_new_table_has_every_setting_the_server_offers_also_at_80_by_24(
    visiting: Visiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("clock", "absent", "ends_after", "watchers", "refill", "rated", "tea"):
        monkeypatch.setitem(SETTINGS, name, ("yes", "no"))
    async with visiting() as seen:
        await seen.press("o", "up")
        assert "tea" in seen.text
        assert "open the table" in seen.text
        await seen.press("right")
        assert "‹ no ›" in seen.text
        await seen.press("enter")
        await seen.until_shown("free seat")
        told = table_of(seen.session).settings
        assert (told["tea"], told["watchers"]) == ("no", "yes")


async def test_space_on_a_game_plays_a_bot_at_once(visiting: Visiting) -> None:
    async with visiting() as seen:
        await seen.press("space")
        await seen.until_shown("The cards are dealt.")


async def test_the_help_lists_every_key_of_the_key_bar(visiting: Visiting) -> None:
    async with visiting() as seen:
        await seen.press("space")
        await seen.until_shown("Your turn")
        bar = [key.word for key in seen.session.screen.key_bar()]
        await seen.press("?")
        assert all(word in seen.text for word in bar)
        await seen.press("escape")
        assert "Keys and signs" not in seen.text


async def test_when_the_house_closes_the_app_ends_with_a_sentence(
    visiting: Visiting, game_server: GameServer
) -> None:
    async with visiting() as seen:
        closing = asyncio.create_task(game_server.close())
        await seen.until(lambda: seen.app.return_value is not None)
        assert seen.app.return_value == CLOSINGS["shutdown"]
        await closing


async def test_a_second_visit_takes_over_and_the_first_is_told(visiting: Visiting) -> None:
    async with visiting("ann") as first, visiting("ann"):
        await first.until(lambda: first.app.return_value is not None)
        assert first.app.return_value == CLOSINGS["taken_over"]


async def test_ctrl_c_and_ctrl_q_leave_from_anywhere(visiting: Visiting) -> None:
    for key in ("ctrl+c", "ctrl+q"):
        async with visiting() as seen:
            await seen.press("o", key)
            await seen.until(partial(has_ended, seen))
            assert seen.app.return_value == ""
