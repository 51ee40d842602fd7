"""`keltis replay`: play a game file back at home, without a network."""

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from keltis.play import at_home
from keltis.terminal import NO_TERMINAL, missing_terminal
from keltis_tui.entrance import Entrance
from keltis_tui.table.film import Film
from keltis_words.words import Words

UNREADABLE: Final = 2
_WAY: Final = re.compile(r"(.+)@([1-9]\d{0,4})", re.ASCII)


async def replay(chosen: argparse.Namespace, words: Words) -> int:
    """Show a game file from a turn on, and try on from there against bots if that is wished."""
    _ = words._
    path, turn = way_of(chosen.file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(_("{file} cannot be read: {reason}", file=path, reason=error), file=sys.stderr)
        return UNREADABLE
    if not playable(text):
        print(
            _("{file} cannot be played back; keltis verify says why.", file=path), file=sys.stderr
        )
        return UNREADABLE
    if missing_terminal(words):
        return NO_TERMINAL
    return await at_home(Entrance(film=text, turn=turn, alone=True), words)


def way_of(asked: str) -> tuple[Path, int]:
    """The file and the turn; a file that is really called so is one without a turn."""
    found = _WAY.fullmatch(asked)
    if found is None or Path(asked).exists():
        return Path(asked), 0
    return Path(found[1]), int(found[2])


def playable(text: str) -> bool:
    """Whether a file is a game that this program can play back."""
    film = Film(text)
    while not film.whole and not film.problem:
        film.develop()
    return film.whole and bool(film.last)
