"""The bots that can be asked to a table, for every game by name, the usual one first."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from keltis_engine.bots import dice, keltis, oracle, stones
from keltis_engine.bots.any_move import any_move
from keltis_engine.position import PlayerMove, Randomness, View


class Bot(Protocol):
    """A player that knows only its own view and what it may do."""

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The move it chooses among `moves`."""


_CLUB: Final[Mapping[str, Bot]] = {
    "keltis": keltis.club,
    "oracle": oracle.club,
    "dice": dice.club,
    "stones": stones.club,
}
BOTS: Final[dict[str, dict[str, Bot]]] = {
    game: {"club": club, "any": any_move} for game, club in _CLUB.items()
}
"""`club` plays by rules of thumb; `any` makes any legal move and knows every game."""


def bot_for(game: str, name: str = "") -> Bot:
    """The bot of this name for a game, or its usual one; a game without any has `any_move`."""
    bots = BOTS.get(game, {"any": any_move})
    return bots[name] if name else next(iter(bots.values()))
