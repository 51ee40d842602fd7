"""Runs one hosted app for one client: bytes in, bytes out, and the terminal given back."""

import asyncio
import contextvars
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from keltis_server.terminal.client import Client, clamp
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.input.queue import InputQueue
from keltis_server.terminal.output.writer import TerminalWriter

LEFT: Final = "left"
"""The app ended by itself: the person left."""
CRASHED: Final = "crashed"
STALLED: Final = "stalled"
"""The client did not read for too long."""

STALL_SECONDS: Final = 30.0
RESIZE_SECONDS: Final = 0.1
"""The least time between two sizes; of those in between only the last counts."""
RESIZED_CELLS: Final = 50_000
"""Cells that are drawn anew for new sizes in a second: a huge window may change less often."""
LEAVE_SECONDS: Final = 2.0
"""How long an app may take to end before it is cut off."""


class AppRunner:
    """One client's session, from the first picture to the terminal given back.

    Every call comes from the event loop's thread. The app lives in a context of its own, so that
    no other app is ever taken for it.
    """

    def __init__(
        self,
        make_app: Callable[[], HostedApp],
        send: Callable[[bytes], None],
        client: Client,
        *,
        stall_seconds: float = STALL_SECONDS,
    ) -> None:
        self._make_app = make_app
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.Context()
        self._writer = TerminalWriter(send, client)
        self._app: HostedApp | None = None
        self._task: asyncio.Task[None] | None = None
        self._reason = ""
        self._held = ExitStack()
        """What keeps the app from drawing while the client is behind."""
        self._is_held = False
        self._stall_seconds = stall_seconds
        self._stall: asyncio.TimerHandle | None = None
        self._size = (client.width, client.height)
        self._resize: asyncio.TimerHandle | None = None
        self._resized_at = -RESIZE_SECONDS
        self._cut: asyncio.TimerHandle | None = None
        self.input = InputQueue(self._loop, self._context)
        """Where the client's bytes go; it has room for so many and says when it is full."""
        self.input.cells = client.width * client.height
        self.input.listen(self._answered)

    async def run(self, starting: asyncio.Semaphore | None = None) -> str:
        """Run the app to its end and say why it ended: a code, `LEFT` if the person left.

        `starting` bounds how many apps begin at once, so that a rush of logins does not hold up
        the games under way.
        """
        self._task = self._loop.create_task(self._live(starting), context=self._context)
        try:
            await self._task
        except asyncio.CancelledError:
            if not self._reason:
                raise
        finally:
            self._task.cancel()
            self._forget()
            self._writer.give_back()
        if self._app is not None and self._app.crashed and not self._reason:
            return CRASHED
        return self._reason or LEFT

    @property
    def farewell(self) -> str:
        """The app's own last word to the person, if it had one."""
        return (self._app.return_value or "") if self._app is not None else ""

    def close(self, reason: str) -> None:
        """End the session from outside; `run` returns `reason` soon after."""
        if self._reason:
            return
        self._reason = reason
        if self._task is not None:
            self._loop.call_soon(self._leave, context=self._context)
            self._cut = self._loop.call_later(LEAVE_SECONDS, self._task.cancel)

    def resize(self, width: int, height: int) -> None:
        """The client's window has a new size."""
        self._size = width, height = clamp(width, height)
        self.input.cells = width * height
        if self._resize is None:
            pause = max(RESIZE_SECONDS, width * height / RESIZED_CELLS)
            wait = self._resized_at + pause - self._loop.time()
            self._resize = self._loop.call_later(
                max(0.0, wait), self._apply_size, context=self._context
            )

    def pause(self) -> None:
        """The client is behind: draw nothing until `resume`, and give up if that never comes."""
        self._writer.blocked = True
        if self._stall is None:
            self._stall = self._loop.call_later(self._stall_seconds, self.close, STALLED)
        self._loop.call_soon(self._hold, context=self._context)

    def resume(self) -> None:
        """The client reads again: one picture of how things stand now."""
        self._writer.blocked = False
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        self._loop.call_soon(self._hold, context=self._context)

    async def _live(self, starting: asyncio.Semaphore | None) -> None:
        begun = asyncio.Event()
        if starting is not None:
            await starting.acquire()
            self._loop.create_task(_release(starting, begun))

        def ready() -> None:
            begun.set()
            if app.hosted_driver is not None:
                self.input.open(app.hosted_driver.process_message)
            self._apply_size()
            self._hold()

        try:
            if not self._reason:
                self._app = app = self._make_app()
                app.attach(self._writer)
                await app.live(ready, self._size)
        finally:
            begun.set()

    def _leave(self) -> None:
        if self._app is not None:
            self._app.exit()

    def _hold(self) -> None:
        """Stop drawing while the client is behind; draw everything once it is free again."""
        app = self._app
        if app is None or not app.is_running or self._is_held is self._writer.blocked:
            return
        self._is_held = self._writer.blocked
        if self._is_held:
            self._held.enter_context(app.batch_update())
        else:
            self._held.close()
            app.redraw()

    def _answered(self, answer: str) -> None:
        """The terminal said something by itself: it may show more colours than was known."""
        if self._writer.learn(answer) and self._app is not None:
            self._app.recolour()

    def _apply_size(self) -> None:
        self._resize = None
        driver = self._app.hosted_driver if self._app is not None else None
        if driver is not None and self._size != driver.terminal_size:
            self._resized_at = self._loop.time()
            driver.resize(*self._size)

    def _forget(self) -> None:
        self.input.close()
        for timer in (self._stall, self._resize, self._cut):
            if timer is not None:
                timer.cancel()


async def _release(starting: asyncio.Semaphore, begun: asyncio.Event) -> None:
    await begun.wait()
    starting.release()
