"""The Textual app: one screen, one widget, and the line to the server."""

import asyncio
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType

from keltis_protocol.link import Link, LinkClosed
from keltis_tui.entrance import Entrance
from keltis_tui.home import Home
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.widgets.canvas_widget import CanvasWidget
from keltis_tui.words import Words

MOUSE: Final = (1000, 1003, 1015, 1006)
"""The modes in which a terminal tells what the mouse does."""


class KeltisApp(App[str], inherit_bindings=False):
    """Passes keys to the session, facts from the line, and shows what the session paints.

    The app's return value is the last word for the person who leaves; often there is none.
    """

    TITLE = "Keltis"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS = "Screen { layout: vertical; overflow: hidden; }"

    def __init__(
        self,
        link: Link,
        words: Words,
        entrance: Entrance = Entrance(),  # noqa: B008 - it is frozen
        home: Home | None = None,
        colours: str = "",
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        settings = Settings.of(home.preferences()) if home is not None else None
        self.session = Session(words, entrance, settings)
        self.session.colours = colours
        self._home = home
        self._shown = Settings()
        """The settings that were last applied to the terminal and remembered."""
        self._link = link
        self._to_send = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Nothing but the canvas."""
        yield CanvasWidget(self.session.theme)

    def on_mount(self) -> None:
        """Begin to listen and to talk."""
        self.query_one(CanvasWidget).focus()
        self._to_send.set()
        self.run_worker(self._listen(), name="listen")
        self.run_worker(self._talk(), name="talk")

    async def _listen(self) -> None:
        """Take in every fact until the line is closed."""
        while self.session.farewell is None:
            try:
                self.session.hear(await self._link.receive())
            except LinkClosed as closed:
                self.session.lost(closed.reason)
            self._show()

    async def _talk(self) -> None:
        """Send what the session has to say, in order."""
        outbox = self.session.outbox
        while self.session.farewell is None:
            await self._to_send.wait()
            self._to_send.clear()
            while outbox:
                try:
                    await self._link.send(outbox.popleft())
                except LinkClosed:
                    return  # the one who listens says why

    def _show(self) -> None:
        """Show the session as it is now; send and ring what is due; leave if it is over."""
        session = self.session
        if session.farewell is not None:
            said = Text(session.farewell) if session.farewell else None
            self.exit(session.farewell, message=said)
            return
        if session.outbox:
            self._to_send.set()
        if session.bell:
            session.bell = False
            self.bell()
        self._settle_down()
        widget = self.query_one(CanvasWidget)
        width, height = widget.size
        if width and height:
            widget.show(session.paint(width, height), session.theme)

    def _settle_down(self) -> None:
        """Apply and remember settings that have changed."""
        before, now = self._shown, self.session.settings
        if now == before:
            return
        self._shown = now
        if now.mouse != before.mouse:
            self.toggle_mouse(on=now.mouse == "on")
        if self._home is not None and now != Settings.of(self._home.preferences()):
            self._home.remember(now.preferences())

    def toggle_mouse(self, *, on: bool) -> None:
        """Let the mouse play, or leave it to the terminal for selecting text."""
        if self._driver is not None:
            self._driver.write("".join(f"\x1b[?{mode}{'h' if on else 'l'}" for mode in MOUSE))
            self._driver.flush()

    def on_canvas_widget_pressed(self, event: CanvasWidget.Pressed) -> None:
        """A key."""
        self.session.press(event.key)
        self._show()

    def on_canvas_widget_pasted(self, event: CanvasWidget.Pasted) -> None:
        """Text that came at once."""
        self.session.paste(event.text)
        self._show()

    def on_canvas_widget_clicked(self, event: CanvasWidget.Clicked) -> None:
        """A click on something."""
        self.session.click(event.target)
        self._show()

    def on_canvas_widget_resized(self) -> None:
        """More or less room."""
        self._show()

    async def on_unmount(self) -> None:
        """Hang up."""
        await self._link.close()
