"""One person's session: what the server told, which screen is shown, what is to be sent.

It knows neither Textual nor the line: facts, keys and clicks go in; a canvas and commands come out.
"""

import secrets
from collections import deque
from collections.abc import Callable

from keltis_protocol.messages import (
    VERSION,
    AddBot,
    Closing,
    Command,
    Done,
    Fact,
    FetchGame,
    GameChanged,
    GameFile,
    GameOffer,
    Hello,
    JoinTable,
    LeftTable,
    Lobby,
    OpenTable,
    Person,
    Refused,
    Said,
    SetPreferences,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_tui.boards.board import Tumble
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.entrance import Entrance
from keltis_tui.game import Game
from keltis_tui.help.lessons import LESSONS
from keltis_tui.painters.ascii import in_ascii
from keltis_tui.painters.bars import wrapped
from keltis_tui.painters.flash import paint_flash
from keltis_tui.painters.layout import SMALLEST
from keltis_tui.screens.lesson import LessonScreen
from keltis_tui.screens.lobby import LobbyScreen
from keltis_tui.screens.name import NameDialog
from keltis_tui.screens.rules import RulesDialog
from keltis_tui.screens.scores import MatchSheets, ScoreSheets
from keltis_tui.screens.screen import Screen
from keltis_tui.screens.settings import SettingsDialog
from keltis_tui.screens.table import TableScreen
from keltis_tui.screens.waiting import WaitingScreen
from keltis_tui.settings import Settings
from keltis_tui.talk import Talk
from keltis_tui.themes import ASCII, Glyphs, Theme, theme_for
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording.refusals import closing, refusal
from keltis_tui.words import Words, words_for

Keep = Callable[[str, str], str]
"""Saves a text under a file name, or raises `OSError`; where it lies comes back."""

COACHED_BOT = "Bran"
"""Who plays against the learner in a guided first game."""


class Session:
    """What is known, what is shown, what is to be sent."""

    def __init__(self, words: Words, entrance: Entrance, settings: Settings | None = None) -> None:
        self.words = self._usual_words = words
        self.settings = settings or Settings()
        self.colours = ""
        """How many colours the terminal shows; empty if that is not known."""
        self._at_home = settings is not None
        """Whether this machine remembers the settings instead of the server."""
        self.keep: Keep | None = None
        """Saves a file on this person's own machine; None if the app runs elsewhere."""
        self._file = ""
        """What has come so far of a game file that was asked for."""
        self._file_wanted: Callable[[str], None] | None = None
        self.you = Person(name="", guest=True)
        self.return_code = ""
        """With it a guest takes up the seat again by `ssh`."""
        self.games: list[GameOffer] = []
        self.lobby: Lobby | None = None
        self.table: TableChanged | None = None
        self.talk = Talk()
        self.message = ""
        """Why the last thing was refused, until the next key."""
        self.outbox: deque[Command] = deque([Hello(version=VERSION, client="keltis_tui")])
        self.bell = False
        """Whether a bell is due: it has become this person's turn."""
        self.flash = False
        """Whether what the others just did is lit up: for a moment, as one's own turn begins."""
        self.tumble: Tumble | None = None
        """Dice that were just rolled, for a moment."""
        self.farewell: str | None = None
        """Once the session is over: the last word, or nothing to say."""
        self._entrance: Entrance | None = entrance
        self._bots_to_come: int | None = None
        self._names: list[str] = []
        self._too_small = False
        """Whether there is no room to paint in: nobody plays what cannot be seen."""
        self._screen: Screen = LobbyScreen(self)
        self._dialogs: list[Screen] = []
        self._answers: dict[
            str, tuple[Callable[[], None] | None, Callable[[str], None] | None]
        ] = {}
        self._mark = secrets.token_hex(4)
        self._count = 0

    @property
    def arrived(self) -> bool:
        """Whether the first picture is worth painting: we are somewhere and on no way further."""
        return (self.lobby is not None or self.table is not None) and not self._answers

    @property
    def theme(self) -> Theme:
        """How everything looks."""
        return theme_for(self.settings.theme, self.settings.signs, self.colours)

    @property
    def glyphs(self) -> Glyphs:
        """The signs of the theme."""
        return self.theme.glyphs

    @property
    def screen(self) -> Screen:
        """What keys go to: the dialog on top, or the screen."""
        return self._dialogs[-1] if self._dialogs else self._screen

    @property
    def company(self) -> bool:
        """Whether another person sits at our table, to whom one can talk."""
        seats = self.table.seats if self.table else []
        people = [seat for seat, state in enumerate(seats) if state.kind == "person"]
        return self.table is not None and any(seat != self.table.seat for seat in people)

    def seat_names(self) -> list[str]:
        """Who sits where at our table; who got up after a game is still named."""
        return [name or self.glyphs.nothing for name in self._names]

    # What screens ask for

    def ask(
        self,
        make: Callable[[str], Command],
        done: Callable[[], None] | None = None,
        refused: Callable[[str], None] | None = None,
    ) -> None:
        """Send a command under an id of its own, and hear how it was answered."""
        self._count += 1
        command = f"{self._mark}-{self._count}"
        self._answers[command] = (done, refused)
        self.outbox.append(make(command))

    def set(self, settings: Settings) -> None:
        """Have other settings from now on, and have them remembered."""
        self._take_on(settings)
        if not self._at_home:
            wishes = settings.preferences()
            self.ask(
                lambda command: SetPreferences(id=command, preferences=wishes),
                refused=lambda _: None,
            )

    def _take_on(self, settings: Settings) -> None:
        self.settings = settings
        language = settings.language
        self.words = words_for(language) if language else self._usual_words

    def quick_game(self, game: str, bots: int, options: dict[str, str] | None = None) -> None:
        """Open a private table, put bots on it and start."""
        self._bots_to_come = bots
        self.ask(
            lambda command: OpenTable(
                id=command, game=game, seats=bots + 1, options=options or {}, private=True
            ),
            refused=self._no_quick_game,
        )

    def _no_quick_game(self, reason: str) -> None:
        self._bots_to_come = None
        self.message = refusal(self.words, reason)

    def fetch_game(self, table: str, wanted: Callable[[str], None]) -> None:
        """Have the file of the newest finished game of a table brought."""
        self._file, self._file_wanted = "", wanted
        self.ask(lambda command: FetchGame(id=command, table=table))

    def start_lesson(self, game: str) -> None:
        """Begin a guided first game; nobody else has to do with it."""
        self._names = [self.you.name, COACHED_BOT]
        self._show(LessonScreen(self, LESSONS[game]))

    def end_lesson(self) -> None:
        """Back to the lobby."""
        self._names = []
        self._show(LobbyScreen(self))

    def open_dialog(self, dialog: Screen) -> None:
        """Show a dialog over what is shown."""
        self._dialogs.append(dialog)

    def close_dialog(self) -> None:
        """Take the dialog on top away."""
        if self._dialogs:
            self._dialogs.pop()

    def leave(self, farewell: str) -> None:
        """End the session with a last word."""
        self.farewell = farewell

    # What comes in

    def press(self, key: str) -> None:
        """A key was pressed."""
        self._calm_down()
        if key in ("ctrl+c", "ctrl+q"):
            self.leave("")
        elif self._too_small:
            return
        elif key == "f1" and not isinstance(self.screen, RulesDialog | NameDialog):
            self._open_rules()
        elif key == "f2" and not isinstance(self.screen, SettingsDialog | NameDialog):
            self.open_dialog(SettingsDialog(self))
        else:
            self.screen.press(key)

    def _open_rules(self) -> None:
        """The rules of the game at our table, at the phase it is in; else of any game."""
        if isinstance(self._screen, TableScreen):
            game, phase = self._screen.game.rules.id, self._screen.game.view.phase
        else:
            game, phase = self.table.game if self.table else next(iter(BOARDS)), ""
        self.open_dialog(RulesDialog(self, game, phase))

    def paste(self, text: str) -> None:
        """Text came at once."""
        self.screen.paste(text)

    def click(self, target: Target) -> None:
        """A target was clicked; one that stands for a key is that key."""
        if target.kind == "key":
            self.press(target.key)
        else:
            self._calm_down()
            self.screen.click(target)

    def _calm_down(self) -> None:
        """What is shown only until somebody does something has been seen."""
        self.message = ""
        self.flash = False
        self.tumble = None
        self.talk.fresh = None

    def lost(self, reason: str) -> None:
        """The line is down."""
        self.leave(closing(self.words, reason))

    def hear(self, fact: Fact) -> None:
        """The server told something."""
        match fact:
            case Welcome():
                self.you, self.return_code = fact.you, fact.return_code
                if not self._at_home:
                    self._take_on(Settings.of(fact.preferences))
                self.games = [offer for offer in fact.games if offer.id in BOARDS]
                if not fact.you.name:
                    self.open_dialog(NameDialog(self))
            case Lobby():
                self.lobby, self.you = fact, fact.you
                self._enter()
            case TableChanged():
                self._hear_table(fact)
            case GameChanged():
                self._hear_game(fact)
            case Said():
                self.talk.hear(fact, self.table.seat if self.table else None)
            case GameFile():
                self._hear_file(fact)
            case LeftTable():
                self._hear_left(fact)
            case Done():
                done, _ = self._answers.pop(fact.id, (None, None))
                if done is not None:
                    done()
            case Refused():
                self._hear_refused(fact)
            case Closing():
                self.lost(fact.reason)

    def _hear_table(self, fact: TableChanged) -> None:
        same = self.table is not None and self.table.table == fact.table
        before = self._names if same else [""] * len(fact.seats)
        self.talk = self.talk if same else Talk()
        self._names = [seat.name or old for seat, old in zip(fact.seats, before, strict=True)]
        self.table = fact
        at_table = isinstance(self._screen, TableScreen | WaitingScreen)
        if isinstance(self._screen, LessonScreen) or not at_table:
            self._show(WaitingScreen(self))
        if self._bots_to_come is not None and fact.owner:
            bots, self._bots_to_come = self._bots_to_come, None
            for _ in range(bots):
                self.ask(lambda command: AddBot(id=command, table=fact.table))
            self.ask(lambda command: StartGame(id=command, table=fact.table))

    def _hear_game(self, fact: GameChanged) -> None:
        screen = self._screen
        if isinstance(screen, TableScreen) and not (fact.since == 0 and screen.game.over):
            before = screen.game.my_turn
            was_over, games = screen.game.over, screen.game.games_over
            told = 0 if fact.since == 0 else len(screen.game.story)
            screen.game.hear(fact)
            self._see_dice(screen.board.rolled(screen.game.story[told:]))
            screen.hear()
            if screen.game.games_over > games:
                self._dialogs = [MatchSheets(self, screen.game)]
            begins = screen.game.my_turn and not before
            self.flash = self.flash or (begins and self.settings.motion == "on")
        else:
            before = was_over = False
            screen = TableScreen(self, Game(fact))
            self._show(screen)
        self.bell = self.bell or (screen.game.my_turn and not before)
        if screen.game.over and not was_over:
            self._dialogs = [ScoreSheets(self, screen.game)]

    def _see_dice(self, dice: int) -> None:
        """Let dice that were just rolled tumble for a moment."""
        if dice and self.settings.motion == "on":
            self.tumble = Tumble(dice)

    def _hear_file(self, fact: GameFile) -> None:
        if self._file_wanted is not None:
            self._file += fact.text
            if not fact.more:
                wanted, self._file_wanted = self._file_wanted, None
                wanted(self._file)

    def _hear_left(self, fact: LeftTable) -> None:
        self.table = None
        self._show(LobbyScreen(self))
        if fact.reason:
            self.message = closing(self.words, fact.reason)

    def _hear_refused(self, fact: Refused) -> None:
        _, refused = self._answers.pop(fact.id, (None, None))
        if refused is not None:
            refused(fact.reason)
        else:
            self.message = refusal(self.words, fact.reason)

    def _show(self, screen: Screen) -> None:
        self._screen = screen
        self._dialogs.clear()

    def _enter(self) -> None:
        """Go where the entrance leads, once, as soon as this person has a name."""
        entrance = self._entrance
        if entrance is None or not self.you.name or self.lobby is None:
            return
        self._entrance = None
        mine = [
            line.table
            for line in self.lobby.tables
            if line.yours and line.game == entrance.game and line.state == "playing"
        ]
        code = entrance.join or (mine[0] if mine and not entrance.new else "")
        if code:
            self.ask(lambda command: JoinTable(id=command, table=code))
        elif entrance.game:
            self.quick_game(entrance.game, entrance.bots, dict(entrance.options))

    # What is seen

    def paint(self, width: int, height: int) -> Canvas:
        """The whole picture for a terminal of this size."""
        canvas = Canvas(width, height)
        self._too_small = width < SMALLEST[0] or height < SMALLEST[1]
        if self._too_small:
            text = self.words._(
                "Keltis needs a window of {width} by {height} cells. Make this one larger; "
                "your game waits.",
                width=SMALLEST[0],
                height=SMALLEST[1],
            )
            lines = wrapped(text, max(1, width - 2))
            for row, line in enumerate(lines):
                canvas.centre(0, (height - len(lines)) // 2 + row, width, line, "ground bright")
            return canvas
        self._screen.paint(canvas)
        for dialog in self._dialogs:
            dialog.paint(canvas)
        if self.flash:
            paint_flash(canvas)
        if self.glyphs is ASCII:
            in_ascii(canvas)
        return canvas
