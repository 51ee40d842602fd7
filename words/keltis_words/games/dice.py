"""The Dice Game in words: its questions, its events, its score sheet, its board's sides."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from keltis_engine.parts.dice_board import DICE
from keltis_engine.parts.events import Declined, GameEnded
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.parts.paths import STONE_VALUES
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.dice import (
    KEEP_ALL,
    WISH_DIE,
    Begun,
    DiceKept,
    DiceRolled,
    DiceView,
    KeepDice,
    StoneMoved,
)
from keltis_words.game_words import GameWords
from keltis_words.games import cards as common
from keltis_words.games.cards import LETTERS, path_name
from keltis_words.glyphs import Glyphs
from keltis_words.pages.dice import PAGES
from keltis_words.words import N_, Words

QUESTIONS = {
    "keep": N_("Your roll: which dice do you roll again? (1–5, or {rows}: keep; Enter)"),
    "again": N_("Another turn: roll which dice again? (1–5, or {rows}: keep; Enter)"),
    "choose": N_("Which of your stones moves? ({rows}, or n for none)"),
    "clover": N_("A clover! Which of your stones takes one step? ({rows}, or n for none)"),
    "none": N_("None of your stones can move now. (Enter goes on)"),
    "over": N_("The game is over. Enter shows the score sheet."),
    "roll": N_("The dice are rolling."),
    "deal": N_("The dice are rolling."),
}
"""What is asked in each phase."""

OTHERS_ASKED = {
    "keep": N_("{name} has rolled and chooses which dice to roll again."),
    "choose": N_("{name} is choosing a stone to move."),
    "clover": N_("{name} has reached a clover."),
    "roll": N_("The dice are rolling."),
    "deal": N_("The dice are rolling."),
}
"""What another player is being asked."""

ENDINGS = {
    "goal": N_("The game is over: the goal is full."),
    "four": N_("The game is over: four stones of one player are in the goal."),
    "quiet": N_("The game is over: nobody's points changed for ten turns each."),
}
"""Why a game ended (D3, D7)."""

SIDES = {"easy": N_("easy side"), "hard": N_("hard side")}
"""The two sides of the board."""

REFUSALS = {
    "no_such_dice": N_("There are no such dice."),
    "no_such_row": N_("There is no such row."),
    "row_not_rolled": N_("No die shows that row."),
    "stone_at_end": N_("Your stone has reached the end of that row."),
    "no_stone_left": N_("All four of your stones have started."),
    "crossed_field": N_("Your stone would stop on crossed branches, which is not allowed."),
}
"""A sentence for each reason only this game gives."""


def dice_in_short(faces: Sequence[int], glyphs: Glyphs) -> str:
    """Faces as letters and wish stones, in order: `R Y Y ◈ B`."""
    return " ".join(glyphs.wish_stone if face == WISH_DIE else LETTERS[face] for face in faces)


def _kept(words: Words, kept: int) -> str:
    """D3: which dice are rolled again."""
    if kept == KEEP_ALL:
        return words._("keeps all")
    if kept == 0:
        return words._("rolls all again")
    rolled = DICE - kept.bit_count()
    return words.ngettext("rolls {count} die again", "rolls {count} dice again", rolled)


def _moved(words: Words, glyphs: Glyphs, moved: StoneMoved) -> str:
    row, value = path_name(moved.row, glyphs), STONE_VALUES[moved.end]
    if moved.start == 0:
        return words._("starts {row}, stone on {value}", row=row, value=value)
    return words._("{row} stone to {value}", row=row, value=value)


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    match event:
        case Begun():
            return words._("The game begins.")
        case DiceRolled(_, faces):
            return words._("rolls {dice}", dice=dice_in_short(faces, glyphs))
        case DiceKept(_, kept):
            return _kept(words, kept)
        case StoneMoved():
            return _moved(words, glyphs, event)
        case TurnWon():
            return words._("{sign} another turn", sign=glyphs.leprechaun)
        case Declined():
            return words._("moves no stone")
        case GameEnded(reason):
            return words._(ENDINGS.get(reason, N_("The game is over.")))
    return common.word_event(words, glyphs, event)


def word_turn(words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
    """What happened in a turn, part by part; a second roll is told with what it brought."""
    parts: list[str] = []
    for before, event in pairwise((None, *events)):
        if isinstance(event, DiceRolled) and isinstance(before, DiceKept):
            parts[-1] += f": {dice_in_short(event.faces, glyphs)}"
        elif event is not None:
            parts.append(word_event(words, glyphs, event))
    return [part for part in parts if part]


def word_keeping(words: Words, glyphs: Glyphs, view: View, move: PlayerMove) -> str:
    """D3: which dice are kept, by what they show."""
    if not isinstance(move, KeepDice) or not isinstance(view, DiceView):
        return ""
    kept = [face for die, face in enumerate(view.dice) if move.kept >> die & 1]
    if len(kept) in (0, DICE):
        return _kept(words, move.kept)
    return words._("keeps {dice}", dice=dice_in_short(kept, glyphs))


def word_line(words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
    """What a line of the score sheet counts."""
    match line.what, line.detail:
        case "stone", (row, field):
            value = STONE_VALUES[field]
            return words._("{path} on {value}", path=path_name(row, glyphs), value=value)
    return common.word_line(words, line)


DICE_WORDS: Final = GameWords(
    game="dice",
    name=N_("Keltis – The Dice Game"),
    short_name=N_("The Dice Game"),
    summary=N_("Roll five dice twice and step along five rows."),
    minutes=15,
    title=N_("KELTIS DICE"),
    questions=QUESTIONS,
    others_asked=OTHERS_ASKED,
    word_event=word_event,
    word_line=word_line,
    pages=PAGES,
    refusals=REFUSALS,
    options={
        "side": N_("side of the board"),
        "easy": N_("easy"),
        "hard": N_("hard"),
    },
    turn_in_parts=word_turn,
    move_unseen=word_keeping,
)
