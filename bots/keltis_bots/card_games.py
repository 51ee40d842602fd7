"""The card games whose master learned, and what of each its network must know."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from keltis_bots import keltis_sight, oracle_sight
from keltis_bots.arrays import Bools, Ints
from keltis_bots.card_sight import Sight
from keltis_bots.network import Sizes
from keltis_engine.bots import keltis_notes, oracle_notes
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.match import MatchPosition
from keltis_engine.parts.cards import COLOURS
from keltis_engine.position import DEALER, PlayerMove, Position, Randomness, Seat, View
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES


class CardGame(NamedTuple):
    """A card game as two play it."""

    id: str
    notes: Callable[[Any, Seat], list[int]]
    """What a seat knows of a position, as numbers."""
    see: Callable[[Ints], Sight]
    """What a network sees of many such lines."""
    move_of: Callable[[int, Bools, Ints], PlayerMove]
    """The move that an action means, given which colours are mirrored and the line."""
    action_of: Callable[[PlayerMove, Bools, Ints], int]
    """The action that means a move."""
    in_colour: int
    """How many actions each colour has."""
    actions: int
    """How many there are in all."""
    variants: Sequence[Mapping[str, str]]
    """The options with which it is learned, game by game."""

    def dealt(self, chance: QuickChance, number: int) -> Position:
        """The game of this number, just dealt; either seat begins in turn."""
        options = self.variants[number // 2 % len(self.variants)]
        position = SINGLE_GAMES[self.id].start(2, options, number % 2)
        assert position.to_act == DEALER
        position.apply(position.deal(chance))
        return position

    def imagined(self, view: View, chance: Randomness) -> Position:
        """A position that fits a view; of a match the game that is played."""
        position = RULE_SETS[self.id].imagine(view, chance)
        return position.game if isinstance(position, MatchPosition) else position

    def noted(self, position: Position) -> bytes:
        """The line of a position as the player to act sees it."""
        return array("i", self.notes(position, position.to_act or 0)).tobytes()

    def quick(self, position: Position) -> PlayerMove:
        """The move of a quick player."""
        return GAME_PLAYERS[self.id].policy(position)

    def lead(self, position: Position, seat: Seat) -> int:
        """By how many points a seat is ahead."""
        total = GAME_PLAYERS[self.id].total
        return total(position, seat) - total(position, 1 - seat)

    def sizes(self) -> Sizes:
        """How wide a network must be to see the game."""
        seen = self.see(as_table([self.noted(self.dealt(QuickChance(0), 0))]))
        beyond = self.actions - COLOURS * self.in_colour
        return Sizes(seen.colours.shape[2], seen.whole.shape[1], self.in_colour, beyond)


def as_table(lines: Sequence[bytes]) -> Ints:
    """Lines as one array."""
    return np.frombuffer(b"".join(lines), np.int32).reshape(len(lines), -1)


KELTIS: Final = CardGame(
    "keltis",
    keltis_notes.notes,
    keltis_sight.see,
    keltis_sight.move_of,
    keltis_sight.action_of,
    keltis_sight.A_COLOUR,
    keltis_sight.ACTIONS,
    ({},),
)
ORACLE: Final = CardGame(
    "oracle",
    oracle_notes.notes,
    oracle_sight.see,
    oracle_sight.move_of,
    oracle_sight.action_of,
    oracle_sight.A_COLOUR,
    oracle_sight.ACTIONS,
    ({}, {}, {}, {"free_clovers": "on"}),
)
CARD_GAMES: Final = {game.id: game for game in (KELTIS, ORACLE)}
