"""Those who look on at a table, as its log knows them: what they said, and how much of that."""

from collections import Counter, deque
from typing import Final, Self

from keltis_server.tables.records import WatcherSaid

REMEMBERED: Final = 20
"""How many of the last lines are told to one who comes."""


class Gallery:
    """What watchers said to one another; everybody reads it once no game is under way."""

    __slots__ = ("asides", "lines", "talk")

    def __init__(self) -> None:
        self.talk: deque[WatcherSaid] = deque(maxlen=REMEMBERED)
        self.lines = 0
        """How many lines were said in all."""
        self.asides: Counter[str] = Counter()
        """How many each of them said since the last game began."""

    def hear(self, said: WatcherSaid) -> None:
        """Somebody said something."""
        self.talk.append(said)
        self.lines += 1
        self.asides[said.who.id] += 1

    def copy(self) -> Self:
        """The same, to go on apart from this one; what was said is not copied."""
        twin = type(self)()
        twin.lines = self.lines
        return twin
