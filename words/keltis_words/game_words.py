"""What the words of one game answer: its names, its rules, and whatever happens in it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_words import refusals
from keltis_words.glyphs import Glyphs
from keltis_words.pages.page import Page
from keltis_words.words import N_, Words


@dataclass(frozen=True)
class GameWords:
    """One game in words; every text is untranslated until a reader's `Words` are there."""

    game: str
    """The id of its rules."""
    name: str
    short_name: str
    """Its name where the games stand together."""
    summary: str
    """How it is played, in a short sentence for somebody who knows none of the games."""
    minutes: int
    """About how long a game takes."""
    title: str
    """What stands above its table."""
    questions: Mapping[str, str]
    """What is asked in each phase or mode; names in braces are the answers."""
    others_asked: Mapping[str, str]
    """What another player, `{name}`, is being asked in each phase."""
    word_event: Callable[[Words, Glyphs, Event], str]
    """What happened, as a part of a sentence that begins with who did it."""
    word_line: Callable[[Words, Glyphs, ScoreLine], str]
    """What a line of the score sheet counts."""
    pages: tuple[Page, ...]
    """Its rules."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """A sentence for each reason that only its rules give."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What its own options are called, and their values."""
    turn_in_parts: Callable[[Words, Glyphs, Sequence[Event]], list[str]] | None = None
    """What happened in a turn, if that is not told event by event."""
    move_unseen: Callable[[Words, Glyphs, View, PlayerMove], str] | None = None
    """A move of a kind of which what happens says too little, as something that somebody does."""

    def word_turn(self, words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
        """What happened in a turn, part by part."""
        if self.turn_in_parts is not None:
            return self.turn_in_parts(words, glyphs, events)
        return self.word_events(words, glyphs, events)

    def word_move(
        self, words: Words, glyphs: Glyphs, view: View, move: PlayerMove, events: Sequence[Event]
    ) -> str:
        """A move as something that somebody does, without what follows from it."""
        said = self.move_unseen(words, glyphs, view, move) if self.move_unseen else ""
        return said or next(iter(self.word_events(words, glyphs, events)), "")

    def word_events(self, words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
        """Each event by itself; those of which nothing is said are left out."""
        parts = [self.word_event(words, glyphs, event) for event in events]
        return [part for part in parts if part]

    def waiting(self, words: Words, phase: str, name: str) -> str:
        """What another is being asked."""
        return words._(self.others_asked.get(phase, N_("Waiting for {name}.")), name=name)

    def refusal(self, words: Words, code: str) -> str:
        """Why something cannot be done."""
        known = self.refusals.get(code)
        return words._(known) if known else refusals.refusal(words, code)

    def page_for(self, phase: str) -> int:
        """The number of the page that tells of a phase of a turn; the first if none does."""
        return next((n for n, page in enumerate(self.pages) if phase in page.phases), 0)
