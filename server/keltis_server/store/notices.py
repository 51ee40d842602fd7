"""How long logs are now, as texts short enough for one notice of a database."""

from collections.abc import Iterator, Mapping
from typing import Final

LONGEST: Final = 7900
"""Bytes of a notice; PostgreSQL takes fewer than 8000."""


def logged_texts(origin: str, lengths: Mapping[str, int]) -> list[str]:
    """The tables of one batch and how long each log is, told by `origin`."""
    texts, text = [], origin
    for table, length in lengths.items():
        more = f" {table}:{length}"
        if len(text.encode()) + len(more.encode()) > LONGEST:
            texts.append(text)
            text = origin
        text += more
    return [*texts, text]


def logged(text: str) -> tuple[str, Iterator[tuple[str, int]]]:
    """Who told it, and each table with the length of its log."""
    origin, *tables = text.split(" ")
    pairs = (each.rpartition(":") for each in tables)
    return origin, ((table, int(length)) for table, _, length in pairs)
