"""What happens in the games that give another turn at once (D4, S5)."""

from keltis_engine.position import Event, Seat


class TurnWon(Event, frozen=True):
    """A seat has won another turn, which begins at once."""

    seat: Seat
