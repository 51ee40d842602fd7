"""The bus between machines: every process hears every other, and nobody stands between them."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from keltis_server.channel import Channel
from keltis_server.cluster.bus import Heard, Hint, Left, Logged, News, Roll, Serving, Well
from keltis_server.cluster.census import Census
from keltis_server.cluster.parts import Joined, split

PATIENCE: Final = 3.0
"""Seconds that a process which comes in waits to be told who is in the others."""
SILENT: Final = 3
"""Beats in a row that another process may leave out before it counts as gone."""


class _Word(msgspec.Struct, frozen=True, tag=True, array_like=True):
    pass


class Hello(_Word, frozen=True):
    """A process has come, or could not hear for a while: everybody says who is with them."""

    roll: Roll


class Beat(_Word, frozen=True):
    """A process is well."""


class Missed(_Word, frozen=True):
    """A process is to say who is with it."""

    number: int


class Bye(_Word, frozen=True):
    """A process ends."""


Word = Hint | Hello | Beat | Missed | Bye

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder[list[Word]](list[Word]).decode


class BroadcastBus:
    """The contract of `bus.Bus`, over a channel that all processes share.

    How long logs are is told by the store itself, with each commit.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._census = Census()
        self._awaited: set[int] | None = None
        """Who has not said yet who is with them, since the channel works."""
        self._heard: set[int] = set()
        """Who has said anything since the last beat."""
        self._silent: dict[int, int] = {}
        """How many beats in a row somebody has said nothing."""
        self._parts: dict[int, Joined] = {}
        self._words: list[Word] = []
        self._serial = 0
        self._hear: Callable[[News], None] | None = None
        self._roll: Callable[[], Roll] = lambda: Roll([])
        self._early: list[News] = []
        """What came before anybody listened."""
        self._known = asyncio.Event()
        self._patience: asyncio.TimerHandle | None = None

    @classmethod
    async def connect(cls, channel: Channel) -> "BroadcastBus":
        """The bus over a channel, once it is known who is there."""
        bus = cls(channel)
        channel.listen(bus)
        await bus._known.wait()
        return bus

    def publish(self, hint: Hint) -> None:
        """Tell the other processes."""
        if not isinstance(hint, Logged | Serving | Well):
            self._say(hint)

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Have `hear` told all news, first of all what has come already."""
        self._hear, self._roll = hear, roll
        for news in self._early:
            hear(news)
        self._early.clear()

    async def close(self) -> None:
        """Say goodbye."""
        if self._patience is not None:
            self._patience.cancel()
        self._say(Bye())
        self._flush()
        await self._channel.close()

    def joined(self, present: frozenset[int]) -> None:
        """The channel works: ask everybody who is with them."""
        self._census = Census()
        self._silent.clear()
        self._awaited = set(present) - {self._channel.number}
        self._words = [Hello(self._roll())]
        self._flush()
        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, self._all_said)
        self._see_who_is_missing()

    def beat(self, present: frozenset[int]) -> None:
        """Say that this process is well, and see who is not."""
        self._say(Beat())
        for number in self._census.numbers:
            silent = 0 if number in self._heard else self._silent.get(number, 0) + 1
            self._silent[number] = silent
            if silent >= SILENT or (silent and number not in present):
                self._leave(number)
        self._heard.clear()

    def told(self, text: str) -> None:
        """Somebody said something."""
        head, _, rest = text.partition(" ")
        number = int(head)
        if number != self._channel.number:
            whole = self._parts.setdefault(number, Joined()).add(rest)
            if whole is not None:
                for word in _decode(whole):
                    self._take(number, word)

    def logged(self, table: str, length: int) -> None:
        """Another process has made a log longer."""
        self._tell(Heard(0, Logged(table, length)))

    def _take(self, number: int, word: Word) -> None:
        self._heard.add(number)
        if isinstance(word, Bye):
            self._leave(number)
            return
        if isinstance(word, Missed):
            if word.number == self._channel.number:
                self._say(self._roll())
            return
        if isinstance(word, Hello):
            self._say(self._roll())
            word = word.roll
        if number not in self._census:
            self._census.add(number)
            if not isinstance(word, Roll):
                self._say(Missed(number))
        if isinstance(word, Beat):
            return
        self._census.note(number, word)
        self._tell(Heard(number, word))
        if isinstance(word, Roll) and self._awaited is not None:
            self._awaited.discard(number)
            self._see_who_is_missing()

    def _leave(self, number: int) -> None:
        self._census.drop(number)
        self._silent.pop(number, None)
        self._parts.pop(number, None)
        self._tell(Left(number))
        if self._awaited is not None:
            self._awaited.discard(number)
            self._see_who_is_missing()

    def _see_who_is_missing(self) -> None:
        if self._awaited is not None and not self._awaited:
            self._all_said()

    def _all_said(self) -> None:
        """It is known who is where, as far as it will be."""
        self._awaited = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._tell(self._census.everyone(self._channel.number))
        self._known.set()

    def _tell(self, news: News) -> None:
        if self._hear is None:
            self._early.append(news)
        else:
            self._hear(news)

    def _say(self, word: Word) -> None:
        """Say something with whatever else is said in this turn of the loop."""
        if not self._words:
            asyncio.get_running_loop().call_soon(self._flush)
        self._words.append(word)

    def _flush(self) -> None:
        if self._words:
            words, self._words = self._words, []
            self._serial += 1
            text = _encode(words).decode()
            for part in split(text, self._serial, self._channel.longest - 16):
                self._channel.send(f"{self._channel.number} {part}")
