"""A client's input on its way to the app, in small portions so that nobody else has to wait."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Final

from textual.message import Message

from keltis_server.rate_limits import Bucket
from keltis_server.terminal.input.keyboard import Keyboard

PORTION: Final = 64
"""Bytes at a time. Textual handles everything in its queue before it lets others run."""
LARGE: Final = 10_000
"""Cells of a screen from which on a picture takes long …"""
SMALL_PORTION: Final = 24
"""… and so many bytes at a time are enough: a few keys, for which one picture is drawn."""
PAUSE: Final = 0.01
"""Seconds between two portions: a pasted page takes less than a second."""
ROOM: Final = 4096
"""Bytes that may wait; a paste of a page fits."""


class InputQueue:
    """Bytes wait here and are handed on as keys, clicks and pastes."""

    def __init__(self, loop: asyncio.AbstractEventLoop, context: contextvars.Context) -> None:
        self._loop = loop
        self._context = context
        self._keyboard = Keyboard()
        self._waiting = bytearray()
        self._hand_on: Callable[[Message], None] | None = None
        self._next: asyncio.TimerHandle | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._earliest = 0.0
        self.on_room: Callable[[], None] | None = None
        """Called when a full queue has room again."""
        self.room = ROOM
        """Bytes that may wait here."""
        self.pace: Bucket | None = None
        """How much is handed on in the long run."""
        self.drawing: Bucket | None = None
        """How many cells may be drawn in the long run for this client, and others beside it."""
        self.cells = 0
        """Cells of the client's screen: about what a key or click makes us draw."""
        self._was_full = False

    def listen(self, on_answer: Callable[[str], None]) -> None:
        """Have the terminal's answers told; they are nothing a person does."""
        self._keyboard.listen(on_answer)

    @property
    def full(self) -> bool:
        """Whether the client should send no more for now."""
        return len(self._waiting) >= self.room

    def feed(self, data: bytes) -> None:
        """Bytes came from the client."""
        self._waiting += data
        self._was_full = self._was_full or self.full
        if self._next is None and self._hand_on is not None and self._earliest <= self._loop.time():
            self._context.run(self._deliver)
        else:
            self._schedule()

    def open(self, hand_on: Callable[[Message], None]) -> None:
        """The app is there: hand on what the person does."""
        self._hand_on = hand_on
        self._schedule()

    def close(self) -> None:
        """The app is gone."""
        self._hand_on = None
        self._waiting.clear()
        for timer in (self._next, self._silence):
            if timer is not None:
                timer.cancel()

    def _schedule(self) -> None:
        if self._next is None and self._waiting and self._hand_on is not None:
            wait = max(0.0, self._earliest - self._loop.time())
            self._next = self._loop.call_later(wait, self._deliver, context=self._context)

    def _deliver(self) -> None:
        """Hand on the next portion, and see when there may be another."""
        self._next = None
        self._earliest = self._loop.time() + PAUSE
        size = SMALL_PORTION if self.cells > LARGE else PORTION
        portion = bytes(self._waiting[:size])
        del self._waiting[:size]
        found = self._keyboard.feed(portion)
        if self.pace is not None:
            self._earliest += self.pace.take(len(portion))
        if self.drawing is not None and found:
            self._earliest += self.drawing.take(self.cells * len(found))
        for message in found:
            if self._hand_on is not None:
                self._hand_on(message)
        self._await_rest()
        if self._was_full and not self.full:
            self._was_full = False
            if self.on_room is not None:
                self.on_room()
        self._schedule()

    def _give_up(self) -> None:
        self._silence = None
        if not self._waiting:
            for message in self._keyboard.give_up():
                if self._hand_on is not None:
                    self._hand_on(message)
            self._await_rest()

    def _await_rest(self) -> None:
        """Wait a while for the rest of a sequence that has begun, if one has."""
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        if (patience := self._keyboard.patience) is not None:
            self._silence = self._loop.call_later(patience, self._give_up, context=self._context)
