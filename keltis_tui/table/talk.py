"""What was said at our table, and whom this person no longer wants to hear."""

from typing import Final

from keltis_protocol.messages import Said

MOST: Final = 200
"""How many lines are kept."""


class Talk:
    """The talk at one table."""

    def __init__(self) -> None:
        self._lines: list[Said] = []
        self.muted: set[int] = set()
        """The seats nobody listens to here."""
        self.fresh: Said | None = None
        """The newest line of another, until a key is pressed."""
        self.unread = 0
        """How many lines of others nobody has seen in the talk itself."""

    def hear(self, line: Said, seat: int | None) -> None:
        """Take in a line, unless it was told before; `seat` is our own."""
        if self._lines and line.number <= self._lines[-1].number:
            return
        self._lines = [*self._lines[1 - MOST :], line]
        if line.seat != seat and line.seat not in self.muted:
            self.fresh = line
            self.unread += 1

    def read(self) -> None:
        """The last lines are seen."""
        self.unread = 0

    @property
    def lines(self) -> list[Said]:
        """Everything said by those who are not muted, the newest last."""
        return [line for line in self._lines if line.seat not in self.muted]

    @property
    def speakers(self) -> dict[int, str]:
        """Everyone who said something: the seat, and the name used last."""
        return {line.seat: line.name for line in self._lines}

    def mute(self, seat: int) -> None:
        """Hear nothing more from a seat, or listen again."""
        self.muted ^= {seat}
        self.fresh = None
