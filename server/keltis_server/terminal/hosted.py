"""What an app must do without, or do otherwise, when it runs in the server for somebody else."""

import io
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console, RenderableType
from textual.app import App
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.worker import WorkerFailed

from keltis_server.mishaps import log_mishap
from keltis_server.terminal.clean import CLEAN
from keltis_server.terminal.client import UNKNOWN_SIZE
from keltis_server.terminal.driver import WireDriver
from keltis_server.terminal.wire import Wire

_CONSOLE: Final = Console(
    color_system="truecolor",
    file=io.StringIO(),
    width=UNKNOWN_SIZE[0],
    height=UNKNOWN_SIZE[1],
    highlight=False,
    emoji=False,
    legacy_windows=False,
    force_terminal=True,
    safe_box=False,
    _environ={},
)
"""One for all: styles are cached across apps, so every app must draw in the same colours."""


class Hosted(App[str]):
    """Comes first among the bases of an app, and keeps it away from the server's machine.

    `class GameAtTheDoor(Hosted, KeltisApp)` is the same app, fit to be hosted.
    """

    wire_driver: WireDriver | None = None
    """The driver, once the app has begun."""
    crashed: bool = False
    """Whether the app ended by a mistake of ours."""

    _wire: Wire

    def settle(self, wire: Wire) -> None:
        """Belong to the client at the end of `wire` instead of to the server's terminal."""
        self._wire = wire
        self.console = _CONSOLE
        self.no_color = False
        self.features = frozenset()
        self.animation_level = "none"
        # Textual redirects the whole process's output into the app that started last, and leaves
        # it on a dead app if they end in another order. Redirected to itself it stays.
        vars(self).update(_capture_stdout=sys.stdout, _capture_stderr=sys.stderr)

    def redraw(self) -> None:
        """Draw everything for a client that reads again."""
        self.refresh()

    def toggle_mouse(self, *, on: bool) -> None:
        """Let the mouse play, or leave it to the person's terminal for selecting text."""
        self._wire.set_mouse(on=on)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Full colours for everybody, and nothing but text in texts."""
        ours = [line for line in super().get_line_filters() if isinstance(line, ANSIToTruecolor)]
        return [*ours, CLEAN]

    def copy_to_clipboard(self, text: str) -> None:
        """Copy inside the app only."""
        self._clipboard = text

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
        self._close_messages_no_wait()

    def _build_driver(
        self,
        headless: bool,  # noqa: ARG002
        inline: bool,  # noqa: ARG002
        mouse: bool,
        size: tuple[int, int] | None,
    ) -> Driver:
        self.wire_driver = WireDriver(self, self._wire, mouse=mouse, size=size or UNKNOWN_SIZE)
        return self.wire_driver

    def _handle_exception(self, error: Exception) -> None:
        log_mishap("a session", error.error if isinstance(error, WorkerFailed) else error)
        self._return_code = 1
        self.panic()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
