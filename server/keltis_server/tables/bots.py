"""The bots of a table: they see their view, think beside the event loop and move like anybody."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Raw

from keltis_engine.bots.catalogue import GAME_PLAYERS, bot_for, bots_for
from keltis_engine.position import PlayerMove, Seat, View
from keltis_server.guard import survived
from keltis_server.limits import Limits
from keltis_server.refusal import Refusal
from keltis_server.tables import decide
from keltis_server.tables.game import encode
from keltis_server.tables.live import LiveTable
from keltis_server.tables.table import Decision, Table
from keltis_server.thinking.thinker import Unusable
from keltis_server.thinking.thinkers import Busy, Thinkers

log = logging.getLogger(__name__)


MASTER: Final = "master"
"""Who thinks in a process of its own."""


def bot_kinds(game: str) -> list[str]:
    """The kinds of bots that play a game, the usual one first."""
    if game not in GAME_PLAYERS:
        return []
    usual, *others = bots_for(game)
    return [usual, MASTER, *others]


def bot_kind(game: str, wish: str) -> str:
    """The kind of bot wished for, the usual one for no wish, or a refusal."""
    kinds = bot_kinds(game)
    if not kinds or (wish and wish not in kinds):
        raise Refusal("unknown_bot")
    return wish or kinds[0]


class Chance:
    """The chance a bot decides with; nobody can foresee it."""

    def below(self, limit: int, /) -> int:
        """A whole number from 0 up to but not including `limit`, each as likely."""
        return secrets.randbelow(limit)


def think(game: str, kind: str, view: View, moves: Sequence[PlayerMove]) -> PlayerMove:
    """The move that a bot chooses; one of a kind no longer known plays as the usual one."""
    bot = bots_for(game).get(kind) or bot_for(game)
    return bot(view, moves, Chance())


async def play_bots(
    live: LiveTable, limits: Limits, thinkers: Thinkers, mine: Callable[[], bool]
) -> None:
    """Play for the bots of a table for as long as it is a bot's turn, and ours to do so."""
    while bot_to_act(live.table) is not None and mine():
        if not await survived(f"a bot at {live.table.code}", _play_one, live, limits, thinkers):
            await asyncio.sleep(limits.retry_pause)


async def _choose(
    table: Table, kind: str, view: View, moves: Sequence[PlayerMove], thinkers: Thinkers
) -> PlayerMove:
    """What a bot does; for a master who cannot think now the club player decides."""
    if kind == MASTER and len(moves) > 1:
        try:
            return await thinkers.choose(table.rules, view, moves)
        except Busy:
            log.debug("table %s: a master plays as club does, others think", table.code)
        except Unusable as problem:
            log.warning("table %s: club plays a move for a master that %s", table.code, problem)
    return await asyncio.to_thread(think, table.rules, kind, view, moves)


async def _play_one(live: LiveTable, limits: Limits, thinkers: Thinkers) -> None:
    """One small move of the bot to act."""
    table = live.table
    seat, game = table.to_act, table.game
    assert seat is not None
    assert game is not None
    view, moves = game.position.view(seat), game.position.legal_moves()
    move, _ = await asyncio.gather(
        _choose(table, table.bot(seat), view, moves, thinkers),
        asyncio.sleep(limits.bot_pause),
    )
    command = f"bot-{seat}/{table.games}-{game.ply}"

    def make(table: Table) -> Decision:
        if bot_to_act(table) != seat:  # whose seat it is has come back
            raise Refusal("stale")
        return decide.play(table, seat, game.ply, Raw(encode(move)))

    try:
        await live.change(command, make)
    except Refusal as refusal:
        if refusal.reason != "stale":
            log.warning("table %s: a bot's move is refused", table.code)
            await asyncio.sleep(limits.retry_pause)


def bot_to_act(table: Table) -> Seat | None:
    """The seat of the bot whose decision is awaited, if it is a bot's."""
    seat = table.to_act
    return seat if seat is not None and seat >= 0 and table.bot(seat) else None
