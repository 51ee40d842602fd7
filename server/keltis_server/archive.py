"""Finished games as game files, put together from a table's log alone."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from keltis_engine import record as game_file
from keltis_server import records
from keltis_server.game import UnknownRules, logged_move, rules_of
from keltis_server.judge import Refusal
from keltis_server.names import SOMEBODY
from keltis_server.records import (
    BotSeated,
    GameOver,
    GameStarted,
    HandedOver,
    MoveMade,
    Renamed,
    SatDown,
    TookBack,
)
from keltis_server.store import Entry

PIECE: Final = 512 * 1024
"""How many bytes of a file, and a line more, go into one message."""


def finished_game(log: Sequence[Entry], number: int = 0, forgotten: Collection[str] = ()) -> str:
    """The file of a table's game, from 1; 0 is the newest that is over. Or a `Refusal`.

    The names of people who asked to be forgotten are left out.
    """
    seats: dict[int, game_file.Player] = {}
    unnamed: set[int] = set()
    """The seats of those who are forgotten."""
    games: list[_Game] = []
    for entry in log:
        record = records.decode(entry.body)
        match record:
            case SatDown() | HandedOver():
                seat, who = record.seat, record.who
                unnamed = unnamed | {seat} if who.id in forgotten else unnamed - {seat}
                name = SOMEBODY if seat in unnamed else who.name
                seats[seat] = game_file.Player("person", name)
            case BotSeated():
                seats[record.seat] = game_file.Player("bot", record.name)
            case Renamed():
                name = SOMEBODY if record.seat in unnamed else record.name
                seats[record.seat] = game_file.Player("person", name)
            case GameStarted():
                games.append(_Game(record, entry.at, seats))
            case MoveMade() | TookBack() | GameOver():
                games[-1].take(record, entry.at)
    wanted = games[number - 1 : number] if number else games[::-1]
    for game in wanted:
        if game.result is not None:
            return game.text()
    raise Refusal("game_not_over")


class _Game:
    """One game of the log."""

    def __init__(self, started: GameStarted, at: int, seats: dict[int, game_file.Player]) -> None:
        self._started = started
        self._at = at
        self._players = tuple(
            msgspec.structs.replace(seats[seat], word=word)
            for seat, word in enumerate(started.words)
        )
        self._log: list[tuple[int, MoveMade | TookBack]] = []
        self.result: tuple[int, ...] | None = None

    def take(self, record: MoveMade | TookBack | GameOver, at: int) -> None:
        """What happened next."""
        if isinstance(record, GameOver):
            self.result = record.totals
        else:
            self._log.append((max(0, at - self._at), record))

    def text(self) -> str:
        """The game file of a finished game."""
        started = self._started
        try:
            rules = rules_of(started)
        except UnknownRules as error:
            raise Refusal("unknown_game") from error
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
                secret=started.secret,
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
