"""How `keltis play` is told who plays along."""

import argparse
from typing import Final

from keltis_engine.bots.strengths import STRENGTHS

MOST: Final = 3


def bots_to_play(text: str) -> tuple[str, ...]:
    """How strong each bot is: by its name, or as it is remembered if only a number is given."""
    if text.isdecimal() and 1 <= int(text) <= MOST:
        return ("",) * int(text)
    bots = tuple(text.split(","))
    if len(bots) > MOST or not set(bots) <= set(STRENGTHS):
        raise argparse.ArgumentTypeError(f"{text!r}: 1, 2, 3, {', '.join(STRENGTHS)}")
    return bots
