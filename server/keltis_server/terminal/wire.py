"""The way from one session to one client's terminal, open no wider than the client reads."""

from collections.abc import Callable

from keltis_server.terminal import sequences
from keltis_server.terminal.client import Client
from keltis_server.terminal.colours import downgrade


class Wire:
    """Sends pictures in the client's colours. While the client does not read they are dropped."""

    def __init__(self, send: Callable[[bytes], None], client: Client) -> None:
        self._send = send
        self._titled = client.titled
        self._taken = False
        self._mouse = False
        self.depth = client.depth
        self.erases = client.erases
        """Whether erasing is a way to write blanks in any colour."""
        self.blocked = False
        """Whether the client is behind; pictures drawn meanwhile are dropped, not kept."""

    def take(self, *, mouse: bool) -> None:
        """Begin: the terminal is ours from now on."""
        self._taken = True
        self._mouse = mouse
        self._write(sequences.take(mouse=mouse, titled=self._titled))

    @property
    def open(self) -> bool:
        """Whether the terminal is ours and the client reads."""
        return self._taken and not self.blocked

    def frame(self, picture: str) -> None:
        """Show a picture in full colours, all of it at once, as the client's terminal can."""
        if self.open:
            self.show(downgrade(picture, self.depth))

    def show(self, picture: str) -> None:
        """Show a picture that is in the client's colours already."""
        if self.open:
            self._write(sequences.FRAME_START + picture + sequences.FRAME_END)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        if self.open:
            self._write("\a")

    def set_mouse(self, *, on: bool) -> None:
        """Let the mouse play, or let it select text as it does elsewhere."""
        if self._taken and self._mouse is not on:
            self._mouse = on
            self._write(sequences.MOUSE_ON if on else sequences.MOUSE_OFF)

    def give_back(self) -> None:
        """End: the terminal is as it was before. Said once, even to a client that is behind."""
        if self._taken:
            self._taken = False
            self._write(sequences.give_back(titled=self._titled))

    def _write(self, text: str) -> None:
        self._send(text.encode("utf-8", "replace"))
