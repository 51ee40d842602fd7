"""Writes one session to one client's terminal, and nothing while the client does not read."""

from collections.abc import Callable

from keltis_server.terminal.client import Client
from keltis_server.terminal.colour_query import colour_query, full_colour
from keltis_server.terminal.colours import Depth, downgrade
from keltis_server.terminal.output import sequences
from keltis_server.terminal.output.sanitize import STEERING
from keltis_tui.terminal_kinds import NOTICES


class TerminalWriter:
    """Sends pictures in the client's colours. While the client does not read they are dropped."""

    def __init__(self, send: Callable[[bytes], None], client: Client) -> None:
        self._send = send
        self._titled = client.titled
        self._title = sequences.TITLE
        self._taken = False
        self._mouse = False
        self.depth = client.depth
        self.erases = client.erases
        """Whether erasing is a way to write blanks in any colour."""
        self.signs = client.signs
        self.tells = client.tells
        """Whether the terminal may be asked how many colours it shows."""
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

    def learn(self, answer: str) -> bool:
        """Hear the terminal's answer to what was asked; whether it changes anything."""
        if not self.tells or not full_colour(answer):
            return False
        self.tells = False
        self.depth = Depth.FULL
        return True

    def ask(self, corner: tuple[int, int], repainted: str) -> None:
        """Ask how many colours there are, and repaint the corner where that is asked.

        The answer may come whenever it likes, or never.
        """
        if self.open:
            self._write(colour_query(corner) + repainted)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        if self.open:
            self._write("\a")

    def show_notice(self, number: str) -> None:
        """Have the terminal show that it is this person's turn, in the one way of that number."""
        if self.open:
            self._write(NOTICES[number])

    def set_title(self, text: str) -> None:
        """Call the window so, if it has a title; the one it had comes back at the end."""
        clean = STEERING.sub("", text)
        if self.open and self._titled and clean != self._title:
            self._title = clean
            self._write(sequences.title(clean))

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
