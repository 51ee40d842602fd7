"""The game itself, made fit to be hosted."""

from textual import events
from textual.app import ComposeResult

from keltis_protocol.link import Link
from keltis_server.terminal import lean
from keltis_server.terminal.airlock import Airlock
from keltis_server.terminal.hosted import Hosted
from keltis_server.terminal.picture import Picture
from keltis_server.terminal.wire import Wire
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.themes import Theme
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.words import words_for


class GameAtTheDoor(Hosted, KeltisApp):
    """The same app that people run at home, for somebody who came by plain `ssh`."""

    def settle(self, wire: Wire) -> None:
        """Look as it fits the colours of the client's terminal."""
        super().settle(wire)
        self.session.colours = wire.depth.value


class LeanGame(lean.BareApp, GameAtTheDoor):
    """The game drawn straight to the client, past Textual's widgets."""

    def settle(self, wire: Wire) -> None:
        """Paint for the client at the end of `wire`."""
        super().settle(wire)
        self._picture = Picture(wire)
        self._pressed_at = (-1, -1)

    def compose(self) -> ComposeResult:
        """No widget at all."""
        yield from ()

    @property
    def room(self) -> tuple[int, int]:
        """The size of the client's terminal."""
        driver = self.wire_driver
        return (driver.terminal_size if driver is not None else None) or (0, 0)

    def show_canvas(self, canvas: Canvas, theme: Theme) -> None:
        """Send the cells that differ from what the client sees."""
        self._picture.show(canvas, theme)

    def redraw(self) -> None:
        """Bring a client that reads again up to date."""
        self._show()

    def _paint(self) -> None:
        """Paint nothing for a client that would not see it."""
        if self._wire.open:
            super()._paint()
        else:
            self._due = False

    async def on_event(self, event: events.Event) -> None:
        """Take the mouse and the window's size as directly as keys."""
        match event:
            case events.Key():
                await super().on_event(event)
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
            case events.MouseEvent():
                pass
            case _:
                await super().on_event(event)


def game_app(link: Link, language: str, join: str = "") -> Hosted:
    """An app for one visit; with `join` it goes straight to that table."""
    kind = LeanGame if lean.APPLIES else GameAtTheDoor
    return kind(Airlock(link), words_for(language), Entrance(join=join))
