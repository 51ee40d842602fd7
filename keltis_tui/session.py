"""One person's session: facts, keys and clicks go in; a canvas and commands come out.

It knows neither Textual nor the line.
"""

from collections import deque

from keltis_protocol.messages import Command, Fact, Lobby
from keltis_tui.canvas.ascii import in_ascii
from keltis_tui.canvas.bars import paint_unused
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.flash import paint_flash
from keltis_tui.canvas.text import wrap
from keltis_tui.canvas.themes import Theme
from keltis_tui.client import Client
from keltis_tui.entrance import Entrance
from keltis_tui.navigation import Navigation
from keltis_tui.screens.screen import Screen
from keltis_tui.settings import Settings
from keltis_tui.table.effects import Effects
from keltis_tui.table.layout import SMALLEST
from keltis_words.glyphs import ASCII
from keltis_words.words import Words


class Session:
    """What is known, which screen is shown, and the picture of it."""

    def __init__(self, words: Words, entrance: Entrance, settings: Settings | None = None) -> None:
        self.client = Client(words, entrance, settings)
        self.navigation = Navigation(self.client)
        self._too_small = False
        """Whether there is no room to paint in: nobody plays what cannot be seen."""
        self._before: Canvas | None = None
        """The last picture in which nothing was lit up."""

    @property
    def screen(self) -> Screen:
        """What keys go to."""
        return self.navigation.top

    @property
    def theme(self) -> Theme:
        """How everything looks."""
        return self.client.theme

    @property
    def settings(self) -> Settings:
        """How this person likes things."""
        return self.client.settings

    @property
    def lobby(self) -> Lobby | None:
        """What was last told of the lobby."""
        return self.client.lobby

    @property
    def effects(self) -> Effects:
        """What is heard or seen for a moment only."""
        return self.client.effects

    @property
    def title(self) -> str:
        """What the terminal's window is called: where one is, and whether one is waited for."""
        return self.navigation.base.title

    @property
    def tick(self) -> float | None:
        """In how many seconds time itself changes what is shown; None if it does not."""
        return self.navigation.base.tick

    @property
    def outbox(self) -> deque[Command]:
        """What is to be sent."""
        return self.client.requests.outbox

    @property
    def arrived(self) -> bool:
        """Whether the first picture is worth painting."""
        return self.client.arrived

    @property
    def farewell(self) -> str | None:
        """Once the session is over: the last word, or nothing to say."""
        return self.client.farewell

    @property
    def patience(self) -> float | None:
        """In how many seconds something else is offered to one who waits; None if nobody does."""
        return self.client.patience or None

    def press(self, key: str) -> None:
        """A key was pressed."""
        self.client.acknowledge()
        if key in ("ctrl+c", "ctrl+q"):
            self.client.leave("")
        elif not self._too_small:
            self.navigation.press(key)

    def paste(self, text: str) -> None:
        """Text came at once."""
        self.screen.paste(text)

    def click(self, target: Target) -> None:
        """A target was clicked; one that stands for a key is that key."""
        if target.kind == "key":
            self.press(target.key)
        else:
            self.client.acknowledge()
            self.screen.click(target)

    def hear(self, fact: Fact) -> None:
        """The server told something. If it brings other keys, nothing stands in their place."""
        before = self.screen.key_bar() if self.client.unused_key else []
        self.client.hear(fact)
        self.navigation.hear(fact)
        if self.client.unused_key and self.screen.key_bar() != before:
            self.client.unused_key = ""

    def advance(self) -> None:
        """What is seen for a moment goes on; after the end of a game the score sheet follows."""
        if self.effects.advance():
            self.navigation.show_scores()

    def line_down(self, seconds: float | None) -> None:
        """The line is down and will be tried again, or is there again."""
        words = self.client.words
        text = words._(
            "The line is down. Trying again in {seconds} s.", seconds=round(seconds or 0)
        )
        self.client.message = text if seconds is not None else words._("The line is there again.")

    def lost(self, reason: str) -> None:
        """The line is down."""
        self.client.lost(reason)

    def paint(self, width: int, height: int) -> Canvas:
        """The whole picture for a terminal of this size."""
        canvas = Canvas(width, height)
        self._too_small = width < SMALLEST[0] or height < SMALLEST[1]
        if self._too_small:
            self._paint_too_small(canvas)
            return canvas
        self.navigation.base.paint(canvas)
        for dialog in self.navigation.dialogs:
            dialog.paint(canvas)
        if self.client.unused_key:
            paint_unused(canvas, self.client.words, self.client.unused_key)
        if self.theme.glyphs is ASCII:
            in_ascii(canvas)
        if self.effects.light is not None:
            paint_flash(canvas, self._before)
        else:
            self._before = canvas
        return canvas

    def _paint_too_small(self, canvas: Canvas) -> None:
        text = self.client.words._(
            "Keltis needs a window of {width} by {height} cells. Make this one larger; "
            "your game waits.",
            width=SMALLEST[0],
            height=SMALLEST[1],
        )
        lines = wrap(text, max(1, canvas.width - 2))
        for row, line in enumerate(lines, (canvas.height - len(lines)) // 2):
            canvas.centre(0, row, canvas.width, line, "ground bright")
