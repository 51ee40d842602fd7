"""Hints: what bots would do in somebody's place, from the view that this person has."""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec import Raw

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.position import PlayerMove, View
from keltis_protocol.messages import FetchHint, Hint
from keltis_server.at_table import AtTable
from keltis_server.guard import Tasks, survived
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.tables import decide
from keltis_server.tables.bots import MASTER, think
from keltis_server.tables.game import encode
from keltis_server.tables.live import LiveTable
from keltis_server.thinking.thinker import Unusable
from keltis_server.thinking.thinkers import Busy, Thinkers

CLUB: Final = "club"
"""Who answers at once; a master follows when it has thought."""
PATIENCE: Final = 20.0
"""Seconds that it may wait for a process to think in."""


class HintCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, at_table: AtTable, thinkers: Thinkers) -> None:
        self._at_table = at_table
        self._thinkers = thinkers
        self._tasks = Tasks()
        self._thinking: set[str] = set()
        """For whom a master thinks: for one thing at a time."""

    async def close(self) -> None:
        """Nobody waits for a hint any more."""
        await self._tasks.close()

    async def hint(self, visit: Visit, command: FetchHint) -> None:
        """Say what a club player would do now, and why; not where people play for a rating."""
        live = self._at_table.live(visit, command.table)
        table, who = live.table, visit.who.id
        seat = decide.seat_of(table, who)
        game = decide.awaiting(table, seat, command.ply)
        if table.settings.get("rated") == "yes":
            raise Refusal("no_hints")
        if table.rules not in GAME_PLAYERS:
            raise Refusal("unknown_bot")
        view, moves = game.position.view(seat), game.position.legal_moves()
        move = await asyncio.to_thread(think, table.rules, CLUB, view, moves)
        visit.finish(command.id)
        visit.tell(_hint(live, command.ply, CLUB, view, move))
        if len(moves) > 1 and who not in self._thinking:
            self._thinking.add(who)
            asking = survived("a hint", self._ask_master, visit, live, command.ply, view, moves)
            self._tasks.spawn(asking)

    async def _ask_master(
        self, visit: Visit, live: LiveTable, ply: int, view: View, moves: Sequence[PlayerMove]
    ) -> None:
        """Tell what a master would do too, if nothing has happened meanwhile."""
        try:
            rules = live.table.rules
            move = await self._thinkers.choose(rules, view, moves, patience=PATIENCE)
        except (Busy, Unusable):
            return
        finally:
            self._thinking.discard(visit.who.id)
        game = live.table.game
        if visit.table == live.table.code and game is not None and game.ply == ply:
            visit.tell(_hint(live, ply, MASTER, view, move))


def _hint(live: LiveTable, ply: int, bot: str, view: View, move: PlayerMove) -> Hint:
    """A bot's move with the reasons for it."""
    reasons = GAME_PLAYERS[live.table.rules].explain(view, move)
    return Hint(
        table=live.table.code,
        ply=ply,
        bot=bot,
        move=Raw(encode(move)),
        reasons=[Raw(encode(reason)) for reason in reasons],
    )
