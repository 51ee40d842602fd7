"""What a text looks like: texts of one shape cannot be told apart at a glance (UTS 39 and case)."""

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from keltis_server.confusables import LOOKS_LIKE

_MORE: Final = {
    **dict(zip("ıłøđħŧȷ105", "ilodhtjios", strict=True)),
    **dict(zip("вьнкмт6", "bbhkmtб", strict=True)),
    "w": "vv",
}
"""What Unicode's table leaves out, or says of capital letters only."""


def _letters(text: str) -> str:
    """The letters and digits of a text, without case, accents and everything else."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in folded if unicodedata.category(c) in ("Ll", "Lu", "Lo", "Nd"))


def _pairs(table: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A letter or a few, and what they look like."""
    for one, other in (*table.items(), *_MORE.items()):
        source, target = _letters(one), _letters(other)
        if source and target and source != target:
            yield source, target


class _Shapes:
    """Letters in groups that look alike; a group may look like a few letters (m like rn)."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self._first: dict[str, str] = {}
        """Another letter of its group, until one that stands for the whole group."""
        self._spelled: dict[str, str] = {}
        """The few letters that a group looks like."""
        pairs = list(_pairs(table))
        for source, target in pairs:
            if len(source) == len(target) == 1:
                self._first[self._find(source)] = self._find(target)
        for source, target in pairs:
            if len(source) == 1 < len(target):
                self._spelled.setdefault(self._find(source), target)

    def _find(self, letter: str) -> str:
        while letter in self._first and self._first[letter] != letter:
            letter = self._first[letter]
        return letter

    def of(self, letter: str) -> str:
        """The shape of a letter."""
        first = self._find(letter)
        return "".join(map(self.of, self._spelled[first])) if first in self._spelled else first


_SHAPES: Final = _Shapes(LOOKS_LIKE)
_OF: Final = {
    letter: _SHAPES.of(letter)
    for letter in sorted({c for pair in _pairs(LOOKS_LIKE) for text in pair for c in text})
}

VERSION: Final = (
    hashlib.sha256(repr(_OF).encode()).hexdigest()[:16] + f"-{unicodedata.unidata_version}"
)
"""Changes whenever a text may have another shape than before."""


def shape(text: str) -> str:
    """What is left of a text when everything is taken away by which nobody can tell it."""
    return "".join(_OF.get(letter, letter) for letter in _letters(text))
