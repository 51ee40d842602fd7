"""How much is tried of what could be tried without end."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")
USUAL = 100
"""How many examples Hypothesis tries of what says nothing of its own."""


def examples(usual: int) -> int:
    """So many examples, or with `--quick` as small a part of them as of the usual hundred."""
    return max(1, usual * settings().max_examples // USUAL)


def spread(things: Sequence[T], most: int) -> Sequence[T]:
    """At most about so many of the things, from everywhere among them."""
    return things[:: max(1, len(things) // max(1, most))]
