"""How many windows are open from each source and with each key, in all processes together."""

from collections.abc import Callable, Mapping, Sequence

from keltis_server.cluster.bus import Bus, Opened
from keltis_server.cluster.moments import Moments


class Windows:
    """Every process tells the others at once; where too many were opened, all agree which go.

    The youngest go. Two processes may open one at the same moment, before either has heard of it.
    """

    def __init__(self, bus: Bus, moments: Moments) -> None:
        self._bus = bus
        self._moments = moments
        self.number = 0
        """Which process this one is."""
        self.here: dict[str, list[int]] = {}
        """By source, when each window of this process was opened; no two at the same time."""
        self._there: dict[int, dict[str, Sequence[int]]] = {}
        self.on_more: Callable[[str], None] = lambda _: None
        """Called with a source from which others have opened windows."""

    def open(self, source: str) -> int:
        """Count one more window; when it was opened, by the clock of all processes."""
        since = self._moments.now()
        self.here.setdefault(source, []).append(since)
        self._bus.publish(Opened(source, self.here[source]))
        return since

    def close(self, source: str, since: int) -> None:
        """A window is closed."""
        self.here[source].remove(since)
        self._bus.publish(Opened(source, self.here[source]))
        if not self.here[source]:
            del self.here[source]

    def count(self, source: str) -> int:
        """How many are open from a source."""
        there = sum(len(windows.get(source, ())) for windows in self._there.values())
        return len(self.here.get(source, ())) + there

    def older(self, source: str, since: int) -> int:
        """How many from a source are older than one of ours."""
        count = sum(each < since for each in self.here[source])
        for number, windows in self._there.items():
            ours = (since, self.number)
            count += sum((each, number) < ours for each in windows.get(source, ()))
        return count

    def heard(self, number: int, source: str, since: Sequence[int]) -> None:
        """A process has these windows open from a source now."""
        self._there.setdefault(number, {})[source] = since
        for each in since:
            self._moments.heard(each)
        if not since:
            del self._there[number][source]
        elif source in self.here:
            self.on_more(source)

    def replace(self, number: int, windows: Mapping[str, Sequence[int]]) -> None:
        """A process has these windows open now, and no others."""
        self._there[number] = {}
        for source, since in windows.items():
            self.heard(number, source, since)

    def drop(self, number: int) -> None:
        """A process has ended."""
        self._there.pop(number, None)
