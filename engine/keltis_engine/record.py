"""The game file: one finished game as text, which proves its deal and every move by itself.

Of a match that goes on it holds the games so far, whose deals are proven once the secret is told.

Each line ends in `#` and the first eight hex digits of SHA-256(digest of the line before ‖ line),
so that a changed byte is found and its line named. `engine/FORMAT.md` describes the lines.
"""

from collections.abc import Generator, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from keltis_engine.fair import commitment
from keltis_engine.game import Game
from keltis_engine.match import awaits_next_game
from keltis_engine.position import DEALER, IllegalMove, Move, RuleSet, Seat

TITLE: Final = "keltis game file 1"
UNDO: Final = "undo"
_MARK: Final = " #"
_DEALER: Final = "dealer"


class BadRecord(ValueError):
    """A file that does not prove its game: the line, a reason code and what the code is about."""

    def __init__(self, line: int, reason: str, about: str = "") -> None:
        super().__init__(f"line {line}: {reason} {about}".rstrip())
        self.line = line
        self.reason = reason
        self.about = about


class Player(msgspec.Struct, frozen=True):
    """Who sat on a seat, and the lucky word mixed into the shuffles."""

    kind: str
    """`person` or `bot`."""
    name: str
    word: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One line of the game: who did what, and when."""

    who: Seat
    """A seat or `DEALER`."""
    at: int
    """Milliseconds since the game started."""
    move: Move | None
    """None takes the seat's last move back."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game with everything that is needed to check it."""

    rules: str
    version: int
    options: dict[str, str]
    players: tuple[Player, ...]
    first: Seat | None
    """Who begins if that was settled before the deal; None if chance decided."""
    started: str
    """When, in UTC (ISO 8601)."""
    commitment: bytes
    secret: bytes = b""
    """Empty in a match that goes on: it would tell the cards to come."""
    entries: tuple[Entry, ...]
    result: tuple[int, ...]
    """Each seat's total."""


def write(record: Record) -> str:
    """The text of a game file."""
    digest, lines = b"", []
    for line in _lines(record):
        digest = _digest(digest, line)
        lines.append(f"{line}{_MARK}{digest.hex()[:8]}\n")
    return "".join(lines)


def _lines(record: Record) -> Iterator[str]:
    yield TITLE
    yield f"rules {record.rules} {record.version}"
    for name, value in record.options.items():
        yield f"option {name} {value}"
    for seat, player in enumerate(record.players):
        yield f"seat {seat} {player.kind} {_quoted(player.name)}"
    for seat, player in enumerate(record.players):
        if player.word:
            yield f"word {seat} {_quoted(player.word)}"
    if record.first is not None:
        yield f"first {record.first}"
    yield f"started {record.started}"
    yield f"commitment {record.commitment.hex()}"
    if record.secret:
        yield f"secret {record.secret.hex()}"
    for entry in record.entries:
        who = _DEALER if entry.who == DEALER else entry.who
        move = UNDO if entry.move is None else msgspec.json.encode(entry.move).decode()
        yield f"{who} {entry.at} {move}"
    yield "result " + " ".join(map(str, record.result))


def _digest(before: bytes, line: str) -> bytes:
    return sha256(before + line.encode()).digest()


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def read(text: str, rule_sets: Mapping[str, RuleSet]) -> Record:
    """The record a game file holds, or `BadRecord` for the first line that is not as written."""
    lines = reading(text, rule_sets)
    while True:
        try:
            next(lines)
        except StopIteration as end:
            record: Record = end.value
            return record


def reading(text: str, rule_sets: Mapping[str, RuleSet]) -> Generator[None, None, Record]:
    """The same, line by line, for who has other things to do in between."""
    found = _Reader(rule_sets)
    digest, number = b"", 0
    for number, whole in enumerate(text.splitlines(), 1):
        line, mark, told = whole.rpartition(_MARK)
        digest = _digest(digest, line)
        if not mark or told != digest.hex()[:8]:
            raise BadRecord(number, "line_changed", line or whole)
        try:
            found.take(number, line)
        except BadRecord:
            raise
        except (ValueError, KeyError) as error:
            raise BadRecord(number, "line_not_understood", line) from error
        yield
    return found.record(number)


class _Reader:
    """Takes the lines of a file one by one."""

    def __init__(self, rule_sets: Mapping[str, RuleSet]) -> None:
        self._rule_sets = rule_sets
        self._fields: dict[str, Any] = {"options": {}, "first": None}
        self._players: list[Player] = []
        self._entries: list[Entry] = []

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if number == 1:
            if line != TITLE:
                raise ValueError(line)
            return
        word, _, rest = line.partition(" ")
        match word:
            case "rules":
                name, version = rest.split(" ")
                rules = self._rule_sets[name]
                if int(version) != rules.version:  # its moves may mean something else
                    raise BadRecord(number, "other_rules_version", rest)
                self._fields |= {"rules": name, "version": rules.version}
                self._moves = msgspec.json.Decoder(rules.player_moves)
                self._deals = msgspec.json.Decoder(rules.dealer_moves)
            case "option":
                name, value = rest.split(" ")
                self._fields["options"][name] = value
            case "seat":
                seat, kind, name = rest.split(" ", 2)
                if int(seat) != len(self._players):
                    raise ValueError(line)
                self._players.append(Player(kind, _unquoted(name)))
            case "word":
                seat, _, lucky = rest.partition(" ")
                player = self._players[int(seat)]
                self._players[int(seat)] = Player(player.kind, player.name, _unquoted(lucky))
            case "first":
                self._fields["first"] = int(rest)
            case "started":
                self._fields["started"] = rest
            case "commitment" | "secret":
                self._fields[word] = bytes.fromhex(rest)
            case "result":
                self._fields["result"] = tuple(map(int, rest.split(" ")))
            case _:
                self._entries.append(self._entry(word, rest))

    def _entry(self, word: str, rest: str) -> Entry:
        who = DEALER if word == _DEALER else int(word)
        at, _, move = rest.partition(" ")
        if move == UNDO:
            return Entry(who, int(at), None)
        decoder = self._deals if who == DEALER else self._moves
        return Entry(who, int(at), decoder.decode(move))

    def record(self, last: int) -> Record:
        """Everything read, if nothing is missing."""
        try:
            return Record(
                players=tuple(self._players), entries=tuple(self._entries), **self._fields
            )
        except TypeError as error:
            raise BadRecord(last, "file_cut_short") from error


def _unquoted(text: str) -> str:
    return msgspec.json.decode(text, type=str)


def verify(text: str, rule_sets: Mapping[str, RuleSet]) -> Record:
    """The record, once commitment, every deal, every move and the result have been proven.

    Without its secret only moves and result are, and only of a match that goes on.
    """
    record = read(text, rule_sets)
    entries_from = len(text.splitlines()) - len(record.entries)
    rules = rule_sets[record.rules]
    if record.secret and commitment(record.secret) != record.commitment:
        raise BadRecord(entries_from - 1, "secret_does_not_fit_commitment")
    try:
        game = Game(rules.start(len(record.players), record.options, record.first))
    except IllegalMove as refused:
        raise BadRecord(2, refused.reason) from refused
    _replay(record, game, entries_from)
    last = entries_from + len(record.entries)
    position = game.position
    if not (position.to_act is None if record.secret else awaits_next_game(position)):
        raise BadRecord(last, "game_not_over")
    if tuple(sheet.total for sheet in game.position.scores()) != record.result:
        raise BadRecord(last, "other_result")
    return record


def _replay(record: Record, game: Game, first_line: int) -> None:
    words = [player.word for player in record.players]
    for line, entry in enumerate(record.entries, first_line):
        move = entry.move
        try:
            if move is None:
                game.undo(entry.who)
                continue
            dealt = record.secret and entry.who == DEALER == game.position.to_act
            if dealt and move != game.next_deal(record.secret, words):
                raise BadRecord(line, "deal_does_not_follow_from_secret")
            game.play(entry.who, move)
        except IllegalMove as refused:
            about = "" if move is None else msgspec.json.encode(move).decode()
            raise BadRecord(line, refused.reason, about) from refused
