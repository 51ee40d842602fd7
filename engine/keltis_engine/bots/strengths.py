"""Every player by name, also those that nobody can ask to a table: what the arena measures."""

from collections.abc import Callable
from typing import Final

from keltis_engine.bots.catalogue import FIXED, Bot, bots_for
from keltis_engine.bots.cheat import cheat
from keltis_engine.bots.master import Master
from keltis_engine.bots.search import Budget
from keltis_engine.position import PlayerMove, Position, Randomness

STRENGTHS: Final = ("any", "novice", "club", "master")
"""Who plays honestly, the weakest first."""
FIXED_CLUB: Final = "club-1"
CHEAT: Final = "cheat"
EVERYBODY: Final = (*STRENGTHS, FIXED_CLUB, CHEAT)

Player = Callable[[Position, Randomness], PlayerMove]
"""Who plays in the arena: handed the position, of which all but the cheat are shown their view."""


def player(game: str, name: str, budgets: Callable[[], Budget]) -> Player:
    """The player of this name; `budgets` makes the budget for each move of a master."""
    if name == CHEAT:
        return cheat
    if name == FIXED_CLUB:
        return honest(FIXED[game])
    return honest(Master(game, budgets) if name == "master" else bots_for(game)[name])


def honest(bot: Bot) -> Player:
    """A player that passes on its seat's view and nothing else."""

    def play(position: Position, random: Randomness) -> PlayerMove:
        return bot(position.view(position.to_act), position.legal_moves(), random)

    return play
