"""The numbered steps that bring a database of any age to the form this program knows.

A step is two files of SQL, one for each kind of store; both kinds count alike.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final, Literal

Kind = Literal["sqlite", "postgres"]

_FILES: Final = sorted(
    file.name for file in files(__name__).iterdir() if file.name.endswith(".sql")
)

NEWEST: Final = int(_FILES[-1].partition("_")[0])
"""The form that this program knows; a database with a higher number is of a newer one."""


def steps(kind: Kind, since: int) -> Iterator[tuple[int, list[str]]]:
    """The number and the statements of each step after `since`, in order."""
    for name in _FILES:
        number = int(name.partition("_")[0])
        if number > since and name.endswith(f".{kind}.sql"):
            text = files(__name__).joinpath(name).read_text(encoding="utf-8")
            yield number, [each for each in map(str.strip, text.split(";")) if each]
