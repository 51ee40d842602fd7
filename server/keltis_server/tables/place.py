"""A seat of a table and what is on it."""

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace

from keltis_engine.position import Seat
from keltis_server.people.who import Who
from keltis_server.tables.records import Said


class Place:
    """A seat of the table and who sits on it: a person, a bot or nobody."""

    __slots__ = ("bot", "name", "newcomer", "open", "ready", "source", "who", "word")

    def __init__(self) -> None:
        self.free()

    def free(self) -> None:
        """Leave the seat empty."""
        self.who: Who | None = None
        self.bot = ""
        self.name = ""
        self.ready = False
        self.word = ""
        self.source = ""
        """A trace of where the person came from."""
        self.newcomer = False
        """Whether the person has not played such a game to its end."""
        self.open = False
        """Whether watchers may see what the person sees, a round late."""

    def copy(self) -> "Place":
        """A seat with the same on it."""
        place = Place()
        place.who, place.bot, place.name = self.who, self.bot, self.name
        place.ready, place.word, place.source = self.ready, self.word, self.source
        place.open = self.open
        place.newcomer = self.newcomer
        return place

    @property
    def is_free(self) -> bool:
        """Whether somebody can sit down here."""
        return self.who is None and not self.bot


def in_order(places: Sequence[Place], order: Sequence[Seat]) -> list[Place]:
    """The seats as they stand when each was another before; -1 is a new one."""
    return [places[before] if before >= 0 else Place() for before in order]


def reseated(talk: deque[Said], order: Sequence[Seat]) -> deque[Said]:
    """What was said by those who still sit there, each on the seat of now."""
    now = {before: seat for seat, before in enumerate(order)}
    kept = (replace(line, seat=now[line.seat]) for line in talk if line.seat in now)
    return deque(kept, talk.maxlen)
