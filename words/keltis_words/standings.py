"""Ratings in words: as a screen shows them, and a leaderboard as lines of text."""

from collections.abc import Sequence

from keltis_protocol.messages import Ladder, LadderRow
from keltis_words.games.catalogue import game_name
from keltis_words.words import Words, words_for


def rating_said(rating: int, provisional: bool) -> str:
    """A rating; one that is not sure yet has a mark."""
    return f"{rating}?" if provisional else str(rating)


def change_said(change: int) -> str:
    """By how much a rating changed."""
    return f"{change:+}"


def deviation_said(words: Words, row: LadderRow) -> str:
    """How sure a rating is: a bot's was measured."""
    return words._("a bot") if row.bot else f"± {row.deviation}"


def places(rows: Sequence[LadderRow]) -> list[str]:
    """The place of each on a leaderboard; those who have none yet have a mark."""
    return ["?" if row.provisional else f"{number}." for number, row in enumerate(rows, 1)]


def heading(words: Words, ladder: Ladder) -> str:
    """What a leaderboard is about."""
    game = game_name(words, ladder.game)
    if ladder.bots:
        return words._("{game}, in games with bots", game=game)
    return words._("{game}, among people", game=game)


def nobody_yet(words: Words) -> str:
    """What stands on a leaderboard without anybody."""
    return words._("Nobody has played a rated game lately.")


def ladder_said(language: str, ladders: Sequence[Ladder]) -> list[str]:
    """Leaderboards as lines: place, name, rating, how sure, how many games lately."""
    words = words_for(language)
    lines: list[str] = []
    for ladder in ladders:
        lines += [""] * bool(lines) + [heading(words, ladder)]
        rows = zip(places(ladder.rows), ladder.rows, strict=True)
        lines += [_line(words, place, row) for place, row in rows] or [f"  {nobody_yet(words)}"]
    return lines


def _line(words: Words, place: str, row: LadderRow) -> str:
    games = words.ngettext("{count} game", "{count} games", row.games)
    said = rating_said(row.rating, row.provisional)
    sure = deviation_said(words, row)
    return f"{place:>4} {row.name:16} {said:>6}  {sure:6}" + ("" if row.bot else f"  {games}")
