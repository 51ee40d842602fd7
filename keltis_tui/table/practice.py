"""A game tried on from a step of a finished one: against bots, and nothing of it is kept."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Raw

from keltis_engine.bots.catalogue import bot_for
from keltis_engine.fair import Stream
from keltis_engine.game import Game
from keltis_engine.match import awaits_next_game
from keltis_engine.position import DEALER, Event, Move, PlayerMove, Seat
from keltis_protocol.messages import GameChanged
from keltis_tui.table.film import Film


class PracticeTable:
    """The game on the real engine; every seat but one is a bot's."""

    def __init__(self, film: Film, step: int, seat: Seat) -> None:
        self._rules = film.game
        self.seat = seat
        self._bot = bot_for(film.game)
        self._secret = sha256(f"{step} {seat} {film.text}".encode()).digest()
        """The same luck for each trial from here, so that only what one does differs."""
        self._chance = Stream(self._secret + b" bot")
        self._game = Game(film.position(step))
        self._story: list[list[Event]] = [list(film.story(step, seat))]
        self._ply = 0

    @property
    def due(self) -> bool:
        """Whether a bot or the dealer is to act."""
        position = self._game.position
        return position.to_act not in (self.seat, None) and not awaits_next_game(position)

    def go_on(self) -> None:
        """Make one move of a bot or the dealer."""
        position = self._game.position
        if position.to_act == DEALER:
            self._make(DEALER, self._game.next_deal(self._secret))
        elif position.to_act is not None:
            view = position.view(position.to_act)
            move = self._bot(view, position.legal_moves(), self._chance)
            self._make(position.to_act, move)

    def play(self, move: PlayerMove) -> None:
        """Make a move of one's own."""
        self._make(self.seat, move)

    def take_back(self) -> None:
        """Undo one's last move, if that is allowed."""
        if self._game.can_undo(self.seat):
            self._game.undo(self.seat)
            self._story.pop()
            self._ply += 1

    def changed(self) -> GameChanged:
        """The game as a server would tell it."""
        position = self._game.position
        mine = position.to_act == self.seat
        moves: Sequence[PlayerMove] = position.legal_moves() if mine else ()
        return GameChanged(
            table="TRIAL",
            game=self._rules,
            ply=self._ply,
            view=_raw(position.view(self.seat)),
            moves=[_raw(move) for move in moves],
            can_take_back=self._game.can_undo(self.seat),
            since=0,
            events=[_raw(event) for events in self._story for event in events],
        )

    def _make(self, seat: Seat, move: Move) -> None:
        before = self._game.play(seat, move)
        self._story.append(before.events(move, self._game.position, self.seat))
        self._ply += 1


def _raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))
