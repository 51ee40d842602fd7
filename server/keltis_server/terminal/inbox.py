"""A client's input on its way to the app, in small helpings so that nobody else has to wait."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Final

from textual.message import Message

from keltis_server.bucket import Bucket
from keltis_server.terminal.keyboard import Keyboard

HELPING: Final = 64
"""Bytes at a time. Textual handles everything in its queue before it lets others run."""
PAUSE: Final = 0.01
"""Seconds between two helpings: a pasted page takes no longer than a blink of an eye or three."""
ROOM: Final = 4096
"""Bytes that may wait; a paste of a page fits."""


class Inbox:
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
        """Called when a full inbox has room again."""
        self.room = ROOM
        """Bytes that may wait here."""
        self.pace: Bucket | None = None
        """How much is handed on in the long run."""
        self._was_full = False

    @property
    def full(self) -> bool:
        """Whether the client should send no more for now."""
        return len(self._waiting) >= self.room

    def feed(self, data: bytes) -> None:
        """Bytes came from the client."""
        self._waiting += data
        self._was_full = self._was_full or self.full
        if self._next is None and self._hand_on is not None and self._earliest <= self._loop.time():
            self._context.run(self._help)
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
            self._next = self._loop.call_later(wait, self._help, context=self._context)

    def _help(self) -> None:
        self._next = None
        self._earliest = self._loop.time() + PAUSE
        helping = bytes(self._waiting[:HELPING])
        del self._waiting[:HELPING]
        if self.pace is not None:
            self._earliest += self.pace.take(len(helping))
        self._pass_on(self._keyboard.feed(helping))
        if self._was_full and not self.full:
            self._was_full = False
            if self.on_room is not None:
                self.on_room()
        self._schedule()

    def _give_up(self) -> None:
        self._silence = None
        if not self._waiting:
            self._pass_on(self._keyboard.give_up())

    def _pass_on(self, found: list[Message]) -> None:
        for message in found:
            if self._hand_on is not None:
                self._hand_on(message)
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        if (patience := self._keyboard.patience) is not None:
            self._silence = self._loop.call_later(patience, self._give_up, context=self._context)
