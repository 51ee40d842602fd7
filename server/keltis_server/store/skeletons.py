"""Which accounts keep their names when a program compares names otherwise than the one before."""

import logging
from collections.abc import Iterable, Iterator
from itertools import groupby

from keltis_server import look_alikes

log = logging.getLogger(__name__)


def kept_names(named: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """The new skeleton and the account of each name that is kept, of all (id, name, skeleton).

    If names that counted as two look alike now, the one in the plainest letters keeps its own;
    the others' accounts keep everything else and choose anew at their next visit.
    """
    known = [(look_alikes.shape(name), name, old, who) for who, name, old in named]
    known.sort(key=lambda row: (row[0], not row[1].isascii(), row[2] != row[0], row[3]))
    for shape, alike in groupby(known, lambda row: row[0]):
        (_, name, _, who), *others = alike
        yield shape, who
        for _, other, _, _ in others:
            log.warning("%r looks like %r and must choose another name", other, name)
