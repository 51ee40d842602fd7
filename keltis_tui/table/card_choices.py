"""Cards, piles and deck as things that can be picked; shared by the games played with cards."""

from collections.abc import Sequence

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import DRAW, TAKES, Discard, PlayCard
from keltis_engine.position import PlayerMove
from keltis_tui.canvas.canvas import Target
from keltis_tui.table.choosing import Choice
from keltis_words.games.cards import LETTERS
from keltis_words.words import N_


def hand_choices(hand: Sequence[int], moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
    """C5: play a card or, in the mode for it and if none can be played, discard one.

    In that mode a number names both what is done and the card, and nothing is asked again.
    """
    discards = mode == "discard"
    kind = Discard if discards or only_discards(moves) else PlayCard
    return tuple(
        Choice(Target("card", index), (str(index + 1),), kind(card), kind(card) in moves, discards)
        for index, card in enumerate(hand)
    )


def only_discards(moves: Sequence[PlayerMove]) -> bool:
    """Whether no card can be played."""
    return bool(moves) and all(isinstance(move, Discard) for move in moves)


def card_keys(moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
    """The keys that answer what to do with a card, each with its untranslated word."""
    if only_discards(moves):
        return [("1", N_("discard"))]
    return [("1", N_("card")), ("d", N_("discard"))]


def card_asked(cards: CardView, phase: str, choices: Sequence[Choice]) -> str:
    """What is asked in a phase, if it is one of the cards': what could be an answer counts.

    C4: whether any card fits. C7: whether the deck and piles are asked for, or the deck alone.
    """
    if phase == "play" and choices and isinstance(choices[0].move, Discard):
        return "play.none"
    if phase != "draw":
        return phase
    tops = enumerate(cards.pile_tops)
    piles = any(top is not None and colour not in cards.barred for colour, top in tops)
    return "draw" if piles else "draw.deck"


def draw_choices(moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """C7: the deck, which is offered, or a pile."""
    deck = Choice(Target("deck"), (" ", "D"), DRAW, DRAW in moves, at_once=True, offered=True)
    piles = (
        Choice(Target("pile", colour), (LETTERS[colour].lower(),), take, take in moves, True)
        for colour, take in enumerate(TAKES)
    )
    return (deck, *piles)
