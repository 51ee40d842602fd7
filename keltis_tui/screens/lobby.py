"""The lobby: what can be played, the tables that wait, who is here, how games ended."""

from keltis_protocol.messages import JoinTable, TableLine
from keltis_tui.canvas.bars import Key, paint_keys, paint_title
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.learn import LearnDialog
from keltis_tui.screens.lobby_list import OTHERS, section_of
from keltis_tui.screens.lobby_page import Page, paint_page
from keltis_tui.screens.name import NameDialog
from keltis_tui.screens.new_table import NewTable
from keltis_tui.screens.screen import Navigator, Screen
from keltis_words.words import N_


class LobbyScreen(Screen):
    """One page; the arrows move among the tables, Enter sits down, a number starts a game."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator)
        self._code = ""

    @property
    def lines(self) -> list[TableLine]:
        """The tables in the order they are shown."""
        listed = self.client.lobby.tables if self.client.lobby else []
        tables = [line for line in listed if line.game in GAMES]
        return sorted(tables, key=section_of)

    @property
    def chosen(self) -> TableLine | None:
        """The table in focus: it stays so when others come and go."""
        named = [line for line in self._spots if line.table == self._code]
        return next(iter(named or self._spots), None)

    @property
    def _spots(self) -> list[TableLine]:
        """The tables to which one can go, be it to look on."""
        return [line for line in self.lines if section_of(line) < OTHERS or line.watchable]

    @property
    def _watched(self) -> bool:
        """Whether one can only look on at the table in focus."""
        return self.chosen is not None and section_of(self.chosen) == OTHERS

    def key_bar(self) -> list[Key]:
        """Join, a quick game, open a table, learn, help, leave."""
        join = [Key("enter", N_("join"))] if self.chosen else []
        if self._watched:
            join = [Key("w", N_("look on"))]
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
        watch = [Key("w", N_("look on"))] if self.chosen and not self._watched else []
        return [*super().more_keys(), *watch, Key("N", N_("name"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        match key:
            case "up" | "k" | "left" | "h":
                self._step(-1)
            case "down" | "j" | "right" | "l":
                self._step(1)
            case "w" | "enter" if self.chosen and (key == "w" or self._watched):
                self.client.watch(self.chosen.table)
            case "enter" if self.chosen:
                self._join(self.chosen.table)
            case "b" if self.client.games:
                self.client.quick_game(self.client.games[0].id)
            case _ if key in self._quick():
                self.client.quick_game(self._quick()[key])
            case "n" if self.client.games:
                self.navigator.open_dialog(NewTable(self.client, self.navigator))
            case "N":
                self.navigator.open_dialog(NameDialog(self.client, self.navigator))
            case "t":
                self.navigator.open_dialog(LearnDialog(self.client, self.navigator))
            case "q":
                self.client.leave("")
            case _:
                self.unused(key)

    def click(self, target: Target) -> None:
        """A click on a table picks it; on the picked one it sits down."""
        if target.kind == "table":
            picked = self.lines[target.number]
            if self.chosen and self.chosen.table == picked.table:
                self.press("enter")
            elif picked in self._spots:
                self._code = picked.table

    def _step(self, step: int) -> None:
        codes = [line.table for line in self._spots]
        if self.chosen:
            self._code = codes[(codes.index(self.chosen.table) + step) % len(codes)]

    def _quick(self) -> dict[str, str]:
        """The games by the number that starts a quick one."""
        return {str(number): offer.id for number, offer in enumerate(self.client.games, 1)}

    def _join(self, code: str) -> None:
        self.client.ask(lambda command: JoinTable(id=command, table=code))

    def paint(self, canvas: Canvas) -> None:
        """The page between title and keys, and why the last thing was refused."""
        words, client = self.words, self.client
        people = client.lobby.people if client.lobby else 1
        here = words.ngettext("{count} person is here", "{count} people are here", people)
        paint_title(canvas, words._("KELTIS"), [here], client.you.name, client.glyphs.dot)
        page = Page(
            words,
            client.glyphs,
            tuple(self._quick().items()),
            self.lines,
            self.chosen,
            client.lobby,
            client.now(),
        )
        paint_page(canvas, page)
        if client.message:
            canvas.put(3, canvas.height - 2, client.message, "ground problem")
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())
