"""What can happen in several games, and the move that several know: to decline."""

from keltis_engine.position import Event, PlayerMove, Seat


class Decline(PlayerMove, frozen=True):
    """Leave unused what is offered."""


class Dealt(Event, frozen=True):
    """The cards were dealt, and this seat begins."""

    first: Seat


class PointsScored(Event, frozen=True):
    """A seat scored the points of a tile."""

    seat: Seat
    points: int


class WishStoneTaken(Event, frozen=True):
    """A seat took a wish stone from the board."""

    seat: Seat


class Declined(Event, frozen=True):
    """A seat left a step unused that a clover (K6) or a spare card (K5) gave."""

    seat: Seat


class GameEnded(Event, frozen=True):
    """The game is over: `goal` (five figures in the goal area) or `deck` (its last card drawn)."""

    reason: str
