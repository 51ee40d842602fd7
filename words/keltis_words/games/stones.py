"""The Way of Stones in words: its questions, its events, its score sheet."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from keltis_engine.parts.cards import COLOUR
from keltis_engine.parts.events import Dealt, GameEnded
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.stones import Passed, StoneLeft, StoneTaken, StoneTurned, TurnStone
from keltis_words.game_words import GameWords
from keltis_words.games import cards as common
from keltis_words.games.cards import card_name, path_name
from keltis_words.glyphs import Glyphs
from keltis_words.pages.stones import PAGES
from keltis_words.words import N_, Words

COLUMNS = 11
"""How many stones lie side by side; five such lines are the whole field."""
LINES = "ACDEF"
"""The letter of each line of the field; none of them is a colour's."""

QUESTIONS = {
    "turn": N_("Your turn: turn a stone up or take a lit one (as C 4, or arrows)."),
    "turn.down": N_("Your turn: turn a stone up (as C 4, by arrows, or Space for any)."),
    "last": N_("Your last turn: take a lit stone (as C 4, or arrows), or pass (n)."),
    "take": N_("You turned up {stone}: take it (t) or let it lie (l)?"),
    "leave": N_("You turned up {stone}, which does not fit: let it lie (l)."),
    "pass": N_("Nothing can be done: Enter ends your turn."),
    "over": N_("The game is over. Enter shows the score sheet."),
    "deal": N_("The stones are being laid out."),
}
"""What is asked in each phase."""

OTHERS_ASKED = {
    "turn": N_("{name} is choosing a stone."),
    "take": N_("{name} has turned a stone up."),
    "deal": N_("The stones are being laid out."),
}
"""What another player is being asked."""

REFUSALS = {
    "row_goes_up": N_("Your row goes up: only a higher value fits."),
    "row_goes_down": N_("Your row goes down: only a lower value fits."),
    "stone_face_up": N_("That stone lies face up already."),
    "stone_face_down": N_("Nobody knows that stone yet; turn it up first."),
    "place_empty": N_("No stone lies there any more."),
    "not_the_turned_stone": N_("Only the stone just turned up can be taken now."),
    "cannot_pass": N_("Nobody passes while a stone lies face down."),
}
"""A sentence for each reason only this game gives, and where it is stricter than cards (S4)."""


def place_name(place: int) -> str:
    """A place's line and column: `C4`."""
    return f"{LINES[place // COLUMNS]}{place % COLUMNS + 1}"


def stone_name(stone: int, glyphs: Glyphs) -> str:
    """A stone's letter, shape and value: `R♦7`."""
    name = card_name(stone)
    return f"{name[0]}{glyphs.paths[COLOUR[stone]]}{name[1:]}"


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    match event:
        case Dealt():
            return words._("The stones are laid out.")
        case StoneTurned(_, place, stone):
            name = stone_name(stone, glyphs)
            return words._("turns {place} up: {stone}", place=place_name(place), stone=name)
        case StoneTaken(_, place, stone):
            name = stone_name(stone, glyphs)
            return words._("takes {stone} from {place}", stone=name, place=place_name(place))
        case StoneLeft():
            return words._("lets it lie")
        case TurnWon():
            return words._("{sign} another turn", sign=glyphs.clover)
        case Passed():
            return words._("passes")
        case GameEnded():
            return words._("The game is over: the last stone was turned up.")
    return common.word_event(words, glyphs, event)


def word_turn(words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
    """What happened in a turn, part by part; a stone turned up and taken is named once."""
    parts: list[str] = []
    for before, event in pairwise((None, *events)):
        if isinstance(event, StoneTaken) and isinstance(before, StoneTurned):
            parts.append(words._("takes it"))
        elif event is not None:
            parts.append(word_event(words, glyphs, event))
    return [part for part in parts if part]


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    """What a line of the score sheet counts."""
    match line.what, line.detail:
        case "row", (colour, length):
            name = path_name(colour, glyphs)
            return words._(
                "{path} row {times}{length}", path=name, times=glyphs.times, length=length
            )
        case "points", _:
            return words._("stone points")
    return common.word_line(words, line)


def word_turning(words: Words, glyphs: Glyphs, view: View, move: PlayerMove) -> str:  # noqa: ARG001
    """To turn a stone up, which might be any."""
    return words._("turns any stone up") if isinstance(move, TurnStone) else ""


STONES_WORDS: Final = GameWords(
    game="stones",
    name=N_("Keltis – The Way of Stones"),
    short_name=N_("The Way of Stones"),
    summary=N_("Turn up stones, take them, let your rows grow."),
    minutes=15,
    title=N_("WAY OF STONES"),
    questions=QUESTIONS,
    others_asked=OTHERS_ASKED,
    word_event=word_event,
    word_line=word_line,
    pages=PAGES,
    refusals=REFUSALS,
    turn_in_parts=word_turn,
    move_unseen=word_turning,
)
