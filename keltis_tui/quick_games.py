"""Quick games: against bots at once, or with whoever comes, and what is offered meanwhile."""

from collections.abc import Callable
from functools import partial
from typing import Final

from keltis_protocol.messages import (
    AddBot,
    GameOffer,
    LeaveTable,
    OpenTable,
    QuickGame,
    StartGame,
    TableChanged,
)
from keltis_tui.entrance import Entrance
from keltis_tui.requests import Requests

PATIENCE: Final = 20.0
"""After so many seconds alone at a quick game something else is offered."""
BY_DAYS: Final = "1d"
"""The clock of a game in which a move has a day."""


class QuickGames:
    """What it takes that a game begins without anything being agreed on."""

    def __init__(self, wished: Entrance, requests: Requests, now: Callable[[], float]) -> None:
        self._wished = wished
        """How many bots play along in a quick game, and what is agreed for it."""
        self._ask = requests.ask
        self._now = now
        self._bots_to_come: int | None = None
        self._hopes: str | None = None
        """The table at which somebody may come for a quick game; empty until it is known."""
        self._alone: float | None = None
        """Since when we wait there."""

    def against_bots(
        self, game: str, games: list[GameOffer], refused: Callable[[str], None]
    ) -> None:
        """Open a private table, put the bots that were asked for on it and start."""
        bots = self._wished.bots or 1
        known = next((offer.options for offer in games if offer.id == game), {})
        options = {name: value for name, value in self._wished.options.items() if name in known}
        self._bots_to_come = bots

        def none_comes(reason: str) -> None:
            self._bots_to_come = None
            refused(reason)

        self._ask(
            lambda command: OpenTable(
                id=command, game=game, seats=bots + 1, options=options, private=True
            ),
            refused=none_comes,
        )

    def with_people(self, game: str) -> None:
        """Sit down with somebody who waits for this game, or wait for somebody."""
        self._hopes = ""
        self._ask(lambda command: QuickGame(id=command, game=game))

    def by_days(self, table: TableChanged) -> None:
        """Have a game by days instead of one at once, for which nobody has come."""
        self._hopes = None

        def begin() -> None:
            self._ask(
                lambda command: QuickGame(id=command, game=table.game, settings={"clock": BY_DAYS})
            )

        self._ask(lambda command: LeaveTable(id=command, table=table.table), done=begin)

    def patience(self, table: TableChanged | None) -> float | None:
        """In how many seconds something else is offered; None if nobody waits, 0 from then on."""
        alone = self._alone
        if table is None or alone is None or table.state != "open" or not self._hopes:
            return None
        if sum(seat.kind != "free" for seat in table.seats) > 1:
            return None
        return max(0.0, alone + PATIENCE - self._now())

    def hear(self, table: TableChanged, bot_for: Callable[[str, str], str]) -> None:
        """A table was told: if it is the one that was asked for, the game begins there."""
        if self._hopes == "":
            self._hopes, self._alone = table.table, self._now()
            self._ask(lambda command: StartGame(id=command, table=table.table))
        elif self._hopes != table.table:
            self._hopes = None
        if self._bots_to_come is not None and table.owner:
            bots, self._bots_to_come = self._bots_to_come, None
            asked = (*self._wished.strengths, *[""] * bots)
            for strength in asked[:bots]:
                kind = bot_for(table.game, strength)
                self._ask(partial(_bot_at, table.table, kind))
            self._ask(lambda command: StartGame(id=command, table=table.table))


def _bot_at(table: str, kind: str, command: str) -> AddBot:
    """The wish for a bot of a kind."""
    return AddBot(id=command, table=table, bot=kind)
