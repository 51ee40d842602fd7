"""What a board answers: what can be picked, how it is asked and told, how it is painted."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.choosing import Choice
from keltis_tui.table.client_game import ClientGame, Outcome
from keltis_tui.table.layout import Layout, layout_for
from keltis_tui.table.scene import Scene
from keltis_words.game_words import GameWords
from keltis_words.glyphs import Glyphs
from keltis_words.words import Words

IN_COLOUR = ("figure", "stone", "row")
"""Lines whose first detail is a colour."""


class Board(ABC):
    """One game's part of the table screen; the places are the same in all games."""

    wording: ClassVar[GameWords]
    """The game in words."""
    caps: ClassVar[Mapping[str, str]] = {"1": "1–8"}
    """What the key bar shows for a key that stands for several."""

    @abstractmethod
    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked in this mode, in the order the arrows go."""

    @abstractmethod
    def modes(self, view: View) -> Mapping[str, str]:
        """The keys that change what picking means, and the mode each leads to."""

    def knows_mode(self, view: View, mode: str) -> bool:
        """Whether a mode means something now."""
        return mode in self.modes(view).values()

    def leads_on(self, game: ClientGame, choice: Choice, key: str) -> bool:  # noqa: ARG002
        """Whether a key answers the question to which the choice in focus leads, and no other."""
        return False

    def cap(self, view: View, key: str) -> str:  # noqa: ARG002 - a key may mean another thing
        """What the key bar shows for a key now; empty for the key itself."""
        return self.caps.get(key, "")

    def layout(self, width: int, height: int) -> Layout:
        """Where things lie in a terminal of this size."""
        return layout_for(width, height)

    @abstractmethod
    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What the person whose view it is is asked, in one sentence that names the answers."""

    def rolled(self, events: Sequence[Event]) -> int:  # noqa: ARG002 - most games have no dice
        """The dice that were rolled last, as bits."""
        return 0

    @abstractmethod
    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """What would follow from what is in focus, beside the events."""

    def line_colour(self, line: ScoreLine) -> str:
        """The style of a line of the score sheet."""
        return f"ground path.{line.detail[0]}" if line.what in IN_COLOUR else "ground text"

    @abstractmethod
    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """What the signs on the board mean: sign, style, meaning."""

    @abstractmethod
    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now, each with its untranslated word."""

    @abstractmethod
    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint everything between the title and the preview; where the log begins comes back."""
