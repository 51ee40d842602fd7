"""Who is in each process, as each of them has told, for whoever comes later."""

from keltis_server.cluster.bus import Everyone, Gone, Here, Hint, Opened, Present, Roll


class Census:
    """Remembers people and windows, by the number of a process."""

    def __init__(self) -> None:
        self._people: dict[int, dict[str, Present]] = {}
        self._windows: dict[int, dict[str, list[int]]] = {}
        """Which windows are open in each process, by source."""

    def __contains__(self, number: int) -> bool:
        return number in self._people

    @property
    def numbers(self) -> list[int]:
        """Every process that is known."""
        return list(self._people)

    def add(self, number: int) -> None:
        """There is a process, and nobody in it yet."""
        self._people[number] = {}
        self._windows[number] = {}

    def drop(self, number: int) -> None:
        """A process has ended."""
        self._people.pop(number, None)
        self._windows.pop(number, None)

    def note(self, number: int, hint: Hint) -> None:
        """Remember what a known process told."""
        people = self._people[number]
        match hint:
            case Roll():
                people.clear()
                people.update((present.who, present) for present in hint.people)
                self._windows[number] = dict(hint.windows)
            case Opened(source, since) if since:
                self._windows[number][source] = since
            case Opened(source):
                self._windows[number].pop(source, None)
            case Here():
                people[hint.present.who] = hint.present
            case Gone():
                people.pop(hint.who, None)

    def everyone(self, number: int) -> Everyone:
        """Who is in all processes but this one, for this one."""
        others = {n: list(p.values()) for n, p in self._people.items() if n != number}
        return Everyone(number, others, {n: dict(self._windows[n]) for n in others})
