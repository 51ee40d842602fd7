"""The private names of Textual that we rely on: all of them, each with its contract test.

`tests/tui/test_textual_contract.py` says of each what to do when an upgrade changes it.
"""

import io
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

import textual
from rich.console import Console
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.message import Message
from textual.message_pump import MessagePump

__all__ = ["ANSI_SEQUENCES_KEYS", "FUNCTIONAL_KEYS"]

CHECKED: Final = "8.2.8"
"""The version of Textual in which an app was seen to live without a screen."""
SCREENLESS: Final = textual.__version__ == CHECKED
"""Whether it may; otherwise Textual draws embedded apps itself, slower but right."""

_VARIABLES: Final[dict[str, str]] = {}


def write_to_terminal(app: App[Any], sequence: str) -> None:
    """Write a control sequence to the terminal of an app, if it has one."""
    if app._driver is not None:
        app._driver.write(sequence)
        app._driver.flush()


def console(
    width: int | None = None, height: int | None = None, file: IO[str] | None = None
) -> Console:
    """A console in full colours that asks nothing of the environment, and writes to `file`."""
    return Console(
        color_system="truecolor",
        file=file if file is not None else io.StringIO(),
        width=width,
        height=height,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        _environ={},
    )


class KeyParser(XTermParser):
    """Textual's parser without its cache of keys.

    That cache is one for the whole process: it keeps a thousand parsers of people who are gone
    alive, each with its whole app, and hands the same key to several apps.
    """

    def finish(self) -> Iterator[Message]:
        """What is left if nothing more comes: the parser waits for more after an escape."""
        if self._timeout_time is not None:
            self._timeout_time = 0.0
            yield from self.tick()

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


class EmbeddedDriver(Driver):
    """A driver that is told the size of its terminal; the app asks it for that."""

    @property
    def terminal_size(self) -> tuple[int, int]:
        """The size of the terminal; nothing before it is known."""
        return self._size or (0, 0)

    @terminal_size.setter
    def terminal_size(self, size: tuple[int, int]) -> None:
        self._size = size


class EmbeddedApp(App[str]):
    """An app that runs inside a program beside others, in the task of whoever calls `live`."""

    def make_driver(self, *, mouse: bool, size: tuple[int, int] | None) -> Driver:
        """The driver for the terminal that this app is drawn on."""
        raise NotImplementedError

    def crash(self, error: Exception) -> None:
        """End after a mistake of ours, without a word on the program's own terminal."""
        raise NotImplementedError

    def leave_printing_alone(self) -> None:
        """Keep Textual from redirecting what the whole process prints.

        It redirects that into the app that started last, and leaves it on a dead app if they end in
        another order. Redirected to itself it stays.
        """
        vars(self).update(_capture_stdout=sys.stdout, _capture_stderr=sys.stderr)

    async def live(self, ready: Callable[[], None], size: tuple[int, int]) -> None:
        """Live from the first message to the last; `ready` is called when it takes keys."""
        with self._context():
            # As `App.run_test` does. `run_async` would change how the loop makes tasks, for all.
            try:
                await self._process_messages(ready_callback=ready, terminal_size=size)
            finally:
                await self._shutdown()

    def _build_driver(
        self,
        headless: bool,  # noqa: ARG002
        inline: bool,  # noqa: ARG002
        mouse: bool,
        size: tuple[int, int] | None,
    ) -> Driver:
        return self.make_driver(mouse=mouse, size=size)

    def _handle_exception(self, error: Exception) -> None:
        self.crash(error)

    def _print_error_renderables(self) -> None:
        """Print nothing at the end."""


class ScreenlessApp(EmbeddedApp):
    """An app that has a driver, messages, timers and workers, but no screen and no styles.

    For one that paints a canvas and sends it itself, Textual's screen, layout, compositor and
    styles only cost. A picture of the lobby in an app with a bare screen and a shared stylesheet:
    13 ms of CPU and 140 kB; in this one 6.9 ms and 94 kB (drawn by Textual: 64 ms, 690 kB).

    `on_event` has to carry out `events.Callback` itself: Textual's own way asks for a screen.
    """

    def get_css_variables(self) -> dict[str, str]:
        """Textual's own colours, worked out once for all. Without: 1.3 ms more."""
        if not _VARIABLES:
            _VARIABLES.update(super().get_css_variables())
        self.theme_variables = _VARIABLES
        return _VARIABLES

    async def live(self, ready: Callable[[], None], size: tuple[int, int]) -> None:
        """Live from the first message to the last; `ready` is called when it takes keys."""
        with self._context():
            driver = self._driver = self.make_driver(mouse=True, size=size)
            try:
                self.post_message(events.Mount())
                driver.start_application_mode()
                self.call_later(ready)
                await MessagePump._process_messages(self)
            finally:
                self.workers.cancel_all()
                driver.stop_application_mode()
                await self._shutdown()
