"""From the bytes a client sends to Textual's keys, clicks and pastes."""

import codecs
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from textual import events
from textual.message import Message

from keltis_server.terminal.input.replies import PASTE_END, PASTE_START, Replies
from keltis_tui.textual_internals import KeyParser

_CRASHES: Final = (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError)
"""What a malformed sequence makes Textual's parser raise; it is of no use afterwards."""
_DONE_BY_HAND: Final = (events.Key, events.Paste, events.MouseEvent)
"""All that a person can do; what else comes with the keys is a terminal's own, or a trick."""


@lru_cache(maxsize=1024)
def _single(piece: str) -> tuple[str, str | None] | None:
    """The key that a whole sequence stands for, and its character; None if it is no single key."""
    try:
        found = list(KeyParser().feed(piece))
    except _CRASHES:
        return None
    if len(found) == 1 and type(found[0]) is events.Key:
        return found[0].key, found[0].character
    return None


class Keyboard:
    """One client's input. It outlives every sequence, well formed or not."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._replies = Replies()
        self._parser = KeyParser()
        self._pasting = False

    def listen(self, on_answer: Callable[[str], None]) -> None:
        """Have every answer of the terminal told that is one to a question."""
        self._replies.on_answer = on_answer

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
        # The parser waits for more after an escape, but the piece is whole: decide now.
        return self._collect(self._parser.feed(piece)) + self._collect(self._parser.finish())

    def _collect(self, found: Iterable[Message]) -> list[Message]:
        kept: list[Message] = []
        try:
            for message in found:
                if isinstance(message, _DONE_BY_HAND):
                    kept.append(message)  # noqa: PERF401 (what came before a crash is kept)
        except _CRASHES:
            self._parser = KeyParser()
        return kept
