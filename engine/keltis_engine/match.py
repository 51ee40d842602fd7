"""A match: several games one after the other, their scores added, that is one game to all others.

The first seat moves on from game to game. The positions, moves and views are those of the game
being played; only the scores and a view's `match` tell that there are more. A game that has ended
stays where it is until the dealer, whose move it is then, deals the next one.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, Self, runtime_checkable

from msgspec.structs import replace

from keltis_engine.position import (
    DEALER,
    DealerMove,
    Event,
    MatchView,
    Move,
    Option,
    PlayerMove,
    Position,
    Randomness,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    Seat,
    View,
)

GAMES: Final = Option("games", ("1", "2", "3", "4"))
"""How many games a match has; 1 is a game played for itself."""
BOTH: Final = "both"
"""D10: the value of an option whose other values take turns, game by game."""


OVER: Final = "over"
"""The phase of every game that has ended."""


class GameScored(Event, frozen=True):
    """A game of a match has ended and another follows."""

    game: int
    """Its number, from 1."""
    points: tuple[int, ...]
    """What each seat scored in it."""


@runtime_checkable
class Opening(Protocol):
    """A dealer's move that says who begins."""

    @property
    def first(self) -> Seat:
        """The seat that begins."""


class MatchPosition(Position):
    """One moment of a match: the game being played, and what the games before it brought."""

    __slots__ = (
        "course",
        "first",
        "following",
        "game",
        "match",
        "options",
        "points",
        "seats",
        "to_act",
        "turn",
    )

    match: "Match"
    course: tuple[dict[str, str], ...]
    """For each game of the match its own options."""
    options: dict[str, str]
    """What was agreed on for the whole match."""
    game: Position
    """The game being played, or the one that has ended if another follows."""
    following: Position | None
    """Between two games: the next one, before its deal."""
    first: Seat | None
    """Who begins this game; None until that is known."""
    points: tuple[tuple[int, ...], ...]
    """For each game before this one each seat's score."""

    def __init__(
        self,
        rules: "Match",
        options: dict[str, str],
        game: Position,
        first: Seat | None = None,
        points: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.match = rules
        self.options = options
        self.course = rules.course(options)
        self.seats = game.seats
        self.following = None
        self.first = first
        self.points = points
        self._go_on_with(game)

    @property
    def rules(self) -> RuleSet:
        """The match this is a moment of."""
        return self.match

    def _go_on_with(self, game: Position) -> None:
        """Have this game played; once it has ended the next one is ready to be dealt."""
        self.game = game
        self.to_act = game.to_act
        self.turn = game.turn
        if game.to_act is None and len(self.points) + 1 < len(self.course):
            options = self.course[len(self.points) + 1]
            self.following = self.match.single.start(self.seats, options, self._next_first())
            self.to_act = DEALER

    def _next_first(self) -> Seat:
        """C8: who begins the next game."""
        assert self.first is not None
        return (self.first + 1) % self.seats

    @property
    def _dealt(self) -> Position:
        """The game that the next move belongs to."""
        return self.game if self.following is None else self.following

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        return type(self)(self.match, self.options, self.game.copy(), self.first, self.points)

    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer."""
        return self.game.legal_moves()

    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`, or None if it is legal."""
        return self._dealt.refusal(move)

    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's next move, drawn from `random`."""
        return self._dealt.deal(random)

    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows somebody something hidden."""
        return self._dealt.reveals(move)

    def apply(self, move: Move) -> None:
        """Play a legal move in place, unchecked; after a game's last one the next is dealt."""
        game = self.game
        if self.following is not None:
            self.points += (_totals(game),)
            self.first = self._next_first()
            game, self.following = self.following, None
        if game.turn == 0 and isinstance(move, Opening):
            self.first = move.first
        game.apply(move)
        self._go_on_with(game)

    def view(self, seat: Seat | None) -> View:
        """What `seat` (None: a spectator) may know."""
        return self._in_match(self.game.view(seat))

    def open_view(self) -> View:
        """Everything, whoever may know it; only for a match that has ended."""
        return self._in_match(self.game.open_view())

    def _in_match(self, view: View) -> View:
        state = MatchView(len(self.course), self.first, self.points, self.options)
        return replace(view, to_act=self.to_act, totals=_totals(self), match=state)

    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet: a line for each game before, then this game's."""
        return _with_earlier(self.points, self.game.scores())

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:
        """What `seat` is told when `move` leads from this position to `after`."""
        told = self._dealt.events(move, after.game, seat)
        if after.following is not None:
            told = [*told, GameScored(len(after.points) + 1, _totals(after.game))]
        return told


def awaits_next_game(position: Position) -> bool:
    """Whether a game has ended here that another of its match follows."""
    return isinstance(position, MatchPosition) and position.following is not None


def between_games(view: View) -> bool:
    """Whether a game of a match has ended and the next one is still to be dealt."""
    match = view.match
    return match is not None and view.phase == OVER and len(match.scores) + 1 < match.games


def _totals(position: Position) -> tuple[int, ...]:
    return tuple(sheet.total for sheet in position.scores())


def _with_earlier(
    points: Sequence[Sequence[int]], sheets: Sequence[ScoreSheet]
) -> tuple[ScoreSheet, ...]:
    """The sheets of a game with a line in front for each game before it."""
    return tuple(
        ScoreSheet(
            (
                *(
                    ScoreLine("game", game[seat], (number,))
                    for number, game in enumerate(points, 1)
                ),
                *sheet.lines,
            )
        )
        for seat, sheet in enumerate(sheets)
    )


class Match(RuleSet):
    """A rule set whose games can be played as a match."""

    def __init__(self, rules: RuleSet) -> None:
        """Add the number of games to `rules`, and `both` to its option that alternates (D10)."""
        self.single = rules
        self.alternating = rules.alternating
        self.id = rules.id
        self.version = rules.version
        self.seats = rules.seats
        self.options = (*map(self._with_both, rules.options), GAMES)
        self.player_moves = rules.player_moves
        self.dealer_moves = rules.dealer_moves
        self.view_type = rules.view_type
        self.event_types = rules.event_types | GameScored

    def _with_both(self, option: Option) -> Option:
        if option.name != self.alternating:
            return option
        return Option(option.name, (*option.choices, BOTH))

    def course(self, agreed: Mapping[str, str]) -> tuple[dict[str, str], ...]:
        """The options of each game; with `both` each value comes up equally often (D10)."""
        games = int(agreed[GAMES.name])
        values: tuple[str, ...] = ()
        if agreed.get(self.alternating) == BOTH:
            known = {option.name: option for option in self.single.options}
            values = known[self.alternating].choices
            games += -games % len(values)
        own = {name: value for name, value in agreed.items() if name != GAMES.name}
        return tuple(
            own | {self.alternating: values[game % len(values)]} if values else own
            for game in range(games)
        )

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> Position:
        """The position before the first deal; a match of one game is just that game."""
        agreed = self.agreed(options)
        course = self.course(agreed)
        game = self.single.start(seats, course[0], first)
        return game if len(course) == 1 else MatchPosition(self, agreed, game)

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""
        sheets = self.single.score_sheets(view)
        return sheets if view.match is None else _with_earlier(view.match.scores, sheets)

    def imagine(self, view: View, random: Randomness) -> Position:
        """A full position that fits everything `view`'s seat has seen."""
        match = view.match
        if match is None:
            return self.single.imagine(view, random)
        if view.turn == 0:  # before a deal: all that is settled is who will begin
            options = self.course(match.options)[len(match.scores)]
            game = self.single.start(view.seats, options, match.first)
        else:
            ended = between_games(view)
            game = self.single.imagine(replace(view, to_act=None) if ended else view, random)
        return MatchPosition(self, match.options, game, match.first, match.scores)
