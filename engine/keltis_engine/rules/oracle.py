"""The Oracle: cards move three figures and the priestess along one spiral (C1-C12, O1-O15)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Self

from keltis_engine.fair import shuffle
from keltis_engine.parts.card_play import DEAL, DRAW_CARD, PLAY, CardPosition, CardView
from keltis_engine.parts.cards import (
    ANY_VALUE,
    COLOUR,
    COLOURS,
    DECK,
    DRAWS,
    HAND,
    VALUE,
    VALUES,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Discard,
    DiscardTaken,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
    is_deck,
    turn_choices,
)
from keltis_engine.parts.events import (
    Dealt,
    Decline,
    Declined,
    GameEnded,
    PointsScored,
    WishStoneTaken,
)
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    NEXT,
    ORACLE,
    SMALL_STONES,
    SPIRAL,
    STEPS,
    STONE_VALUES,
    STONES,
    TILES,
    WISH_STONES,
)
from keltis_engine.parts.scoring import wish_stone_line
from keltis_engine.position import (
    DEALER,
    DealerMove,
    Event,
    IllegalMove,
    Move,
    Option,
    PlayerMove,
    Randomness,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    Seat,
    View,
)

FIGURES: Final = 3
"""O3: how many figures a player has."""
PRIESTESS_POINTS: Final = 5
"""O6: for stopping the priestess where a figure of one's own stands."""
LEPRECHAUN_POINTS: Final[tuple[int, ...]] = (0, 5, 10, 15)
"""O9: for three figures on one, two or three leprechaun stones."""
FIGURES_IN_ORACLE: Final = 5
"""O11: how many figures in all end the game; all three of one player do too."""
TRACK: Final = 80
"""O12: the fields of the score track."""

MOVE: Final = 4
CLOVER_MOVE: Final = 5
SPIRAL_MOVE: Final = 6
GET_RID: Final = 7
BONUS: Final = 8
PHASES: Final[tuple[str, ...]] = (
    "deal", "play", "draw", "over", "move", "clover", "spiral", "leprechaun", "bonus",
)  # fmt: skip
"""What is asked: the deal, a card (C5), a draw (O10), nothing more, a figure or the priestess (O4),
what to do with a clover, a spiral or a leprechaun (O7), the leprechaun score (O9)."""


class MoveFigure(PlayerMove, frozen=True):
    """O4, O7: your figure on this stone goes to the next stone of the card's or clover's colour."""

    stone: int


class MovePriestess(PlayerMove, frozen=True):
    """O4: the priestess goes so many stones forward."""

    steps: int


class MoveBack(PlayerMove, frozen=True):
    """O7: the figure on the spiral goes back to this stone."""

    stone: int


class DiscardFromRow(PlayerMove, frozen=True):
    """O7: a leprechaun takes the last card of your row of this colour."""

    colour: int


class ClaimBonus(PlayerMove, frozen=True):
    """O9: take the leprechaun score, once in a game."""


class Deal(DealerMove, frozen=True):
    """Everything the dealer shuffles before the game (C2, C3, C8, O2)."""

    cards: tuple[int, ...]
    """If two play the first 30 are set aside; then eight for each seat; then the deck."""
    tiles: tuple[int, ...]
    """O2: for the small stones, from the start stone on."""
    first: Seat


class FigureMoved(Event, frozen=True):
    """A figure went from one stone to another; 0 is the start stone."""

    seat: Seat
    start: int
    end: int


class PriestessMoved(Event, frozen=True):
    """A seat moved the priestess to this stone."""

    seat: Seat
    stone: int


class MirrorTaken(Event, frozen=True):
    """A seat took a mirror from the board."""

    seat: Seat


class RowCardDiscarded(Event, frozen=True):
    """A leprechaun put the last card of a seat's row on its discard pile."""

    seat: Seat
    card: int


class BonusClaimed(Event, frozen=True):
    """A seat took its leprechaun score."""

    seat: Seat
    points: int


class OracleView(View, frozen=True, kw_only=True):
    """What a seat may know of a game of The Oracle."""

    cards: CardView

    card: int | None
    """The card just played, until the draw; none if one was discarded."""
    stone: int | None
    """The stone whose clover, spiral or leprechaun acts."""
    began: int | None
    """O7: the stone a spiral may not lead to."""
    moved: tuple[tuple[int, int, tuple[int, ...]], ...]
    """While tiles act: the figures moved this turn, the last one last: where each stands, where it
    stood when the turn began, and the spirals that moved it."""
    figures: tuple[tuple[int, ...], ...]
    """For each seat the stones of its three figures, ascending; 0 is the start stone."""
    order: tuple[tuple[int, ...], ...]
    """For each seat which figure stands on each of these stones: 0, 1 or 2 for the whole game. Of
    those that share a stone the first one goes first."""
    priestess: int
    """Her stone."""
    tiles: tuple[int, ...]
    """The tile on each stone; 0 is none."""
    stock: tuple[int, ...]
    """How many wish stones lie on each stone."""
    used: tuple[int, ...]
    """O7: the stones of the spirals that moved, this turn, the figure that moved last."""
    wish_stones: tuple[int, ...]
    """How many wish stones each seat has."""
    mirrors: tuple[int, ...]
    """How many mirrors each seat has."""
    points: tuple[int, ...]
    """The points each seat scored so far: tiles (O7), the priestess (O6), leprechauns (O9)."""
    bonus: tuple[bool, ...]
    """Whether each seat has claimed its leprechaun score."""
    free_clovers: bool
    """O15: whether a clover may move any figure of its player."""


# Tables, so that a rule is looked up rather than worked out at each move.

_Three = tuple[int, int, int]
"""The stones of one player's figures, ascending; or which figures stand there."""

_SOME_COLOURS_END: Final = min(ahead.index(0) for ahead in NEXT)
"""The first stone that has not every colour ahead of it."""
_CARD_STEPS: Final = tuple(STEPS[value] for value in VALUE)
_DECLINE: Final = Decline()
_MOVE_FIGURE: Final = tuple(MoveFigure(stone) for stone in range(STONES + 1))
_CLOVER_MOVES: Final[tuple[tuple[PlayerMove, ...], ...]] = tuple(
    (move, _DECLINE) for move in _MOVE_FIGURE
)
_MOVE_BACK: Final = tuple(MoveBack(stone) for stone in range(STONES + 1))
_ALL_STEPS: Final = tuple(MovePriestess(steps) for steps in range(1, max(STEPS) + 1))
_PRIESTESS: Final = tuple(_ALL_STEPS[:steps] for steps in range(max(STEPS) + 1))
"""O4: the priestess's moves for each number of stones she may go."""
_FROM_ROW: Final = tuple(DiscardFromRow(colour) for colour in range(COLOURS))
_BONUS_CHOICES: Final[tuple[PlayerMove, ...]] = (ClaimBonus(), _DECLINE)
_BITS: Final = tuple(1 << stone for stone in range(STONES + 1))
_STOCK: Final = tuple(WISH_STONES.get(stone, 0) for stone in range(STONES + 1))


_FROM_STONE: Final = tuple(
    tuple((_MOVE_FIGURE[stone],) if end else () for stone, end in enumerate(ahead))
    for ahead in NEXT
)
"""O4: for each colour and stone the move of a figure there, if it has such a stone ahead."""


def _figure_moves(figures: _Three, colour: int) -> tuple[PlayerMove, ...]:
    """O4: a move for each stone with a figure that has a stone of this colour ahead."""
    low, middle, high = figures
    from_stone = _FROM_STONE[colour]
    moves: tuple[PlayerMove, ...] = from_stone[low]
    if middle != low:
        moves += from_stone[middle]
    return moves + from_stone[high] if high != middle else moves


@cache
def _moves_back(stone: int, began: int) -> tuple[PlayerMove, ...]:
    """O7: back to any earlier stone, the start stone too, but not where the turn began."""
    return (*(_MOVE_BACK[back] for back in range(stone) if back != began), _DECLINE)


@cache
def _stones_in(bits: int) -> tuple[int, ...]:
    """The stones that a set of bits names, ascending."""
    return tuple(stone for stone in SMALL_STONES if bits & _BITS[stone])


def _with_figure_moved(figures: _Three, start: int, end: int) -> _Three:
    """The stones of the figures, still ascending, after one went from `start` to `end`."""
    low, middle, high = figures
    if start == low:
        low, middle = middle, high
    elif start == middle:
        middle = high
    if end >= middle:
        return low, middle, end
    return (low, end, middle) if end >= low else (end, low, middle)


def _with_order_changed(order: _Three, figures: _Three, start: int, end: int) -> _Three:
    """Which figures stand on the stones after one went from `start` to `end`.

    Of those that share a stone the one that arrived last goes first, so that is the first one.
    """
    first, second, third = order
    low, middle, high = figures
    if start == low:
        first, second, third = second, third, first
        low, middle = middle, high
    elif start == middle:
        second, third = third, second
        middle = high
    if end <= low:
        return third, first, second
    return (first, third, second) if end <= middle else (first, second, third)


class OraclePosition(CardPosition):
    """One moment of a game of The Oracle."""

    __slots__ = (
        "began",
        "bonus",
        "card",
        "figures",
        "first",
        "free_clovers",
        "mirrors",
        "moved",
        "order",
        "points",
        "priestess",
        "stock",
        "stone",
        "tiles",
        "used",
        "wish_stones",
    )

    first: Seat | None
    """Who begins, if that is settled before the deal."""
    free_clovers: bool
    card: int
    """The card just played; -1 once one was discarded instead."""
    stone: int
    """Where the last figure moved this turn arrived."""
    began: int
    """Where that figure stood when the turn began."""
    used: tuple[int, int]
    """The last turn in which spirals moved a figure, and the stones, as bits, of those that moved
    the figure that arrived last."""
    moved: tuple[tuple[int, int, int], ...]
    """The same three for the other figures moved this turn (O15), in the order of arrival."""
    figures: list[_Three]
    order: list[_Three]
    """For each seat which figures stand on these stones."""
    priestess: int
    tiles: tuple[int, ...]
    stock: tuple[int, ...]
    wish_stones: list[int]
    mirrors: list[int]
    points: list[int]
    bonus: list[bool]

    def set_up(self, seats: int, first: Seat | None = None, free_clovers: bool = False) -> Self:
        """This position, just made, as it is before anything is dealt."""
        self.set_up_cards(seats)
        self.to_act = DEALER
        self.first = first
        self.free_clovers = free_clovers
        self.card = self.stone = self.began = self.priestess = 0
        self.used = (0, 0)
        self.moved = ()
        self.figures = [(0, 0, 0)] * seats
        self.order = [(0, 1, 2)] * seats
        self.tiles = (0,) * (STONES + 1)
        self.stock = _STOCK
        self.wish_stones = [0] * seats
        self.mirrors = [0] * seats
        self.points = [0] * seats
        self.bonus = [False] * seats
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
        twin.free_clovers = self.free_clovers
        twin.card = self.card
        twin.stone = self.stone
        twin.began = self.began
        twin.moved = self.moved
        twin.used = self.used
        twin.figures = self.figures[:]
        twin.order = self.order[:]
        twin.priestess = self.priestess
        twin.tiles = self.tiles
        twin.stock = self.stock
        twin.wish_stones = self.wish_stones[:]
        twin.mirrors = self.mirrors[:]
        twin.points = self.points[:]
        twin.bonus = self.bonus[:]
        return twin

    # What may be done

    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer."""
        phase = self.phase
        if phase == DRAW_CARD:  # C7, C12: the deck, and every pile one may take from
            return DRAWS[0 if self.turn >= self.closing else self.open_piles - self.barred]
        seat = self.to_act
        if phase == PLAY:
            assert seat is not None
            if self.priestess == STONES and self.figures[seat][0] >= _SOME_COLOURS_END:
                return self._card_choices_without_priestess(seat)
            red, yellow, pink, green, blue = self.choices[seat]  # as `card_choices` says
            return [*red, *yellow, *pink, *green, *blue]
        if seat is None or phase == DEAL:
            return ()
        if phase == MOVE:
            card = self.card
            steps, left = _CARD_STEPS[card], STONES - self.priestess
            moves = _figure_moves(self.figures[seat], COLOUR[card])
            return moves + _PRIESTESS[steps if steps < left else left]
        if phase == CLOVER_MOVE:
            if self.free_clovers:  # O15
                colour = self.tiles[self.stone] - CLOVER
                return (*_figure_moves(self.figures[seat], colour), _DECLINE)
            return _CLOVER_MOVES[self.stone]
        if phase == SPIRAL_MOVE:
            return _moves_back(self.stone, self.began)
        if phase == GET_RID:
            return self._leprechaun_choices(seat)
        return _BONUS_CHOICES

    def _card_choices_without_priestess(self, seat: Seat) -> Sequence[PlayerMove]:
        """O5: with the priestess at the end a card is played only if it moves a figure."""
        hindmost = self.figures[seat][0]
        return [
            move
            for move in self.card_choices(seat)
            if not isinstance(move, PlayCard) or NEXT[COLOUR[move.card]][hindmost]
        ]

    def _leprechaun_choices(self, seat: Seat) -> Sequence[PlayerMove]:
        """O7: any card of the hand, the last card of any row, or none."""
        choices: list[PlayerMove] = []
        place = seat * COLOURS
        for colour in range(COLOURS):
            choices += turn_choices(colour, self.hands[place + colour] & ANY_VALUE, 0)
        choices += [_FROM_ROW[colour] for colour in range(COLOURS) if self.rows[place + colour]]
        choices.append(_DECLINE)
        return choices

    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`, or None if it is legal."""
        seat = self.to_act
        if seat is None or seat == DEALER:
            return self._deal_refusal(move)
        if move in self.legal_moves():
            return None
        phase = self.phase
        match move:
            case PlayCard() if phase == PLAY:
                reason = self.card_refusal(seat, move)
                return "nobody_can_move" if reason == "not_now" else reason
            case Discard() if phase in (PLAY, GET_RID):
                return self.card_refusal(seat, move)
            case TakeDiscard() if phase == DRAW_CARD:
                return self.card_refusal(seat, move)
            case MoveFigure(stone) if phase in (MOVE, CLOVER_MOVE):
                if stone not in self.figures[seat]:
                    return "no_figure_there"
                if phase == CLOVER_MOVE and not self.free_clovers and stone != self.stone:
                    return "other_figure"
                return "no_stone_ahead"
            case MovePriestess() if phase == MOVE:
                return "priestess_at_end" if self.priestess == STONES else "steps_not_allowed"
            case MoveBack(stone) if phase == SPIRAL_MOVE:
                return "move_began_there" if stone == self.began else "not_an_earlier_stone"
            case DiscardFromRow() if phase == GET_RID:
                return "row_empty"
        return "not_now"

    def _deal_refusal(self, move: Move) -> str | None:
        if not isinstance(move, Deal):
            return "not_the_dealer"
        starts = range(self.seats) if self.first is None else (self.first,)
        whole = is_deck(move.cards) and tuple(sorted(move.tiles)) == TILES
        return None if whole and move.first in starts else "bad_deal"

    # What follows

    def card_played(self, seat: Seat, card: int) -> None:  # noqa: ARG002
        """O4: the card lets a figure or the priestess move."""
        self.card = card
        self.phase = MOVE

    def card_discarded(self, seat: Seat) -> None:
        """O9: the leprechaun score may be taken in such a turn, too."""
        self.card = -1
        self._moves_done(seat)

    def act(self, seat: Seat, move: Move) -> None:
        """What follows from a card in its row, and the deal."""
        if type(move) is MoveFigure:  # to the next stone of the card's (O4) or clover's colour (O7)
            start = move.stone
            if self.phase == MOVE:
                colour = COLOUR[self.card]
                self.began = start
            else:
                colour = self.tiles[self.stone] - CLOVER
                if start != self.stone:
                    self._turn_to_other_figure(start)
            self._arrive(seat, start, NEXT[colour][start])
        elif type(move) is MovePriestess:
            self._move_priestess(seat, move.steps)
        elif type(move) is MoveBack:
            self.used = (self.turn, self._used() | _BITS[self.stone])
            self._arrive(seat, self.stone, move.stone)
        elif type(move) is Deal:
            self._deal(move)
        else:
            self._settle(seat, move)

    def _used(self) -> int:
        """O7: the spirals that moved, this turn, the figure that moved last, as bits."""
        turn, stones = self.used
        return stones if turn == self.turn else 0

    def _deal(self, deal: Deal) -> None:
        self.deal_cards(deal.cards)
        tiles = [0] * (STONES + 1)
        for stone, tile in zip(SMALL_STONES, deal.tiles, strict=True):
            tiles[stone] = tile
        self.tiles = tuple(tiles)
        self.to_act = deal.first

    def _turn_to_other_figure(self, start: int) -> None:
        """O15: the clover moves another figure, which may have been moved before this turn."""
        moved, here = self.moved, (self.stone, self.began, self._used())
        self.began, used = start, 0
        for at in range(len(moved) - 1, -1, -1):
            if moved[at][0] == start:
                _, self.began, used = moved[at]
                moved = moved[:at] + moved[at + 1 :]
                break
        self.used = (self.turn, used)
        self.moved = (*moved, here)

    def _arrive(self, seat: Seat, start: int, stone: int) -> None:
        """Move a figure; the tile or wish stone it reaches acts (O7, O8)."""
        figures, order = self.figures, self.order
        order[seat] = _with_order_changed(order[seat], figures[seat], start, stone)
        figures[seat] = _with_figure_moved(figures[seat], start, stone)
        self.stone = stone
        if stone >= ORACLE > start and self._oracle_is_full(seat):  # O11: before the tile acts
            self.end()
            return
        tile = self.tiles[stone]
        if tile < MIRROR:
            if tile:
                self.points[seat] += tile
            elif self.stock[stone]:  # O8
                self.wish_stones[seat] += 1
                self.stock = (*self.stock[:stone], self.stock[stone] - 1, *self.stock[stone + 1 :])
        elif tile >= CLOVER:
            hindmost = figures[seat][0] if self.free_clovers else stone
            if NEXT[tile - CLOVER][hindmost]:
                self.phase = CLOVER_MOVE
                return
        elif tile == SPIRAL:
            if not self._used() & _BITS[stone] and len(_moves_back(stone, self.began)) > 1:
                self.phase = SPIRAL_MOVE
                return
        elif tile == LEPRECHAUN:
            self.phase = GET_RID
            return
        else:
            self.mirrors[seat] += 1
            self.tiles = (*self.tiles[:stone], 0, *self.tiles[stone + 1 :])
        self._moves_done(seat)

    def _oracle_is_full(self, seat: Seat) -> bool:
        """O11: whether three figures of this seat or five in all are in the oracle area."""
        if self.figures[seat][0] >= ORACLE:
            return True
        inside = [stone for figures in self.figures for stone in figures if stone >= ORACLE]
        return len(inside) == FIGURES_IN_ORACLE

    def _move_priestess(self, seat: Seat, steps: int) -> None:
        """O6: she triggers no tile, but pays for a figure of the one who moved her."""
        self.priestess += steps
        if self.priestess in self.figures[seat]:
            self.points[seat] += PRIESTESS_POINTS
        self._moves_done(seat)

    def _settle(self, seat: Seat, move: Move) -> None:
        """Get rid of a card, take the leprechaun score, or decline: the figures stand still now."""
        if type(move) is Discard:
            self.to_draw += 1  # O10: it is drawn again
        elif type(move) is DiscardFromRow:
            self.put_on_pile(self.shorten_row(seat, move.colour))
        elif type(move) is ClaimBonus:
            self.points[seat] += self._leprechaun_score(seat)
            self.bonus[seat] = True
        if self.phase == BONUS:
            self.phase = DRAW_CARD
        else:
            self._moves_done(seat)

    def _moves_done(self, seat: Seat) -> None:
        """O9: offer the leprechaun score if it stands; then it is time to draw."""
        here = self.tiles[self.figures[seat][0]] == LEPRECHAUN and not self.bonus[seat]
        self.phase = BONUS if here and self._leprechaun_score(seat) else DRAW_CARD
        self.moved = ()

    def _leprechaun_score(self, seat: Seat) -> int:
        """O9: what the figures of this seat are worth if all stand on leprechauns, else 0."""
        figures = self.figures[seat]
        for stone in figures:
            if self.tiles[stone] != LEPRECHAUN:
                return 0
        return LEPRECHAUN_POINTS[len(set(figures))]

    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's only move: everything shuffled with `random`."""
        cards, tiles = list(DECK), list(TILES)
        shuffle(cards, random)
        shuffle(tiles, random)
        first = random.below(self.seats) if self.first is None else self.first
        return Deal(tuple(cards), tuple(tiles), first)

    # What is known

    def view(self, seat: Seat | None) -> OracleView:
        """What `seat` (None: a spectator) may know."""
        phase = self.phase
        tile_acts = phase in (CLOVER_MOVE, SPIRAL_MOVE, GET_RID)
        moved: tuple[tuple[int, int, int], ...] = ()
        if phase in (CLOVER_MOVE, SPIRAL_MOVE):
            moved = (*self.moved, (self.stone, self.began, self._used()))
        return OracleView(
            seats=self.seats,
            seat=seat,
            to_act=self.to_act,
            phase=PHASES[phase],
            turn=self.turn,
            cards=self.card_view(seat),
            card=self.card if MOVE <= phase <= BONUS and self.card >= 0 else None,
            stone=self.stone if tile_acts else None,
            began=self.began if phase == SPIRAL_MOVE else None,
            moved=tuple((at, began, _stones_in(used)) for at, began, used in moved),
            figures=tuple(self.figures),
            order=tuple(self.order),
            priestess=self.priestess,
            tiles=self.tiles,
            stock=self.stock,
            used=_stones_in(self._used()),
            wish_stones=tuple(self.wish_stones),
            mirrors=tuple(self.mirrors),
            points=tuple(self.points),
            bonus=tuple(self.bonus),
            free_clovers=self.free_clovers,
            totals=tuple(sheet.total for sheet in self.scores()),
        )

    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet (O12), as if the game ended now."""
        return tuple(map(_score_sheet, self.figures, self.points, self.wish_stones, self.mirrors))

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:
        """What `seat` is told when `move` leads from this position to `after`."""
        if isinstance(move, Deal):
            return [Dealt(move.first)]
        actor = self.to_act
        assert actor is not None
        told = self.card_events(move, actor, seat)
        points = after.points[actor] - self.points[actor]
        match move:
            case MoveFigure(stone):
                told.append(FigureMoved(actor, stone, after.stone))
            case MoveBack(stone):
                told.append(FigureMoved(actor, self.stone, stone))
            case MovePriestess():
                told.append(PriestessMoved(actor, after.priestess))
            case DiscardFromRow(colour):
                card = colour * VALUES + self.rows[actor * COLOURS + colour][-1]
                told.append(RowCardDiscarded(actor, card))
            case ClaimBonus():
                told.append(BonusClaimed(actor, points))
            case Decline():
                told.append(Declined(actor))
        if points and not isinstance(move, ClaimBonus):
            told.append(PointsScored(actor, points))
        if after.wish_stones[actor] != self.wish_stones[actor]:
            told.append(WishStoneTaken(actor))
        if after.mirrors[actor] != self.mirrors[actor]:
            told.append(MirrorTaken(actor))
        if after.to_act is None:
            told.append(GameEnded("deck" if isinstance(move, DrawFromDeck) else "oracle"))
        return told

    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows something hidden: the deal and the deck's cards do."""
        return isinstance(move, Deal | DrawFromDeck)


def _score_sheet(figures: Sequence[int], points: int, wishes: int, mirrors: int) -> ScoreSheet:
    """O12: each figure's stone, the points so far, the wish stones, and these for each mirror."""
    wish_stones = wish_stone_line(wishes)
    return ScoreSheet(
        (
            *(ScoreLine("figure", STONE_VALUES[stone], (stone,)) for stone in figures if stone),
            ScoreLine("points", points),
            wish_stones,
            ScoreLine("mirrors", wish_stones.points * mirrors, (mirrors,)),
        )
    )


class Oracle(RuleSet):
    """The rule set *Keltis – The Oracle*."""

    id = "oracle"
    version = 2
    options: tuple[Option, ...] = (Option("free_clovers", ("off", "on")),)
    player_moves: Any = (
        PlayCard
        | Discard
        | MoveFigure
        | MovePriestess
        | MoveBack
        | DiscardFromRow
        | ClaimBonus
        | Decline
        | DrawFromDeck
        | TakeDiscard
    )
    dealer_moves: Any = Deal
    view_type: type[View] = OracleView
    event_types: Any = (
        Dealt
        | CardPlayed
        | CardDiscarded
        | CardDrawn
        | DiscardTaken
        | FigureMoved
        | PriestessMoved
        | PointsScored
        | WishStoneTaken
        | MirrorTaken
        | RowCardDiscarded
        | BonusClaimed
        | Declined
        | GameEnded
    )

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> OraclePosition:
        """The position before the deal."""
        agreed = self.agreed(options)
        if seats not in self.seats:
            raise IllegalMove("bad_seats")
        return OraclePosition().set_up(seats, first, agreed["free_clovers"] == "on")

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""
        assert isinstance(view, OracleView)
        return tuple(map(_score_sheet, view.figures, view.points, view.wish_stones, view.mirrors))

    def imagine(self, view: View, random: Randomness) -> OraclePosition:
        """A full position that fits everything `view`'s seat has seen."""
        assert isinstance(view, OracleView)
        position = OraclePosition().set_up(view.seats, None, view.free_clovers)
        position.to_act, position.turn = view.to_act, view.turn
        position.imagine_cards(view.cards, view.seat, random)
        position.phase = PHASES.index(view.phase)
        position.card = -1 if view.card is None else view.card
        position.stone = view.stone or 0
        if view.moved:
            *others, (_, position.began, _) = view.moved
            position.moved = tuple(
                (stone, began, sum(_BITS[spiral] for spiral in used))
                for stone, began, used in others
            )
        position.used = (view.turn, sum(_BITS[stone] for stone in view.used))
        if view.to_act is not None and view.to_act != DEALER:
            position.to_draw = max(1, HAND - view.cards.hand_sizes[view.to_act])
        position.figures = [(low, middle, high) for low, middle, high in view.figures]
        position.order = [(first, second, third) for first, second, third in view.order]
        position.priestess = view.priestess
        position.tiles = view.tiles
        position.stock = view.stock
        position.wish_stones = list(view.wish_stones)
        position.mirrors = list(view.mirrors)
        position.points = list(view.points)
        position.bonus = list(view.bonus)
        return position


_RULES: Final = Oracle()
