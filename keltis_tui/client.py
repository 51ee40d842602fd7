"""What one person's client knows: what the server told, how things are to look, what is asked.

It knows neither Textual nor the line nor which screen is shown: facts go in, commands come out.
"""

import time
from collections.abc import Callable, Sequence

from keltis_protocol.messages import (
    VERSION,
    Closing,
    Done,
    Fact,
    GameFile,
    GameOffer,
    Hello,
    JoinTable,
    Ladder,
    LeftTable,
    Lobby,
    Page,
    Person,
    Ratings,
    Refused,
    Renamed,
    Said,
    SaidInLobby,
    SetPreferences,
    StepShown,
    TableChanged,
    WatchTable,
    Welcome,
)
from keltis_tui.canvas.themes import Theme, theme_for
from keltis_tui.clocks import Clocks
from keltis_tui.entrance import Entrance
from keltis_tui.game_files import GameFiles
from keltis_tui.games.catalogue import GAMES
from keltis_tui.identity import Identity
from keltis_tui.quick_games import BY_DAYS, QuickGames
from keltis_tui.requests import Requests
from keltis_tui.settings import Settings
from keltis_tui.table.effects import Effects
from keltis_tui.table.talk import Speaker, Talk, at_table, in_lobby
from keltis_words.absence import ended_news, news
from keltis_words.glyphs import Glyphs
from keltis_words.refusals import closing, refusal
from keltis_words.words import Words, words_for

SaveFile = Callable[[str, str], str]
"""Saves a text under a file name, or raises `OSError`; where it lies comes back."""


class Client:
    """What is known and what is to be sent."""

    def __init__(self, words: Words, entrance: Entrance, settings: Settings | None = None) -> None:
        self.words = self._usual_words = words
        self.settings = settings or Settings()
        self.colours = ""
        """How many colours the terminal shows; empty if that is not known."""
        self.signs = ""
        """Which signs it surely has; empty if that is not known."""
        self._at_home = settings is not None
        """Whether this machine remembers the settings instead of the server."""
        self.save: SaveFile | None = None
        """Saves a file on this person's own machine; None if the app runs elsewhere."""
        self.requests = Requests(Hello(version=VERSION, client="keltis_tui"))
        self.ask = self.requests.ask
        """Sends a command under an id of its own, and hears how it was answered."""
        self.you = Person(name="", guest=True)
        self.identity = Identity(entrance)
        self._told = 0
        """The number of the newest thing we know that happened at our table."""
        self.games: list[GameOffer] = []
        self.table_settings: dict[str, list[str]] = {}
        """What may be settled about a table, each with its values, the default first."""
        self.lobby: Lobby | None = None
        self.table: TableChanged | None = None
        self.names: Sequence[str] = []
        """Who sits where; who got up after a game is still named."""
        self.talk = Talk()
        """What is said at our table."""
        self.ladder: Ladder | None = None
        """The leaderboard that was told last."""
        self.page: Page | None = None
        """The page that was told last."""
        self.ratings: Ratings | None = None
        """What the last game did to ratings, once that was told."""
        self.lobby_talk = Talk()
        """What is said in the lobby."""
        self.message = self.note = ""
        """Why the last thing was refused, and what is no problem, until the next key."""
        self.unused_key = ""
        """The last key, if it does nothing where it was pressed."""
        self.now: Callable[[], float] = time.time
        """The time of day, in seconds since 1970."""
        self.clocks = Clocks(lambda: self.now())
        """How much time those at our table have left."""
        self.effects = Effects()
        self.farewell: str | None = None
        """Once the session is over: the last word, or nothing to say."""
        self._entrance: Entrance | None = entrance
        self.to_play_back: Entrance | None = None
        """The finished game that is to be shown first."""
        self.quick = QuickGames(entrance, self.requests, lambda: self.now())
        """Games that begin without anything being agreed on."""
        self.alone = entrance.alone
        """Whether nobody else can come here, so that bots are all there is to play with."""
        self.files = GameFiles(self.requests)
        """Files of finished games, on their way here."""
        self.shown: StepShown | None = None
        """At which step of a finished game somebody is who leads the others at our table."""

    @property
    def arrived(self) -> bool:
        """Whether the first picture is worth painting: we are somewhere and on no way further."""
        return (self.lobby is not None or self.table is not None) and not self.requests.open

    @property
    def theme(self) -> Theme:
        """How everything looks."""
        chosen = self.settings
        return theme_for(chosen.theme, chosen.signs or self.signs, chosen.colours or self.colours)

    @property
    def glyphs(self) -> Glyphs:
        """The signs of the theme."""
        return self.theme.glyphs

    @property
    def company(self) -> bool:
        """Whether another person sits at our table, or looks on as we do, to whom one can talk."""
        if self.table is not None and self.watching:
            return self.table.watchers > 1
        seats = self.table.seats if self.table else []
        people = [seat for seat, state in enumerate(seats) if state.kind == "person"]
        return self.table is not None and any(seat != self.table.seat for seat in people)

    @property
    def watching(self) -> bool:
        """Whether we only look on."""
        return self.table is not None and self.table.seat is None

    @property
    def speaker(self) -> Speaker | None:
        """Who we are in the talk."""
        if self.table is None:
            return None
        return self.you.name if self.table.seat is None else self.table.seat

    def seat_names(self) -> list[str]:
        """Who sits where at our table, for a picture."""
        return [name or self.glyphs.nothing for name in self.names]

    # What is asked

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

    def quick_game(self, game: str) -> None:
        """Open a private table, put the bots that were asked for on it and start."""
        self.quick.against_bots(game, self.games, self.refused)

    def bot_for(self, game: str, asked: str = "") -> str:
        """How strong a bot is to be: as is asked for, else as is remembered."""
        kind = asked or self.settings.bot
        known = any(kind in offer.bots for offer in self.games if offer.id == game)
        return kind if known else ""

    @property
    def by_days(self) -> bool:
        """Whether there are games by days here."""
        return BY_DAYS in self.table_settings.get("clock", ())

    @property
    def patience(self) -> float | None:
        """In how many seconds something else is offered; None if nobody waits, 0 from then on."""
        return self.quick.patience(self.table)

    def watch(self, table: str) -> None:
        """Look on at a table."""
        self.ask(lambda command: WatchTable(id=command, table=table))

    def leave(self, farewell: str) -> None:
        """End the session with a last word."""
        self.farewell = farewell

    # What is told

    def acknowledge(self) -> None:
        """What is shown only until somebody does something has been seen."""
        self.message = self.note = self.unused_key = ""
        self.identity.acknowledge()
        self.effects.stop()
        self.talk.fresh = self.lobby_talk.fresh = None

    def lost(self, reason: str) -> None:
        """The line is down."""
        self.leave(closing(self.words, reason))

    def refused(self, reason: str) -> None:
        """Say why something was refused."""
        self.message = refusal(self.words, reason)

    def hear(self, fact: Fact) -> None:
        """The server told something."""
        if isinstance(fact, Welcome | Lobby | Renamed):
            self.you = fact.you
        match fact:
            case Welcome():
                self.identity.hear(fact, self.words)
                if not self._at_home:
                    self._take_on(Settings.of(fact.preferences))
                self.table_settings = fact.settings
                self.games = [offer for offer in fact.games if offer.id in GAMES]
            case Lobby():
                if self.lobby is None:
                    self.message = ended_news(self.words, fact.tables) or self.message
                self.lobby = fact
                self._enter(fact)
            case TableChanged():
                self._hear_table(fact)
            case Said():
                self.talk.hear(at_table(fact, self.speaker))
            case SaidInLobby():
                self.lobby_talk.hear(in_lobby(fact))
            case GameFile():
                self.files.hear(fact)
            case StepShown():
                self.shown = fact if fact.leads else None
            case Ladder():
                self.ladder = fact
            case Page():
                self.page = fact
            case Ratings():
                self.ratings = fact
            case LeftTable():
                self.table, self.talk, self.shown = None, Talk(), None
                self.clocks.hear(None)
                self.message = closing(self.words, fact.reason) if fact.reason else self.message
            case Done():
                self.requests.done(fact.id)
            case Refused():
                if not self.requests.refused(fact.id, fact.reason):
                    self.refused(fact.reason)
            case Closing():
                self.lost(fact.reason)

    def _hear_table(self, fact: TableChanged) -> None:
        same = self.table is not None and self.table.table == fact.table
        self.clocks.hear(fact)
        self.message = news(self.words, self.table, fact) or self.message
        moved = len(self.names) != len(fact.seats)
        if same and moved:
            names = [seat.name for seat in fact.seats]
            self.talk.move({old: names.index(n) for old, n in enumerate(self.names) if n in names})
        before = self.names if same and not moved else [""] * len(fact.seats)
        self.talk = self.talk if same else Talk()
        self._hear_news(fact, same=same)
        self.names = [seat.name or old for seat, old in zip(fact.seats, before, strict=True)]
        self.table = fact
        self.quick.hear(fact, self.bot_for)

    def _hear_news(self, fact: TableChanged, *, same: bool) -> None:
        """Ring if somebody else has come or is ready."""
        new = [each for each in fact.news if each.number > self._told] if same else []
        if any(each.what in ("came", "ready") and each.name != self.you.name for each in new):
            self.effects.bell = True
        self.shown = self.shown if same and fact.state == "over" else None
        self._told = fact.news[-1].number if fact.news else self._told if same else 0

    def _enter(self, lobby: Lobby) -> None:
        """Go where the entrance leads, once, as soon as this person has a name."""
        entrance = self._entrance
        if entrance is None or not self.you.name:
            return
        self._entrance = None
        code = entrance.join or entrance.to_resume(lobby.tables)
        if entrance.replay or entrance.film:
            self.to_play_back = entrance
        elif entrance.watch:
            self.watch(entrance.watch)
        elif code:
            self.ask(lambda command: JoinTable(id=command, table=code))
        elif entrance.game:
            self.quick_game(entrance.game)
