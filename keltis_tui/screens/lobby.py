"""The lobby: what can be played, the tables that wait, who is here, how games ended."""

from dataclasses import replace
from typing import Final

from keltis_protocol.messages import JoinTable, Lobby, TableLine
from keltis_tui.canvas.bars import Key, paint_keys, paint_title
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.text import width_of
from keltis_tui.client import Client
from keltis_tui.screens.ladder import LadderDialog
from keltis_tui.screens.learn import LearnDialog
from keltis_tui.screens.lobby_find import STEP, Finder
from keltis_tui.screens.lobby_list import NEWS
from keltis_tui.screens.lobby_page import TWO_COLUMNS, Page, paint_page
from keltis_tui.screens.lobby_rows import OTHERS, section_of
from keltis_tui.screens.lobby_told import Told
from keltis_tui.screens.name import NameDialog
from keltis_tui.screens.new_table import NewTable
from keltis_tui.screens.saving import paint_whole
from keltis_tui.screens.screen import Navigator, Screen
from keltis_tui.table.talk_lines import paint_last
from keltis_words.bots import STRENGTHS, temper
from keltis_words.words import N_

QUICK: Final = N_("A quick game: with whoever comes, or against a bot")
LEAP: Final = 10
"""How many tables a page key goes on."""


class LobbyScreen(Screen):
    """One page; the arrows move among games and tables, Enter plays or sits down.

    No letter or digit begins a game: whoever types a code on the wrong screen is safe.
    """

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator)
        self._focus = ""
        """The game or the code of the table on which Enter acts."""
        self._find = Finder(client)
        self._told = Told(None)
        self._heard = self._shown = False
        """Whether the lobby told something while this was the page, and whether that was shown."""

    @property
    def told(self) -> Told:
        """What the lobby tells; made ready once for all keys until it tells more."""
        if self._told.lobby is not self.client.lobby:
            self._told = Told(self.client.lobby)
        return self._told

    @property
    def lines(self) -> list[TableLine]:
        """The tables in the order they are shown."""
        return self.told.lines

    @property
    def _tables(self) -> list[str]:
        return self.told.tables

    @property
    def _games(self) -> list[str]:
        return [offer.id for offer in self.client.games]

    @property
    def focus(self) -> str:
        """The game or table in focus: it stays so when others come and go."""
        return self._focus_among(self.told)

    def _focus_among(self, told: Told) -> str:
        games = [] if self._find.open else self._games
        if self._focus in games or self._focus in told.tables:
            return self._focus
        return next(iter((*told.seats, *games, *told.tables)), "")

    @property
    def chosen(self) -> TableLine | None:
        """The table in focus, if it is one."""
        return self.told.line(self.focus)

    @property
    def _watched(self) -> bool:
        """Whether one can only look on at the table in focus."""
        return self.chosen is not None and section_of(self.chosen) == OTHERS

    @property
    def _to_watch(self) -> str:
        """The table at which `w` looks on: the one in focus, or else the first there is."""
        watchable = (line.table for line in self.lines if line.watchable)
        return self.chosen.table if self.chosen else next(watchable, "")

    def key_bar(self) -> list[Key]:
        """What Enter does, the longest wait, open a table, a code, talk, help, leave."""
        help_and_quit = [Key("?", N_("keys")), Key("q", N_("quit"))]
        if self._find.open:
            return [Key("enter", N_("join")), Key("escape", N_("show all tables"))]
        focus, lobby = self.focus, self.client.lobby
        act = [Key("enter", N_("join"))] if focus else []
        if focus in self._games:
            bot = [] if self.client.alone else [Key(" ", N_("bot"))]
            act = [Key("enter", N_("play")), *bot]
        elif self._watched:
            act = [Key("w", N_("look on"))]
        waiting = [Key("n", N_("next"))] if lobby and lobby.waiting else []
        unread = self.client.lobby_talk.unread
        talk = Key("/", N_("talk"), f"[{unread}] /" if unread else "")
        code = [] if self.client.alone else [Key("c", N_("code"))]
        rest = [Key("o", N_("new table")), *code, talk]
        return [*act, *waiting, *rest, *help_and_quit]

    def more_keys(self) -> list[Key]:
        """Also who stands where, a lesson, and another name."""
        if self._find.open:
            return []
        watch = [Key("w", N_("look on"))] if self._to_watch and not self._watched else []
        rated, learn = Key("r", N_("ratings")), Key("t", N_("learn"))
        strength = Key("b", N_("other bot"))
        return [rated, *super().more_keys(), *watch, learn, strength, Key("N", N_("name"))]

    def legend(self) -> list[tuple[str, str, str]]:
        """What the marks before a table mean."""
        words, glyphs = self.words, self.client.glyphs
        return [
            (glyphs.turn, "gold", words._("Enter goes there")),
            (NEWS, "gold", words._("something new since you were there")),
            (glyphs.small[1], "seat.1", words._("a free seat")),
        ]

    def types(self, key: str) -> bool:
        """In the field every letter is typed."""
        return self._find.open and key != "?"

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        match key:
            case "up" | "down" | "pageup" | "pagedown" | "home":
                self._move(key)
            case _ if self._find.open:
                self._type(key)
            case "k" | "left" | "h":
                self._move("up")
            case "j" | "right" | "l":
                self._move("down")
            case "enter" if self.focus:
                self._act(self.focus)
            case " " if self.focus in self._games:
                self.client.quick_game(self.focus)
            case "b":
                self._next_strength()
            case "w" if self._to_watch:
                self.client.watch(self._to_watch)
            case "n":
                self._go_on()
            case "o" if self.client.games:
                self.navigator.open_dialog(NewTable(self.client, self.navigator))
            case "c":
                self._find.begin()
            case "N":
                self.navigator.open_dialog(NameDialog(self.client, self.navigator))
            case "r":
                self.navigator.open_dialog(LadderDialog(self.client, self.navigator))
            case "t":
                self.navigator.open_dialog(LearnDialog(self.client, self.navigator))
            case "q":
                self.client.leave("")
            case _ if len(key) == 1 and (key.isupper() or key.isdigit()):
                self._find.begin(key)  # so codes begin
            case _:
                self.unused(key)

    def _next_strength(self) -> None:
        """Have another bot in quick games, and say how it plays; it is remembered."""
        client, kinds = self.client, list(STRENGTHS)
        kind = kinds[(kinds.index(client.settings.bot) + 1) % len(kinds)]
        client.set(replace(client.settings, bot=kind))
        client.note = temper(self.words, kind)

    def paste(self, text: str) -> None:
        """What is pasted is a code, or looked for."""
        self._find.begin(text.strip())

    def click(self, target: Target) -> None:
        """A click on a game or a table picks it; on the picked one it plays or sits down."""
        if target.kind == "game":
            picked = self._games[target.number]
        elif target.kind == "table" and self.lines[target.number].table in self._tables:
            picked = self.lines[target.number].table
        else:
            return
        if self.focus == picked:
            self._act(picked)
        self._focus = picked

    def hear(self) -> None:
        """The server told what there is in the lobby: Enter goes on meaning what it meant."""
        if self._shown and not self._find.open and not self._told.looked_for:
            self._focus = self._focus_among(self._told)
        self._heard = True
        self._find.hear()

    def _type(self, key: str) -> None:
        """Type in the field, end it, or go to what was found."""
        match key:
            case "escape":
                self._find.end()
            case "enter" if self._find.text:
                self.client.message = self.words._("Looking …")
                self._find.once_found(self._take)
            case "enter":
                self._find.end()
            case _ if not self._find.press(key):
                self.unused(key)

    def _take(self, lobby: Lobby) -> None:
        """Sit down at the table whose code was typed, or else at the one in focus."""
        self.client.message = ""
        code = self._find.code
        listed = [line.table for line in lobby.tables]
        if self._tables and not (code and code in listed):
            self._act(self.focus)
        elif code:
            self._focus = code
            go = self._join if self.told.has_room(code) else self._act
            go(code)
        else:
            self.client.message = self.words._("No table is called so.")

    def _act(self, focus: str) -> None:
        if focus in self._games and self.client.alone:
            self.client.quick_game(focus)
        elif focus in self._games:
            self.client.quick.with_people(focus)
        elif self._watched:
            self.client.watch(focus)
        else:
            self._join(focus)

    def _go_on(self) -> None:
        """Go to the game that has waited for me longest."""
        lobby = self.client.lobby
        if lobby is not None and lobby.waiting:
            self._join(lobby.waiting)
        else:
            self.client.message = self.words._("No game waits for you.")

    def _join(self, code: str) -> None:
        self.client.ask(lambda command: JoinTable(id=command, table=code))

    def _move(self, key: str) -> None:
        """Move the focus; near an end of what was told, more is asked for."""
        lobby, tables = self.client.lobby, self._tables
        spots = tables if self._find.open else [*self._games, *tables]
        if lobby is None or not spots:
            return
        others = sum(not line.yours for line in lobby.tables)
        all_told = others >= lobby.found
        if key == "home":
            self._focus = spots[0]
            self._find.page(0)
            return
        step = {"up": -1, "down": 1, "pageup": -LEAP, "pagedown": LEAP}[key]
        place = spots.index(self.focus) + step
        if all_told and abs(step) == 1:
            place %= len(spots)
        place = max(0, min(place, len(spots) - 1))
        self._focus = spots[place]
        if step > 0 and len(spots) - place <= STEP and lobby.first + others < lobby.found:
            self._find.page(lobby.first + others // 2)
        elif step < 0 and place - len(spots) + others <= STEP and lobby.first:
            self._find.page(max(0, lobby.first - others // 2))

    def paint(self, canvas: Canvas) -> None:
        """The page between title and keys, the field, and a word about what was done last."""
        words, client = self.words, self.client
        self._shown = self._heard
        people = client.lobby.people if client.lobby else 1
        here = words.ngettext("{count} person is here", "{count} people are here", people)
        paint_title(canvas, words._("KELTIS"), [here], client.you.name, client.glyphs.dot)
        focus, games = self.focus, tuple(self._games)
        page = Page(
            words,
            client.glyphs,
            games,
            focus if focus in games else "",
            self.told,
            self.chosen,
            client.lobby_talk,
            N_("A quick game against a bot") if client.alone else QUICK,
            client.now(),
            client.settings.bot,
            client.alone,
        )
        paint_page(canvas, page)
        status = canvas.height - 2
        at = self._find.paint(canvas, status) if self._find.open else 3
        talk = client.lobby_talk
        said, style = (client.message, "problem") if client.message else (client.note, "faint")
        if said and width_of(said) < canvas.width - at:
            canvas.put(at, status, said, f"ground {style}")
        elif said:  # above the field, where there is room for all of it
            paint_whole(canvas, said, 3, status - 1, style)
        elif talk.lines and not self._find.open and canvas.width < TWO_COLUMNS:
            new = words.ngettext("{count} new, ", "{count} new, ", talk.unread)
            unread = new if talk.unread else ""
            paint_last(canvas, client.glyphs, talk.lines, unread, (3, status, canvas.width - 4))
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())
