"""The Race in words."""

from keltis_engine.parts.events import GameEnded
from keltis_engine.position import Event, ScoreLine
from keltis_words.game_words import GameWords
from keltis_words.games import cards
from keltis_words.glyphs import Glyphs
from keltis_words.pages.page import Page
from keltis_words.words import N_, Words
from tests.toy.rules import Ran


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    match event:
        case Ran(_, steps):
            return words.ngettext("runs {count} step", "runs {count} steps", steps)
        case GameEnded():
            return words._("The race is over.")
    return cards.word_event(words, glyphs, event)


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    return words._("steps") if line.what == "steps" else cards.word_line(words, line)


RACE_WORDS = GameWords(
    game="race",
    name=N_("The Race of Three Cards"),
    short_name=N_("The Race"),
    summary=N_("Three cards, and off you go."),
    minutes=1,
    title=N_("THE RACE"),
    questions={
        "run": N_("Your turn: which card do you run with? ({keys})"),
        "over": N_("The race is over. Enter shows the score sheet."),
        "deal": N_("The cards are being dealt."),
    },
    others_asked={"run": N_("{name} takes a breath.")},
    word_event=word_event,
    word_line=word_line,
    pages=(
        Page(
            "all",
            N_("All of it"),
            (N_("Play your three cards. Whoever comes farthest wins."),),
            "R1",
            ("run", "over"),
        ),
    ),
)
