"""The masters that learned, with the weights that come with the package."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import as_file, files

from keltis_bots.card_games import CARD_GAMES
from keltis_bots.card_player import LearnedCards
from keltis_bots.dice_player import LearnedDice
from keltis_bots.network import Weights, load
from keltis_engine.bots.catalogue import Bot
from keltis_engine.bots.search import Budget
from keltis_engine.parts.dice_board import BOARDS
from keltis_engine.position import PlayerMove, Randomness, View


@cache
def weights(name: str) -> Weights:
    """The weights of a network of the package."""
    with as_file(files("keltis_bots") / "weights" / f"{name}.npz") as path:
        return load(path)


def learned_player(game: str, budgets: Callable[[], Budget], otherwise: Bot) -> Bot:
    """The master of a game that learned; `otherwise` plays card games for more than two."""
    if game == "dice":
        return LearnedDice({side: weights(f"dice-{side}") for side in BOARDS})
    return ForTwo(LearnedCards(CARD_GAMES[game], weights(game), budgets), otherwise)


class ForTwo:
    """One who learned to play with two, and another for more."""

    def __init__(self, learned: Bot, otherwise: Bot) -> None:
        self.learned, self.otherwise = learned, otherwise

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The move of whoever knows this game."""
        bot = self.learned if view.seats == 2 else self.otherwise
        return bot(view, moves, random)
