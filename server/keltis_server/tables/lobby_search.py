"""What a lobby lists for whom: everybody's tables in a fair order, those that are looked for."""

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from keltis_protocol.messages import Person, TableLine
from keltis_server.cluster.bus import Present
from keltis_server.people.outlook import Outlook
from keltis_server.people.visit import Visit

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED: Final = 32
"""How much of what was looked for is remembered, each with all that was found."""


class Listed(NamedTuple):
    """A table as everybody may see it."""

    opener: str
    """Whose it counts as: where it was opened from, or else its owner."""
    line: TableLine

    @property
    def rank(self) -> int:
        """0 if somebody can sit down, 1 if the game has not begun, 2 otherwise."""
        if self.line.state != "open":
            return 2
        return int(all(seat.kind != "free" for seat in self.line.seats))


class Public:
    """The tables that everybody may see, in their order, at one moment."""

    def __init__(self, listed: Collection[Listed] = ()) -> None:
        self.lines = fair_choice(listed, len(listed))
        self._texts = [_text(line) for line in self.lines]
        self._found: dict[tuple[str, frozenset[str]], list[TableLine]] = {}
        """What was looked for since, by whomever."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Public) and self.lines == other.lines

    __hash__ = None  # type: ignore[assignment]

    def matching(self, outlook: Outlook) -> list[TableLine]:
        """Every table that somebody looks for; all of them if nothing is looked for."""
        if not outlook.text:
            return self.lines
        wanted = (outlook.text, outlook.games)
        if wanted not in self._found:
            _make_room(self._found)
            self._found[wanted] = [
                line
                for line, text in zip(self.lines, self._texts, strict=True)
                if outlook.text in text or line.game in outlook.games
            ]
        return self._found[wanted]


def _make_room(found: MutableMapping[K, V]) -> None:
    """Forget what was looked for longest ago, or somebody would look for ever more."""
    if len(found) >= REMEMBERED:
        del found[next(iter(found))]


def matches(line: TableLine, outlook: Outlook) -> bool:
    """Whether a table is one that somebody looks for."""
    return outlook.text in _text(line) or line.game in outlook.games


def _text(line: TableLine) -> str:
    return "\n".join((line.table, *(seat.name for seat in line.seats))).casefold()


def page(lines: Sequence[TableLine], first: int, most: int) -> tuple[int, list[TableLine]]:
    """So many tables from a place on, and the place; the last page if there are not so many."""
    first = max(0, min(first, len(lines) - most))
    return first, list(lines[first : first + most])


class Everybody:
    """Everybody who is here and has a name, people with a key first, at one moment."""

    def __init__(self, present: Iterable[Visit | Present]) -> None:
        self._present = present
        self._people: list[Person] | None = None
        self._found: dict[str, list[Person]] = {}

    def matching(self, text: str) -> list[Person]:
        """Everybody with this in their name."""
        if self._people is None:
            people = [each.who if isinstance(each, Visit) else each for each in self._present]
            named = [Person(name=who.name, guest=who.guest) for who in people if who.name]
            self._people = sorted(named, key=lambda person: person.guest)
        if text and text not in self._found:
            _make_room(self._found)
            self._found[text] = [each for each in self._people if text in each.name.casefold()]
        return self._found[text] if text else self._people


def some_of(present: Iterable[Visit | Present], most: int) -> list[Person]:
    """So many of those who are here and have a name, people with a key first."""
    accounts: list[Person] = []
    guests: list[Person] = []
    for each in present:
        who = each.who if isinstance(each, Visit) else each
        if who.name and len(guests if who.guest else accounts) < most:
            (guests if who.guest else accounts).append(Person(name=who.name, guest=who.guest))
        if len(accounts) == most:
            break
    return [*accounts, *guests][:most]


def fair_choice(listed: Iterable[Listed], most: int) -> list[TableLine]:
    """So many tables, given oldest first: those with a free seat first, the newest of each opener.

    Then the second newest of each, and so on: nobody crowds out another by opening many.
    """
    ranks: list[dict[str, list[TableLine]]] = [{}, {}, {}]
    for each in listed:
        ranks[each.rank].setdefault(each.opener, []).append(each.line)
    return list(islice((line for rank in ranks for line in _in_turn(rank)), most))


def _in_turn(openers: Mapping[str, list[TableLine]]) -> Iterable[TableLine]:
    """The newest table of each opener, then the next of each; newest openers first."""
    left = [iter(lines[::-1]) for lines in reversed(list(openers.values()))]
    while left:
        still = []
        for lines in left:
            line = next(lines, None)
            if line is not None:
                yield line
                still.append(lines)
        left = still
