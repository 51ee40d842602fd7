"""What every screen and dialog answers. None of them knows Textual: they paint and are pressed."""

from typing import TYPE_CHECKING

from keltis_tui.painters.bars import EVERYWHERE, Key
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.words import Words

if TYPE_CHECKING:
    from keltis_tui.session import Session


class Screen:
    """One screen: what it shows, which keys it knows, what a key or a click does."""

    def __init__(self, session: "Session") -> None:
        self.session = session

    @property
    def words(self) -> Words:
        """The words of this person's language."""
        return self.session.words

    def key_bar(self) -> list[Key]:
        """The keys that do something now, for the key bar and the help."""
        return []

    def more_keys(self) -> list[Key]:
        """Keys that are in the help, and in the key bar where it has room."""
        return list(EVERYWHERE)

    def legend(self) -> list[tuple[str, str, str]]:
        """Signs that the help explains: sign, style, what it means."""
        return []

    def press(self, key: str) -> None:
        """Do what a key stands for here."""

    def paste(self, text: str) -> None:
        """Take in text that came at once."""

    def click(self, target: Target) -> None:
        """Do what a click on something on this screen stands for."""

    def paint(self, canvas: Canvas) -> None:
        """Paint the whole screen; a dialog paints itself over the screen below it."""
        raise NotImplementedError
