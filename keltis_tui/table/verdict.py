"""Who has won, or leads in a match that goes on, and by how much."""

from collections.abc import Sequence

from keltis_engine.position import Seat
from keltis_tui.table.client_game import ClientGame
from keltis_words.words import Words


def winners(totals: Sequence[int]) -> list[Seat]:
    """C9: all who have the most points win."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def verdict(words: Words, game: ClientGame, names: Sequence[str]) -> str:
    """One sentence for this person; nobody is named who has lost."""
    totals, own = game.view.totals, game.view.seat
    best = winners(totals)
    others = [names[seat] for seat in best if seat != own]
    if not game.ended:
        return words._("If the game ended now.")
    if len(best) > 1:
        return _together(words, game, others, own in best)
    ahead = max(totals) - max(total for seat, total in enumerate(totals) if seat not in best)
    if game.between_games and not others:
        return words.ngettext("You lead by {count} point.", "You lead by {count} points.", ahead)
    if game.between_games:
        return words.ngettext(
            "{name} leads by {count} point.",
            "{name} leads by {count} points.",
            ahead,
            name=others[0],
        )
    if not others:
        return words.ngettext("You win by {count} point!", "You win by {count} points!", ahead)
    return words.ngettext(
        "{name} wins by {count} point.", "{name} wins by {count} points.", ahead, name=others[0]
    )


def _together(words: Words, game: ClientGame, others: Sequence[str], mine: bool) -> str:
    """The same if several have the most points."""
    names = ", ".join(others)
    if game.between_games and mine:
        return words._("You lead, together with {names}.", names=names)
    if game.between_games:
        return words._("{names} lead together.", names=names)
    if mine:
        return words._("You win, together with {names}!", names=names)
    return words._("{names} win together.", names=names)
