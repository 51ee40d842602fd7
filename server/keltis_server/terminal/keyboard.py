"""From the bytes a client sends to Textual's keys, clicks and pastes."""

import codecs
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

from keltis_server.terminal.replies import PASTE_END, PASTE_START, Replies

_CRASHES: Final = (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError)
"""What a malformed sequence makes Textual's parser raise; it is of no use afterwards."""
_NEVER_TYPED: Final = (events.Resize, messages.InBandWindowResize)
"""SSH tells the size; a size inside the stream of keys is somebody's trick."""


class _Parser(XTermParser):
    """Textual's parser without its cache of keys.

    That cache is one for the whole process: it keeps a thousand parsers of people who are gone
    alive, each with its whole app, and hands the same key to several apps.
    """

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


@lru_cache(maxsize=1024)
def _single(piece: str) -> tuple[str, str | None] | None:
    """The key that a whole sequence stands for, and its character; None if it is no single key."""
    try:
        found = list(_Parser().feed(piece))
    except _CRASHES:
        return None
    if len(found) == 1 and type(found[0]) is events.Key:
        return found[0].key, found[0].character
    return None


class Keyboard:
    """One client's input. It outlives every sequence, well formed or not."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("ignore").decode
        self._replies = Replies()
        self._parser = _Parser()
        self._pasting = False

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which `give_up` should be called; None if nothing waits."""
        return self._replies.patience

    def feed(self, data: bytes) -> list[Message]:
        """What the person did."""
        pieces = self._replies.feed(self._decode(data))
        return [message for piece in pieces for message in self._parse(piece)]

    def give_up(self) -> list[Message]:
        """Nothing more came: what was unfinished is decided."""
        late = self._replies.give_up()
        return self._parse(late) if late else []

    def _parse(self, piece: str) -> list[Message]:
        if piece in (PASTE_START, PASTE_END):
            self._pasting = piece == PASTE_START
        elif not self._pasting and (single := _single(piece)) is not None:
            return [events.Key(*single)]
        found = self._collect(self._parser.feed(piece))
        if self._parser._timeout_time is not None:
            # The parser waits for more after an escape, but the piece is whole: decide now.
            self._parser._timeout_time = 0.0
            found += self._collect(self._parser.tick())
        return found

    def _collect(self, found: Iterable[Message]) -> list[Message]:
        kept: list[Message] = []
        try:
            for message in found:
                if not isinstance(message, _NEVER_TYPED):
                    kept.append(message)  # noqa: PERF401 (what came before a crash is kept)
        except _CRASHES:
            self._parser = _Parser()
        return kept
