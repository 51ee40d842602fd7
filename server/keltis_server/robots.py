"""The bots of a table: they see their view, think beside the event loop and move like anybody."""

import asyncio
import logging
import secrets
from functools import partial
from typing import Final

from msgspec import Raw

from keltis_engine.position import PlayerMove, Position
from keltis_server import judge
from keltis_server.game import encode
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper, bot_to_act
from keltis_server.limits import Limits

log = logging.getLogger(__name__)

BOTS: Final = ("simple",)


def bot_kind(wish: str) -> str:
    """The kind of bot wished for, the first one for no wish, or a refusal."""
    if wish and wish not in BOTS:
        raise Refusal("unknown_bot")
    return wish or BOTS[0]


class Chance:
    """The chance a bot decides with; nobody can foresee it."""

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including `limit`, each as likely."""
        return secrets.randbelow(limit)


def think(position: Position) -> PlayerMove:
    """The move that a bot chooses."""
    moves = position.legal_moves()
    return moves[Chance().below(len(moves))]


async def play_bots(keeper: Keeper, limits: Limits) -> None:
    """Play for the bots of a table for as long as it is a bot's turn."""
    while (seat := bot_to_act(keeper.table)) is not None:
        table = keeper.table
        game = table.game
        assert game is not None
        ply = game.ply
        await asyncio.sleep(limits.bot_pause)
        move = await asyncio.to_thread(think, game.position)
        body = Raw(encode(move))
        command = f"bot-{seat}/{table.games}-{ply}"
        try:
            await keeper.change(command, partial(judge.play, seat=seat, ply=ply, body=body))
        except Refusal as refusal:
            if refusal.reason == "store_failed":
                await asyncio.sleep(limits.store_pause)
