"""What was said at our table, and whom this person no longer wants to hear.

Watchers have no seat: they are told apart by their names.
"""

from typing import Final

from keltis_protocol.messages import Said

MOST: Final = 200
"""How many lines are kept."""
WATCHER: Final = -1
"""Stands for a seat where somebody who looks on has said something."""

Speaker = int | str
"""A seat, or the name of a watcher."""


def speaker_of(line: Said) -> Speaker:
    """Who said a line."""
    return line.name if line.seat == WATCHER else line.seat


class Talk:
    """The talk at one table."""

    def __init__(self) -> None:
        self._lines: list[Said] = []
        self.muted: set[Speaker] = set()
        """Whom nobody listens to here."""
        self.fresh: Said | None = None
        """The newest line of another, until a key is pressed."""
        self.unread = 0
        """How many lines of others nobody has seen in the talk itself."""

    def hear(self, line: Said, me: Speaker | None) -> None:
        """Take in a line, unless it was told before; `me` is who we are in the talk.

        Lines of players and of watchers are counted apart.
        """
        same = [each for each in self._lines if (each.seat == WATCHER) == (line.seat == WATCHER)]
        if same and line.number <= same[-1].number:
            return
        self._lines = [*self._lines[1 - MOST :], line]
        if speaker_of(line) != me and speaker_of(line) not in self.muted:
            self.fresh = line
            self.unread += 1

    def read(self) -> None:
        """The last lines are seen."""
        self.unread = 0

    @property
    def lines(self) -> list[Said]:
        """Everything said by those who are not muted, the newest last."""
        return [line for line in self._lines if speaker_of(line) not in self.muted]

    @property
    def speakers(self) -> dict[Speaker, str]:
        """Everyone who said something, and the name used last."""
        return {speaker_of(line): line.name for line in self._lines}

    def mute(self, speaker: Speaker) -> None:
        """Hear nothing more from somebody, or listen again."""
        self.muted ^= {speaker}
        self.fresh = None
