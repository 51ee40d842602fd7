"""Dealing that a player can check: a secret committed to before, mixed with everybody's words.

The stream is defined here and nowhere else, so that it is the same on every Python and in every
language: each act of the dealer has a key of its own, SHA-256 over the act's number (8 bytes), the
secret and each lucky word, the secret and the words each preceded by their length (4 bytes);
block *i* of its stream is SHA-256(key ‖ i as 8 bytes). Numbers are read from the blocks as 4-byte
words; a word that would favour some numbers is thrown away. All integers are big-endian.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

from keltis_engine.position import Randomness

T = TypeVar("T")
_WORD: Final = 1 << 32


def commitment(secret: bytes) -> bytes:
    """What is published before the deal: it fixes the secret and does not tell it."""
    return sha256(b"keltis commitment 1" + secret).digest()


class Stream:
    """The numbers for one act of the dealer: the same secret and words always give the same."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, secret: bytes, words: Sequence[str] = (), act: int = 0) -> None:
        key = sha256(b"keltis stream 1" + act.to_bytes(8, "big"))
        for part in (secret, *(word.encode() for word in words)):
            key.update(len(part).to_bytes(4, "big") + part)
        self._key = key.digest()
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including `limit`, each as likely."""
        fair = _WORD - _WORD % limit
        while True:
            if not self._words:
                block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
                self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
                self._block += 1
            word = self._words.pop()
            if word < fair:
                return word % limit


def shuffle(items: list[T], random: Randomness) -> None:
    """Put `items` in an order drawn from `random`, each order as likely (Fisher-Yates)."""
    below = random.below
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]
