"""One person's language: every text that is read goes through the `Words` of the session."""

import gettext
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "keltis"


def N_(text: str) -> str:  # noqa: N802 - the name that every gettext tool knows
    """Mark a text for the translators where it stands; it is translated where it is shown."""
    return text


class Words:
    """A catalogue of texts in one language."""

    __slots__ = ("_catalogue", "language")

    def __init__(self, catalogue: gettext.NullTranslations, language: str) -> None:
        self._catalogue = catalogue
        self.language = language

    def _(self, text: str, **values: object) -> str:
        """The text in this language, its {names} filled in."""
        return _filled(self._catalogue.gettext(text) if text else "", values)

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """The text in the form that this language uses for `count`, its {names} filled in."""
        return _filled(self._catalogue.ngettext(one, many, count), {"count": count, **values})


def _filled(text: str, values: dict[str, object]) -> str:
    return text.format_map(values) if values else text


_LANGUAGE: Final = re.compile(r"([a-z]{2,3})(?:_[A-Za-z]{2})?(?:[.@].*)?")
"""A language as `LANG` spells it; anything else must not become part of a file's name."""


@lru_cache(maxsize=64)
def words_for(language: str) -> Words:
    """The words for a language code such as `de` or `de_AT.UTF-8`; English if there are none."""
    spelled = _LANGUAGE.fullmatch(language)
    wanted = [spelled[1]] if spelled else []
    catalogue = gettext.translation(DOMAIN, str(LOCALE), languages=wanted, fallback=True)
    found = isinstance(catalogue, gettext.GNUTranslations)
    return Words(catalogue, wanted[-1] if found else "en")


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Every language there are words in, English first: it needs no catalogue."""
    found = sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return ("en", *(language for language in found if language != "en"))
