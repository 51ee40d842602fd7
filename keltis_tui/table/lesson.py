"""What a guided first game is made of, and the small table on which it is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Raw

from keltis_engine.bots.catalogue import bot_for
from keltis_engine.fair import Stream
from keltis_engine.game import Game
from keltis_engine.position import DEALER, Event, Move, PlayerMove, Seat, View
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged

YOU: Final = 0
"""The learner's seat; a bot has the other."""


def anything(_view: View, _move: PlayerMove) -> bool:
    """Any move will do."""
    return True


@dataclass(frozen=True)
class Step:
    """One thing the coach says, and the kind of move it asks for."""

    say: str
    """What is seen and what it means; `{name}` is the other player, `{news}` what it just did,
    `{g.clover}` the sign of a thing."""
    ask: str = ""
    """What to do now; empty if Enter goes on."""
    phase: str = ""
    """The question to which this belongs."""
    wants: Callable[[View, PlayerMove], bool] = anything
    """Which moves the coach accepts."""
    optional: bool = False
    """Whether the step is left out if the question is not asked."""


@dataclass(frozen=True)
class Lesson:
    """A guided first game."""

    game: str
    secret: bytes
    """What the deal comes from, so that everybody learns with the same one."""
    steps: tuple[Step, ...]
    end: str
    """What the coach says about the score sheet."""


class LessonTable:
    """A game against a bot on the real engine, without a server."""

    def __init__(self, lesson: Lesson) -> None:
        self._secret = lesson.secret
        self._rules = lesson.game
        self._bot = bot_for(lesson.game)
        self._chance = Stream(lesson.secret + b" bot")
        self._game = Game(RULE_SETS[lesson.game].start(2, first=YOU))
        self._story: list[list[Event]] = []
        self._ply = 0
        self._go_on()

    def play(self, move: PlayerMove) -> None:
        """Make a move for the learner and let the others go on until the learner is asked."""
        self._make(YOU, move)
        self._go_on()

    def take_back(self) -> None:
        """Undo the learner's last move, if that is allowed."""
        if self._game.can_undo(YOU):
            self._game.undo(YOU)
            self._story.pop()
            self._ply += 1

    def changed(self) -> GameChanged:
        """The game as a server would tell it."""
        position = self._game.position
        moves: Sequence[PlayerMove] = position.legal_moves() if position.to_act == YOU else ()
        return GameChanged(
            table="LESSON",
            game=self._rules,
            ply=self._ply,
            view=_raw(position.view(YOU)),
            moves=[_raw(move) for move in moves],
            can_take_back=self._game.can_undo(YOU),
            since=0,
            events=[_raw(event) for events in self._story for event in events],
        )

    def _go_on(self) -> None:
        position = self._game.position
        while position.to_act not in (YOU, None):
            if position.to_act == DEALER:
                self._make(DEALER, self._game.next_deal(self._secret))
            else:
                seat: Seat = position.to_act or 0
                view = position.view(seat)
                self._make(seat, self._bot(view, position.legal_moves(), self._chance))
            position = self._game.position

    def _make(self, seat: Seat, move: Move) -> None:
        before = self._game.play(seat, move)
        self._story.append(before.events(move, self._game.position, YOU))
        self._ply += 1


def _raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))
