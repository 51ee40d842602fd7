"""What every game answers: whose turn it is, what may be done, what follows, who may know what."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, Self

import msgspec

Seat = int
"""A player's place at the table, 0 to 3: white, brown, grey, black."""

DEALER: Final = -1
"""The seat of the dealer, who shuffles and rolls; its moves stand in the log like any other."""

NEXT_SEAT: Final[tuple[tuple[Seat, ...], ...]] = tuple((*range(1, seats), 0) for seats in range(5))
"""C8: for each number of players who comes after each seat."""


class IllegalMove(ValueError):
    """A move that the rules refuse; `reason` is a code that the client words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Randomness(Protocol):
    """Where chance comes from; the engine has none of its own."""

    def below(self, limit: int, /) -> int:
        """A whole number from 0 up to but not including `limit`, each as likely."""


def _spelled(name: str) -> str:
    """A class's name as the wire spells it: `PlayCard` is `play_card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class PlayerMove(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=_spelled
):
    """Base of one small decision of a player; on the wire `[name, field, …]`."""


class DealerMove(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=_spelled
):
    """Base of one act of the dealer; never among the moves a client can spell."""


Move = PlayerMove | DealerMove


class Event(msgspec.Struct, frozen=True, array_like=True, tag=_spelled):
    """Base of one thing that happened, in no language, as one viewer may know it."""


class MatchView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match of several games stands."""

    games: int
    """How many games the match has."""
    first: Seat | None
    """Who begins this game; None until that is known."""
    scores: tuple[tuple[int, ...], ...]
    """For each game finished so far each seat's score."""
    options: dict[str, str]
    """What was agreed on for the whole match."""


class View(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Base of what one seat, or a spectator, may know; built up from nothing, never cut down."""

    seats: int
    """How many play."""
    seat: Seat | None
    """Whose view this is; None is a spectator's."""
    to_act: Seat | None
    """Whose decision is awaited; `DEALER` for chance, None when the game is over."""
    phase: str
    """The kind of decision that is awaited, a code."""
    turn: int
    """How many turns have begun."""
    totals: tuple[int, ...]
    """Each seat's score if the game ended now."""
    match: MatchView | None = None
    """The match this game is part of; left out on the wire if it is played for itself."""


class ScoreLine(msgspec.Struct, frozen=True, array_like=True):
    """One line of a score sheet: what was counted and what it is worth."""

    what: str
    """A code: `figure`, `points`, `wish_stones`, …"""
    points: int
    detail: tuple[int, ...] = ()
    """Numbers that explain the line; their meaning belongs to `what`."""


class ScoreSheet(msgspec.Struct, frozen=True, array_like=True):
    """One seat's score, line by line."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)


class Option(msgspec.Struct, frozen=True):
    """One thing the players may agree on before a game."""

    name: str
    choices: tuple[str, ...]
    """Every value it can take, the default first; `("off", "on")` makes a switch."""

    @property
    def default(self) -> str:
        """The value when nobody says otherwise."""
        return self.choices[0]


class Position(ABC):
    """One moment of one game: compact inside, cheap to copy, changed only by `apply`."""

    __slots__ = ()

    seats: int
    to_act: Seat | None
    turn: int

    @property
    @abstractmethod
    def rules(self) -> "RuleSet":
        """The game this is a moment of."""

    @abstractmethod
    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer, whose deals are too many."""

    @abstractmethod
    def apply(self, move: Move) -> None:
        """Play a legal move in place, unchecked: the door for search on its own copies."""

    @abstractmethod
    def copy(self) -> Self:
        """A position that can be changed without changing this one."""

    @abstractmethod
    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`: a reason code, or None if it is legal."""

    @abstractmethod
    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's next move, drawn from `random`."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """What `seat` (None: a spectator) may know."""

    def open_view(self) -> View:
        """Everything, whoever may know it; only for a game that has ended."""
        return self.view(None)

    @abstractmethod
    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet, as if the game ended now."""

    @abstractmethod
    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:
        """What `seat` is told when `move` leads from this position to `after`."""

    @abstractmethod
    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows somebody something hidden, so that it cannot be undone."""

    def play(self, move: Move) -> Self:
        """The position after `move`, or `IllegalMove` with the reason."""
        reason = "game_over" if self.to_act is None else self.refusal(move)
        if reason is not None:
            raise IllegalMove(reason)
        after = self.copy()
        after.apply(move)
        return after


class RuleSet(ABC):
    """One game: its name, its options, how it starts, and the types its moves are made of."""

    id: str
    version: int
    """Raised whenever a logged game would replay differently."""
    seats: range = range(2, 5)
    options: tuple[Option, ...] = ()
    alternating: str = ""
    """D10: the option whose values may take turns in a match, game by game; often there is none."""
    player_moves: Any
    """The union of the moves a player can make."""
    dealer_moves: Any
    """The union of the moves the dealer can make."""
    view_type: type[View]
    event_types: Any
    """The union of the events this game tells."""

    @abstractmethod
    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> Position:
        """The position before the deal; `first` begins, or chance decides."""

    @abstractmethod
    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""

    @abstractmethod
    def imagine(self, view: View, random: Randomness) -> Position:
        """A full position, drawn by chance from all that fit everything `view`'s seat has seen."""

    def agreed(self, wishes: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with its value: the wish if there is a legal one, else the default."""
        if not wishes:
            return {option.name: option.choices[0] for option in self.options}
        known = {option.name: option for option in self.options}
        for name, value in wishes.items():
            if name not in known or value not in known[name].choices:
                raise IllegalMove("bad_option")
        return {name: wishes.get(name, option.default) for name, option in known.items()}
