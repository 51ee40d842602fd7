"""Where the app goes once the server has said welcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entrance:
    """A table to join, a quick game with bots, or, if nothing is said, the lobby."""

    join: str = ""
    """The code of a table to sit down at."""
    watch: str = ""
    """The code of a table to look on at."""
    game: str = ""
    """A game to play at once."""
    bots: int = 0
    """How many bots play along in a quick game."""
    strengths: tuple[str, ...] = ()
    """How strong each of them is; for the others what is remembered counts."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What is agreed for a quick game."""
    resume: bool = False
    """Take up the one unfinished game there is, whichever it is."""
    new: bool = False
    """Begin a new quick game even if an unfinished one waits."""
