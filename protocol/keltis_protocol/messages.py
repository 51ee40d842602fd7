"""Every message, one frozen struct each: commands from the client, facts from the server.

On the wire a message is a msgpack map whose `type` is the struct's name. Moves, views and events
belong to the games and travel inside as they are, so that a new game changes nothing here. No
sentence for a person crosses the wire: refusals and reasons are codes.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw

VERSION: Final = 1
"""Raised when a client of the version before could no longer play."""

CommandId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+\Z")]
"""Made by the client, never twice, not even over another line: the same id is the same command."""
Code = Annotated[str, Meta(min_length=4, max_length=8, pattern=r"^[A-Z0-9]+\Z")]
"""The short name of a table, said aloud between friends."""
Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=200)]
"""Something said at a table."""
Seat = Annotated[int, Meta(ge=0, le=3)]
Ply = Annotated[int, Meta(ge=0)]


class _Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=True,
    tag_field="type",
    forbid_unknown_fields=True,
):
    pass


# Commands: what a client asks for


class Hello(_Message, frozen=True):
    """The first message of a client; the server answers `Welcome` or `Refused`."""

    version: int
    client: Word = ""
    """The program's name and version, for the server's log."""


class SetName(_Message, frozen=True):
    """Be called `name` from now on."""

    id: CommandId
    name: Word


class SetPreferences(_Message, frozen=True):
    """Remember how this person likes things, instead of what was remembered before."""

    id: CommandId
    preferences: Annotated[dict[Word, Word], Meta(max_length=16)]
    """What they mean is the client's business."""


class OpenTable(_Message, frozen=True):
    """Open a table and sit down at it."""

    id: CommandId
    game: Word
    seats: Annotated[int, Meta(ge=2, le=4)]
    options: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    private: bool = False
    """A private table is not listed; friends join by its code."""
    settings: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    """What is settled about the table; those left out have their default."""


class JoinTable(_Message, frozen=True):
    """Sit down: on `seat`, or on the first free one; who has a seat there comes back to it."""

    id: CommandId
    table: Code
    seat: Seat | None = None


class WatchTable(_Message, frozen=True):
    """Look on at a table without a seat, until `LeaveTable`; again with other eyes to change them.

    Who has a seat there comes back to it.
    """

    id: CommandId
    table: Code
    eyes: Seat | None = None
    """See what this seat sees, a round late, where its person lets watchers; nil: what all see."""


class OpenHand(_Message, frozen=True):
    """Let watchers see what you see, one round late, or no longer."""

    id: CommandId
    table: Code
    open: bool


class AddBot(_Message, frozen=True):
    """Put a bot on a free seat, or one of another kind in a bot's place."""

    id: CommandId
    table: Code
    seat: Seat | None = None
    bot: Word = ""
    """The bot's kind; empty is the server's default."""


class StartGame(_Message, frozen=True):
    """Say that you are ready; the game starts once every person at a full table is."""

    id: CommandId
    table: Code


class NotReady(_Message, frozen=True):
    """Take it back that you are ready."""

    id: CommandId
    table: Code


class ArrangeTable(_Message, frozen=True):
    """Settle something else about your table before a game; what is left out stays as it is."""

    id: CommandId
    table: Code
    seats: Annotated[int, Meta(ge=2, le=4)] | None = None
    """Free seats go, or come; those who sit there move up."""
    options: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    private: bool | None = None
    settings: Annotated[dict[Word, Word], Meta(max_length=16)] = {}


class ClearSeat(_Message, frozen=True):
    """Take a bot off your table, or ask a person to leave it."""

    id: CommandId
    table: Code
    seat: Seat


class HandTable(_Message, frozen=True):
    """Let your table be that of the person on `seat`."""

    id: CommandId
    table: Code
    seat: Seat


class GiveLuckyWord(_Message, frozen=True):
    """Have a word of yours mixed into the shuffles of the next game; an empty one takes it back."""

    id: CommandId
    table: Code
    word: Word


class LeaveTable(_Message, frozen=True):
    """Get up. Before the game the seat is free again; in a running game it stays yours."""

    id: CommandId
    table: Code
    how: Word = ""
    """Out of a running game: `bot` has a bot play until you come back, `give_up` for good."""


class DecideAbsence(_Message, frozen=True):
    """Say what is to be done about somebody who is away and waited for; the majority decides."""

    id: CommandId
    table: Code
    seat: Seat
    """Whose person is away."""
    absence: Annotated[int, Meta(ge=0)]
    """That seat's `SeatState.returns`: the vote counts for this absence and no other."""
    choice: Word
    """`wait`, `turn` (a bot plays this turn), `bot` (until the person is back) or `end`."""


class AgreeToDays(_Message, frozen=True):
    """Say that a live clock may become one by days; it does once all who are there say the same."""

    id: CommandId
    table: Code
    clock: Word
    """`1d`, `2d`, `3d` or `7d`; empty takes it back."""


class PlayMove(_Message, frozen=True):
    """Make one small move."""

    id: CommandId
    table: Code
    ply: Ply
    """How many moves the client has seen; if there are more, the move is refused as stale."""
    move: Raw


class FetchReview(_Message, frozen=True):
    """Have bots look at a finished game again; a `Review` follows `Done` some seconds later."""

    id: CommandId
    table: Code
    number: Annotated[int, Meta(ge=0)] = 0
    """Which game of that table, as in `FetchGame`."""


class ShowStep(_Message, frozen=True):
    """Have the others at your table look at this step of a finished game, by a `StepShown`."""

    id: CommandId
    table: Code
    step: Annotated[int, Meta(ge=0, le=100_000)]
    """So many moves stand on the board."""
    number: Annotated[int, Meta(ge=0)] = 0
    """Which game of that table, as in `FetchGame`."""
    leads: bool = True
    """False: you lead them no further."""


class FetchHint(_Message, frozen=True):
    """Have said what a bot would do in your place and why; a `Hint` or two follow `Done`."""

    id: CommandId
    table: Code
    ply: Ply


class TakeBack(_Message, frozen=True):
    """Undo your last small move; never past hidden information or another seat's move."""

    id: CommandId
    table: Code
    ply: Ply


class Say(_Message, frozen=True):
    """Say something to everyone at the table.

    What a watcher says only watchers read until the game is over.
    """

    id: CommandId
    table: Code
    text: Line


class Report(_Message, frozen=True):
    """Have whoever runs the server look at what the person on `seat` said here."""

    id: CommandId
    table: Code
    seat: Seat
    watcher: Word = ""
    """What a watcher of this name said, instead; `seat` then means nothing."""


class FetchGame(_Message, frozen=True):
    """Have a finished game as a file, also of a table that is gone; the answer is `GameFile`."""

    id: CommandId
    table: Code
    number: Annotated[int, Meta(ge=0)] = 0
    """Which game of that table, from 1; 0 is the newest that is over."""


class QuickGame(_Message, frozen=True):
    """Sit down at a table for this game that waits for one more, or open one for two."""

    id: CommandId
    game: Word
    settings: Annotated[dict[Word, Word], Meta(max_length=16)] = {}
    """What a table that is opened has; one that waits has the same clock and rating."""


class SayInLobby(_Message, frozen=True):
    """Say something to everyone who is at no table."""

    id: CommandId
    text: Line


class ReportInLobby(_Message, frozen=True):
    """Have whoever runs the server look at what somebody said in the lobby."""

    id: CommandId
    number: Annotated[int, Meta(ge=0)]
    """Which line it is about."""


class Browse(_Message, frozen=True):
    """Have the lobby list other tables and people from now on, until you sit down somewhere."""

    id: CommandId
    text: Word = ""
    """Only tables with this in their code or a name at them, and people with it in their name …"""
    games: Annotated[list[Word], Meta(max_length=16)] = []
    """… or tables of one of these games."""
    first: Ply = 0
    """Which of these tables is the first to be listed."""
    first_person: Ply = 0
    """Which of these people."""


class FetchLadder(_Message, frozen=True):
    """Have the leaderboard of a game told; the answer is `Ladder`."""

    id: CommandId
    game: Word
    bots: bool = False
    """The one of games with bots, on which those stand too."""


class FetchPage(_Message, frozen=True):
    """Have somebody's games told; the answer is `Page`."""

    id: CommandId
    name: Word = ""
    """Empty: your own."""
    game: Word = ""
    """Empty: the one played most."""


class FetchRatings(_Message, frozen=True):
    """Have told what the last game at your table did to ratings; the answer is `Ratings`."""

    id: CommandId
    table: Code


# Facts: what the server tells


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is here."""

    name: str
    """Empty while the person has not chosen one; a guest's begins with `~` or `guest-`."""
    guest: bool


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A game this server offers."""

    id: str
    version: int
    min_seats: int
    max_seats: int
    options: dict[str, list[str]]
    """Each option's name and its values, the default first."""
    bots: list[str]


class Welcome(_Message, frozen=True):
    """The answer to `Hello`: who you are and what is played here."""

    version: int
    server: str
    you: Person
    games: list[GameOffer]
    preferences: dict[str, str] = {}
    """What this person's client asked to remember."""
    return_code: str = ""
    """With it a guest takes up the seat again, `ssh -t HOST back CODE`; empty for anybody else."""
    wished: str = ""
    """The name you logged in with, if you could not be called so …"""
    name_refused: str = ""
    """… and why, as a code."""
    host: str = ""
    """What this server is called by whoever wants to come here, as far as it knows …"""
    port: int = 0
    """… and the port."""
    settings: dict[str, list[str]] = {}
    """Each setting a table may have and its values, the default first."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table."""

    kind: str
    """`free`, `person` or `bot`."""
    name: str = ""
    guest: bool = False
    bot: str = ""
    ready: bool = False
    away: bool = False
    """A person who is not at the table, whose line may be down; the seat waits."""
    away_since: int = 0
    """Since when, in milliseconds since 1970 by the clock of `TableChanged.now`."""
    returns: int = 0
    """How often this person has come back: it names an absence in `DecideAbsence`."""
    stand_in: str = ""
    """The kind of bot that plays for this person until the person is back; empty if none does."""
    vote: str = ""
    """What this person says is to be done about the one who is away and waited for."""
    agrees: str = ""
    """The clock by days that this person would have instead of the live one; empty: none."""
    left: int | None = None
    """How many milliseconds this one had left at `TableChanged.now`; None: no clock is used."""
    gave_up: str = ""
    """On a bot's seat: who left this game for good."""
    word: str = ""
    """The lucky word for the game that is played or comes next; told at the table only."""
    open: bool = False
    """Whether watchers may see what this person sees, a round late; told at the table only."""


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    seats: list[SeatState]
    state: str
    """`open`, `playing` or `over`."""
    yours: bool = False
    """Whether you sit there."""
    your_turn: bool = False
    watchable: bool = False
    """Whether one may look on without a seat."""
    watchers: int = 0
    """How many do."""
    news: bool = False
    """Whether something has happened there since you were there last."""
    ended: str = ""
    """Why its game was ended before its end: `forsaken`; empty if it was not."""


class ResultLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game that ended at a listed table; it names whoever won and nobody else."""

    table: str
    game: str
    options: dict[str, str]
    seats: int
    """How many played."""
    winners: list[str]
    """What they were called then; several if they had the same points."""
    at: int
    """When it ended, in milliseconds since 1970, UTC."""


class Lobby(_Message, frozen=True):
    """Who is here and which tables there are; sent anew whenever that changes."""

    you: Person
    people: int
    """How many people are connected."""
    tables: list[TableLine]
    """Yours, then those of others from `first` on."""
    here: list[Person] = []
    """Some of them from `first_person` on, people with a key first."""
    results: list[ResultLine] = []
    """Games that ended lately, the newest first."""
    text: str = ""
    """What was looked for (`Browse`)."""
    found: int = 0
    """How many tables of others there are, or of those that were looked for."""
    first: int = 0
    found_people: int = 0
    """How many people there are who have a name, or of those that were looked for."""
    first_person: int = 0
    waiting: str = ""
    """The table at which you have been waited for longest; empty if you are at none."""


class Renamed(_Message, frozen=True):
    """You are called something else now; told at a table, where no `Lobby` says so."""

    you: Person


class News(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened at a table before a game."""

    number: int
    """Counts what happened at that table from 1."""
    what: str
    """`came`, `left`, `asked_to_leave`, `bot_came`, `ready`, …"""
    name: str = ""
    """Who did it, or whom it befell."""
    other: str = ""
    """What somebody is called now, or a bot's kind."""
    changed: dict[str, str] = {}
    """What was settled anew: `seats`, `private`, `option …`, `setting …`."""


class TableChanged(_Message, frozen=True):
    """A table you sit at, or watch: who sits there, what was agreed."""

    table: str
    game: str
    options: dict[str, str]
    seats: list[SeatState]
    state: str
    private: bool
    owner: bool
    """Whether it is your table."""
    seat: int | None
    """Your seat."""
    commitment: bytes = b""
    """What fixes the shuffles of the running game, or else of the next, before they are known."""
    secret: bytes = b""
    """What the commitment to the game before stood for; empty while a game runs or none was."""
    settings: dict[str, str] = {}
    """Everything that is settled about the table."""
    news: list[News] = []
    """What happened lately, the newest last; nothing while a game runs."""
    host: int | None = None
    """The seat of whoever's table it is."""
    now: int = 0
    """The server's time of day when it told this, in milliseconds since 1970."""
    running: int | None = None
    """The seat whose clock runs: `SeatState.left` becomes less from `now` on."""
    late: int | None = None
    """The seat whose time is up: the others may decide as about one who is away."""
    watchers: int = 0
    """How many look on."""
    eyes: int | None = None
    """Whose eyes you look through as a watcher, a round late."""
    next_game: int | None = None
    """When the next game of a match begins though somebody is not ready, by the clock of `now`."""


class GameChanged(_Message, frozen=True):
    """Where the game stands now, as you may know it: everything, every time."""

    table: str
    game: str
    ply: int
    """How many moves have been made; `PlayMove` names it."""
    view: Raw
    """The whole view of your seat, as the game defines it."""
    moves: list[Raw]
    """Every move you can make now; empty if it is not your decision."""
    can_take_back: bool
    since: int
    """The ply from which `events` tell; 0 means they are the whole story."""
    events: list[Raw]
    """What happened since, as you may know it; each an event of the game."""


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """How often each seat would win from the beginning of a turn on."""

    step: int
    """How many moves had been made."""
    shares: list[int]
    """In thousandths."""


class CostlyMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move after which another would have been better, as far as could be known then."""

    step: int
    """How many moves had been made before it."""
    seat: int
    cost: int
    """In thousandths of a game won; nearness counts a little."""
    better: Raw
    reasons: list[Raw]
    """Why that is better, like those of a `Hint`."""


class Review(_Message, frozen=True):
    """A finished game looked at again by bots; without chances if they could not."""

    table: str
    chances: list[Chances]
    costly: list[CostlyMove]
    """At most three turns of each seat, in the order they were played."""


class StepShown(_Message, frozen=True):
    """Somebody at your table leads through a finished game; nothing keeps you from going alone."""

    table: str
    name: str
    """Who leads."""
    step: int
    number: int = 0
    leads: bool = True
    """False: no further."""


class Hint(_Message, frozen=True):
    """What a bot would do in your place, judged by your view alone."""

    table: str
    ply: int
    bot: str
    """Its kind."""
    move: Raw
    """One of your `moves`."""
    reasons: list[Raw]
    """Why, the weightiest first; the game's page says what each means."""


class Said(_Message, frozen=True):
    """Somebody at your table said something; who comes back is told the last lines again."""

    table: str
    number: int
    """How many lines had been said there, this one included; watchers' lines count apart."""
    seat: int
    """Whose; -1 is a watcher's."""
    name: str
    text: str


class SaidInLobby(_Message, frozen=True):
    """Somebody said something in the lobby; who comes in is told the last lines."""

    number: int
    """Which of the lines said there it is."""
    speaker: str
    """The same for everything that one person says, whatever the name."""
    name: str
    guest: bool
    text: str
    yours: bool = False
    """Whether you said it."""


class GameFile(_Message, frozen=True):
    """A finished game as the text of a `.keltis` file, in one piece or several."""

    table: str
    text: str
    more: bool = False
    """Whether the text goes on in the next one."""


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on a leaderboard."""

    name: str
    """A person's name, or the kind of a bot."""
    rating: int
    deviation: int
    """How far off the rating may be (one standard deviation); 0 for a bot, which was measured."""
    games: int = 0
    """How many rated ones in the last 90 days."""
    provisional: bool = False
    """Too few games lately to have a place."""
    bot: bool = False


class Ladder(_Message, frozen=True):
    """The leaderboard of a game: who has a place, best first, then those who have none yet."""

    game: str
    bots: bool
    rows: list[LadderRow]


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has played of one game."""

    game: str
    games: int
    won: int
    """In how many nobody had a better place."""
    best: int
    """The most points in one game."""


class RatingNow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's rating, and how it came about."""

    bots: bool
    """Whether it is the one of games with bots."""
    rating: int
    deviation: int
    games: int
    """How many rated ones in all."""
    provisional: bool
    curve: list[int]
    """The ratings so far, the oldest first; some are left out if there are many."""


class PageSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a game on a page."""

    name: str
    kind: str
    """`person`, `guest` or `bot`; empty if it was somebody who is forgotten."""
    place: int
    total: int
    change: int | None = None
    """By how much a rating changed; nil where none did."""


class PageGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on a page."""

    table: str
    at: int
    """When it ended, in milliseconds since 1970, UTC."""
    own: int
    """Which of the seats is that of the page's person."""
    seats: list[PageSeat]


class Opponent(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody against whom the page's person has played."""

    name: str
    bot: bool
    games: int
    ahead: int
    """How often the page's person had the better place …"""
    behind: int
    """… and how often the other had."""


class Page(_Message, frozen=True):
    """Somebody's games, as far as you may know of them."""

    name: str
    own: bool
    """Whether it is your page."""
    game: str
    """The one of which the rest tells; empty if none was played."""
    records: list[GameRecord]
    """Every game, the one played most first."""
    ratings: list[RatingNow]
    games: list[PageGame]
    """The last ones, the newest first."""
    opponents: list[Opponent]
    """Those met most often, the most often first."""


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a game did to the rating of the person on a seat."""

    seat: int
    before: int
    after: int
    provisional: bool


class Ratings(_Message, frozen=True):
    """What the last game at a table did to ratings; nothing if it was not rated."""

    table: str
    changes: list[RatingChange]


class LeftTable(_Message, frozen=True):
    """You are no longer at that table."""

    table: str
    reason: str = ""
    """Empty if you asked for it; `table_closed`: it is gone; `asked_to_leave` by its owner;
    `no_watchers`: its owner lets nobody look on any more."""


class Done(_Message, frozen=True):
    """The command was carried out; what followed from it is told apart."""

    id: str


class Refused(_Message, frozen=True):
    """The command was not carried out, and why, as a code."""

    id: str
    reason: str


class Closing(_Message, frozen=True):
    """The server ends this connection: `shutdown`, `taken_over`, `bad_message`, …"""

    reason: str


Command = (
    Hello
    | SetName
    | SetPreferences
    | OpenTable
    | JoinTable
    | WatchTable
    | OpenHand
    | AddBot
    | GiveLuckyWord
    | StartGame
    | NotReady
    | ArrangeTable
    | ClearSeat
    | HandTable
    | LeaveTable
    | DecideAbsence
    | AgreeToDays
    | PlayMove
    | FetchHint
    | FetchReview
    | ShowStep
    | TakeBack
    | Say
    | Report
    | FetchGame
    | Browse
    | FetchLadder
    | FetchPage
    | FetchRatings
    | QuickGame
    | SayInLobby
    | ReportInLobby
)
Fact = (
    Welcome
    | Lobby
    | Renamed
    | TableChanged
    | GameChanged
    | Hint
    | Review
    | StepShown
    | Said
    | SaidInLobby
    | GameFile
    | Ladder
    | Page
    | Ratings
    | LeftTable
    | Done
    | Refused
    | Closing
)
