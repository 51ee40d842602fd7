"""What a lobby lists for whom: everybody's tables in a fair order, those that are looked for."""

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from itertools import islice
from sys import intern
from typing import Final, TypeVar

import msgspec

from keltis_protocol.messages import Person
from keltis_server.cluster.bus import Present
from keltis_server.people.outlook import Outlook
from keltis_server.people.visit import Visit
from keltis_server.tables.facts import refills
from keltis_server.tables.line import Line

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED: Final = 32
"""How much of what was looked for is remembered, each with all that was found."""

WAITING: Final = 0
FULL: Final = 1
PLAYING: Final = 2


class Listed(msgspec.Struct, frozen=True, gc=False):
    """By what a table that everybody may see has its place in the list."""

    table: str
    opener: str
    """Whose it counts as: where it was opened from, or else its owner."""
    rank: int
    """`WAITING` if somebody can sit down, `FULL` if the game has not begun, else `PLAYING`."""


def listing(table: str, line: Line) -> Listed:
    """The place of a table in the list, by its line; the texts that others have too are theirs."""
    free = any(not place.who and not place.bot for place in line.places)
    opens = line.state == "open" or refills(line)
    rank = PLAYING if not opens else WAITING if free else FULL
    return Listed(table, intern(line.source or line.owner), rank)


class Public:
    """The tables that everybody may see, in their order; the same for as long as that is so."""

    def __init__(self, lines: Mapping[str, Line], listed: Collection[Listed] = ()) -> None:
        self.tables = fair_choice(listed, len(listed))
        self._lines = lines
        self._texts: dict[str, tuple[str, str]] = {}
        """What is looked through, and the game; made when somebody looks for something."""
        self._found: dict[tuple[str, frozenset[str]], list[str]] = {}
        """What was looked for since, by whomever."""

    def reads(self, line: Line) -> bool:
        """Whether what was looked through for a table is what its line tells now."""
        return not self._texts or self._texts.get(line.table) == (_text(line), line.game)

    def matching(self, outlook: Outlook) -> list[str]:
        """Every table that somebody looks for; all of them if nothing is looked for."""
        if not outlook.text:
            return self.tables
        wanted = (outlook.text, outlook.games)
        if wanted not in self._found:
            _make_room(self._found)
            if not self._texts:
                lines = map(self._lines.get, self.tables)
                self._texts = {line.table: (_text(line), line.game) for line in lines if line}
            self._found[wanted] = [
                table
                for table, (text, game) in self._texts.items()
                if outlook.text in text or game in outlook.games
            ]
        return self._found[wanted]


def _make_room(found: MutableMapping[K, V]) -> None:
    """Forget what was looked for longest ago, or somebody would look for ever more."""
    if len(found) >= REMEMBERED:
        del found[next(iter(found))]


def matches(line: Line, outlook: Outlook) -> bool:
    """Whether a table is one that somebody looks for."""
    return outlook.text in _text(line) or line.game in outlook.games


def _text(line: Line) -> str:
    return "\n".join((line.table, *(place.name for place in line.places))).casefold()


def page(tables: Sequence[str], first: int, most: int) -> tuple[int, Sequence[str]]:
    """So many tables from a place on, and the place; the last page if there are not so many."""
    first = max(0, min(first, len(tables) - most))
    return first, tables[first : first + most]


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


def fair_choice(listed: Iterable[Listed], most: int) -> list[str]:
    """So many tables, given oldest first: those with a free seat first, the newest of each opener.

    Then the second newest of each, and so on: nobody crowds out another by opening many.
    """
    ranks: list[dict[str, list[str]]] = [{}, {}, {}]
    for each in listed:
        ranks[each.rank].setdefault(each.opener, []).append(each.table)
    return list(islice((table for rank in ranks for table in _in_turn(rank)), most))


def _in_turn(openers: Mapping[str, list[str]]) -> Iterable[str]:
    """The newest table of each opener, then the next of each; newest openers first."""
    left = [iter(tables[::-1]) for tables in reversed(list(openers.values()))]
    while left:
        still = []
        for tables in left:
            table = next(tables, None)
            if table is not None:
                yield table
                still.append(tables)
        left = still
