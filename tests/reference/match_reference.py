"""Several games as one, written down slowly from C8 and D10: a second opinion on match play."""

from dataclasses import dataclass, replace
from random import Random
from types import ModuleType
from typing import Any

from cards_reference import Event, Move
from manners import Manner


@dataclass(frozen=True)
class State:
    """One moment of a match."""

    game: Any
    """The state of the game being played, in its own reference."""
    first: int | None
    """Who begins this game; before the first deal of all chance has yet to say."""
    before: tuple[tuple[int, ...], ...] = ()
    """What each seat scored in each game that is over."""
    news: tuple[Any, ...] = ()
    """The state in which the last move ended, and the scores it settled, if it ended a game."""


class Match:
    """The match over a game's reference, asked the same questions as the reference itself."""

    def __init__(self, reference: ModuleType, seats: int, options: dict[str, str]) -> None:
        self.reference = reference
        self.seats = seats
        self.options = options
        self.games = int(options["games"])
        if options.get("side") == "both":  # D10: both sides, so an odd game has its other side
            self.games = self.games if self.games % 2 == 0 else self.games + 1

    def options_of(self, number: int) -> dict[str, str]:
        """What game `number`, from 0, is played with."""
        own = {name: value for name, value in self.options.items() if name != "games"}
        if own.get("side") == "both":
            own["side"] = "easy" if number % 2 == 0 else "hard"  # D10: in turn
        return own

    def start(self) -> State:
        """Before the first deal."""
        return State(self.reference.start(self.seats, self.options_of(0), None), None)

    def to_act(self, state: State) -> int | None:
        """Whose decision is awaited."""
        actor: int | None = self.reference.to_act(state.game)
        return actor

    def legal_moves(self, state: State) -> list[Move]:
        """Every move of the player to act."""
        moves: list[Move] = self.reference.legal_moves(state.game)
        return moves

    def choose(self, manner: Manner, random: Random, state: State, moves: list[Move]) -> Move:
        """What somebody of this manner plays."""
        return manner(self.reference, state.game, moves, random)

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move; after a game's last one the next is about to be dealt."""
        dealt = state.game.phase == "deal"
        first = move[-1] if dealt and state.first is None else state.first  # C8: chance, once
        game = self.reference.play(state.game, move)
        played = len(state.before) + 1
        if self.reference.to_act(game) is not None or played == self.games:
            return replace(state, game=game, first=first, news=(game,))
        assert first is not None
        points = tuple(self.reference.scores(game))
        first = (first + 1) % self.seats  # C8: rotates in a match
        following = self.reference.start(self.seats, self.options_of(played), first)
        return State(following, first, (*state.before, points), (game, points))

    def scores(self, state: State) -> list[int]:
        """Each seat's total over all games, as if this one ended now (D10)."""
        now = self.reference.scores(state.game)
        return [now[seat] + sum(game[seat] for game in state.before) for seat in range(self.seats)]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) may know: this game, and the scores of those before."""
        seen: dict[str, Any] = self.reference.view(state.game, seat)
        match = {
            "games": self.games,
            "first": state.first,
            "scores": [list(game) for game in state.before],
            "options": self.options,
        }
        return seen | {"totals": self.scores(state), "match": match}

    def told(self, state: State, seat: int | None) -> list[Event]:
        """What `seat` is told of the last move."""
        ended, *settled = state.news
        told: list[Event] = self.reference.told(ended, seat)
        return told + [["game_scored", len(state.before), list(points)] for points in settled]
