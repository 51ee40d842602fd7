"""Games played to their end in a fraction of a millisecond, for bots that try their moves out."""

from collections.abc import Callable, Mapping
from typing import Final

from keltis_engine.bots.quick import dice, keltis, oracle, stones
from keltis_engine.match import MatchPosition
from keltis_engine.position import DEALER, PlayerMove, Position, Randomness, Seat

Policy = Callable[[Position], PlayerMove]
"""What the player to act does, decided from nothing but what that seat may know of the position."""

POLICIES: Final[Mapping[str, Policy]] = {
    "keltis": keltis.choose,
    "oracle": oracle.choose,
    "dice": dice.choose,
    "stones": stones.choose,
}
"""For each game the policy of its playouts."""


TOTALS: Final[Mapping[str, Callable[[Position, Seat], int]]] = {
    "keltis": keltis.total,
    "oracle": oracle.total,
    "dice": dice.total,
    "stones": stones.total,
}
"""For each game what a seat's score sheet comes to, without writing one."""


def playout(position: Position, chance: Randomness) -> tuple[int, ...]:
    """Play `position` itself on to the end of its game; what each seat's score is then.

    Of a match only the game being played is played on.
    """
    game = position.game if isinstance(position, MatchPosition) else position
    choose = POLICIES[game.rules.id]
    while (actor := game.to_act) is not None:
        game.apply(game.deal(chance) if actor == DEALER else choose(game))
    if game is not position:
        return tuple(sheet.total for sheet in position.scores())
    total = TOTALS[game.rules.id]
    return tuple([total(game, seat) for seat in range(game.seats)])
