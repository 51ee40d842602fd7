"""The one widget of the app: shows a canvas, redraws only the cells that changed."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.themes import Theme


def _joins(before: Segment, text: str, style: Style) -> bool:
    """Whether blank text looks the same in the style before it: fewer pieces, fewer bytes."""
    last = before.style
    return (
        last is not None
        and text.isspace()
        and last.bgcolor == style.bgcolor
        and last.reverse == style.reverse
        and not last.underline
        and not style.underline
    )


class CanvasWidget(Widget, inherit_bindings=False):
    """Draws a canvas line by line and turns clicks into what they choose."""

    DEFAULT_CSS = "CanvasWidget { width: 100%; height: 100%; }"

    class Pressed(Message):
        """The wheel was turned: the key that does the same."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Clicked(Message):
        """A click on a cell that chooses something."""

        def __init__(self, target: Target) -> None:
            super().__init__()
            self.target = target

    class Resized(Message):
        """There is more or less room now."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._canvas = Canvas(0, 0)

    @property
    def canvas(self) -> Canvas:
        """What is shown."""
        return self._canvas

    def show(self, canvas: Canvas, theme: Theme) -> None:
        """Show another canvas; only what differs is drawn again."""
        before, self._canvas = self._canvas, canvas
        same_theme, self._theme = self._theme is theme, theme
        if same_theme and (before.width, before.height) == (canvas.width, canvas.height):
            changes = canvas.changes(before)
            if changes:
                self.refresh(*(Region(x, y, width, 1) for x, y, width in changes))
        else:
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the canvas as Textual draws it."""
        if y >= self._canvas.height:
            return Strip.blank(self.size.width, self._theme.style("ground"))
        segments: list[Segment] = []
        for text, names in self._canvas.runs(y):
            style = self._theme.style(names)
            if segments and _joins(segments[-1], text, style):
                last = segments.pop()
                segments.append(Segment(last.text + text, last.style))
            else:
                segments.append(Segment(text, style))
        return Strip(segments, self._canvas.width)

    def on_resize(self) -> None:
        """Ask for a canvas of the new size."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Pass on what the clicked cell chooses, if anything."""
        event.stop()
        target = self._canvas.target_at(event.x, event.y)
        if target is not None:
            self.post_message(self.Clicked(target))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel scrolls as the page keys do."""
        event.stop()
        self.post_message(self.Pressed("pageup"))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls as the page keys do."""
        event.stop()
        self.post_message(self.Pressed("pagedown"))
