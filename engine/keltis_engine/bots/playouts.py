"""Games played to their end in a fraction of a millisecond, for bots that try their moves out."""

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.match import MatchPosition
from keltis_engine.position import DEALER, Position, Randomness


def playout(position: Position, chance: Randomness) -> tuple[int, ...]:
    """Play `position` itself on to the end of its game; what each seat's score is then.

    Of a match only the game being played is played on.
    """
    game = position.game if isinstance(position, MatchPosition) else position
    players = GAME_PLAYERS[game.rules.id]
    choose = players.policy
    while (actor := game.to_act) is not None:
        game.apply(game.deal(chance) if actor == DEALER else choose(game))
    if game is not position:
        return tuple(sheet.total for sheet in position.scores())
    total = players.total
    return tuple([total(game, seat) for seat in range(game.seats)])
