"""What every screen and dialog answers. None of them knows Textual: they paint and are pressed."""

from typing import Final, Protocol

from keltis_tui.canvas.bars import EVERYWHERE, Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_words.words import Words

NAME: Final = "Keltis"


class Navigator(Protocol):
    """What a screen can ask for that is about other screens."""

    def open_dialog(self, dialog: "Screen", /) -> None:
        """Show a dialog over what is shown."""

    def close_dialog(self) -> None:
        """Take the dialog on top away."""

    def play_back(self, table: str, /, number: int = 0, turn: int = 0) -> None:
        """Have a finished game brought and shown, at a turn if one is named."""

    def shows(self, screen: "Screen", /) -> bool:
        """Whether a screen is shown, be it below a dialog."""

    def press(self, key: str, /) -> None:
        """Give a key to whatever is on top now."""

    def start_lesson(self, game: str, /) -> None:
        """Begin a guided first game."""

    def end_lesson(self) -> None:
        """Back to the lobby."""


class Screen:
    """One screen: what it shows, which keys it knows, what a key or a click does."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        self.client = client
        self.navigator = navigator

    @property
    def words(self) -> Words:
        """The words of this person's language."""
        return self.client.words

    @property
    def title(self) -> str:
        """What the terminal's window is called while this screen is shown."""
        return NAME

    @property
    def tick(self) -> float | None:
        """In how many seconds it shows something else by itself; None: not before it is told."""
        return None

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

    def types(self, key: str) -> bool:  # noqa: ARG002 - only where something is typed
        """Whether a key is a letter of what is being typed, whatever else it stands for."""
        return False

    def unused(self, key: str) -> None:
        """Say that a key does nothing here."""
        self.client.unused_key = key

    def paste(self, text: str) -> None:
        """Take in text that came at once."""

    def click(self, target: Target) -> None:
        """Do what a click on something on this screen stands for."""

    def paint(self, canvas: Canvas) -> None:
        """Paint the whole screen; a dialog paints itself over the screen below it."""
        raise NotImplementedError
