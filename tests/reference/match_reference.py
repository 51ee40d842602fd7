"""Several games as one, written down slowly from C8 and D10: a second opinion on match play."""

from dataclasses import dataclass, replace
from random import Random
from types import ModuleType
from typing import Any

from tests.reference.cards_reference import Event, Move
from tests.reference.manners import Manner


@dataclass(frozen=True)
class State:
    """One moment of a match."""

    game: Any
    """The state of the game being played, in its own reference."""
    first: int | None
    """Who begins this game; before the first deal of all chance has yet to say."""
    before: tuple[tuple[int, ...], ...] = ()
    """What each seat scored in each game before this one."""


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

    def over(self, state: State) -> bool:
        """Whether the game being played has ended and another follows."""
        return self.reference.to_act(state.game) is None and len(state.before) + 1 < self.games

    def to_act(self, state: State) -> int | None:
        """Whose decision is awaited: the dealer's between two games."""
        actor: int | None = self.reference.to_act(state.game)
        return -1 if self.over(state) else actor

    def legal_moves(self, state: State) -> list[Move]:
        """Every move of the player to act."""
        moves: list[Move] = self.reference.legal_moves(self.next_game(state).game)
        return moves

    def next_game(self, state: State) -> State:
        """The same, or the next game before its deal if this one has ended."""
        if not self.over(state):
            return state
        assert state.first is not None
        points = tuple(self.reference.scores(state.game))
        first = (state.first + 1) % self.seats  # C8: rotates in a match
        played = len(state.before) + 1
        game = self.reference.start(self.seats, self.options_of(played), first)
        return State(game, first, (*state.before, points))

    def choose(self, manner: Manner, random: Random, state: State, moves: list[Move]) -> Move:
        """What somebody of this manner plays."""
        return manner(self.reference, state.game, moves, random)

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move; the deal after a game's last one begins the next."""
        state = self.next_game(state)
        dealt = state.game.phase == "deal"
        first = move[-1] if dealt and state.first is None else state.first  # C8: chance, once
        return replace(state, game=self.reference.play(state.game, move), first=first)

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
        actor = {"to_act": self.to_act(state)}
        return seen | actor | {"totals": self.scores(state), "match": match}

    def told(self, state: State, seat: int | None) -> list[Event]:
        """What `seat` is told of the last move."""
        told: list[Event] = self.reference.told(state.game, seat)
        if self.over(state):
            points = list(self.reference.scores(state.game))
            told = [*told, ["game_scored", len(state.before) + 1, points]]
        return told
