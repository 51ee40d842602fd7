"""Textual's driver for a client's terminal: pictures go to a writer, keys come by calls."""

from pathlib import Path
from typing import BinaryIO, Literal, TextIO

from textual import events
from textual.geometry import Size
from textual.message import Message

from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.textual_internals import EmbeddedApp, EmbeddedDriver


class HostedDriver(EmbeddedDriver):
    """The driver of one hosted app. No thread, no file, nothing of the server's own machine."""

    def __init__(
        self, app: EmbeddedApp, writer: TerminalWriter, *, mouse: bool, size: tuple[int, int]
    ) -> None:
        super().__init__(app, mouse=mouse, size=size)
        self._post = app.post_message
        self._writer = writer
        self._takes_mouse = mouse
        self._pieces: list[str] = []

    def write(self, data: str) -> None:
        """Keep a piece of the next picture; texts for the operating system are not passed on."""
        if data == "\a":
            self._writer.ring()
        elif not data.startswith("\x1b]"):
            self._pieces.append(data)

    def flush(self) -> None:
        """Send the picture."""
        if self._pieces:
            picture = "".join(self._pieces)
            self._pieces.clear()
            self._writer.frame(picture)

    def start_application_mode(self) -> None:
        """Take the terminal over and tell the app its size."""
        self._writer.take(mouse=self._takes_mouse)
        self.resize(*self.terminal_size)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._pieces.clear()
        self._writer.give_back()

    def disable_input(self) -> None:
        """Nothing to do: who hosts the app stops feeding it."""

    def resize(self, width: int, height: int) -> None:
        """The person's window has this size now."""
        self.terminal_size = (width, height)
        size = Size(width, height)
        self.send_message(events.Resize(size, size))

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; everything runs in one thread, so directly."""
        self._post(message)

    def process_message(self, message: Message) -> None:
        """Hand on what the person did, unless it happened outside the window."""
        if not isinstance(message, events.MouseEvent):
            self._post(message)
            return
        width, height = self.terminal_size
        if 0 <= message.screen_x < width and 0 <= message.screen_y < height:
            super().process_message(message)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,  # noqa: ARG002
        save_path: Path,  # noqa: ARG002
        open_method: Literal["browser", "download"] = "download",  # noqa: ARG002
        encoding: str | None = None,  # noqa: ARG002
        mime_type: str | None = None,  # noqa: ARG002
        name: str | None = None,  # noqa: ARG002
    ) -> None:
        """Save nothing: the file would lie on the server."""
        binary.close()
