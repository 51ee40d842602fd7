"""Who is in the other processes of the server, as far as the bus has told."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from keltis_server.cluster.bus import Present


class Presence:
    """People in other processes; in a server that is one process there is nobody."""

    def __init__(self) -> None:
        self.number = 0
        """Which process this one is; the eldest has the lowest number."""
        self._people: dict[int, dict[str, Present]] = {}
        self._tables: dict[str, Counter[str]] = {}
        self._watched: Counter[str] = Counter()
        """How many look on at each table."""
        self._other_watchers: set[str] = set()
        """Tables at which others look on than when that was last asked."""

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

    def watchers(self, table: str) -> int:
        """How many look on at a table."""
        return self._watched[table]

    def other_watchers(self) -> set[str]:
        """The tables at which others look on than when this was last asked."""
        tables, self._other_watchers = self._other_watchers, set()
        return tables

    def _count_watcher(self, table: str, more: int) -> None:
        if table:
            _add(self._watched, table, more)
            self._other_watchers.add(table)

    def name(self, number: int, who: str) -> str:
        """What somebody in a process is called, as far as is known."""
        known = self._people.get(number, {}).get(who)
        return "" if known is None else known.name

    def put(self, number: int, present: Present) -> str:
        """Somebody is in a process; the table at which that person was before."""
        before = self.remove(number, present.who)
        self._people.setdefault(number, {})[present.who] = present
        self._count_watcher(present.watching, 1)
        if present.table:
            self._tables.setdefault(present.table, Counter())[present.who] += 1
        return before

    def remove(self, number: int, who: str) -> str:
        """Somebody is no longer in a process; the table at which that person was."""
        before = self._people.get(number, {}).pop(who, None)
        if before is None:
            return ""
        self._count_watcher(before.watching, -1)
        if before.table:
            there = self._tables[before.table]
            _add(there, who, -1)
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


def _add(counts: Counter[str], key: str, more: int) -> None:
    counts[key] += more
    if not counts[key]:
        del counts[key]
