"""The Oracle in words: its questions, its events, its refusals, its score sheet."""

from typing import Final

from keltis_engine.parts.events import Declined, GameEnded
from keltis_engine.parts.oracle_board import STONE_COLOURS, STONE_VALUES
from keltis_engine.position import Event, ScoreLine
from keltis_engine.rules.oracle import (
    BonusClaimed,
    FigureMoved,
    MirrorTaken,
    PriestessMoved,
    RowCardDiscarded,
)
from keltis_words.game_words import GameWords
from keltis_words.games import cards as common
from keltis_words.games.cards import LETTERS, card_name, path_name
from keltis_words.glyphs import Glyphs
from keltis_words.pages.oracle import PAGES
from keltis_words.words import N_, Words

QUESTIONS = {
    "play": N_("Your turn: play a card ({keys}), or press d to discard one."),
    "play.none": N_("Your turn: no card fits, so which one do you discard? ({keys})"),
    "move": N_("Who moves with {card}: a figure ({figures}) or the priestess ({steps} forward)?"),
    "move.figure": N_("Which figure moves with {card}: {figures}?"),
    "move.priestess": N_("How many stones does the priestess go forward with {card}: {steps}?"),
    "clover": N_("A clover! Shall figure {figures} go on to {stone}? (n to stay)"),
    "clover.free": N_(
        "A clover! Which figure goes on to its next {colour} ({figures})? n for none."
    ),
    "spiral": N_("A spiral! Back to which stone? (its sign, or arrows and Enter; n to stay)"),
    "leprechaun": N_("A leprechaun! Discard a card ({keys}) or a row's last ({rows})? n for none."),
    "leprechaun.hand": N_("A leprechaun! Discard a card ({keys})? n for none."),
    "bonus": N_("All three on leprechauns: claim {points} points now (c), or later (n)?"),
    "draw": N_("Now draw: Space for the deck, or a pile ({keys})."),
    "draw.deck": N_("Now draw: Space for the deck."),
    "discard": N_("Which card do you discard? ({keys}, Esc to go back)"),
    "over": N_("The game is over. Enter shows the score sheet."),
    "deal": N_("The cards are being dealt."),
}
"""What is asked in each phase or mode."""

OTHERS_ASKED = {
    "play": N_("{name} is choosing a card."),
    "move": N_("{name} is choosing who moves."),
    "clover": N_("{name} has reached a clover."),
    "spiral": N_("{name} has reached a spiral."),
    "leprechaun": N_("{name} has met a leprechaun."),
    "bonus": N_("{name} may claim the leprechaun score."),
    "draw": N_("{name} is drawing a card."),
}
"""What another player is being asked."""

FOLLOWS = {
    "move": N_("then a figure or the priestess moves"),
    "clover": N_("then a clover's step"),
    "spiral": N_("then a spiral's way back"),
    "leprechaun": N_("then a leprechaun takes a card"),
    "bonus": N_("then the leprechaun score"),
}
"""What a move leads to, by the phase after it."""

REFUSALS = {
    "nobody_can_move": N_(
        "None of its colour lies ahead, the priestess is at the end: discard it (d)."
    ),
    "no_figure_there": N_("You have no figure there."),
    "other_figure": N_("This clover moves only the figure that reached it."),
    "no_stone_ahead": N_("No stone of that colour lies ahead of that figure."),
    "priestess_at_end": N_("The priestess has reached the end of the spiral."),
    "steps_not_allowed": N_("The priestess cannot go that far."),
    "move_began_there": N_(
        "The figure stood there when your turn began: a spiral does not lead back there."
    ),
    "not_an_earlier_stone": N_("A spiral leads back to an earlier stone only."),
    "row_empty": N_("You have no row of that colour."),
}
"""A sentence for each reason only this game gives."""

LOOK_ALIKE: Final = frozenset(
    stone
    for stone, look in enumerate(zip(STONE_COLOURS, STONE_VALUES, strict=True))
    if list(zip(STONE_COLOURS, STONE_VALUES, strict=True)).count(look) > 1
)
"""Stones that have their colour and their value in common with another one."""

ENDING = N_("The game is over: the oracle has been reached.")


def stone_name(words: Words, glyphs: Glyphs, stone: int) -> str:
    """A stone's letter, shape and value, and its number if another one looks the same."""
    if stone == 0:
        return words._("the start stone")
    path = path_name(STONE_COLOURS[stone], glyphs)
    return _numbered(words, f"{path} {STONE_VALUES[stone]}", stone)


def stone_in_short(words: Words, stone: int) -> str:
    """A stone's letter and value, and its number if another one looks the same."""
    return _numbered(words, f"{LETTERS[STONE_COLOURS[stone]]} {STONE_VALUES[stone]}", stone)


def _numbered(words: Words, name: str, stone: int) -> str:
    if stone not in LOOK_ALIKE:
        return name
    return words._("{name} (stone {number})", name=name, number=stone)


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    match event:
        case FigureMoved(_, start, end):
            stone = stone_name(words, glyphs, end)
            if end < start:
                return words._("goes back to {stone}", stone=stone)
            if start == 0:
                return words._("sets out to {stone}", stone=stone)
            return words._("moves to {stone}", stone=stone)
        case PriestessMoved(_, stone):
            return words._("priestess to {stone}", stone=stone_name(words, glyphs, stone))
        case MirrorTaken():
            return words._("takes a mirror")
        case RowCardDiscarded(_, card):
            return words._("discards {card} from the row", card=card_name(card))
        case BonusClaimed(_, points):
            return words.ngettext(
                "claims {count} leprechaun point", "claims {count} leprechaun points", points
            )
        case Declined():
            return words._("lets it be")
        case GameEnded("oracle"):
            return words._(ENDING)
    return common.word_event(words, glyphs, event)


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    """What a line of the score sheet counts."""
    match line.what, line.detail:
        case "figure", (stone,):
            path = _numbered(words, path_name(STONE_COLOURS[stone], glyphs), stone)
            return words._("{path} on {value}", path=path, value=STONE_VALUES[stone])
        case "points", _:
            return words._("points won")
        case "mirrors", (count,):
            return words.ngettext("{count} mirror", "{count} mirrors", count)
    return common.word_line(words, line)


ORACLE_WORDS: Final = GameWords(
    game="oracle",
    name=N_("Keltis – The Oracle"),
    short_name=N_("The Oracle"),
    summary=N_("Lead figures round a spiral past a priestess."),
    minutes=30,
    title=N_("KELTIS · THE ORACLE"),
    questions=QUESTIONS,
    others_asked=OTHERS_ASKED,
    word_event=word_event,
    word_line=word_line,
    pages=PAGES,
    refusals=REFUSALS,
    move_unseen=common.word_draw,
    options={"free_clovers": N_("free clovers")},
)
