"""What several games share: cards, draws, points and wish stones in words."""

from typing import Final

from keltis_engine.match import GameScored
from keltis_engine.parts.cards import (
    COLOUR,
    VALUE,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DiscardTaken,
    DrawFromDeck,
)
from keltis_engine.parts.events import (
    Dealt,
    Declined,
    GameEnded,
    PointsScored,
    WishStoneTaken,
)
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

LETTERS: Final = "RYPGB"
"""The letter of each colour, the same in every language because it is also a key."""
ENDINGS = {
    "goal": N_("The game is over: five figures are in the goal."),
    "deck": N_("The game is over: the last card of the deck was drawn."),
}
"""Why a game ended."""


def card_name(card: int) -> str:
    """A card's letter and value: `R5`."""
    return f"{LETTERS[COLOUR[card]]}{VALUE[card]}"


def path_name(path: int, glyphs: Glyphs) -> str:
    """A colour's letter and shape."""
    return f"{LETTERS[path]}{glyphs.paths[path]}"


def word_event(words: Words, glyphs: Glyphs, event: Event) -> str:
    """What happened, as a part of a sentence that begins with who did it."""
    match event:
        case Dealt():
            return words._("The cards are dealt.")
        case CardPlayed(_, card):
            return words._("plays {card}", card=card_name(card))
        case CardDiscarded(_, card):
            return words._("discards {card}", card=card_name(card))
        case CardDrawn(_, None):
            return words._("draws")
        case CardDrawn(_, int(card)):
            return words._("draws {card}", card=card_name(card))
        case DiscardTaken(_, card):
            return words._("takes {card} from its pile", card=card_name(card))
        case PointsScored(_, points):
            return words.ngettext("scores {count} point", "scores {count} points", points)
        case WishStoneTaken():
            return words._("takes a wish stone")
        case Declined():
            return words._("leaves the step unused")
        case GameScored(game, points):
            scores = " ".join(f"{glyphs.large[seat]}{total}" for seat, total in enumerate(points))
            return words._("Game {number} of the match: {scores}", number=game, scores=scores)
        case GameEnded(reason):
            return words._(ENDINGS.get(reason, N_("The game is over.")))
    return ""


def word_line(words: Words, line: ScoreLine) -> str:
    """What a line of the score sheet counts that means the same in several games."""
    match line.what, line.detail:
        case "game", (number,):
            return words._("game {number}", number=number)
        case "wish_stones", (count,):
            return words.ngettext("{count} wish stone", "{count} wish stones", count)
    return line.what


def word_draw(words: Words, glyphs: Glyphs, view: View, move: PlayerMove) -> str:  # noqa: ARG001
    """To draw, which shows a card that nobody knows before."""
    return words._("draws from the deck") if isinstance(move, DrawFromDeck) else ""
