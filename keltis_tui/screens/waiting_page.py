"""The picture of a table before the game: complete at 80 by 24, whoever sits there."""

from dataclasses import dataclass

from keltis_protocol.messages import SeatState, TableChanged
from keltis_tui.canvas.bars import paint_rule, paint_title
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.knots import paint_plait
from keltis_tui.canvas.text import width_of, wrap
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lobby_games import game_boxes
from keltis_tui.table.talk_lines import paint_last, paint_talk
from keltis_words.bots import bot_name, temper
from keltis_words.games.catalogue import title
from keltis_words.table_news import agreed, told
from keltis_words.words import Words

SEATS = 8
"""The line of the first seat."""
NAME = 32
"""How wide a name can be: as many letters as it may have, each of two cells."""
TALL, WIDE = 32, 120
"""From this height on, seats stand apart; from this width on, the talk stands beside them."""
WORD_LINES = 2
"""How many lines there are for a lucky word: as long as it may be, each letter of two cells."""
BESIDE = 36
"""How wide what happened is where the talk stands beside it."""
PLAIT = 4
"""How high the knot-work is where nobody has said anything."""


@dataclass(frozen=True)
class Room:
    """What there is to show."""

    client: Client
    table: TableChanged
    chosen: int | None
    """The seat in focus."""
    several: bool
    """Whether the bot there may be of another kind."""
    question: str

    @property
    def words(self) -> Words:
        """Those of this person."""
        return self.client.words


def paint_room(canvas: Canvas, room: Room, *, asked: bool) -> None:
    """The line to share, what is agreed, seats, what happened, talk, and what is missing."""
    words, table, client = room.words, room.table, room.client
    facts = [words._("table {code}", code=table.table)]
    if client.watching:
        more = table.watchers - 1
        text = words.ngettext("you and {count} more look on", "you and {count} more look on", more)
        facts.append(text if more > 0 else words._("you look on"))
    elif table.watchers:
        facts.append(words.ngettext("{count} looks on", "{count} look on", table.watchers))
    paint_title(canvas, title(words, table.game), facts, client.you.name, client.glyphs.dot)
    _paint_invitation(canvas, room)
    y = SEATS
    for seat, state in enumerate(table.seats):
        y = _paint_seat(canvas, room, y, seat, state) + (canvas.height >= TALL)
    _paint_life(canvas, room, y)
    if table.commitment:
        promise = words._("The dealer's promise: {digits}", digits=table.commitment.hex()[:32])
        canvas.put(4, canvas.height - 4, promise, "ground faint", limit=canvas.width - 5)
    style = "ground problem" if client.message else "ground faint"
    canvas.put(4, canvas.height - 3, _remark(room), style, limit=canvas.width - 5)
    style = "ask" if asked else "wait"
    canvas.fill(0, canvas.height - 2, canvas.width, 1, style)
    canvas.put(1, canvas.height - 2, room.question, style)


def _remark(room: Room) -> str:
    """A word to this person, or how the bot plays that may be another."""
    bot = room.table.seats[room.chosen].bot if room.several and room.chosen is not None else ""
    return room.client.message or temper(room.words, bot)


def _paint_invitation(canvas: Canvas, room: Room) -> None:
    """The code and the whole line with it, a guest's way back, and what is agreed."""
    words, table, client = room.words, room.table, room.client
    width = canvas.width - 5
    end = canvas.put(4, 2, words._("Friends join with this code:"), "ground text")
    canvas.put(end + 1, 2, f" {table.table} ", "chosen")
    known = client.identity
    if known.host:
        canvas.put(4, 3, known.line_for("join", table.table), "ground bright", limit=width)
    if known.return_code:
        way = known.way_back()
        said = words._("If the line breaks in a game: {line}", line=way)
        said = said if width_of(said) <= width else way
        canvas.put(4, 4, said, "ground text", limit=width)
    usual = {name: values[0] for name, values in client.table_settings.items()}
    unusual = {
        name: value for name, value in table.settings.items() if usual.get(name, value) != value
    }
    lines = wrap(agreed(words, table.game, table.options, unusual), width - 1)
    for row, line in enumerate(lines[: SEATS - 5], 5):
        canvas.put(4, row, line, "ground faint", limit=width)


def _paint_seat(canvas: Canvas, room: Room, y: int, seat: int, state: SeatState) -> int:
    """Who sits there, and the lucky word in a line of its own; the line below comes back."""
    words, glyphs = room.words, room.client.glyphs
    free, focus = state.kind == "free", seat == room.chosen
    space = (canvas.width // 2 if canvas.width >= WIDE else canvas.width - 4) - 8
    ground = "line.chosen" if focus else "ground"
    if room.chosen is not None:
        canvas.fill(4, y, space + 4, 1, ground)
        canvas.target(4, y, space + 4, 1, Target("seat", seat))
    canvas.put(5, y, (glyphs.small if free else glyphs.large)[seat], f"{ground} seat.{seat}")
    name = words._("free seat") if free else state.name
    canvas.put(8, y, name, f"{ground} {'faint' if free else 'bright'}", limit=NAME)
    what, style = _state(room, seat, state)
    canvas.put(8 + NAME + 1, y, what, f"{ground} {style}", limit=space - NAME)
    if not state.word:
        return y + 1
    lines = wrap(words._("lucky word: {word}", word=state.word), space)
    if len(lines) > WORD_LINES:
        lines = wrap(state.word, space)
    for row, line in enumerate(lines, y + 1):
        canvas.put(8, row, line, "ground faint")
    return y + 1 + len(lines)


def _state(room: Room, seat: int, state: SeatState) -> tuple[str, str]:
    """What there is to say of somebody, and its style."""
    words = room.words
    match state:
        case SeatState(kind="bot"):
            kind = bot_name(words, state.bot)
            shown = f"‹ {kind} ›" if room.several and seat == room.chosen else kind
            return words._("a bot: {kind}", kind=shown), "faint"
        case SeatState(kind="person", away=True):
            what, style = words._("away"), "faint"
        case SeatState(kind="person", ready=True):
            what, style = words._("ready"), "preview"
        case SeatState(kind="person"):
            what, style = words._("not ready yet"), "goal"
        case _:
            return "", "faint"
    if seat == room.table.host:
        what = words._("{state}, host", state=what)
    return what, style


def _paint_life(canvas: Canvas, room: Room, y: int) -> None:
    """What happened and what was said: below the seats, the talk beside them where it is wide."""
    talk, glyphs, words = room.client.talk, room.client.glyphs, room.words
    end, x, width = canvas.height - 4, 4, canvas.width - 8
    happened = [told(words, room.table.game, news) for news in room.table.news]
    happened = [sentence for sentence in happened if sentence]
    beside = canvas.width >= WIDE
    if beside:
        width = canvas.width // 2 - 4
    said = bool(talk.lines) and not beside
    if happened and end - y > 1:
        _paint_news(canvas, room, happened, (x, y, BESIDE if said else width, end - y))
    if beside:
        x, y, width = canvas.width // 2 + 6, SEATS, canvas.width // 2 - 10
    if not talk.lines:
        if beside and canvas.height >= TALL:
            _paint_game(canvas, room, (x, y, width, end - y))
        return
    if not beside and happened:
        x, width = x + BESIDE + 2, width - BESIDE - 2
    if end - y > 1:
        paint_rule(canvas, x, y, width, glyphs, words._("talk"))
        paint_talk(canvas, glyphs, talk.lines, (x + 1, y + 1, width - 1, end - y - 1))
        talk.read()
    elif not _remark(room):
        new = words.ngettext("{count} new, ", "{count} new, ", talk.unread)
        unread = new if talk.unread else ""
        paint_last(canvas, glyphs, talk.lines, unread, (4, canvas.height - 3, canvas.width - 8))


def _paint_game(canvas: Canvas, room: Room, area: tuple[int, int, int, int]) -> None:
    """What is going to be played, and knot-work below it."""
    x, y, width, height = area
    if room.table.game in GAMES:
        box = game_boxes(width, room.words, room.client.glyphs, (room.table.game,), "")
        canvas.stamp(y, box, x)
    paint_plait(canvas, room.client.glyphs, (x, y + height - PLAIT, width, PLAIT))


def _paint_news(
    canvas: Canvas, room: Room, happened: list[str], area: tuple[int, int, int, int]
) -> None:
    """The last that happened, the newest at the bottom."""
    x, y, width, height = area
    paint_rule(canvas, x, y, width, room.client.glyphs, room.words._("what happened"))
    lines = [line for sentence in happened for line in wrap(sentence, width - 2)]
    for row, line in enumerate(lines[1 - height :], y + 1):
        canvas.put(x + 1, row, line, "ground faint", limit=width - 1)
