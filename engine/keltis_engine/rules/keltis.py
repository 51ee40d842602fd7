"""Keltis: cards move figures on five paths (C1-C12, K1-K9)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Self

from keltis_engine.fair import shuffle
from keltis_engine.parts.card_play import DEAL, DRAW_CARD, PLAY, CardPosition, CardView
from keltis_engine.parts.cards import (
    COLOUR,
    COLOURS,
    DECK,
    DRAWS,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Discard,
    DiscardTaken,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
    is_deck,
)
from keltis_engine.parts.events import (
    Dealt,
    Decline,
    Declined,
    GameEnded,
    PointsScored,
    WishStoneTaken,
)
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.scoring import wish_stone_line
from keltis_engine.position import (
    DEALER,
    DealerMove,
    Event,
    IllegalMove,
    Move,
    PlayerMove,
    Randomness,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    Seat,
    View,
)

CLOVER: Final = 4
WISH_STONE: Final = 5
TILES: Final = (1, 1, 2, 2, 2, 3, 3) + (CLOVER,) * 9 + (WISH_STONE,) * 9
"""K2: 7 points (1, 2 and 3 are worth that many), 9 clovers, 9 wish stones; 0 is no tile."""

TILED_STONES: Final = (
    (2, 4, 6, 8, 9),
    (2, 3, 5, 7, 9),
    (2, 4, 5, 8, 9),
    (2, 3, 6, 7, 9),
    (2, 4, 6, 7, 9),
)
"""K2, house layout: the stones of each path that carry a tile, by number; 9 is the end stone."""

FIGURES_IN_GOAL: Final = 5
"""K8: how many figures in all end the game."""
SMALL_FIGURES: Final = 4
"""K3: how many small figures a player has, beside one large."""
TRACK: Final = 50
"""K9: the fields of the score track."""

PATH: Final = STONES + 1
"""Places on the board are counted path x 10 + stone."""
_TILED_PLACES: Final = tuple(
    path * PATH + stone for path, stones in enumerate(TILED_STONES) for stone in stones
)

START: Final = 4
CLOVER_STEP: Final = 5
SPARE_STEP: Final = 6
PHASES: Final[tuple[str, ...]] = ("deal", "play", "draw", "over", "start", "clover", "spare")
"""What is asked: the deal, a card (C5), a draw (C7), nothing more, small or large (K4), a clover's
step (K6), the step of a card whose figure is on the 10 (K5)."""


class StartFigure(PlayerMove, frozen=True):
    """K4: put a figure, small or large, on the first stone of a path."""

    path: int
    large: bool


class AdvanceFigure(PlayerMove, frozen=True):
    """K5, K6: move one of your figures one stone."""

    path: int


class Deal(DealerMove, frozen=True):
    """The whole setting-up: shuffled cards, shuffled tiles, who begins."""

    cards: tuple[int, ...]
    """C2, C3: if two play the first 30 are set aside; then eight for each seat; then the deck."""
    tiles: tuple[int, ...]
    """K2: path by path, from the start stone to the end stone."""
    first: Seat


class FigureMoved(Event, frozen=True):
    """A figure went from one stone of a path to the next; 0 is the start stone."""

    seat: Seat
    path: int
    large: bool
    stone: int
    """Where it arrived."""


class KeltisView(View, frozen=True, kw_only=True):
    """What a seat may know of a game of Keltis."""

    cards: CardView

    path: int | None
    """The path of the figure being started or of the figure that reached a clover or the 10."""
    figures: tuple[tuple[int, ...], ...]
    """For each seat and path the stone its figure stands on; 0 is the start stone."""
    large: tuple[int | None, ...]
    """For each seat the path its large figure is on; None while it is on the start stone."""
    tiles: tuple[int, ...]
    """At path x 10 + stone the tile there; 0 is none."""
    wish_stones: tuple[int, ...]
    """How many wish stones each seat has."""
    points: tuple[int, ...]
    """The points each seat scored on tiles."""


_START: Final = tuple(
    (StartFigure(path, False), StartFigure(path, True)) for path in range(COLOURS)
)
_ADVANCE: Final = tuple(AdvanceFigure(path) for path in range(COLOURS))
_DECLINE: Final = Decline()


@cache
def _starts(path: int, small: bool, large: bool) -> tuple[StartFigure, ...]:
    """K4: the figures that can be put on the first stone of a path."""
    return _START[path][0 if small else 1 : 2 if large else 1]


@cache
def _steps(small: bool, large: bool) -> tuple[tuple[tuple[PlayerMove, ...], ...], ...]:
    """K5, K6: for each path and each stone of it the steps of a figure there, the last has none."""
    return tuple(
        (_starts(path, small, large), *[(_ADVANCE[path],)] * (STONES - 1), ())
        for path in range(COLOURS)
    )


class KeltisPosition(CardPosition):
    """One moment of a game of Keltis."""

    __slots__ = (
        "first",
        "in_goal",
        "large",
        "path",
        "points",
        "stones",
        "tiles",
        "wish_stones",
    )

    first: Seat | None
    """Who begins, if that is settled before the deal."""
    path: int
    stones: list[int]
    """At seat x 5 + path the stone of the figure; 0 is the start stone."""
    large: list[int]
    """For each seat the path of its large figure, -1 while it is on the start stone."""
    in_goal: int
    tiles: list[int]
    """At path x 10 + stone the tile."""
    wish_stones: list[int]
    points: list[int]

    def set_up(self, seats: int, first: Seat | None = None) -> Self:
        """This position, just made, as it is before anything is dealt."""
        self.set_up_cards(seats)
        self.to_act = DEALER
        self.first = first
        self.path = -1
        self.stones = [0] * (seats * COLOURS)
        self.large = [-1] * seats
        self.in_goal = 0
        self.tiles = [0] * (COLOURS * PATH)
        self.wish_stones = [0] * seats
        self.points = [0] * seats
        return self

    @property
    def rules(self) -> RuleSet:
        """The game this is a moment of."""
        return _RULES

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        twin = type(self)()
        twin.copy_cards(self)
        twin.first = self.first
        twin.path = self.path
        twin.stones = self.stones[:]
        twin.large = self.large[:]
        twin.in_goal = self.in_goal
        twin.tiles = self.tiles[:]
        twin.wish_stones = self.wish_stones[:]
        twin.points = self.points[:]
        return twin

    # What may be done

    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer."""
        phase = self.phase
        if phase == DRAW_CARD:  # C7, C12: the deck, and every pile one may take from
            return DRAWS[0 if self.turn >= self.closing else self.open_piles - self.barred]
        seat = self.to_act
        if phase == PLAY:  # C4, C5: what `card_choices` says, without the detour
            assert seat is not None
            red, yellow, pink, green, blue = self.choices[seat]
            return [*red, *yellow, *pink, *green, *blue]
        if seat is None or phase == DEAL:
            return ()
        if phase == START:
            return _starts(self.path, *self._figures_left(seat))
        return self._step_choices(seat)

    def _figures_left(self, seat: Seat) -> tuple[bool, bool]:
        """K3: whether a small and whether the large figure is still on the start stone."""
        large = self.large[seat] < 0
        started = COLOURS - self.stones[seat * COLOURS : (seat + 1) * COLOURS].count(0)
        return (started if large else started - 1) < SMALL_FIGURES, large

    def _step_choices(self, seat: Seat) -> tuple[PlayerMove, ...]:
        """K5, K6: a step of one stone on any path, or to decline."""
        steps: tuple[PlayerMove, ...] = ()
        stones = self.stones[seat * COLOURS : (seat + 1) * COLOURS]
        for on_path, stone in zip(_steps(*self._figures_left(seat)), stones, strict=True):
            steps += on_path[stone]
        return (*steps, _DECLINE)

    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`, or None if it is legal."""
        seat = self.to_act
        if seat is None or seat == DEALER:
            return self._deal_refusal(move)
        if move in self.legal_moves():
            return None
        steps = self.phase in (START, CLOVER_STEP, SPARE_STEP)
        match move:
            case StartFigure(path, large) if steps and 0 <= path < COLOURS:
                if self.phase == START and path != self.path:
                    return "card_of_other_path"
                if self.stones[seat * COLOURS + path]:
                    return "path_already_started"
                return "large_figure_gone" if large else "small_figures_gone"
            case AdvanceFigure(path) if steps and 0 <= path < COLOURS and self.phase != START:
                return (
                    "figure_at_end" if self.stones[seat * COLOURS + path] else "figure_not_started"
                )
            case PlayCard() | Discard() if self.phase == PLAY:
                return self.card_refusal(seat, move)
            case TakeDiscard() if self.phase == DRAW_CARD:
                return self.card_refusal(seat, move)
        return "not_now"

    def _deal_refusal(self, move: Move) -> str | None:
        if not isinstance(move, Deal):
            return "not_the_dealer"
        starts = range(self.seats) if self.first is None else (self.first,)
        whole = is_deck(move.cards) and tuple(sorted(move.tiles)) == TILES
        return None if whole and move.first in starts else "bad_deal"

    # What follows

    def act(self, seat: Seat, move: Move) -> None:
        """A figure's step or none, and the deal."""
        if type(move) is AdvanceFigure:
            self._step(seat, move.path)
        elif type(move) is StartFigure:
            if move.large:
                self.large[seat] = move.path
            self._step(seat, move.path)
        elif type(move) is Decline:
            self.phase = DRAW_CARD
        elif type(move) is Deal:
            self._deal(move)

    def _deal(self, deal: Deal) -> None:
        self.deal_cards(deal.cards)
        for place, tile in zip(_TILED_PLACES, deal.tiles, strict=True):
            self.tiles[place] = tile
        self.to_act = deal.first

    def card_played(self, seat: Seat, card: int) -> None:
        """K4, K5, K7: the figure on the card's path starts or takes a step."""
        path = COLOUR[card]
        stone = self.stones[seat * COLOURS + path]
        if stone == 0:  # K4: choose the figure that starts
            self.phase, self.path = START, path
        elif stone < STONES:  # K4, K7
            self._step(seat, path)
        else:  # K5: another figure may move instead
            self._offer_step(seat, SPARE_STEP, path)

    def card_discarded(self, seat: Seat) -> None:  # noqa: ARG002
        """C5: nobody moves, and it is time to draw."""
        self.phase = DRAW_CARD

    def _step(self, seat: Seat, path: int) -> None:
        """Move a figure one stone; the tile it reaches acts (K6)."""
        place = seat * COLOURS + path
        stone = self.stones[place] + 1
        self.stones[place] = stone
        self.phase = DRAW_CARD
        if stone == GOAL:
            self.in_goal += 1
            if self.in_goal == FIGURES_IN_GOAL:  # K8: at once, before the tile acts
                self.end()
                return
        tile = self.tiles[path * PATH + stone]
        if tile == WISH_STONE:
            self.wish_stones[seat] += 1
            self.tiles[path * PATH + stone] = 0
        elif tile == CLOVER:
            self._offer_step(seat, CLOVER_STEP, path)
        else:
            self.points[seat] += tile

    def _offer_step(self, seat: Seat, phase: int, path: int) -> None:
        """K5, K6: ask for a step, unless no figure has one left."""
        stones = self.stones[seat * COLOURS : (seat + 1) * COLOURS]
        possible = stones.count(STONES) < COLOURS  # K3: on every path there is a figure to start
        self.phase, self.path = (phase, path) if possible else (DRAW_CARD, -1)

    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's only move: everything shuffled with `random`."""
        cards, tiles = list(DECK), list(TILES)
        shuffle(cards, random)
        shuffle(tiles, random)
        first = random.below(self.seats) if self.first is None else self.first
        return Deal(tuple(cards), tuple(tiles), first)

    # What is known

    def view(self, seat: Seat | None) -> "KeltisView":
        """What `seat` (None: a spectator) may know."""
        return KeltisView(
            seats=self.seats,
            seat=seat,
            to_act=self.to_act,
            turn=self.turn,
            cards=self.card_view(seat),
            phase=PHASES[self.phase],
            path=self.path if self.phase in (START, CLOVER_STEP, SPARE_STEP) else None,
            figures=tuple(
                tuple(self.stones[each * COLOURS : (each + 1) * COLOURS])
                for each in range(self.seats)
            ),
            large=tuple(path if path >= 0 else None for path in self.large),
            tiles=tuple(self.tiles),
            wish_stones=tuple(self.wish_stones),
            points=tuple(self.points),
            totals=tuple(sheet.total for sheet in self.scores()),
        )

    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet (K9), as if the game ended now."""
        return tuple(
            _score_sheet(
                self.stones[seat * COLOURS : (seat + 1) * COLOURS],
                self.large[seat],
                self.points[seat],
                self.wish_stones[seat],
            )
            for seat in range(self.seats)
        )

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:
        """What `seat` is told when `move` leads from this position to `after`."""
        if isinstance(move, Deal):
            return [Dealt(move.first)]
        actor = self.to_act
        assert actor is not None
        told = self.card_events(move, actor, seat)
        for path in range(COLOURS):
            stone = after.stones[actor * COLOURS + path]
            if stone != self.stones[actor * COLOURS + path]:
                told.append(FigureMoved(actor, path, after.large[actor] == path, stone))
        if after.points[actor] != self.points[actor]:
            told.append(PointsScored(actor, after.points[actor] - self.points[actor]))
        if after.wish_stones[actor] != self.wish_stones[actor]:
            told.append(WishStoneTaken(actor))
        if isinstance(move, Decline):
            told.append(Declined(actor))
        if after.to_act is None:
            told.append(GameEnded("goal" if after.in_goal == FIGURES_IN_GOAL else "deck"))
        return told

    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows something hidden: the deal and the deck's cards do."""
        return isinstance(move, Deal | DrawFromDeck)


def _score_sheet(stones: Sequence[int], large: int | None, points: int, wishes: int) -> ScoreSheet:
    """K9: each figure's stone, the large one's twice (K3), the tiles' points, the wish stones."""
    figures = [
        ScoreLine(
            "figure",
            STONE_VALUES[stone] * (2 if path == large else 1),
            (path, stone, int(path == large)),
        )
        for path, stone in enumerate(stones)
        if stone
    ]
    return ScoreSheet((*figures, ScoreLine("points", points), wish_stone_line(wishes)))


class Keltis(RuleSet):
    """The rule set *Keltis*."""

    id = "keltis"
    version = 1
    player_moves: Any = (
        PlayCard | Discard | StartFigure | AdvanceFigure | Decline | DrawFromDeck | TakeDiscard
    )
    dealer_moves: Any = Deal
    view_type: type[View] = KeltisView
    event_types: Any = (
        Dealt
        | CardPlayed
        | CardDiscarded
        | CardDrawn
        | DiscardTaken
        | FigureMoved
        | PointsScored
        | WishStoneTaken
        | Declined
        | GameEnded
    )

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> KeltisPosition:
        """The position before the deal."""
        self.agreed(options)
        if seats not in self.seats:
            raise IllegalMove("bad_seats")
        return KeltisPosition().set_up(seats, first)

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""
        assert isinstance(view, KeltisView)
        return tuple(map(_score_sheet, view.figures, view.large, view.points, view.wish_stones))

    def imagine(self, view: View, random: Randomness) -> KeltisPosition:
        """A full position that fits everything `view`'s seat has seen."""
        assert isinstance(view, KeltisView)
        position = KeltisPosition().set_up(view.seats)
        position.to_act, position.turn = view.to_act, view.turn
        position.imagine_cards(view.cards, view.seat, random)
        position.phase = PHASES.index(view.phase)
        position.path = -1 if view.path is None else view.path
        position.stones = [stone for stones in view.figures for stone in stones]
        position.large = [-1 if path is None else path for path in view.large]
        position.in_goal = sum(stone >= GOAL for stone in position.stones)
        position.tiles = list(view.tiles)
        position.wish_stones = list(view.wish_stones)
        position.points = list(view.points)
        return position


_RULES: Final = Keltis()
