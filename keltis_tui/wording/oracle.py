"""The Oracle in words: its questions, its events, its refusals, its score sheet."""

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
from keltis_tui.painters.cards import card_name
from keltis_tui.themes import Glyphs
from keltis_tui.wording import common, refusals
from keltis_tui.wording.common import path_name
from keltis_tui.words import N_, Words

QUESTIONS = {
    "play": N_("Your turn: play a card ({keys}), or press d to discard one."),
    "play.none": N_("Your turn: no card can be played, so which one do you discard? ({keys})"),
    "move": N_("Who moves with {card}: a figure ({figures}) or the priestess ({steps} forward)?"),
    "move.figure": N_("Which figure moves with {card}: {figures}?"),
    "move.priestess": N_("How many stones does the priestess go forward with {card}: {steps}?"),
    "clover": N_("A clover! Shall figure {figures} go on to the next {colour}? (n to stay)"),
    "spiral": N_("A spiral! Back to which stone? Press its sign or the arrows, or n to stay."),
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

WAITING = {
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
    "nobody_can_move": N_("Nobody could move: no figure has that colour ahead. Discard it (d)."),
    "no_figure_there": N_("You have no figure there."),
    "other_figure": N_("This clover moves only the figure that reached it."),
    "no_stone_ahead": N_("No stone of that colour lies ahead of that figure."),
    "priestess_at_end": N_("The priestess has reached the end of the spiral."),
    "steps_not_allowed": N_("The priestess cannot go that far."),
    "move_began_there": N_(
        "The figure's move began there, so the spiral does not lead back there."
    ),
    "not_an_earlier_stone": N_("A spiral leads back to an earlier stone only."),
    "row_empty": N_("You have no row of that colour."),
}
"""A sentence for each reason only this game gives."""

ENDING = N_("The game is over: the oracle has been reached.")


def refusal(words: Words, code: str) -> str:
    """Why something cannot be done."""
    known = REFUSALS.get(code)
    return words._(known) if known else refusals.refusal(words, code)


def stone_name(stone: int, glyphs: Glyphs) -> str:
    """A stone's colour, letter and shape, and its value."""
    return f"{path_name(STONE_COLOURS[stone], glyphs)} {STONE_VALUES[stone]}"


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    match event:
        case FigureMoved(_, start, end):
            stone = stone_name(end, glyphs)
            if end < start:
                return words._("goes back to {stone}", stone=stone)
            if start == 0:
                return words._("sets out to {stone}", stone=stone)
            return words._("moves to {stone}", stone=stone)
        case PriestessMoved(_, stone):
            return words._("priestess to {stone}", stone=stone_name(stone, glyphs))
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
    return common.word_event(words, event)


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    """What a line of the score sheet counts."""
    match line.what, line.detail:
        case "figure", (stone,):
            path = path_name(STONE_COLOURS[stone], glyphs)
            return words._("{path} on {value}", path=path, value=STONE_VALUES[stone])
        case "game", (number,):
            return words._("game {number}", number=number)
        case "points", _:
            return words._("points won")
        case "wish_stones", (count,):
            return words.ngettext("{count} wish stone", "{count} wish stones", count)
        case "mirrors", (count,):
            return words.ngettext("{count} mirror", "{count} mirrors", count)
    return line.what
