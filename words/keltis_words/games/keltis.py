"""Keltis in words: its questions, its events, its score sheet."""

from typing import Final

from keltis_engine.parts.paths import STONE_VALUES
from keltis_engine.position import Event, ScoreLine
from keltis_engine.rules.keltis import FigureMoved
from keltis_words.game_words import GameWords
from keltis_words.games import cards as common
from keltis_words.games.cards import path_name
from keltis_words.glyphs import Glyphs
from keltis_words.pages.keltis import PAGES
from keltis_words.words import N_, Words

QUESTIONS = {
    "play": N_("Your turn: play a card ({keys}), or press d to discard one."),
    "play.none": N_("Your turn: no card fits, so which one do you discard? ({keys})"),
    "start": N_("Which figure starts on {path}: a small one (s) or the large one (l)?"),
    "start.small": N_("Your large figure is under way: a small one starts on {path}. (s)"),
    "start.large": N_("Only your large figure is left: it starts on {path}. (l)"),
    "clover": N_("A clover! Which of your figures takes a step? ({keys}, or n for none)"),
    "spare": N_("Your {path} figure is at the end: which other steps? ({keys}, or n)"),
    "draw": N_("Now draw: Space for the deck, or a pile ({keys})."),
    "draw.deck": N_("Now draw: Space for the deck."),
    "discard": N_("Which card do you discard? ({keys}, Esc to go back)"),
    "small": N_("On which path does a small figure start? ({keys}, Esc to go back)"),
    "large": N_("On which path does the large figure start? ({keys}, Esc to go back)"),
    "over": N_("The game is over. Enter shows the score sheet."),
    "deal": N_("The cards are being dealt."),
}
"""What is asked in each phase or mode."""

OTHERS_ASKED = {
    "play": N_("{name} is choosing a card."),
    "start": N_("{name} is choosing a figure."),
    "clover": N_("{name} has reached a clover."),
    "spare": N_("{name} has a step to give."),
    "draw": N_("{name} is drawing a card."),
}
"""What another player is being asked."""

REFUSALS = {
    "card_of_other_path": N_("The card you played belongs to another path."),
    "path_already_started": N_("You already have a figure on that path."),
    "large_figure_gone": N_("Your large figure is on the board already."),
    "small_figures_gone": N_("All your small figures are on the board already."),
    "figure_at_end": N_("That figure has reached the end of its path."),
    "figure_not_started": N_("You have no figure on that path yet."),
}
"""A sentence for each reason only this game gives."""


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    if isinstance(event, FigureMoved):
        path, value = path_name(event.path, glyphs), STONE_VALUES[event.stone]
        if event.stone > 1:
            return words._("{path} figure to {value}", path=path, value=value)
        if event.large:
            return words._("large figure starts on {path}", path=path)
        return words._("small figure starts on {path}", path=path)
    return common.word_event(words, glyphs, event)


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    """What a line of the score sheet counts."""
    match line.what, line.detail:
        case "figure", (path, stone, large):
            name, value = path_name(path, glyphs), STONE_VALUES[stone]
            if large:
                return words._("{path} large 2×{value}", path=name, value=value)
            return words._("{path} on {value}", path=name, value=value)
        case "points", _:
            return words._("tile points")
    return common.word_line(words, line)


KELTIS_WORDS: Final = GameWords(
    game="keltis",
    name=N_("Keltis"),
    short_name=N_("Keltis"),
    summary=N_("Lay cards in rows; each leads a figure upward."),
    minutes=20,
    title=N_("KELTIS"),
    questions=QUESTIONS,
    others_asked=OTHERS_ASKED,
    word_event=word_event,
    word_line=word_line,
    pages=PAGES,
    refusals=REFUSALS,
    move_unseen=common.word_draw,
)
