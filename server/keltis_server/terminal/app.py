"""The game's app for somebody who came by plain `ssh`."""

import inspect

from textual import events
from textual.app import ComposeResult

from keltis_protocol.link import Link
from keltis_server.terminal.detached_link import DetachedLink
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import Theme
from keltis_tui.entrance import Entrance
from keltis_tui.textual_app import KeltisApp, key_of
from keltis_tui.textual_internals import SCREENLESS, ScreenlessApp
from keltis_words.words import words_for


class HostedKeltisApp(HostedApp, KeltisApp):
    """The same app that people run at home, drawn by Textual for a client."""

    def attach(self, writer: TerminalWriter) -> None:
        """Paint in the colours and signs of the client's terminal."""
        super().attach(writer)
        self.session.client.colours = writer.depth.value
        self.session.client.signs = writer.signs

    def recolour(self) -> None:
        """Paint once more, in the colours that the terminal turned out to show."""
        self.session.client.colours = self._writer.depth.value
        if not self.session.settings.colours:
            self._show()


class CanvasKeltisApp(ScreenlessApp, HostedKeltisApp):
    """The app whose canvas goes straight to the client, past Textual's widgets."""

    def attach(self, writer: TerminalWriter) -> None:
        """Paint for the client of `writer`."""
        super().attach(writer)
        self._picture = Picture(writer)
        self._pressed_at = (-1, -1)
        self._asked = False

    def compose(self) -> ComposeResult:
        """No widget at all."""
        yield from ()

    @property
    def room(self) -> tuple[int, int]:
        """The size of the client's terminal; none while the client would not see a picture."""
        if self.hosted_driver is None or not self._writer.open:
            return (0, 0)
        return self.hosted_driver.terminal_size

    def show_canvas(self, canvas: Canvas, theme: Theme) -> None:
        """Send the cells that differ from what the client sees."""
        self._picture.show(canvas, theme)
        if not self._asked and self._writer.open:
            self._asked = True
            self._picture.ask()

    def redraw(self) -> None:
        """Bring a client that reads again up to date."""
        self._show()

    async def on_event(self, event: events.Event) -> None:
        """Take keys, the mouse and the window's size: there is no screen that could."""
        match event:
            case events.Key():
                self.press(key_of(event))
            case events.Callback():
                done = event.callback() if self.is_running else None
                if inspect.isawaitable(done):
                    await done
            case events.Resize():
                self._show()
            case events.MouseDown():
                self._pressed_at = (event.x, event.y)
            case events.MouseUp():
                target = self._picture.target_at(event.x, event.y)
                if target is not None and self._pressed_at == (event.x, event.y):
                    self.choose(target)
            case events.MouseScrollUp():
                self.press("pageup")
            case events.MouseScrollDown():
                self.press("pagedown")
            case events.MouseEvent() | events.AppFocus() | events.AppBlur():
                pass
            case _:
                await super().on_event(event)


def game_app(link: Link, language: str, entrance: Entrance = Entrance()) -> HostedApp:  # noqa: B008 - it is frozen
    """An app for one visit, which goes straight where the entrance leads."""
    kind = CanvasKeltisApp if SCREENLESS else HostedKeltisApp
    return kind(DetachedLink(link), words_for(language), entrance)
