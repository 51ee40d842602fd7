"""The log's lines: of one kind only so many, and a line that says how many were left out."""

import logging
import time
from collections.abc import Callable
from typing import Final, TextIO

BURST: Final = 200
"""Lines of one kind that may come at once …"""
PER_SECOND: Final = 10.0
"""… and how many more each second."""
KINDS: Final = 1000
"""Kinds that are told apart; lines beyond them count as one."""


class LogLines(logging.StreamHandler[TextIO]):
    """Writes lines; nobody can fill a disk with them.

    Lines are of one kind if the same place in the program wrote them.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(stream)
        self._clock = clock
        self._kinds: dict[tuple[str, int], _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless there were too many of its kind; first, what was left out."""
        now = self._clock()
        place = (record.pathname, record.lineno)
        if place not in self._kinds and len(self._kinds) >= KINDS:
            place = ("", 0)
        kind = self._kinds.setdefault(place, _Kind(now))
        if kind.take(now):
            self._tell_left_out(now)
            super().emit(record)
        else:
            kind.last = record

    def close(self) -> None:
        """Write what was left out until the end."""
        self.acquire()
        try:
            self._tell_left_out(float("inf"))
        finally:
            self.release()
        super().close()

    def _tell_left_out(self, now: float) -> None:
        for kind in self._kinds.values():
            record = kind.last
            if record is not None and kind.may_tell(now):
                text = "%d lines were left out like this one: %s"
                left_out, kind.left_out, kind.last = kind.left_out, 0, None
                args = (left_out, record.getMessage())
                told = logging.LogRecord(
                    record.name, record.levelno, record.pathname, record.lineno, text, args, None
                )
                super().emit(told)


class _Kind:
    """How many lines came from one place."""

    def __init__(self, now: float) -> None:
        self.last: logging.LogRecord | None = None
        """The last line that was left out."""
        self.left_out = 0
        self._room = float(BURST)
        self._at = now
        self._told = float("-inf")

    def take(self, now: float) -> bool:
        """Whether there is room for one more."""
        self._room = min(BURST, self._room + (now - self._at) * PER_SECOND)
        self._at = now
        if self._room < 1:
            self.left_out += 1
            return False
        self._room -= 1
        return True

    def may_tell(self, now: float) -> bool:
        """Whether it is time again to say how many were left out: once in ten seconds."""
        if now - self._told < 10:
            return False
        self._told = now
        return True
