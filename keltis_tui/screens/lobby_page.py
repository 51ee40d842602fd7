"""The page of the lobby: how its parts share the room there is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from keltis_protocol.messages import TableLine
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.screens.lobby_games import Offered, boxes_fit, game_boxes, game_lines
from keltis_tui.screens.lobby_list import MY_LINES, OPEN_LINES, paint_list
from keltis_tui.screens.lobby_news import paint_people, paint_results
from keltis_tui.screens.lobby_rows import Area, paint_heading
from keltis_tui.screens.lobby_told import Told
from keltis_tui.table.talk import Talk
from keltis_tui.table.talk_lines import height_of, paint_talk
from keltis_words.bots import USUAL, bot_name
from keltis_words.glyphs import Glyphs
from keltis_words.sentences import age
from keltis_words.words import N_, Words

FIRST: Final = 1
"""The line on which the page begins, below the title: with a band of knot-work if there is room."""
BAND: Final = 2
"""How many lines a band of knot-work has."""
LAST: Final = 2
"""How many lines below it are kept for a message and the keys."""
TWO_COLUMNS: Final = 110
"""From this width on the news stand beside the tables."""
TALL: Final = 34
"""From this height on every game has a box of its own."""
MOST_TALK: Final = 10
"""How many lines of what is said have room beside the tables at most."""
FEW: Final = 3
"""How many lines of results, their heading among them, there is always room for."""
HINTS: Final = (
    ("o", N_("opens a table for friends")),
    ("c", N_("takes the code of a friend's table")),
    ("t", N_("teaches you one of the games in five minutes")),
)
"""What else can be done, for who has not looked at the keys."""
HINTS_ALONE: Final = (("o", N_("opens a table as you like it, for you and bots")), HINTS[-1])
"""The same where nobody else can come."""


class Page(NamedTuple):
    """What the page is made of."""

    words: Words
    glyphs: Glyphs
    games: Offered
    game: str
    """The game in focus, if it is one."""
    told: Told
    chosen: TableLine | None
    """The table in focus, if it is one."""
    talk: Talk
    quick: str
    """Against whom one plays at once."""
    now: float
    bot: str
    """How strong the bot of a quick game is."""
    alone: bool = False
    """Whether nobody else can come here."""


def paint_page(canvas: Canvas, page: Page) -> None:
    """Everything between the title and the keys."""
    words, glyphs, games, width = page.words, page.glyphs, page.games, canvas.width
    last = canvas.height - LAST
    if canvas.height >= TALL:
        last -= BAND
        canvas.stamp(last, band(width, glyphs))
    boxed = canvas.height >= TALL and boxes_fit(games, width)
    offer = (
        game_boxes(width, words, glyphs, games, page.game)
        if boxed
        else game_lines(width, words, glyphs, games, page.game, 0)
    )
    page_area = Area(1, FIRST, width - 2, last - FIRST)
    if _least(page, page_area) + offer.height + 1 + BAND <= page_area.height:
        canvas.stamp(FIRST, band(width, glyphs))
        page_area = _below(page_area, BAND)
    paint_heading(canvas, glyphs, _quick_game(words, page), page_area)
    rest = _below(page_area, offer.height + 1)
    if width >= TWO_COLUMNS:
        _paint_columns(canvas, page, _below(rest, 1))
    elif _paint_stacked(canvas, page, rest, 0 if boxed else len(games)):
        offer = game_lines(width, words, glyphs, games, page.game, 1)
    canvas.stamp(page_area.y + 1, offer)


def _quick_game(words: Words, page: Page) -> str:
    """What is offered first, and how strong the bot is unless it is the usual one."""
    if page.bot == USUAL:
        return words._(page.quick)
    return words._("A quick game; the bot: {bot}", bot=bot_name(words, page.bot))


def _least(page: Page, area: Area) -> int:
    """How many lines below the games show every table, and some of the news."""
    if area.width + 2 >= TWO_COLUMNS:
        return _list_height(page) + 1
    results, people = _wanted(page, area.width)
    return _list_height(page) + min(results, FEW) + min(people, 2)


def _below(area: Area, lines: int) -> Area:
    """An area without its first lines."""
    return area._replace(y=area.y + lines, height=area.height - lines)


@lru_cache(maxsize=64)
def band(width: int, glyphs: Glyphs) -> Canvas:
    """A band of knot-work in the colours of the paths."""
    canvas = Canvas(width, BAND)
    rising, falling = glyphs.knot, glyphs.knot[::-1]
    for x in range(0, width, 2):
        colour = x // 2 % 5
        canvas.put(x, 0, falling, f"ground edge.{colour}")
        canvas.put(x, 1, rising, f"ground edge.{(colour + 1) % 5}")
    return canvas


def _wanted(page: Page, width: int) -> tuple[int, int]:
    """How many lines there are to show of results and of people, with their headings."""
    lobby, people = page.told.lobby, page.told.people(page.words, width)
    results = len(lobby.results) if lobby else 0
    return results + bool(results), people + bool(people)


def _paint_stacked(canvas: Canvas, page: Page, area: Area, games: int) -> bool:
    """The tables, then the news; whether a free line is left for after each game comes back.

    What is to spare goes to the news, then into free lines between the parts and the games.
    """
    all_results, all_people = _wanted(page, area.width)
    results, people = min(all_results, FEW), min(all_people, 2)
    if area.height - results - people < min(_list_height(page), MY_LINES + OPEN_LINES):
        results = 0
    tables = min(_list_height(page), area.height - results - people)
    spare = area.height - tables - results - people
    results += (more := min(all_results - results, spare))
    spare -= more
    people += (more := min(all_people - people, spare))
    spare -= more
    parts = 1 + bool(results) + bool(people)
    between = int(spare >= parts)
    roomy = games > 0 and spare - between * parts >= games
    y = area.y + roomy * games + between
    _paint_tables(canvas, page, area._replace(y=y, height=tables))
    y += tables + between
    _paint_results(canvas, page, area._replace(y=y, height=results))
    y += results + between * bool(results)
    _paint_people(canvas, page, area._replace(y=y, height=people))
    return roomy


def _paint_columns(canvas: Canvas, page: Page, area: Area) -> None:
    """The tables on the left, the news on the right: results, what is said, who is here."""
    left = area.width * 3 // 5
    right = area._replace(x=area.x + left + 2, width=area.width - left - 2)
    all_results, all_people = _wanted(page, right.width)
    _paint_tables(canvas, page, area._replace(width=left))
    talk = height_of(page.talk.lines, right.width - 2, min(MOST_TALK, right.height // 4))
    talk += 2 * bool(talk)  # its heading, and a free line below it
    rest = right.height - talk
    people = min(all_people, max(2, rest // 3, rest - all_results - 1))
    results = min(all_results, rest - people - 1)
    _paint_results(canvas, page, right._replace(height=results))
    below = _below(right, results + bool(results))
    if talk:
        _paint_talk(canvas, page, below._replace(height=talk - 1))
        below = _below(below, talk)
    _paint_people(canvas, page, below._replace(height=people))


def _paint_talk(canvas: Canvas, page: Page, area: Area) -> None:
    """What is said here: a heading, and the last lines."""
    paint_heading(canvas, page.glyphs, page.words._("Talk"), area)
    within = (area.x + 2, area.y + 1, area.width - 2, area.height - 1)
    paint_talk(canvas, page.glyphs, page.talk.lines, within)
    page.talk.read()


def _list_height(page: Page) -> int:
    """How many lines the tables take; without any, a word about that and what can be done."""
    return len(page.told.rows) if page.told.lines else len(_hints(page)) + 2


def _hints(page: Page) -> Sequence[tuple[str, str]]:
    return HINTS_ALONE if page.alone else HINTS


def _paint_tables(canvas: Canvas, page: Page, area: Area) -> None:
    words, glyphs = page.words, page.glyphs
    if page.told.lines:
        paint_list(canvas, words, glyphs, page.told, page.chosen, area)
        return
    paint_heading(canvas, glyphs, words._("Tables"), area)
    lobby = page.told.lobby
    looked = lobby is not None and lobby.text
    none = words._("No table is called so.") if looked else words._("No table is open.")
    canvas.put(area.x + 2, area.y + 1, none, "ground bright")
    for row, (key, text) in enumerate(_hints(page), area.y + 2):
        canvas.target(area.x, row, area.width, 1, Target("key", key=key))
        canvas.put(area.x + 2, row, key, "ground gold")
        canvas.put(area.x + 4, row, words._(text), "ground text", limit=area.width - 4)


def _paint_results(canvas: Canvas, page: Page, area: Area) -> None:
    words, glyphs, lobby = page.words, page.glyphs, page.told.lobby
    if not area.height or lobby is None:
        return
    shown = lobby.results[: area.height - 1]
    ages = tuple(age(words, page.now - line.at / 1000) for line in shown)

    def paint(part: Canvas) -> None:
        paint_results(part, words, glyphs, lobby, ages)

    page.told.stamp(canvas, area, ("results", words, glyphs, ages), paint)


def _paint_people(canvas: Canvas, page: Page, area: Area) -> None:
    words, glyphs, lobby = page.words, page.glyphs, page.told.lobby
    if not area.height or lobby is None:
        return

    def paint(part: Canvas) -> None:
        paint_people(part, words, glyphs, lobby)

    page.told.stamp(canvas, area, ("people", words, glyphs), paint)
