"""Textual without what a hosted app has no use for. Everything here leans on Textual's inside.

The game paints a canvas and `Picture` knows the fewest bytes that show it, so Textual's own
screen, layout, compositor and styles only cost. Checked on Textual `CHECKED`; with any other
version `APPLIES` is false and hosted apps are drawn by Textual itself, slower but right.
"""

import asyncio
import inspect
from collections.abc import Callable
from typing import Final

import textual
from textual import events
from textual.app import App
from textual.message import Message
from textual.timer import Timer

CHECKED: Final = "8.2.8"
APPLIES: Final = textual.__version__ == CHECKED

_VARIABLES: Final[dict[str, str]] = {}


class BareApp(App[str]):
    """An app that has a driver, messages, timers and workers, but no screen and no styles.

    A picture of the lobby in an app with a bare screen and a shared stylesheet: 13 ms of CPU and
    140 kB; in this one 6.9 ms and 94 kB (drawn by Textual: 64 ms, 690 kB).
    """

    def get_css_variables(self) -> dict[str, str]:
        """Textual's own colours, worked out once for all. Without: 1.3 ms more."""
        if not _VARIABLES:
            _VARIABLES.update(super().get_css_variables())
        self.theme_variables = _VARIABLES
        return _VARIABLES

    async def _process_messages(
        self,
        ready_callback: Callable[[], object] | None = None,
        headless: bool = False,
        inline: bool = False,
        inline_no_clear: bool = False,  # noqa: ARG002
        mouse: bool = True,
        terminal_size: tuple[int, int] | None = None,
        message_hook: Callable[[Message], None] | None = None,  # noqa: ARG002
    ) -> None:
        """Live from the first message to the last."""
        with self._context():
            self._running = True
            driver = self._driver = self._build_driver(headless, inline, mouse, terminal_size)
            driver.start_application_mode()
            try:
                await self._dispatch_message(events.Mount())
                if ready_callback is not None:
                    ready_callback()
                await self._process_messages_loop()
            except asyncio.CancelledError:
                pass
            finally:
                self.workers.cancel_all()
                self._running = False
                await Timer._stop_all(self._timers)
                driver.stop_application_mode()

    async def on_callback(self, event: events.Callback) -> None:
        """Do what was to be done later; Textual's own way asks for a screen first."""
        event.prevent_default()
        done = event.callback() if not self._closing else None
        if inspect.isawaitable(done):
            await done
