"""Leaderboards and pages of many games: nobody else waits for them, and who asks pays for it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from keltis_protocol.messages import FetchLadder, FetchPage, Ladder, Page
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import Player

USUAL = Limits(lobby_pause=0, bot_pause=0, retry_pause=0)
COUNTING = """
with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000)
select count(*) from n
"""
TOOK = 0.4
"""Seconds."""


async def test_nobody_who_comes_in_waits_for_a_page_of_many_games(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    page = asyncio.ensure_future(store.pages._ask(COUNTING))
    await asyncio.sleep(0)
    await store.account(b"key", "a1")
    assert await store.known(b"key") is not None
    assert not page.done()
    assert await page == [(2_000_000,)]
    await store.close()


async def test_dear_leaderboard_is_made_once_for_all_and_paid_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, USUAL, clock=lambda: 0.0)  # nothing is forgiven
    made = 0
    ask = store.pages._ask

    async def slow(query: str, *values: Any) -> Any:
        nonlocal made
        made += 1
        await asyncio.sleep(TOOK)
        return await ask(query, *values)

    monkeypatch.setattr(store.pages, "_ask", slow)
    people = []
    for number in range(5):
        caller = Caller(b"key %d" % number, f"anna{'abcde'[number]}", f"10.0.0.{number}")
        people.append(Player(await game_server.visit(caller)))
        await people[-1].greet()
    for player in people:
        await player.visit.send(FetchLadder(id=player.new_id(), game="keltis"))
        await player.hear(Ladder)
    assert made == 1
    await people[0].visit.send(FetchPage(id=people[0].new_id()))
    await people[0].hear(Page)
    purses = [player.visit.purse for player in people]
    left = [purse._tokens for purse in purses if purse is not None]
    assert left[0] < left[1] - 2 * TOOK * 1000, "who had it made, and a page, has paid for both"
    await game_server.close()
