"""What was said at our table or in the lobby, and whom this person no longer wants to hear.

Watchers have no seat: they are told apart by their names.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from keltis_protocol.messages import Said, SaidInLobby

MOST: Final = 200
"""How many lines are kept."""
WATCHER: Final = -1
"""Stands for a seat where somebody who looks on has said something …"""
LOBBY: Final = -2
"""… or somebody in the lobby."""

Speaker = int | str
"""A seat, the name of a watcher, or the mark of somebody in the lobby."""


class Spoken(NamedTuple):
    """A line that somebody said."""

    number: int
    seat: int
    speaker: Speaker
    name: str
    text: str
    mine: bool = False


def at_table(line: Said, me: Speaker | None) -> Spoken:
    """A line that was said at our table; `me` is who we are in the talk."""
    speaker = line.name if line.seat == WATCHER else line.seat
    return Spoken(line.number, line.seat, speaker, line.name, line.text, speaker == me)


def in_lobby(line: SaidInLobby) -> Spoken:
    """A line that was said in the lobby."""
    return Spoken(line.number, LOBBY, line.speaker, line.name, line.text, line.yours)


class Talk:
    """The talk at one table, or in the lobby."""

    def __init__(self) -> None:
        self._lines: list[Spoken] = []
        self.muted: set[Speaker] = set()
        """Whom nobody listens to here."""
        self.fresh: Spoken | None = None
        """The newest line of another, until a key is pressed."""
        self.unread = 0
        """How many lines of others nobody has seen in the talk itself."""

    def hear(self, line: Spoken) -> None:
        """Take in a line, unless it was told before.

        Lines of players and of watchers are counted apart.
        """
        same = [each for each in self._lines if (each.seat == WATCHER) == (line.seat == WATCHER)]
        if same and line.number <= same[-1].number:
            return
        self._lines = [*self._lines[1 - MOST :], line]
        if not line.mine and line.speaker not in self.muted:
            self.fresh = line
            self.unread += 1

    def move(self, now: Mapping[int, int]) -> None:
        """Those who sit on these seats sit on others now; nobody speaks from the rest any more."""
        self._lines = [
            line._replace(seat=now[line.seat], speaker=now[line.seat]) if line.seat in now else line
            for line in self._lines
            if line.seat in now or line.seat == WATCHER
        ]
        names = {each for each in self.muted if isinstance(each, str)}
        self.muted = {*names, *(now[each] for each in now if each in self.muted)}
        self.fresh = None

    def read(self) -> None:
        """The last lines are seen."""
        self.unread = 0

    @property
    def lines(self) -> list[Spoken]:
        """Everything said by those who are not muted, the newest last."""
        return [line for line in self._lines if line.speaker not in self.muted]

    @property
    def others(self) -> dict[Speaker, Spoken]:
        """Everyone else who said something, each with the last of it.

        By seat, watchers after them by name.
        """
        last = {line.speaker: line for line in self._lines if not line.mine}
        return dict(sorted(last.items(), key=_place))

    def mute(self, speaker: Speaker) -> None:
        """Hear nothing more from somebody, or listen again."""
        self.muted ^= {speaker}
        self.fresh = None


def _place(other: tuple[Speaker, Spoken]) -> tuple[bool, int, str]:
    """Where somebody stands among all who said something."""
    speaker, _ = other
    return (True, 0, speaker) if isinstance(speaker, str) else (False, speaker, "")
