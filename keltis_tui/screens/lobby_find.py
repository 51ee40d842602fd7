"""The field of the lobby: the code of a table, or part of a name, and what is found by it."""

import re
from collections.abc import Callable
from typing import Final

from keltis_protocol.messages import Browse, Lobby
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.client import Client
from keltis_words.games.catalogue import short_name

LONGEST: Final = 24
"""How many letters can be looked for."""
ROOM: Final = 18
"""How many cells the field has."""
CODE: Final = re.compile(r"[A-Za-z0-9]{4,8}")
STEP: Final = 8
"""How near to the end of what was told more is asked for."""


class Finder:
    """What is looked for in the lobby, and which part of it is told."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._line = InputLine(LONGEST)
        self.open = False
        """Whether the field is there to be typed in."""
        self._asked = False
        """Whether the server has not answered the last question."""
        self._wanted = ""
        """What was asked for last."""
        self._then: Callable[[Lobby], None] | None = None
        """What is to be done once it is known what is found."""

    @property
    def text(self) -> str:
        """What was typed so far."""
        return self._line.text.strip()

    @property
    def code(self) -> str:
        """The code that was typed; empty if it cannot be one."""
        return self.text.upper() if CODE.fullmatch(self.text) else ""

    def begin(self, text: str = "") -> None:
        """Have the field, with something in it."""
        self.open = True
        self._line.insert(text)
        self._look()

    def end(self) -> None:
        """Look for nothing any more."""
        self.open, self._then = False, None
        self._line.text = ""
        self._look()

    def press(self, key: str) -> bool:
        """Type or edit; whether the key was one of ours comes back."""
        if key in ("up", "down") or not self._line.press(key):
            return False
        self._then = None
        self._look()
        return True

    def once_found(self, then: Callable[[Lobby], None]) -> None:
        """Do this as soon as it is known what is found by what was typed."""
        self._then = then
        self.hear()

    def page(self, first: int) -> None:
        """Have another part of the tables told."""
        lobby = self._client.lobby
        if lobby is not None and not self._asked and first != lobby.first:
            self._browse(first)

    def _look(self) -> None:
        if self.text != self._wanted:
            self._browse(0)

    def _browse(self, first: int) -> None:
        text, client = self.text, self._client
        folded = text.casefold()
        games = [
            offer.id
            for offer in client.games
            if folded and folded in short_name(client.words, offer.id).casefold()
        ]
        self._wanted, self._asked = text, True
        client.ask(
            lambda command: Browse(id=command, text=text, games=games, first=first),
            done=self._answered,
            refused=self._refused,
        )

    def _answered(self) -> None:
        self._asked = False

    def _refused(self, reason: str) -> None:
        self._asked = False
        self._client.refused(reason)

    def hear(self) -> None:
        """The server may have told what is found."""
        lobby = self._client.lobby
        if self._then is not None and lobby is not None and lobby.text == self._wanted:
            then, self._then = self._then, None
            then(lobby)

    def paint(self, canvas: Canvas, y: int) -> int:
        """The field after its name; the column behind it comes back."""
        x = canvas.put(3, y, self._client.words._("Code or name:"), "ground gold", limit=30) + 1
        self._line.paint(canvas, x, y, ROOM)
        return x + ROOM + 2
