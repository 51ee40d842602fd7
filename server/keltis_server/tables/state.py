"""One table as it stands: who sits there, what is settled, and how far the game is."""

from collections import Counter, deque
from typing import Final, NamedTuple

from keltis_engine.position import Seat
from keltis_protocol.messages import News
from keltis_server.people.who import Who
from keltis_server.tables import settings
from keltis_server.tables.clocks import Clocks
from keltis_server.tables.gallery import Gallery
from keltis_server.tables.game import TableGame
from keltis_server.tables.news import MOST
from keltis_server.tables.place import Place
from keltis_server.tables.records import Arranged, Committed, Opened, Said
from keltis_server.tables.stand_ins import StandIns

REMEMBERED: Final = 20
"""How many of the last lines said at a table are told to one who comes back."""


class Entrant(NamedTuple):
    """Who began a game on a seat: a person or a bot."""

    who: Who | None
    bot: str
    name: str


class TableState:
    """What is known of a table after some of its log."""

    def __init__(self, code: str, opened: Opened, command: str = "") -> None:
        self.code = code
        self.rules = opened.game
        self.options = opened.options
        self.settings = settings.complete(opened.settings)
        """Everything that is settled about the table (see `settings`)."""
        self.private = opened.private
        self.owner = opened.owner.id
        self.source = opened.source
        self.places = [Place() for _ in range(opened.seats)]
        self.game: TableGame | None = None
        self.players: list[str | None] = []
        """For each seat the person who plays, or played, the game."""
        self.entrants: tuple[Entrant, ...] = ()
        """Who began it on each seat; whoever is handed a seat counts as having begun there."""
        self.rated = False
        """Whether it counts for ratings, as was settled before it began."""
        self.over = False
        self.forsaken = False
        """Whether the last game was ended because nobody came back to it."""
        self.clocks = Clocks()
        """How much time everybody has."""
        self.stand_ins = StandIns()
        """Who plays for those who are not there."""
        self.committed: Committed | None = None
        """What fixes the shuffles of the game that is played or comes next."""
        self.games = 0
        self.talk: deque[Said] = deque(maxlen=REMEMBERED)
        """What was said last."""
        self.lines = 0
        """How many lines were said in all."""
        self.news: deque[News] = deque(maxlen=MOST)
        """What happened last beside the games."""
        self.barred: set[str] = set()
        """Whom the owner asked to leave, and where they came from, until a game has ended."""
        self.gallery = Gallery()
        """Those who look on."""
        self.closed = False
        self.opened_by = command
        """The command that opened it."""
        self.seq = 1
        """How long the log is."""
        self.at = 0
        """When the last record was written, in milliseconds since 1970, UTC."""
        self.asides: Counter[str] = Counter()
        """How many records other than moves each person caused since the last game began …"""
        self.all_asides = 0
        """… and all of them together."""
        self.commands: dict[str, None] = {command: None} if command else {}
        """The last commands that were carried out, the oldest first."""
        self.forgot_commands = False
        """Whether there were more."""

    @property
    def state(self) -> str:
        """`open`, `playing` or `over`."""
        if self.game is None:
            return "over" if self.forsaken else "open"
        return "over" if self.over else "playing"

    @property
    def playing(self) -> bool:
        """Whether a game is under way."""
        return self.game is not None and not self.over and not self.closed

    @property
    def between_games(self) -> bool:
        """Whether a game of a match has ended, and the next waits until people are ready."""
        return self.game is not None and self.playing and self.game.between_games

    @property
    def played(self) -> bool:
        """Whether a person has ever played a whole turn here."""
        turns = self.game.turns if self.game is not None else []
        return self.games > 1 or any(
            turn for turn, who in zip(turns, self.players, strict=False) if who is not None
        )

    @property
    def people(self) -> dict[str, Seat]:
        """Every person at the table and the seat."""
        return {place.who.id: seat for seat, place in enumerate(self.places) if place.who}

    @property
    def agreed(self) -> Arranged:
        """What is settled now."""
        return Arranged(
            order=tuple(range(len(self.places))),
            options=self.options,
            private=self.private,
            settings=settings.written(self.settings),
        )

    @property
    def to_act(self) -> Seat | None:
        """Whose decision is awaited, while a game is under way."""
        return self.game.to_act if self.game and self.playing else None

    def people_at(self, seat: Seat) -> str:
        """The person on a seat; empty if there is none."""
        who = self.places[seat].who if seat < len(self.places) else None
        return who.id if who is not None else ""

    def bot(self, seat: Seat) -> str:
        """The kind of bot that plays on a seat, for itself or for somebody; empty if none does."""
        stand_in = self.stand_ins.bot(seat, self.game) if self.playing else ""
        return self.places[seat].bot or stand_in

    def is_ready(self, seat: Seat) -> bool:
        """Whether the next game need not wait for a seat."""
        return self.places[seat].ready or bool(self.bot(seat))
