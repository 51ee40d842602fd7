"""One game at a table: a fold over its moves, what can be undone, its story as each knows it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from keltis_engine import game as engine_game
from keltis_engine.position import DEALER, Event, Move, PlayerMove, Position, RuleSet, Seat
from keltis_engine.rules import RULE_SETS
from keltis_server.records import GameOver, GameStarted, MoveMade, TookBack

encode: Final = msgspec.msgpack.Encoder().encode


class UnknownRules(Exception):
    """The log names a game, or a version of it, that this program does not know."""


class Step(NamedTuple):
    """One move and the positions around it."""

    before: Position
    move: Move
    after: Position

    def events(self, viewer: Seat | None) -> list[Event]:
        """What `viewer` is told about it."""
        return self.before.events(self.move, self.after, viewer)


@cache
def _decoder(rules: RuleSet, dealer: bool) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(rules.dealer_moves if dealer else rules.player_moves)


def rules_of(started: GameStarted, games: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rule set a game was started with, or `UnknownRules`."""
    rules = games.get(started.rules)
    if rules is None or rules.version != started.version:
        raise UnknownRules(f"{started.rules} {started.version}")
    return rules


def logged_move(rules: RuleSet, made: MoveMade) -> Move:
    """The move that a record of the log holds."""
    move: Move = _decoder(rules, made.seat == DEALER).decode(made.move)
    return move


class Game:
    """A running or finished game."""

    __slots__ = ("began", "line", "played", "ply", "rules", "started")

    def __init__(self, started: GameStarted) -> None:
        self.rules = rules_of(started)
        self.started = started
        self.played = engine_game.Game(self._opening())
        self.line: list[Move] = []
        """The moves that stand: what was taken back is not among them."""
        self.ply = 0
        """How many moves and take-backs were made."""
        self.began: Seat | None = None
        """The first seat that had a decision to make."""

    def _opening(self) -> Position:
        started = self.started
        return self.rules.start(started.seats, started.options, started.first)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.played.position

    @property
    def to_act(self) -> Seat | None:
        """Whose decision is awaited."""
        return self.position.to_act

    def can_take_back(self, seat: Seat | None) -> bool:
        """Whether `seat` may undo its last small move."""
        return self.played.can_undo(seat)

    def player_move(self, body: bytes) -> PlayerMove:
        """The move a client spelled, or `msgspec.MsgspecError`."""
        move: PlayerMove = _decoder(self.rules, False).decode(body)
        return move

    def _make(self, made: MoveMade) -> Step:
        move = logged_move(self.rules, made)
        before = self.played.play(made.seat, move)
        self.line.append(move)
        if self.began is None and self.to_act != DEALER:
            self.began = self.to_act
        return Step(before, move, self.position)

    def fold(self, record: MoveMade | TookBack) -> Step | None:
        """Do what the log says; a move is a step, taking one back is none."""
        self.ply += 1
        if isinstance(record, MoveMade):
            return self._make(record)
        self.played.undo(record.seat)
        self.line.pop()
        return None

    def follow_up(self, move: PlayerMove | None = None) -> list[MoveMade | GameOver]:
        """What happens by itself now, or after a move: the dealer's moves, and the end.

        `IllegalMove` if the rules refuse the move.
        """
        ahead = self.played.copy()
        if move is not None and self.to_act is not None:
            ahead.play(self.to_act, move)
        deals = ahead.deal_on(self.started.secret, self.started.words)
        records: list[MoveMade | GameOver] = [
            MoveMade(seat=DEALER, move=msgspec.Raw(encode(deal))) for deal in deals
        ]
        if ahead.position.to_act is None:
            totals = tuple(sheet.total for sheet in ahead.position.scores())
            records.append(GameOver(totals=totals))
        return records

    def story(self, viewer: Seat | None) -> list[Event]:
        """Everything that happened in this game and stands, as `viewer` may know it."""
        told: list[Event] = []
        before = self._opening()
        for move in self.line:
            after = before.play(move)
            told += before.events(move, after, viewer)
            before = after
        return told
