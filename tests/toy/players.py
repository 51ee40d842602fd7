"""Who plays The Race: the farthest first, at a table and in playouts alike."""

from collections.abc import Sequence

from keltis_engine.bots.catalogue import GamePlayers
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.bots.weighing import Weighed
from keltis_engine.position import PlayerMove, Position, Randomness, Seat, View
from tests.toy.rules import RacePosition


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The card of most steps."""
    return moves[-1]


def weigh(view: View, moves: Sequence[PlayerMove], random: Randomness) -> Weighed:
    """Every card by its steps."""
    return [(float(steps), move) for steps, move in enumerate(moves)]


def choose(position: Position) -> PlayerMove:
    """The same in a playout."""
    return position.legal_moves()[-1]


def total(position: Position, seat: Seat) -> int:
    """How far a seat has come."""
    assert isinstance(position, RacePosition)
    return position.way[seat]


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """A card leads as far as it says."""
    return [Reason("onward", 1)]


RACE_PLAYERS = GamePlayers(club, weigh, choose, total, explain)
