"""Where each card of the hand lies: the cards keep their places and numbers for the whole turn."""

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import HAND, CardDiscarded, CardPlayed
from keltis_tui.table.choosing import Choice
from keltis_tui.table.client_game import ClientGame, seat_of


def hand_places(game: ClientGame) -> list[int]:
    """The place of each card of the hand; those of cards laid down this turn stay free."""
    cards = getattr(game.view, "cards", None)
    if not isinstance(cards, CardView):
        return []
    hand = cards.hand
    gone = _laid_down(game)[: HAND - len(hand)] if game.my_turn else []
    whole = sorted([*((card, 0) for card in gone), *((card, 1) for card in hand)])
    return [place for place, (_, held) in enumerate(whole) if held]


def numbered(choices: tuple[Choice, ...], places: list[int]) -> tuple[Choice, ...]:
    """Choices in which each card of the hand, if places of cards are known, has its number."""
    if not places:
        return choices
    return tuple(
        choice._replace(keys=(str(places[choice.target.number] + 1),))
        if choice.target.kind == "card"
        else choice
        for choice in choices
    )


def _laid_down(game: ClientGame) -> list[int]:
    """The cards that left the viewer's hand in the turn that is being played, in that order."""
    gone: list[int] = []
    for event in reversed(game.story):
        if seat_of(event) not in (None, game.view.seat):
            break
        if isinstance(event, CardPlayed | CardDiscarded):
            gone.insert(0, event.card)
    return gone
