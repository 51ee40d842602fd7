"""Who is in the other processes of the house, as far as the bell has told."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from keltis_server.bell import Present


class Elsewhere:
    """People in other processes; in a house that is one process there is nobody."""

    def __init__(self) -> None:
        self.number = 0
        """Which process this one is; the eldest has the lowest number."""
        self._people: dict[int, dict[str, Present]] = {}
        self._tables: dict[str, Counter[str]] = {}
        self._sources: Counter[str] = Counter()

    @property
    def eldest(self) -> bool:
        """Whether no other process is older than this one."""
        return all(self.number < other for other in self._people)

    def __contains__(self, who: str) -> bool:
        return any(who in people for people in self._people.values())

    def __len__(self) -> int:
        return sum(map(len, self._people.values()))

    def __iter__(self) -> Iterator[Present]:
        for people in self._people.values():
            yield from people.values()

    def at(self, table: str) -> Collection[str]:
        """Who is at a table."""
        return self._tables.get(table, ())

    def coming_from(self, source: str) -> int:
        """How many people came from one source."""
        return self._sources[source]

    def put(self, number: int, present: Present) -> str:
        """Somebody is in a process; the table at which that person was before."""
        before = self.remove(number, present.who)
        self._people.setdefault(number, {})[present.who] = present
        self._sources[present.source] += 1
        if present.table:
            self._tables.setdefault(present.table, Counter())[present.who] += 1
        return before

    def remove(self, number: int, who: str) -> str:
        """Somebody is no longer in a process; the table at which that person was."""
        before = self._people.get(number, {}).pop(who, None)
        if before is None:
            return ""
        _take_one(self._sources, before.source)
        if before.table:
            there = self._tables[before.table]
            _take_one(there, who)
            if not there:
                del self._tables[before.table]
        return before.table

    def replace(self, number: int, people: Iterable[Present]) -> set[str]:
        """These are the people in a process now; every table that this may concern."""
        tables = self.drop(number)
        self._people[number] = {}
        for present in people:
            self.put(number, present)
            tables.add(present.table)
        return tables - {""}

    def drop(self, number: int) -> set[str]:
        """A process has ended; every table at which its people were."""
        tables = {self.remove(number, who) for who in list(self._people.get(number, ()))}
        self._people.pop(number, None)
        return tables - {""}

    @property
    def numbers(self) -> list[int]:
        """The other processes."""
        return list(self._people)


def _take_one(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
