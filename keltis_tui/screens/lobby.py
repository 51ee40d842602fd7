"""The lobby: the tables that wait for you, the open ones, those being played; quick games."""

from typing import TYPE_CHECKING

from keltis_protocol.messages import JoinTable, TableLine
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.painters.bars import Key, paint_keys, paint_title
from keltis_tui.screens.help import Help
from keltis_tui.screens.learn import LearnDialog
from keltis_tui.screens.name import NameDialog
from keltis_tui.screens.new_table import NewTable
from keltis_tui.screens.screen import Screen
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording.options import TOLD, game_in_short
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

SECTIONS = (
    N_("Your turn"),
    N_("Your tables"),
    N_("Open tables: sit down"),
    N_("Being played"),
)
"""The parts of the list, in this order; empty ones are not shown."""
FIRST = 4
"""The line on which the list begins."""


def section_of(line: TableLine) -> int:
    """In which part of the list a table stands."""
    if line.yours:
        return 0 if line.your_turn else 1
    return 2 if line.state == "open" else 3


class LobbyScreen(Screen):
    """One list; the arrows move, Enter sits down."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._code = ""

    @property
    def lines(self) -> list[TableLine]:
        """The tables in the order they are shown."""
        listed = self.session.lobby.tables if self.session.lobby else []
        tables = [line for line in listed if line.game in BOARDS]
        return sorted(tables, key=section_of)

    @property
    def chosen(self) -> TableLine | None:
        """The table in focus: it stays so when others come and go."""
        open_to_me = [line for line in self.lines if section_of(line) < 3]
        named = [line for line in open_to_me if line.table == self._code]
        return next(iter(named or open_to_me), None)

    def key_bar(self) -> list[Key]:
        """Join, a quick game, open a table, learn, help, leave."""
        join = [Key("enter", N_("join"))] if self.chosen else []
        return [
            *join,
            Key("b", N_("bot")),
            Key("n", N_("new table")),
            Key("t", N_("learn")),
            Key("?", N_("keys")),
            Key("q", N_("quit")),
        ]

    def more_keys(self) -> list[Key]:
        """Also another name."""
        return [*super().more_keys(), Key("N", N_("name"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        match key:
            case "up" | "k" | "left" | "h":
                self._step(-1)
            case "down" | "j" | "right" | "l":
                self._step(1)
            case "enter" if self.chosen:
                self._join(self.chosen.table)
            case "b" if self.session.games:
                self.session.quick_game(self.session.games[0].id, bots=1)
            case _ if key in self._quick():
                self.session.quick_game(self._quick()[key], bots=1)
            case "n" if self.session.games:
                self.session.open_dialog(NewTable(self.session))
            case "N":
                self.session.open_dialog(NameDialog(self.session))
            case "t":
                self.session.open_dialog(LearnDialog(self.session))
            case "?":
                self.session.open_dialog(Help(self.session, self))
            case "q":
                self.session.leave("")

    def click(self, target: Target) -> None:
        """A click on a table picks it; on the picked one it sits down."""
        if target.kind == "table":
            picked = self.lines[target.number]
            if self.chosen and self.chosen.table == picked.table:
                self.press("enter")
            elif section_of(picked) < 3:
                self._code = picked.table

    def _step(self, step: int) -> None:
        codes = [line.table for line in self.lines if section_of(line) < 3]
        if self.chosen:
            self._code = codes[(codes.index(self.chosen.table) + step) % len(codes)]

    def _quick(self) -> dict[str, str]:
        """The games by the number that starts a quick one."""
        return {str(number): offer.id for number, offer in enumerate(self.session.games, 1)}

    def _join(self, code: str) -> None:
        self.session.ask(lambda command: JoinTable(id=command, table=code))

    def paint(self, canvas: Canvas) -> None:
        """The list, or a kind word if it is empty."""
        words, session = self.words, self.session
        people = session.lobby.people if session.lobby else 1
        here = words.ngettext("{count} person is here", "{count} people are here", people)
        paint_title(canvas, words._("KELTIS"), [here], session.you.name, session.glyphs.dot)
        self._paint_knot(canvas)
        if self.lines:
            self._paint_list(canvas, FIRST, canvas.height - FIRST - 5)
        else:
            self._paint_empty(canvas, FIRST)
        if self.lines:
            self._paint_quick(canvas, canvas.height - 4)
        if session.message:
            canvas.put(3, canvas.height - 2, session.message, "ground problem")
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())

    def _paint_knot(self, canvas: Canvas) -> None:
        """A band of knot-work under the title."""
        for x in range(0, canvas.width, 2):
            colour = x // 2 % 5
            canvas.put(x, 1, "╲╱", f"ground edge.{colour}")
            canvas.put(x, 2, "╱╲", f"ground edge.{(colour + 1) % 5}")

    def _paint_list(self, canvas: Canvas, y: int, height: int) -> None:
        """As much of the list as there is room for, the table in focus always among it."""
        rows = self._rows()
        focus = next((row for row, line in enumerate(rows) if line == self.chosen), 0)
        start = max(0, min(focus - height // 2, len(rows) - height))
        for row, line in enumerate(rows[start : start + height], y):
            if isinstance(line, TableLine):
                self._paint_line(canvas, self.lines.index(line), line, row)
            elif line is not None:
                style = "ground gold" if line == SECTIONS[0] else "ground goal"
                canvas.put(3, row, self.words._(line), style)

    def _rows(self) -> list[TableLine | str | None]:
        """The list line by line: a part's heading, its tables, and nothing between two parts."""
        rows: list[TableLine | str | None] = []
        shown = -1
        for line in self.lines:
            if section_of(line) != shown:
                shown = section_of(line)
                rows += [None, SECTIONS[shown]] if rows else [SECTIONS[shown]]
            rows.append(line)
        return rows

    def _paint_empty(self, canvas: Canvas, y: int) -> None:
        words = self.words
        lines = (
            ("t", words._("teaches you one of the games in five minutes")),
            ("n", words._("opens a table for friends")),
            ("N", words._("gives you another name")),
        )
        canvas.put(3, y, words._("No table is open."), "ground bright")
        y += 2
        canvas.put(3, y, words._("A quick game against a bot:"), "ground goal")
        for number, game in self._quick().items():
            y += 2
            canvas.target(3, y, canvas.width - 6, 1, Target("key", key=number))
            canvas.put(3, y, number, "ground gold")
            canvas.put(6, y, game_in_short(words, game), "ground bright", limit=20)
            told = words._(TOLD[game]) if game in TOLD else ""
            canvas.put(27, y, told, "ground text", limit=canvas.width - 28)
        y += 2
        for row, (key, text) in enumerate(lines, y + 1):
            canvas.target(3, row, canvas.width - 6, 1, Target("key", key=key))
            canvas.put(3, row, key, "ground gold")
            canvas.put(6, row, text, "ground text", limit=canvas.width - 7)

    def _paint_quick(self, canvas: Canvas, y: int) -> None:
        """Every game with the number that starts it at once, against a bot."""
        if len(self.session.games) < 2:
            return
        words, x = self.words, 3
        canvas.put(x, y, words._("A quick game against a bot:"), "ground goal")
        for number, game in self._quick().items():
            start = x
            x = canvas.put(x, y + 1, number, "ground gold") + 1
            x = canvas.put(x, y + 1, game_in_short(words, game), "ground text")
            canvas.target(start, y + 1, x - start, 1, Target("key", key=number))
            x += 3

    def _paint_line(self, canvas: Canvas, index: int, line: TableLine, y: int) -> None:
        chosen = self.chosen is not None and self.chosen.table == line.table
        style = "line.chosen" if chosen else "ground"
        glyphs = self.session.glyphs
        canvas.fill(2, y, canvas.width - 4, 1, style)
        if chosen:
            canvas.put(3, y, glyphs.turn, f"{style} gold")
        canvas.put(5, y, line.table, f"{style} gold" if chosen else "ground text")
        canvas.put(14, y, game_in_short(self.words, line.game), f"{style} text", limit=18)
        x, room = 33, (canvas.width - 35) // len(line.seats) - 4
        for seat, state in enumerate(line.seats):
            free = state.kind == "free"
            sign = (glyphs.small if free else glyphs.large)[seat]
            x = canvas.put(x, y, sign, f"{style} seat.{seat}") + 1
            name = self.words._("free") if free else state.name
            text_style = "faint" if free or state.away else "text"
            x = canvas.put(x, y, name, f"{style} {text_style}", limit=room) + 2
        canvas.target(2, y, canvas.width - 4, 1, Target("table", index))
