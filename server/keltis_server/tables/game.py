"""One game at a table: a fold over its moves, what can be undone, its story as each knows it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, Self

import msgspec
from msgspec import Raw

from keltis_engine import game as engine_game
from keltis_engine.match import awaits_next_game
from keltis_engine.position import DEALER, Event, Move, PlayerMove, Position, RuleSet, Seat
from keltis_engine.rules import RULE_SETS
from keltis_server.tables.records import GameStarted, MoveMade, TookBack

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
    name, version = started.rules, started.version
    rules = games.get(name)
    if rules is None:
        raise UnknownRules(f"this program does not know the game {name!r}")
    if rules.version != version:
        raise UnknownRules(
            f"this game was played under {name} rules {version}; this program plays {rules.version}"
        )
    return rules


def logged_move(rules: RuleSet, made: MoveMade) -> Move:
    """The move that a record of the log holds."""
    move: Move = _decoder(rules, made.seat == DEALER).decode(made.move)
    return move


class _Story:
    """What one viewer knows of each move so far: kept, for it is dear to tell from the start."""

    __slots__ = ("events", "position")

    def __init__(self, opening: Position) -> None:
        self.position = opening
        self.events: list[list[Raw]] = []

    def go_on(self, move: Move, viewer: Seat | None) -> None:
        """Tell one move more."""
        before, self.position = self.position, self.position.play(move)
        told = before.events(move, self.position, viewer)
        self.events.append([Raw(encode(event)) for event in told])


class TableGame:
    """A running or finished game."""

    __slots__ = (
        "_late",
        "_mover",
        "_stories",
        "began",
        "begun",
        "line",
        "played",
        "ply",
        "rules",
        "started",
        "turns",
    )

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
        self.begun: list[int] = []
        """After each move of the line, how many turns had begun."""
        self.turns = [0] * started.seats
        """How many turns each seat has made to their end."""
        self._mover: Seat | None = None
        """Whose turn is under way, once that seat has moved."""
        self._stories: dict[Seat | None, _Story] = {}
        self._late: dict[Seat, _Story] = {}
        """The same for those who see what a seat sees, a round late."""

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

    @property
    def between_games(self) -> bool:
        """Whether a game of a match has ended: the next one is dealt when people are ready."""
        return awaits_next_game(self.position)

    def can_take_back(self, seat: Seat | None) -> bool:
        """Whether `seat` may undo its last small move."""
        return self.played.can_undo(seat)

    def player_move(self, body: bytes) -> PlayerMove:
        """The move a client spelled, or `msgspec.MsgspecError`."""
        move: PlayerMove = _decoder(self.rules, False).decode(body)
        return move

    def copy(self) -> Self:
        """The same game, to be played on without changing this one; stories are not copied."""
        twin = object.__new__(type(self))
        for name in TableGame.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.played = self.played.copy()
        twin.line = list(self.line)
        twin.begun = list(self.begun)
        twin.turns = list(self.turns)
        return twin

    def apart(self) -> Self:
        """The same game without its stories, so that not even taking back changes this one."""
        twin = self.copy()
        twin._stories = {}
        twin._late = {}
        return twin

    def play(self, seat: Seat, move: Move) -> Step:
        """Make a move, or raise `IllegalMove`."""
        before = self.played.play(seat, move)
        self.ply += 1
        self.line.append(move)
        begun = self.begun[-1] if self.begun else 0
        self.begun.append(begun + (before.turn != self.position.turn))
        if seat != DEALER:
            self._mover = seat
        if self._mover is not None and self.to_act not in (DEALER, self._mover):
            self.turns[self._mover] += 1
            self._mover = None
        if self.began is None and self.to_act != DEALER:
            self.began = self.to_act
        return Step(before, move, self.position)

    def deal_on(self) -> Iterator[Step]:
        """Make the dealer's moves until somebody has a decision or a game is over."""
        while self.to_act == DEALER and not self.between_games:
            yield self._deal()

    def deal_next_game(self) -> Iterator[Step]:
        """Between two games of a match: make the dealer's moves that begin the next one."""
        yield self._deal()
        yield from self.deal_on()

    def _deal(self) -> Step:
        deal = self.played.next_deal(self.started.secret, self.started.words)
        return self.play(DEALER, deal)

    def fold(self, record: MoveMade | TookBack) -> Step | None:
        """Do what the log says; a move is a step, taking one back is none."""
        if isinstance(record, MoveMade):
            return self.play(record.seat, logged_move(self.rules, record))
        self.ply += 1
        self.played.undo(record.seat)
        self.line.pop()
        self.begun.pop()
        for told in self._stories.values():
            if len(told.events) > len(self.line):
                told.events.pop()
                told.position = self.position
        return None

    def story(self, viewer: Seat | None) -> list[Raw]:
        """Everything that happened in this game and stands, as `viewer` may know it, encoded."""
        self.recall(viewer)
        return [event for events in self._stories[viewer].events for event in events]

    def recall(self, viewer: Seat | None, most: int | None = None) -> bool:
        """Go on with `viewer`'s story, by so many moves at most; whether it is whole now."""
        told = self._stories.get(viewer)
        if told is None:
            told = self._stories[viewer] = _Story(self._opening())
        begun = len(told.events)
        for move in self.line[begun : None if most is None else begun + most]:
            told.go_on(move, viewer)
        return len(told.events) == len(self.line)

    @property
    def round_ago(self) -> int:
        """How many moves of the line are a whole round old, all at the end; 0 in the first."""
        if self.to_act is None:
            return len(self.line)
        whole = (self.begun[-1] if self.begun else 0) - self.started.seats
        return bisect_right(self.begun, whole) if whole > 0 else 0

    def recall_late(self, seat: Seat, most: int | None = None) -> bool:
        """Go on with what `seat` knew a round ago, by so many moves; whether it is whole now."""
        told = self._late.get(seat)
        if told is None:
            told = self._late[seat] = _Story(self._opening())
        begun, due = len(told.events), self.round_ago
        for move in self.line[begun : due if most is None else min(due, begun + most)]:
            told.go_on(move, seat)
        return len(told.events) == due

    def late(self, seat: Seat, since: int) -> tuple[Position, list[Raw]]:
        """Where the game stood a round ago, and what `seat` was told since a move till then."""
        self.recall_late(seat)
        told = self._late[seat]
        return told.position, [event for events in told.events[since:] for event in events]

    def forget_stories(self) -> None:
        """Keep no story any more: nobody is there to be told."""
        self._stories.clear()
        self._late.clear()
