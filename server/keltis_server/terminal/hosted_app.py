"""What an app must do without, or do otherwise, when it runs in the server for somebody else."""

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from textual.driver import Driver
from textual.filter import LineFilter
from textual.worker import WorkerFailed

from keltis_server.guard import log_failure
from keltis_server.terminal.client import UNKNOWN_SIZE
from keltis_server.terminal.driver import HostedDriver
from keltis_server.terminal.output.sanitize import CLEAN
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.textual_internals import EmbeddedApp, console

_CONSOLE: Final = console(*UNKNOWN_SIZE)
"""One for all: styles are cached across apps, so every app must draw in the same colours."""


class HostedApp(EmbeddedApp):
    """Comes first among the bases of an app, and keeps it away from the server's machine.

    `class HostedKeltisApp(HostedApp, KeltisApp)` is the same app, fit to be hosted.
    """

    hosted_driver: HostedDriver | None = None
    """The driver, once the app has begun."""
    crashed: bool = False
    """Whether the app ended by a mistake of ours."""

    _writer: TerminalWriter

    def attach(self, writer: TerminalWriter) -> None:
        """Belong to the client of `writer` instead of to the server's terminal."""
        self._writer = writer
        self.console = _CONSOLE
        self.no_color = False
        self.features = frozenset()
        self.animation_level = "none"
        self.leave_printing_alone()

    def redraw(self) -> None:
        """Draw everything for a client that reads again."""
        self.refresh()

    def recolour(self) -> None:
        """The terminal turned out to show other colours."""

    def toggle_mouse(self, *, on: bool) -> None:
        """Let the mouse play, or leave it to the person's terminal for selecting text."""
        self._writer.set_mouse(on=on)

    def set_title(self, title: str) -> None:
        """Call the window of the person's terminal so."""
        self._writer.set_title(title)

    def show_notice(self, number: str) -> None:
        """Have the person's terminal show that it is their turn."""
        self._writer.show_notice(number)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The very colours of the theme, and nothing but text in texts."""
        return [CLEAN]

    def save_screenshot(
        self,
        filename: str | None = None,  # noqa: ARG002
        path: str | None = None,  # noqa: ARG002
        time_format: str | None = None,  # noqa: ARG002
    ) -> str:
        """Save nothing: the file would lie on the server."""
        return ""

    def deliver_screenshot(
        self,
        filename: str | None = None,  # noqa: ARG002
        path: str | None = None,  # noqa: ARG002
        time_format: str | None = None,  # noqa: ARG002
    ) -> str | None:
        """Deliver nothing."""
        return None

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002
        """End the app without printing anything on the server."""
        self.crashed = True
        self.exit()

    def make_driver(self, *, mouse: bool, size: tuple[int, int] | None) -> Driver:
        """A driver that draws for the client."""
        self.hosted_driver = HostedDriver(
            self, self._writer, mouse=mouse, size=size or UNKNOWN_SIZE
        )
        return self.hosted_driver

    def crash(self, error: Exception) -> None:
        """End this session only, and log no cards."""
        log_failure("a session", error.error if isinstance(error, WorkerFailed) else error)
        self.panic()
