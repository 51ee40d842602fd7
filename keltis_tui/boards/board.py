"""What a board answers: what can be picked, how it is asked and told, how it is painted."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_tui.choosing import Choice, Picking
from keltis_tui.game import Game, Outcome
from keltis_tui.painters.layout import Layout, layout_for
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording import refusals
from keltis_tui.words import Words

IN_COLOUR = ("figure", "stone", "row")
"""Lines whose first detail is a colour."""


class Tumble(NamedTuple):
    """Dice that were just rolled, shown for a moment on their way."""

    dice: int
    """Which ones, as bits."""
    frames: int = 3
    """How many pictures of it are still to come."""


@dataclass(frozen=True)
class Scene:
    """Everything a painter needs to know to paint a table."""

    words: Words
    glyphs: Glyphs
    game: Game
    names: Sequence[str]
    """Who sits on each seat."""
    away: frozenset[int]
    """Seats whose person's line is down."""
    picking: Picking
    choices: tuple[Choice, ...]
    choice: Choice | None
    """The choice in focus."""
    outcome: Outcome | None
    """What the choice in focus would do."""
    news: Sequence[Event]
    """What the others did since this seat's last turn."""
    told: int
    """How many events of the story the log tells: fewer than all while it is scrolled back."""
    tumble: "Tumble | None" = None
    """Dice that are still on their way."""

    def lit(self, kind: str, index: int) -> bool:
        """Whether a thing can be chosen now."""
        return (kind, index) in self._lit

    @cached_property
    def _lit(self) -> frozenset[tuple[str, int]]:
        return frozenset((c.target.kind, c.target.number) for c in self.choices if c.legal)

    def focused(self, kind: str, index: int) -> bool:
        """Whether a thing is in focus."""
        target = self.choice.target if self.choice else self.picking.focus
        return target is not None and target.kind == kind and target.number == index


class Board(ABC):
    """One game's part of the table screen; the places are the same in all games."""

    game: ClassVar[str]
    caps: ClassVar[Mapping[str, str]] = {"1": "1-8"}
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

    def cap(self, view: View, key: str) -> str:  # noqa: ARG002 - a key may mean another thing
        """What the key bar shows for a key now; empty for the key itself."""
        return self.caps.get(key, "")

    def layout(self, width: int, height: int) -> Layout:
        """Where things lie in a terminal of this size."""
        return layout_for(width, height)

    @abstractmethod
    def title(self, words: Words) -> str:
        """The game's name."""

    @abstractmethod
    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What the person whose view it is is asked, in one sentence that names the answers."""

    @abstractmethod
    def waiting(self, words: Words, view: View, name: str) -> str:
        """What another is being asked."""

    @abstractmethod
    def word_event(self, words: Words, glyphs: Glyphs, event: Event) -> str:
        """What happened, as a part of a sentence that begins with who did it."""

    def rolled(self, events: Sequence[Event]) -> int:  # noqa: ARG002 - most games have no dice
        """The dice that were rolled last, as bits."""
        return 0

    def word_turn(self, words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
        """What happened in a turn, part by part."""
        parts = [self.word_event(words, glyphs, event) for event in events]
        return [part for part in parts if part]

    @abstractmethod
    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """What would follow from what is in focus, beside the events."""

    @abstractmethod
    def word_line(self, words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
        """What a line of the score sheet counts."""

    def line_colour(self, line: ScoreLine) -> str:
        """The style of a line of the score sheet."""
        return f"ground path.{line.detail[0]}" if line.what in IN_COLOUR else "ground text"

    def word_refusal(self, words: Words, code: str) -> str:
        """Why something cannot be chosen."""
        return refusals.refusal(words, code)

    @abstractmethod
    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """What the signs on the board mean: sign, style, meaning."""

    @abstractmethod
    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now, each with its untranslated word."""

    @abstractmethod
    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint everything between the title and the preview; where the log begins comes back."""
