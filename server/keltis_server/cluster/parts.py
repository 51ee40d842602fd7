"""A long text in parts that a channel takes, and the parts as one text again."""

from collections.abc import Iterator
from itertools import pairwise


def split(text: str, serial: int, longest: int) -> Iterator[str]:
    """The parts of a text, none longer than so many bytes, each with its place."""
    room = longest - 40
    data = text.encode()
    cuts = [0]
    while len(data) - cuts[-1] > room:
        cut = cuts[-1] + room
        while data[cut] & 0xC0 == 0x80:  # never in the middle of a letter
            cut -= 1
        cuts.append(cut)
    cuts.append(len(data))
    for place, (begin, end) in enumerate(pairwise(cuts), 1):
        yield f"{serial} {place} {len(cuts) - 1} {data[begin:end].decode()}"


class Joined:
    """Puts the parts of one sender together, which come in order."""

    def __init__(self) -> None:
        self._serial = ""
        self._parts: list[str] = []

    def add(self, part: str) -> str | None:
        """The whole text once its last part is there; one whose first part was missed is lost."""
        serial, place, count, text = part.split(" ", 3)
        if serial != self._serial:
            self._serial, self._parts = serial, []
        self._parts.append(text)
        if int(place) < int(count):
            return None
        parts, self._parts = self._parts, []
        return "".join(parts) if len(parts) == int(count) else None
