"""A running game as this session knows it: view, moves and story, and what a move would do."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from keltis_engine.fair import Stream
from keltis_engine.match import between_games
from keltis_engine.parts.events import GameEnded
from keltis_engine.position import Event, PlayerMove, Position, Seat, View
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged


class Outcome(NamedTuple):
    """What a move would do: what would be told of it, and where the game would stand."""

    events: list[Event]
    view: View


@cache
def _decoders(game: str) -> tuple[msgspec.msgpack.Decoder[Any], ...]:
    rules = RULE_SETS[game]
    return tuple(
        msgspec.msgpack.Decoder(kind)
        for kind in (rules.view_type, rules.player_moves, rules.event_types)
    )


class ClientGame:
    """What the server last told of a game, and everything it told before."""

    def __init__(self, fact: GameChanged) -> None:
        self.rules = RULE_SETS[fact.game]
        self.story: list[Event] = []
        self.hear(fact)

    def hear(self, fact: GameChanged) -> None:
        """Take in where the game stands now."""
        views, moves, events = _decoders(fact.game)
        self.ply = fact.ply
        self.view: View = views.decode(fact.view)
        self.moves: list[PlayerMove] = [moves.decode(move) for move in fact.moves]
        self.can_take_back = fact.can_take_back
        told: list[Event] = [events.decode(event) for event in fact.events]
        self.story = told if fact.since == 0 else [*self.story, *told]
        self._imagined: Position | None = None
        self._outcomes: dict[PlayerMove, Outcome] = {}

    def move_of(self, body: msgspec.Raw) -> PlayerMove:
        """A move of this game as it comes over the line."""
        _, moves, _ = _decoders(self.rules.id)
        move: PlayerMove = moves.decode(body)
        return move

    @property
    def my_turn(self) -> bool:
        """Whether a decision of this session's person is awaited."""
        return self.view.seat is not None and self.view.to_act == self.view.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.to_act is None

    @property
    def turned(self) -> bool:
        """Whether this session's person has made a whole turn."""
        ended = not self.my_turn
        for event in reversed(self.story):
            seat = seat_of(event)
            if ended and seat is not None and seat == self.view.seat:
                return True
            ended = ended or seat not in (None, self.view.seat)
        return False

    @property
    def between_games(self) -> bool:
        """Whether a game of a match has ended, and the next begins when people are ready."""
        return between_games(self.view)

    @property
    def ended(self) -> bool:
        """Whether the game has ended, be it the last of its match or not."""
        return self.over or self.between_games

    @property
    def ending(self) -> Event | None:
        """What was told of the end of the game, while it has ended."""
        told = (event for event in reversed(self.story) if isinstance(event, GameEnded))
        return next(told, None) if self.ended else None

    def refusal(self, move: PlayerMove) -> str:
        """Why a move cannot be made now, as a code; empty if it can."""
        if not self.my_turn:
            return "game_over" if self.ended else "not_your_turn"
        return self._imagine().refusal(move) or ""

    def outcome(self, move: PlayerMove) -> Outcome:
        """What would follow from a legal move, as far as it can be known."""
        outcome = self._outcomes.get(move)
        if outcome is None:
            self._outcomes[move] = outcome = self._work_out(move)
        return outcome

    def _work_out(self, move: PlayerMove) -> Outcome:
        before = self._imagine()
        after = before.play(move)
        if before.reveals(move):
            return Outcome([], self.view)
        seat = self.view.seat
        return Outcome(before.events(move, after, seat), after.view(seat))

    def _imagine(self) -> Position:
        """A position that looks the same from this seat; enough for what is open to all."""
        if self._imagined is None:
            self._imagined = self.rules.imagine(self.view, Stream(b"any"))
        return self._imagined

    def news(self, told: int | None = None) -> list[Event]:
        """What the others did since this seat's last turn ended; at the end the last turn.

        Only what happened in the first `told` events of the story.
        """
        story = self.story if told is None else self.story[:told]
        if self.ended:
            turns = turns_back(story)
            return next((events for seat, events in turns if seat is not None), [])
        news: list[Event] = []
        mine_now = self.my_turn
        for event in reversed(story):
            if seat_of(event) == self.view.seat:
                if not mine_now:
                    break
                continue
            mine_now = False
            news.append(event)
        return news[::-1]


def seat_of(event: Event) -> Seat | None:
    """Whose doing an event was; None for the dealer's and the game's own."""
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def turns_back(story: Sequence[Event]) -> Iterator[tuple[Seat | None, list[Event]]]:
    """The story cut where another seat goes on, the last turn first."""
    turn: list[Event] = []
    whose: Seat | None = None
    for event in reversed(story):
        seat = seat_of(event)
        if turn and (seat is None or seat != whose):
            yield whose, turn[::-1]
            turn = []
        whose = seat
        turn.append(event)
    if turn:
        yield whose, turn[::-1]
