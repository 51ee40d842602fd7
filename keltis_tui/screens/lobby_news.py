"""What else there is to see in a lobby: who is here, and how the last games ended."""

from collections.abc import Sequence
from typing import Final

from keltis_protocol.messages import Lobby, Person, ResultLine
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of
from keltis_tui.screens.lobby_rows import Area, paint_heading
from keltis_words.games.catalogue import short_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import Words

NEWS: Final = 3
"""How many cells beside the names stay free."""
WIDE: Final = 56
"""In so many cells a result has room for how many played."""


def people_lines(words: Words, lobby: Lobby, width: int, most: int) -> list[list[Person | str]]:
    """Who is here in lines of so many cells; after the last line's names how many more there are.

    Whoever has no name yet is one of those.
    """
    lines: list[list[Person | str]] = [[]]
    left = lobby.people
    for person in lobby.here:
        last = len(lines) == most
        more = width_of(_more(words, left)) + 2 if last and left > 1 else 0
        if _used(lines[-1]) + width_of(person.name) + more > width and lines[-1]:
            if last:
                break
            lines.append([])
        lines[-1].append(person)
        left -= 1
    if left > 0:
        if _used(lines[-1]) + width_of(_more(words, left)) > width and len(lines) < most:
            lines.append([])
        lines[-1].append(_more(words, left))
    return lines


def _used(line: Sequence[Person | str]) -> int:
    return sum(width_of(_text(each)) + 2 for each in line)


def _more(words: Words, count: int) -> str:
    return words.ngettext("and {count} more", "and {count} more", count)


def _text(part: Person | str) -> str:
    return part if isinstance(part, str) else part.name


def paint_people(canvas: Canvas, words: Words, glyphs: Glyphs, lobby: Lobby) -> None:
    """Who is here: oneself in gold, guests fainter than people with a key."""
    width, height = canvas.width, canvas.height
    paint_heading(canvas, glyphs, words._("Who is here"), Area(0, 0, width, 1))
    for row, line in enumerate(people_lines(words, lobby, width - NEWS, height - 1), 1):
        at = 2
        for part in line:
            style = "preview" if isinstance(part, str) else "faint" if part.guest else "text"
            mine = isinstance(part, Person) and part.name == lobby.you.name
            at = canvas.put(at, row, _text(part), f"ground {'gold' if mine else style}", width - at)
            at += 2


def paint_results(
    canvas: Canvas, words: Words, glyphs: Glyphs, lobby: Lobby, ages: Sequence[str]
) -> None:
    """How the last games ended, the newest first, as many as have an age: who won what."""
    width = canvas.width
    paint_heading(canvas, glyphs, words._("How games ended"), Area(0, 0, width, 1))
    for row, (line, when) in enumerate(zip(lobby.results[: len(ages)], ages, strict=True), 1):
        if width >= WIDE:
            players = words.ngettext("{count} player", "{count} players", line.seats)
            when = f"{players} {glyphs.dot} {when}"
        end = canvas.right(width, row, when, "ground faint")
        canvas.put(2, row, glyphs.clover, "ground tile.clover")
        style = "gold" if lobby.you.name in line.winners else "text"
        canvas.put(4, row, _told(words, line), f"ground {style}", limit=end - 6)


def _told(words: Words, line: ResultLine) -> str:
    """Who won; those who had as many points as each other, all of them."""
    game, (*others, last) = short_name(words, line.game), line.winners
    if not others:
        return words._("{name} won {game}", name=last, game=game)
    return words._("{names} and {name} won {game}", names=", ".join(others), name=last, game=game)
