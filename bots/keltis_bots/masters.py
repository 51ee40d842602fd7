"""The strongest player there is for each game, with what is installed."""

from collections.abc import Callable
from typing import Final

from keltis_engine.bots.catalogue import GAME_PLAYERS, Bot
from keltis_engine.bots.master import Master
from keltis_engine.bots.search import Budget

MASTER: Final = "master"
LEARNED: Final = ("keltis", "oracle", "dice")
"""The games whose master was trained, and needs numpy for what it learned."""
LUCKY: Final = ("dice",)
"""Where moves tried out tell less than rules of thumb: so much of what follows is luck."""


def learned_games() -> tuple[str, ...]:
    """The games whose master plays with what it learned, if numpy is here and can be loaded."""
    try:
        import numpy as np  # noqa: F401
    except ImportError:
        return ()
    return LEARNED


def master(game: str, budgets: Callable[[], Budget]) -> Bot:
    """The master of a game, with a budget for each of its moves."""
    otherwise = GAME_PLAYERS[game].club if game in LUCKY else Master(game, budgets)
    if game not in learned_games():
        return otherwise
    from keltis_bots.learned import learned_player  # it needs numpy

    return learned_player(game, budgets, otherwise)
