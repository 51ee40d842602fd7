"""Any game to show: dealt from a fixed secret, played by its own bots, told as facts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Raw

from keltis_engine.bots.catalogue import bot_for
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Event, Move, PlayerMove, Position, Seat, View
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged, SeatState, TableChanged

NAMES: Final = ("ann", "Bran", "Eithne", "Oisin")
CODE: Final = "K7QF"
TRIES: Final = 400
"""How many games are played until one of them comes to what is looked for."""


class Played:
    """A game of any kind, played so far by its usual bot on every seat."""

    def __init__(
        self, game: str, seats: int, seed: str, options: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.seats = seats
        self.chance = Stream(seed.encode())
        self.bot = bot_for(game)
        self.position: Position = RULE_SETS[game].start(seats, options)
        self.ply = 0
        self.story: dict[Seat | None, list[Event]] = {seat: [] for seat in (*range(seats), None)}

    def play(self, move: Move) -> None:
        """Make one move and remember what everybody is told of it."""
        before = self.position
        self.position = before.play(move)
        self.ply += 1
        for seat, told in self.story.items():
            told += before.events(move, self.position, seat)

    def best(self) -> PlayerMove:
        """What the bot would do."""
        seat = self.position.to_act
        return self.bot(self.position.view(seat), self.position.legal_moves(), self.chance)

    def until(self, enough: Callable[[View], bool]) -> "Played":
        """Play on until what seat 0 sees is enough, or the game is over."""
        while self.position.to_act is not None and not enough(self.position.view(0)):
            dealer = self.position.to_act == DEALER
            self.play(self.position.deal(self.chance) if dealer else self.best())
        return self

    def changed(self, seat: Seat | None = 0, can_take_back: bool = False) -> GameChanged:
        """The game as the server would tell it to a seat, or to one who looks on."""
        mine = seat is not None and self.position.to_act == seat
        legal = self.position.legal_moves() if mine else ()
        return GameChanged(
            table=CODE,
            game=self.game,
            ply=self.ply,
            view=_raw(self.position.view(seat)),
            moves=[_raw(move) for move in legal],
            can_take_back=can_take_back,
            since=0,
            events=[_raw(event) for event in self.story[seat]],
        )

    def table(self) -> TableChanged:
        """The table at which it is played."""
        kinds = ["person"] + ["bot"] * (self.seats - 1)
        return TableChanged(
            table=CODE,
            game=self.game,
            options={},
            seats=[SeatState(kind=kinds[seat], name=NAMES[seat]) for seat in range(self.seats)],
            state="over" if self.position.to_act is None else "playing",
            private=True,
            owner=True,
            seat=0,
        )


def asked(
    game: str, seats: int, so: Callable[[View], bool], options: Mapping[str, str] | None = None
) -> Played:
    """The first moment of some game at which what seat 0 sees, being asked, is so."""
    for number in range(TRIES):
        played = Played(game, seats, f"game {number}", options)
        played.until(lambda view: view.to_act == 0 and so(view))
        if played.position.to_act is not None:
            return played
    raise LookupError("no game comes to that")


def with_moves(
    game: str,
    so: Callable[[View, Sequence[PlayerMove]], bool],
    options: Mapping[str, str] | None = None,
    seats: int = 2,
) -> Played:
    """The first moment of some game at which seat 0 is asked and, by its moves too, it is so."""
    for number in range(TRIES):
        played = Played(game, seats, f"moment {number}", options)

        def enough(view: View, played: Played = played) -> bool:
            return view.to_act == 0 and so(view, played.position.legal_moves())

        if played.until(enough).position.to_act is not None:
            return played
    raise LookupError("no game comes to that")


def _raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))
