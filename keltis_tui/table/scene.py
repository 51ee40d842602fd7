"""Everything a painter of a table needs to know, for one picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from keltis_engine.position import Event
from keltis_tui.table.choosing import Choice, Picking
from keltis_tui.table.client_game import ClientGame, Outcome
from keltis_tui.table.effects import Tumble
from keltis_words.glyphs import Glyphs
from keltis_words.words import Words


@dataclass(frozen=True)
class Scene:
    """Everything a painter needs to know to paint a table."""

    words: Words
    glyphs: Glyphs
    game: ClientGame
    names: Sequence[str]
    """Who sits on each seat."""
    away: Mapping[int, Sequence[str]]
    """What stands beside each name: whether its person is away, and a bot plays instead."""
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
    counted: bool = True
    """Whether the points for the news are marked: not yet while the news still light up."""
    tumble: Tumble | None = None
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
