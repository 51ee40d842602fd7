"""Who plays each game: the bots that can be asked to a table, and the policy of its playouts."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from keltis_engine.bots import dice, keltis, oracle, stones
from keltis_engine.bots.any_move import any_move
from keltis_engine.bots.fixed import keltis as fixed_keltis
from keltis_engine.bots.fixed import oracle as fixed_oracle
from keltis_engine.bots.novice import novice
from keltis_engine.bots.quick import dice as quick_dice
from keltis_engine.bots.quick import keltis as quick_keltis
from keltis_engine.bots.quick import oracle as quick_oracle
from keltis_engine.bots.quick import stones as quick_stones
from keltis_engine.bots.reasons import dice as dice_reasons
from keltis_engine.bots.reasons import keltis as keltis_reasons
from keltis_engine.bots.reasons import oracle as oracle_reasons
from keltis_engine.bots.reasons import stones as stones_reasons
from keltis_engine.bots.reasons.reason import Explain
from keltis_engine.bots.weighing import Weigh
from keltis_engine.position import PlayerMove, Position, Randomness, Seat, View


class Bot(Protocol):
    """A player that knows only its own view and what it may do."""

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The move it chooses among `moves`."""


Policy = Callable[[Position], PlayerMove]
"""What the player to act does, decided from nothing but what that seat may know of the position."""
Total = Callable[[Position, Seat], int]
"""What a seat's score sheet comes to, without writing one."""


class GamePlayers(NamedTuple):
    """All that plays one game."""

    club: Bot
    """The usual bot, which plays by rules of thumb."""
    weigh: Weigh
    """What that one makes of each move; novice and master start from it."""
    policy: Policy
    """What decides in playouts."""
    total: Total
    """What counts at their end."""
    explain: Explain
    """Why a move is good or bad, for a hint."""


GAME_PLAYERS: Final[dict[str, GamePlayers]] = {
    "keltis": GamePlayers(
        keltis.club,
        keltis.weigh,
        quick_keltis.choose,
        quick_keltis.total,
        keltis_reasons.explain,
    ),
    "oracle": GamePlayers(
        oracle.club,
        oracle.weigh,
        quick_oracle.choose,
        quick_oracle.total,
        oracle_reasons.explain,
    ),
    "dice": GamePlayers(
        dice.club, dice.weigh, quick_dice.choose, quick_dice.total, dice_reasons.explain
    ),
    "stones": GamePlayers(
        stones.club,
        stones.weigh,
        quick_stones.choose,
        quick_stones.total,
        stones_reasons.explain,
    ),
}


FIXED: Final[dict[str, Bot]] = {
    "keltis": fixed_keltis.club,
    "oracle": fixed_oracle.club,
    "dice": dice.club,
    "stones": stones.club,
}
"""`club-1` of each game, which never changes: others are measured against it, nobody plays it."""


def bots_for(game: str) -> dict[str, Bot]:
    """The bots of a game that can be asked to a table, the usual one first; `any` knows every game.

    Who takes time to think, as `master` does, is not among them: see `strengths`.
    """
    players = GAME_PLAYERS.get(game)
    if players is None:
        return {"any": any_move}
    return {"club": players.club, "novice": novice(players.weigh), "any": any_move}


def bot_for(game: str, name: str = "") -> Bot:
    """The bot of this name for a game, or its usual one."""
    bots = bots_for(game)
    return bots[name] if name else next(iter(bots.values()))
