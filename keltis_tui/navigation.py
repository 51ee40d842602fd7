"""Which screen is shown, which dialogs lie over it, and where a fact or a key leads."""

from typing import Final

from keltis_protocol.messages import (
    Fact,
    GameChanged,
    Hint,
    LeftTable,
    Lobby,
    Review,
    StepShown,
    TableChanged,
    Welcome,
)
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.help import Help
from keltis_tui.screens.lesson import LessonScreen
from keltis_tui.screens.lobby import LobbyScreen
from keltis_tui.screens.name import NameDialog
from keltis_tui.screens.projection import Projection
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.screens.rules import RulesDialog
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.screen import Screen
from keltis_tui.screens.settings import SettingsDialog
from keltis_tui.screens.table import TableScreen
from keltis_tui.screens.talk import LobbyTalkDialog, TalkDialog
from keltis_tui.screens.waiting import WaitingScreen
from keltis_tui.screens.watch import WatchedScores, WatchScreen, WatchWaiting
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.film import film_of

COACHED_BOT: Final = "Bran"
"""Who plays against the learner in a guided first game."""
PLAYING: Final[tuple[type[Screen], type[Screen]]] = (TableScreen, WaitingScreen)
"""What shows the game, and the table before it, to those who sit there."""


class Navigation:
    """One screen, and the dialogs over it."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.base: Screen = LobbyScreen(client, self)
        """The screen below all dialogs."""
        self.dialogs: list[Screen] = []
        self._led_by = ""
        """Who leads through a finished game, as far as that was told."""

    @property
    def top(self) -> Screen:
        """What keys go to: the dialog on top, or the screen."""
        return self.dialogs[-1] if self.dialogs else self.base

    def open_dialog(self, dialog: Screen, /) -> None:
        """Show a dialog over what is shown."""
        if isinstance(self.base, TableScreen):
            self.base.decision.look_away()
        self.dialogs.append(dialog)

    def close_dialog(self) -> None:
        """Take the dialog on top away."""
        if self.dialogs:
            self.dialogs.pop()

    def play_back(self, table: str, /, number: int = 0, turn: int = 0) -> None:
        """Have a finished game brought and shown, at a turn if one is named."""

        def show(text: str) -> None:
            Projection(self._client, self, film_of(text), table, turn, number)

        self._client.files.fetch(table, show, number)

    def shows(self, screen: Screen, /) -> bool:
        """Whether a screen is shown, be it below a dialog."""
        return screen is self.base or any(screen is each for each in self.dialogs)

    def start_lesson(self, game: str, /) -> None:
        """Begin a guided first game; nobody else has to do with it."""
        self._client.names = [self._client.you.name, COACHED_BOT]
        self._show(LessonScreen(self._client, self, GAMES[game].lesson))

    def end_lesson(self) -> None:
        """Back to the lobby."""
        self._client.names = []
        lobby = LobbyScreen(self._client, self)
        self._show(lobby)
        lobby.hear()  # what it shows was told already

    def press(self, key: str, /) -> None:
        """Five keys work almost everywhere; any other goes to what is on top."""
        if key == "f1" and not isinstance(self.top, RulesDialog | NameDialog):
            self._open_rules()
        elif key == "f2" and not isinstance(self.top, SettingsDialog | NameDialog):
            self.open_dialog(SettingsDialog(self._client, self))
        elif self.top.types(key):
            self.top.press(key)
        elif key == "?" and not isinstance(self.top, Help):
            self.open_dialog(Help(self._client, self, self.top))
        elif key == "N" and self.top is self.base and not isinstance(self.base, LessonScreen):
            self.open_dialog(NameDialog(self._client, self))
        elif key == "/" and not isinstance(self.top, Help):
            self._open_talk()
        else:
            self.top.press(key)

    def _open_talk(self) -> None:
        """The talk at our table, if there is somebody to talk to or something to read; or here."""
        client = self._client
        if client.table is None or isinstance(self.base, LessonScreen):
            self.open_dialog(LobbyTalkDialog(client, self))
        elif client.company or client.talk.lines:
            self.open_dialog(TalkDialog(client, self, client.table.table))
        elif client.watching:
            client.message = client.words._("Nobody else looks on to talk to.")
        else:
            client.message = client.words._("Nobody else sits at this table to talk to.")

    def _open_rules(self) -> None:
        """The rules of the game at our table, at the phase it is in; else of any game."""
        table = self._client.table
        if isinstance(self.base, TableScreen):
            game, phase = self.base.game.rules.id, self.base.game.view.phase
        else:
            game, phase = table.game if table else next(iter(GAMES)), ""
        self.open_dialog(RulesDialog(self._client, self, game, phase))

    def hear(self, fact: Fact) -> None:
        """Go where a fact leads that the client has taken in."""
        client = self._client
        if (wanted := client.to_play_back) is not None:
            client.to_play_back = None
            if wanted.film:
                Projection(client, self, film_of(wanted.film), "", wanted.turn)
            else:
                self.play_back(wanted.replay, wanted.number, wanted.turn)
        match fact:
            case Welcome() if not fact.you.name:
                self.open_dialog(NameDialog(self._client, self))
            case TableChanged():
                for each in self._replays:
                    each.hear_table()
                kinds = (WatchScreen, WatchWaiting) if self._client.watching else PLAYING
                stopped = isinstance(self.base, TableScreen) and fact.state == "open"
                if stopped or type(self.base) not in kinds:
                    self._show(kinds[1](self._client, self))
            case GameChanged():
                self._hear_game(fact)
            case Review():
                for each in self._replays:
                    each.hear_review(fact)
            case StepShown():
                self._hear_shown(fact)
            case Lobby() if isinstance(self.base, LobbyScreen):
                self.base.hear()
            case Hint() if isinstance(self.base, TableScreen):
                self.base.hear_hint(fact)
            case LeftTable():
                self._show(LobbyScreen(self._client, self))

    @property
    def _replays(self) -> list[ReplayScreen]:
        """The finished games that are looked at."""
        return [each for each in self.dialogs if isinstance(each, ReplayScreen)]

    def _hear_shown(self, fact: StepShown) -> None:
        """Follow whoever leads through a finished game, or be told that somebody does."""
        replays = self._replays
        for each in replays:
            each.hear_shown(fact)
        words, led_by = self._client.words, fact.name if fact.leads else ""
        if led_by and led_by != self._led_by and not replays:
            self._client.message = words._(
                "{name} leads through the game again: v in the score sheet.", name=led_by
            )
        self._led_by = led_by

    def _hear_game(self, fact: GameChanged) -> None:
        """Go on with the game, or begin another; one that ended before one came shows its score."""
        screen, client = self.base, self._client
        if isinstance(screen, TableScreen) and not (fact.since == 0 and screen.game.over):
            screen.hear(fact)
            if not screen.game.ended:
                self.dialogs = [each for each in self.dialogs if not isinstance(each, ScoreSheets)]
        else:
            if client.watching:
                self.base = screen = WatchScreen(client, self, fact)
            else:
                self.base = screen = TableScreen(client, self, ClientGame(fact))
            # What is being typed goes on.
            self.dialogs = [each for each in self.dialogs if isinstance(each, TalkDialog)]
            client.effects.bell = client.effects.bell or screen.game.my_turn
            self.show_scores()

    def show_scores(self) -> None:
        """Show the score sheet of a game that has ended, below what is being said.

        If something else lies over the board, it is not shown.
        """
        screen = self.base
        free = all(isinstance(each, TalkDialog) for each in self.dialogs)
        if isinstance(screen, TableScreen) and screen.game.ended and free:
            kind = WatchedScores if self._client.watching else ScoreSheets
            self.dialogs.insert(0, kind(self._client, self, screen.game))

    def _show(self, screen: Screen) -> None:
        self.base = screen
        self.dialogs.clear()
