"""A language for trying out: longer than English by 35 in 100, in accents and Cyrillic letters.

Keys, names and `{values}` stay as they are, as they do in every language.
"""

import gettext
import re
from typing import Final

from keltis_words.words import Words

LETTERS: Final = str.maketrans(
    {
        "a": "аä", "e": "еé", "i": "иí", "o": "оö", "u": "уü",
        "A": "АÄ", "E": "ЕÉ", "I": "ИÍ", "O": "ОÖ", "U": "УÜ",
        "c": "č", "l": "ł", "n": "ñ", "r": "ř", "s": "ß", "t": "тt", "y": "ýy",
    }
)  # fmt: skip
"""Vowels, t and y are two: so much longer are German, Hungarian and Russian on the whole."""
_WORDS: Final = re.compile(r"\{[^}]*\}|[A-Za-z]{2,}")


class Lengthened(gettext.NullTranslations):
    """Every text, longer."""

    def gettext(self, message: str) -> str:
        """The text in this language."""
        return _WORDS.sub(
            lambda word: word[0] if word[0].startswith("{") else word[0].translate(LETTERS), message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The text for so many."""
        return self.gettext(msgid1 if n == 1 else msgid2)


LONG: Final = Words(Lengthened(), "xx")
