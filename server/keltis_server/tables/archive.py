"""Finished games, and those of a match so far, as files put together from a table's log alone."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from keltis_engine import record as game_file
from keltis_engine.game import Game
from keltis_engine.match import MatchPosition, awaits_next_game
from keltis_engine.position import RuleSet
from keltis_server.people.names import SOMEBODY
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Entry
from keltis_server.tables import records
from keltis_server.tables.game import UnknownRules, logged_move, rules_of
from keltis_server.tables.records import (
    Arranged,
    BotSeated,
    GameOver,
    GameStarted,
    HandedOver,
    MoveMade,
    Record,
    Renamed,
    SatDown,
    TookBack,
)

PIECE: Final = 512 * 1024
"""How many bytes of a file, and a line more, go into one message."""
MOST: Final = 20_000
"""How many moves and take-backs a game has at most of which a file is made."""


class Archivist:
    """Reads a table's log piece by piece and keeps of it only the game that is wanted.

    The names of people who asked to be forgotten are left out.
    """

    def __init__(self, number: int = 0, forgotten: Collection[str] = ()) -> None:
        """Games count from 1; 0 is the newest that is over."""
        self._number = number
        self._forgotten = forgotten
        self._seats: dict[int, game_file.Player] = {}
        self._unnamed: set[int] = set()
        """The seats of those who are forgotten."""
        self._games = 0
        self._game: _Game | None = None
        """The game that is being read, if it may be the wanted one."""
        self._found: _Game | None = None

    @property
    def done(self) -> bool:
        """Whether nothing that follows in the log can matter."""
        return self._found is not None and self._number > 0

    def read(self, log: Sequence[Entry]) -> None:
        """Take in what comes next in the log."""
        for entry in log:
            self._take(records.decode(entry.body), entry.at)

    def text(self) -> str:
        """The file of the wanted game, or a `Refusal`."""
        if self._game is not None and self._game is not self._found and self._game.cut_to_end():
            return self._game.text()
        if self._found is None:
            raise Refusal("game_not_over")
        return self._found.text()

    def _take(self, record: Record, at: int) -> None:
        match record:
            case SatDown() | HandedOver():
                forgotten = record.who.id in self._forgotten
                (self._unnamed.add if forgotten else self._unnamed.discard)(record.seat)
                self._name(record.seat, record.who.name)
            case Arranged():
                unnamed, players = self._unnamed, self._seats
                kept = [(new, old) for new, old in enumerate(record.order) if old in players]
                self._seats = {new: players[old] for new, old in kept}
                self._unnamed = {new for new, old in kept if old in unnamed}
            case BotSeated():
                self._seats[record.seat] = game_file.Player("bot", record.name)
            case Renamed():
                self._name(record.seat, record.name)
            case GameStarted():
                self._games += 1
                wanted = self._number in (0, self._games)
                self._game = _Game(record, at, self._seats) if wanted else None
            case MoveMade() | TookBack() | GameOver() if self._game is not None:
                self._game.take(record, at)
                if isinstance(record, GameOver):
                    self._found = self._game

    def _name(self, seat: int, name: str) -> None:
        shown = SOMEBODY if seat in self._unnamed else name
        self._seats[seat] = game_file.Player("person", shown)


class _Game:
    """One game of the log."""

    def __init__(self, started: GameStarted, at: int, seats: dict[int, game_file.Player]) -> None:
        self._started = started
        self._secret = started.secret
        self._at = at
        self._players = tuple(
            msgspec.structs.replace(seats[seat], word=word)
            for seat, word in enumerate(started.words)
        )
        self._log: list[tuple[int, MoveMade | TookBack]] = []
        self._too_long = False
        self.result: tuple[int, ...] | None = None

    def take(self, record: MoveMade | TookBack | GameOver, at: int) -> None:
        """What happened next."""
        if isinstance(record, GameOver):
            self.result = record.totals
        elif len(self._log) < MOST:
            self._log.append((max(0, at - self._at), record))
        else:
            self._too_long = True

    @property
    def _rules(self) -> RuleSet:
        try:
            return rules_of(self._started)
        except UnknownRules as error:
            raise Refusal("other_rules") from error

    def cut_to_end(self) -> bool:
        """Of a match that goes on, keep what came before the end of its last game that is over.

        False if none is. What came later, and the secret, would tell cards that are in play.
        """
        started, rules = self._started, self._rules
        position = rules.start(started.seats, started.options, started.first)
        if not isinstance(position, MatchPosition):
            return False
        game, end = Game(position), 0
        for number, (_, record) in enumerate(self._log, 1):
            if isinstance(record, TookBack):
                game.undo(record.seat)
                continue
            game.play(record.seat, logged_move(rules, record))
            if awaits_next_game(game.position):
                end = number
                self.result = tuple(sheet.total for sheet in game.position.scores())
        self._log = self._log[:end]
        self._secret = b""
        return end > 0

    def text(self) -> str:
        """The game file of a finished game, or a `Refusal`."""
        if self._too_long:
            raise Refusal("game_too_long")
        started, rules = self._started, self._rules
        when = datetime.fromtimestamp(self._at // 1000, UTC)
        return game_file.write(
            game_file.Record(
                rules=started.rules,
                version=started.version,
                options=started.options,
                players=self._players,
                first=started.first,
                started=f"{when:%Y-%m-%dT%H:%M:%SZ}",
                commitment=started.commitment,
                secret=self._secret,
                entries=tuple(
                    game_file.Entry(
                        record.seat,
                        at,
                        logged_move(rules, record) if isinstance(record, MoveMade) else None,
                    )
                    for at, record in self._log
                ),
                result=self.result or (),
            )
        )


def pieces(text: str) -> Iterator[str]:
    """The text in as few pieces as fit into messages, cut between lines."""
    piece: list[str] = []
    size = 0
    for line in text.splitlines(keepends=True):
        if size > PIECE:
            yield "".join(piece)
            piece, size = [], 0
        piece.append(line)
        size += len(line.encode())
    yield "".join(piece)
