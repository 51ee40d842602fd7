"""Where the app goes once the server has said welcome."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from keltis_protocol.messages import TableLine

_REPLAY: Final = re.compile(
    r"([A-Za-z0-9]{4,8})(?:\.([1-9]\d{0,5}))?(?:@([1-9]\d{0,4}))?", re.ASCII
)


@dataclass(frozen=True)
class Entrance:
    """A table to join, a quick game with bots, or, if nothing is said, the lobby."""

    join: str = ""
    """The code of a table to sit down at."""
    watch: str = ""
    """The code of a table to look on at."""
    replay: str = ""
    """The code of a table whose finished game is to be played back …"""
    film: str = ""
    """A game file on this person's own machine that is to be played back instead."""
    number: int = 0
    """… which of them, from 1; 0 is the newest …"""
    turn: int = 0
    """… and from which turn on; 0 is the beginning."""
    game: str = ""
    """A game to play at once."""
    bots: int = 0
    """How many bots play along in a quick game."""
    strengths: tuple[str, ...] = ()
    """How strong each of them is; for the others what is remembered counts."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What is agreed for a quick game."""
    alone: bool = False
    """Whether nobody else can come, so that bots are all there is to play with."""
    resume: bool = False
    """Take up the one unfinished game there is, whichever it is."""
    host: str = ""
    """The server as this person typed it; empty if that is not known here …"""
    port: int = 0
    """… and the port."""
    new: bool = False
    """Begin a new quick game even if an unfinished one waits."""

    def to_resume(self, tables: list[TableLine]) -> str:
        """The code of the unfinished game that is to be taken up; empty if there is none."""
        mine = [
            line.table
            for line in tables
            if line.yours and line.state == "playing" and (line.game == self.game or self.resume)
        ]
        several = len(mine) > 1 and self.resume  # the lobby asks which
        return mine[0] if mine and not several and not self.new else ""


def replay_of(text: str) -> Entrance | None:
    """The way to a finished game by `CODE`, `CODE.NUMBER` or either with `@TURN`; else None."""
    found = _REPLAY.fullmatch(text)
    if found is None:
        return None
    code, number, turn = found.groups()
    return Entrance(replay=code.upper(), number=int(number or 0), turn=int(turn or 0))
