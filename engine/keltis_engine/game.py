"""A game as it is played: the position now, and the way back within a turn."""

from collections.abc import Sequence
from typing import Self

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, DealerMove, IllegalMove, Move, Position, Seat


class Game:
    """Moves and undos in the order they come; whoever makes the same ones has the same game."""

    __slots__ = ("_back", "deals", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.deals = 0
        """How many moves the dealer has made."""
        self._back: list[Position] = []

    def copy(self) -> Self:
        """The same game, to be played on without changing this one."""
        twin = object.__new__(type(self))
        twin.position = self.position
        twin.deals = self.deals
        twin._back = list(self._back)
        return twin

    def play(self, seat: Seat, move: Move) -> Position:
        """Make a move for `seat` and return the position before it, or raise `IllegalMove`."""
        before = self.position
        if before.to_act is not None and seat != before.to_act:
            raise IllegalMove("not_your_turn")
        self.position = after = before.play(move)
        if seat == DEALER:
            self.deals += 1
        if (
            seat == DEALER
            or before.reveals(move)
            or after.to_act != seat
            or after.turn != before.turn
        ):
            self._back.clear()
        else:
            self._back.append(before)
        return before

    def can_undo(self, seat: Seat | None) -> bool:
        """Whether `seat` may take its last move back: in its own turn, and nothing was revealed."""
        return bool(self._back) and seat == self.position.to_act

    def undo(self, seat: Seat) -> None:
        """Take `seat`'s last move back, or raise `IllegalMove`."""
        if not self.can_undo(seat):
            raise IllegalMove("cannot_take_back")
        self.position = self._back.pop()

    def next_deal(self, secret: bytes, words: Sequence[str] = ()) -> DealerMove:
        """The dealer's next move as it follows from the secret and the lucky words."""
        return self.position.deal(Stream(secret, words, self.deals))

    def deal_on(self, secret: bytes, words: Sequence[str] = ()) -> list[DealerMove]:
        """Make the dealer's moves until somebody has a decision or the game is over."""
        deals = []
        while self.position.to_act == DEALER:
            deals.append(self.next_deal(secret, words))
            self.play(DEALER, deals[-1])
        return deals
