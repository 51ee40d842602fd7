"""The Textual app: one screen, one widget, and the line to the server."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.timer import Timer

from keltis_protocol.link import Link, LinkClosed
from keltis_protocol.messages import Fact, Lobby
from keltis_tui.alarm import Alarm
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.themes import Theme
from keltis_tui.canvas_widget import CanvasWidget
from keltis_tui.client import SaveFile
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.settings_file import SettingsFile
from keltis_tui.steady_link import SteadyLink
from keltis_tui.terminal_kinds import NOTICES, colours_of, signs_of
from keltis_tui.terminal_window import TerminalWindow
from keltis_tui.textual_internals import console, write_to_terminal
from keltis_words.words import Words

ATTENTION: Final = 2.0
"""Seconds after a key in which everything is shown at once."""
NEWS: Final = (0.2, 1.0)
"""Seconds that the lobby's news may wait for somebody who only looks on. Chance spreads them, so
that a server full of lookers-on does not paint all of them in the same moment."""
TICK: Final = 0.05
"""Seconds that a clock is looked at after it has changed, rather than just before."""
ANSWER: Final = 0.05
"""Seconds to wait for the server's answer to a key before it is shown that none has come yet."""


def key_of(event: events.Key) -> str:
    """A key: its character if it has one, else its name."""
    typed = event.is_printable and not event.key.startswith(("alt+", "ctrl+"))
    return (typed and event.character) or event.key


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
        settings_file: SettingsFile | None = None,
        terminal: Mapping[str, str] | None = None,
        save: SaveFile | None = None,
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self.console = console(file=self.console.file)
        settings = Settings.of(settings_file.preferences()) if settings_file is not None else None
        self.session = Session(words, entrance, settings)
        if terminal is not None:
            term = terminal.get("TERM", "")
            self.session.client.colours = colours_of(term, terminal)
            self.session.client.signs = signs_of(term, terminal)
        self.session.client.save = save
        self._settings_file = settings_file
        self._motion: Timer | None = None
        """When the next picture of something that moves is due."""
        self._tick = Alarm()
        """When time itself will have changed what is shown."""
        self._title = ""
        """What the terminal's window is called by us; empty before we called it anything."""
        self._window = TerminalWindow(lambda sequence: write_to_terminal(self, sequence))
        self._shown = Settings()
        """The settings that were last applied to the terminal and remembered."""
        self._link = link
        if isinstance(link, SteadyLink):
            link.tell = self._tell_of_line
        self._to_send = asyncio.Event()
        self._arrived = False
        self._due = False
        """Whether a picture is due."""
        self._later = Alarm()
        """When something will be shown that can wait."""
        self._offer = Alarm()
        """When something is to be offered to one who waits."""
        self._attended = 0.0

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None that would change colours."""
        return ()

    def compose(self) -> ComposeResult:
        """Nothing but the canvas."""
        yield CanvasWidget(self.session.theme)

    def on_mount(self) -> None:
        """Begin to listen and to talk."""
        self._to_send.set()
        self.run_worker(self._listen(), name="listen")
        self.run_worker(self._send(), name="send")

    async def _listen(self) -> None:
        """Take in every fact until the line is closed."""
        while self.session.farewell is None:
            try:
                self._hear(await self._link.receive())
            except LinkClosed as closed:
                self.session.lost(closed.reason)
                self._show()

    def _hear(self, fact: Fact) -> None:
        """Take in a fact; what the lobby tells somebody who only looks on may wait a little."""
        before = self.session.lobby
        self.session.hear(fact)
        if not isinstance(fact, Lobby) or not self._arrived or self.session.outbox:
            self._show()
        elif fact != before:
            loop = asyncio.get_running_loop()
            if loop.time() < self._attended + ATTENTION:
                self._show()
            elif not self._later.set:
                self._later.ring(random.uniform(*NEWS), self._show)

    def _tell_of_line(self, seconds: float | None) -> None:
        """Say that the line is down and when it is tried again, or that it is there again."""
        self.session.line_down(seconds)
        self._show()

    async def _send(self) -> None:
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

    def _show(self, *, at_once: bool = False) -> None:
        """Send and ring what is due; leave if it is over; have the session shown as it is then.

        However much happens before that, it is painted once; `at_once` if nothing more waits.
        """
        session = self.session
        if session.farewell is not None:
            said = Text(session.farewell) if session.farewell else None
            self.exit(session.farewell, message=said)
            return
        asked = bool(session.outbox)
        if asked:
            self._to_send.set()
        if session.effects.bell:
            session.effects.bell = False
            self.bell()
            if session.settings.notice in NOTICES:
                self.show_notice(session.settings.notice)
        self._apply_settings()
        self._arrived = self._arrived or session.arrived
        if not self._arrived or self._due:
            return
        if asked:
            self._later.ring(ANSWER, self._show)
        elif at_once and not self.message_queue_size:
            self._paint()
        else:
            self._due = self.call_later(self._paint)

    def _paint(self) -> None:
        self._due = False
        self._later.cancel()
        width, height = self.room
        if not (width and height) or self.session.farewell is not None:
            return
        self.show_canvas(self.session.paint(width, height), self.session.theme)
        if self.session.title != self._title:
            self._title = self.session.title
            self.set_title(self._title)
        self._offer.ring(self.session.patience, self._show)
        pause = self.session.effects.pause
        if self._motion is not None and pause is None:
            self._motion.stop()
            self._motion = None
        elif self._motion is None and pause is not None:
            self._motion = self.set_timer(pause, self._next_picture)
        tick = self.session.tick
        self._tick.ring(None if tick is None else tick + TICK, self._show)

    def _next_picture(self) -> None:
        """What moves is seen in the next picture, or comes to rest."""
        self._motion = None
        self.session.advance()
        self._show()

    @property
    def room(self) -> tuple[int, int]:
        """How many cells there are to paint in; none before the app has begun and after its end."""
        for widget in self.query(CanvasWidget):
            return widget.size
        return (0, 0)

    def show_canvas(self, canvas: Canvas, theme: Theme) -> None:
        """Bring a painted canvas to the terminal."""
        self.query_one(CanvasWidget).show(canvas, theme)

    def _apply_settings(self) -> None:
        """Apply and remember settings that have changed."""
        before, now = self._shown, self.session.settings
        if now == before:
            return
        self._shown = now
        if now.mouse != before.mouse:
            self.toggle_mouse(on=now.mouse == "on")
        if self._settings_file is not None and now != Settings.of(
            self._settings_file.preferences()
        ):
            self._settings_file.remember(now.preferences())

    def toggle_mouse(self, *, on: bool) -> None:
        """Let the mouse play, or leave it to the terminal for selecting text."""
        self._window.take_mouse(on=on)

    def show_notice(self, number: str) -> None:
        """Have the terminal show that it is this person's turn, by the sequence of that number."""
        self._window.show_notice(number)

    def set_title(self, title: str) -> None:
        """Call the terminal's window so; what it was called before comes back at the end."""
        self._window.set_title(title)

    async def on_event(self, event: events.Event) -> None:
        """Take keys and pastes at once: nothing else in the app listens to them."""
        match event:
            case events.Key():
                self.press(key_of(event))
            case events.Paste():
                self._attend()
                self.session.paste(event.text)
                self._show()
            case _:
                await super().on_event(event)

    def press(self, key: str) -> None:
        """A key, as `key_of` says it."""
        self._attend()
        self.session.press(key)
        self._show(at_once=True)

    def _attend(self) -> None:
        self._attended = asyncio.get_running_loop().time()

    def on_canvas_widget_pressed(self, event: CanvasWidget.Pressed) -> None:
        """The wheel, which scrolls as keys do."""
        self.press(event.key)

    def on_canvas_widget_clicked(self, event: CanvasWidget.Clicked) -> None:
        """A click on something."""
        self.choose(event.target)

    def choose(self, target: Target) -> None:
        """Something was clicked."""
        self._attend()
        self.session.click(target)
        self._show()

    def on_canvas_widget_resized(self) -> None:
        """More or less room."""
        self._show()

    async def on_unmount(self) -> None:
        """Hang up."""
        for alarm in (self._later, self._offer, self._tick):
            alarm.cancel()
        self._window.give_back_title()
        await self._link.close()
