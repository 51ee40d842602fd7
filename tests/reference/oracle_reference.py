"""The Oracle, written down slowly from rules C1 to C12 and O1 to O15: a second opinion."""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference import cards_reference as deck
from tests.reference.cards_reference import Cards, Event, Move, put

COLOURS = "-PYRGBYPRGBYRPBGYPRGBRYPBGPRGYBRPGBY"  # O1, the start stone first
VALUES = [0] + [-4] * 4 + [-3] * 4 + [-2] * 4 + [1] * 4 + [2] * 4  # O1, O12: start stone 0
VALUES += [3] * 4 + [5] * 4 + [6] * 3 + [7] * 3 + [10]  # O1
LARGE = {7: 2, 14: 2, 21: 2, 28: 2, 35: 1}  # O1: wish stones on the large stones
ORACLE_AREA = 29  # O1: stones 29 to 35
END = 35  # O1
STEPS = (4, 4, 3, 2, 1, 1, 1, 2, 3, 4, 4)  # O4: the priestess' number on a card, by its value
MIRROR, SPIRAL, LEPRECHAUN, CLOVER = 5, 6, 7, 8
"""Tiles as the wire spells them; 1 to 4 are points, clovers 8 to 12 by colour."""


@dataclass(frozen=True)
class State:
    """One moment of a game of The Oracle."""

    seats: int
    free_clovers: bool
    cards: Cards
    figures: tuple[tuple[int, ...], ...]
    arrived: tuple[tuple[int, ...], ...]
    """When each figure arrived where it stands, as a number that grows with each arrival."""
    """For each seat the stone of its first, second and third figure."""
    wish_stones: tuple[int, ...]
    mirrors: tuple[int, ...]
    points: tuple[int, ...]
    bonus: tuple[bool, ...]
    """For each seat whether it has claimed its leprechaun score."""
    priestess: int = 0
    tiles: tuple[int, ...] = (0,) * 36
    stock: tuple[int, ...] = tuple(LARGE.get(stone, 0) for stone in range(36))  # O1
    actor: int = 0
    phase: str = "deal"
    card: int | None = None
    """The card just played, until the draw."""
    figure: int | None = None
    """Which of the actor's three figures has just arrived somewhere."""
    before: tuple[int, ...] = (0, 0, 0)
    """Where the actor's three figures stood when the turn began."""
    moved: tuple[int, ...] = ()
    """Which of the actor's figures have moved this turn, the one that arrived last at the end."""
    used: frozenset[tuple[int, int]] = frozenset()
    """Which figures have been moved this turn by which spirals: pairs of figure and stone."""
    turn: int = 0
    news: tuple[Event, ...] = ()
    """What the last move brought about."""


def start(seats: int, options: dict[str, str] | None = None, first: int | None = None) -> State:
    """Before the deal; the dealer's move says who begins (C8)."""
    return State(
        seats=seats,
        free_clovers=(options or {}).get("free_clovers") == "on",  # O15
        cards=deck.no_cards(seats),
        figures=((0, 0, 0),) * seats,  # O3: three, all on the start stone
        arrived=((0, -1, -2),) * seats,
        wish_stones=(0,) * seats,
        mirrors=(0,) * seats,
        points=(0,) * seats,
        bonus=(False,) * seats,
    )


def to_act(state: State) -> int | None:
    """Whose decision is awaited."""
    return {"deal": -1, "over": None}.get(state.phase, state.actor)


def next_stone(stone: int, colour: int) -> int | None:
    """The next stone ahead that shows the colour (O4)."""
    for ahead in range(stone + 1, END + 1):
        if COLOURS[ahead] == "RYPGB"[colour]:
            return ahead
    return None


def legal_moves(state: State) -> list[Move]:
    """Every move of the player to act."""
    if state.phase == "play":
        plays: list[Move] = [
            ["play_card", card]
            for card in deck.playable(state.cards, state.actor)  # O4: by C4
            if _card_moves(state, card)  # O5: else it can only be discarded
        ]
        return plays + deck.discards(state.cards, state.actor)  # C5
    if state.phase == "move":
        assert state.card is not None
        return _card_moves(state, state.card)
    if state.phase == "clover":
        return [*_clover_moves(state), ["decline"]]  # O7: you may
    if state.phase == "spiral":
        return [*_spiral_moves(state), ["decline"]]  # O7: you may
    if state.phase == "leprechaun":
        last_cards: list[Move] = [  # O7: the last card of one of your rows
            ["discard_from_row", colour] for colour in range(5) if _row(state, colour)
        ]
        hand = deck.discards(state.cards, state.actor)  # O7: from your hand
        return [*hand, *last_cards, ["decline"]]
    if state.phase == "bonus":
        return [["claim_bonus"], ["decline"]]  # O9: it may be declined
    if state.phase == "draw":
        return deck.draws(state.cards, state.seats)
    return []


def _row(state: State, colour: int) -> tuple[int, ...]:
    return state.cards.rows[state.actor][colour]


def _card_moves(state: State, card: int) -> list[Move]:
    """O4: either one of your figures or the priestess."""
    moves: list[Move] = [
        ["move_figure", stone]
        for stone in sorted(set(state.figures[state.actor]))
        if next_stone(stone, card // 11) is not None
    ]
    farthest = min(STEPS[card % 11], END - state.priestess)  # O6: never past stone 35
    return moves + [["move_priestess", steps] for steps in range(1, farthest + 1)]


def _clover_moves(state: State) -> list[Move]:
    """On to the next stone of the clover's colour (O7)."""
    assert state.figure is not None
    own = state.figures[state.actor]
    colour = state.tiles[own[state.figure]] - CLOVER
    stones = set(own) if state.free_clovers else {own[state.figure]}  # O15 or O7: that figure
    return [["move_figure", at] for at in sorted(stones) if next_stone(at, colour) is not None]


def _spiral_moves(state: State) -> list[Move]:
    """Back to any earlier stone (O7)."""
    assert state.figure is not None
    stone = state.figures[state.actor][state.figure]
    earlier = range(stone)  # O7: the start stone too
    began = state.before[state.figure]  # O7: but not where it stood when the turn began
    return [["move_back", back] for back in earlier if back != began]


def play(state: State, move: Move) -> State:
    """The state after a legal move, with the news it makes."""
    state = replace(state, news=())
    name, *fields = move
    seat = state.actor
    if name == "deal":
        return _deal(state, *fields)
    if name == "play_card":
        cards = deck.play_to_row(state.cards, seat, fields[0])
        state = _tell(replace(state, cards=cards), ["card_played", seat, fields[0]])
        return replace(state, phase="move", card=fields[0])
    if name == "discard":
        cards = deck.discard(state.cards, seat, fields[0])
        state = _tell(replace(state, cards=cards), ["card_discarded", seat, fields[0]])
        return _moves_done(state)  # C5, O7; O9: in discard turns too
    if name == "discard_from_row":
        return _discard_from_row(state, fields[0])
    if name == "move_figure":
        return _move_figure(state, fields[0])
    if name == "move_priestess":
        return _move_priestess(state, fields[0])
    if name == "move_back":
        figure = state.figure
        assert figure is not None
        spiral = state.figures[seat][figure]
        used = state.used | {(figure, spiral)}  # O7: once per turn for each figure
        return _arrive(replace(state, used=used), figure, fields[0])
    if name == "claim_bonus":
        return _claim_bonus(state)
    if name == "decline":
        state = _tell(state, ["declined", seat])
        return _draw(state) if state.phase == "bonus" else _moves_done(state)
    if name == "draw_from_deck":
        return _draw_from_deck(state)
    assert name == "take_discard", move
    card = state.cards.piles[fields[0]][-1]
    cards = deck.take_discard(state.cards, seat, fields[0])
    return _drawn(_tell(replace(state, cards=cards), ["discard_taken", seat, card]))


def _deal(state: State, cards: list[int], tiles: list[int], first: int) -> State:
    points = [1] * 4 + [2] * 6 + [3] * 4 + [4] * 2
    others = [MIRROR] * 3 + [SPIRAL] * 3 + [LEPRECHAUN] * 3 + [CLOVER + i for i in range(5)]
    assert sorted(tiles) == points + others  # O2
    small = [stone for stone in range(1, END + 1) if stone not in LARGE]  # O2: on small stones
    lying = dict(zip(small, tiles, strict=True))
    state = replace(
        state,
        cards=deck.deal(state.seats, cards),
        tiles=tuple(lying.get(stone, 0) for stone in range(36)),
        actor=first,
        turn=1,
    )
    return replace(_tell(state, ["dealt", first]), phase="play")


def _move_figure(state: State, stone: int) -> State:
    """A figure goes on to the colour of the card (O4) or of the clover (O7)."""
    own = state.figures[state.actor]
    if state.phase == "move":
        assert state.card is not None
        colour = state.card // 11
    else:
        assert state.figure is not None
        colour = state.tiles[own[state.figure]] - CLOVER
    # Where several stand on the stone, the one that arrived there last goes.
    figure = next(other for other in _order(state, state.actor) if own[other] == stone)
    end = next_stone(stone, colour)
    assert end is not None
    return _arrive(state, figure, end)


def _order(state: State, seat: int) -> list[int]:
    """A seat's figures from the hindmost on, of those on one stone the last to arrive first."""
    stones, arrived = state.figures[seat], state.arrived[seat]
    return sorted(range(3), key=lambda figure: (stones[figure], -arrived[figure]))


def _arrive(state: State, figure: int, stone: int) -> State:
    """A figure stands on another stone, whose tile acts (O7, O8)."""
    seat = state.actor
    from_stone = state.figures[seat][figure]
    figures = put(state.figures, seat, put(state.figures[seat], figure, stone))
    moved = (*(other for other in state.moved if other != figure), figure)
    last = max(max(times) for times in state.arrived) + 1
    arrived = put(state.arrived, seat, put(state.arrived[seat], figure, last))
    state = replace(state, figures=figures, arrived=arrived, figure=figure, moved=moved)
    state = _tell(state, ["figure_moved", seat, from_stone, stone])
    in_area = [sum(1 for at in own if at >= ORACLE_AREA) for own in state.figures]
    if in_area[seat] == 3 or sum(in_area) == 5:
        return _end(state, "oracle")  # O11: at once; the tile there does nothing
    tile = state.tiles[stone]
    if tile in (1, 2, 3, 4):
        return _moves_done(_score(state, tile))  # O7: points, the tile stays
    if tile == MIRROR:  # O8: take the tile
        mirrors = put(state.mirrors, seat, state.mirrors[seat] + 1)
        state = replace(state, mirrors=mirrors, tiles=put(state.tiles, stone, 0))
        return _moves_done(_tell(state, ["mirror_taken", seat]))
    if state.stock[stone] > 0:  # O8: one from the large stone, if one is left
        wish_stones = put(state.wish_stones, seat, state.wish_stones[seat] + 1)
        stock = put(state.stock, stone, state.stock[stone] - 1)
        state = replace(state, wish_stones=wish_stones, stock=stock)
        return _moves_done(_tell(state, ["wish_stone_taken", seat]))
    if tile == LEPRECHAUN:
        return replace(state, phase="leprechaun")  # O7
    if tile == SPIRAL and (figure, stone) not in state.used and _spiral_moves(state):
        return replace(state, phase="spiral")  # O7: each spiral once per turn for each figure
    if tile >= CLOVER and _clover_moves(state):
        return replace(state, phase="clover")  # O7
    return _moves_done(state)


def _move_priestess(state: State, steps: int) -> State:
    seat = state.actor
    state = replace(state, priestess=state.priestess + steps)  # O6: forward, no tile acts
    state = _tell(state, ["priestess_moved", seat, state.priestess])
    if state.priestess in state.figures[seat]:
        state = _score(state, 5)  # O6: once, only the active player
    return _moves_done(state)


def _discard_from_row(state: State, colour: int) -> State:
    """O7: a leprechaun takes the last card of a row."""
    seat = state.actor
    card = colour * 11 + _row(state, colour)[-1]
    shorter = put(state.cards.rows[seat], colour, _row(state, colour)[:-1])
    cards = replace(state.cards, rows=put(state.cards.rows, seat, shorter))
    state = replace(state, cards=deck.onto_pile(cards, card))  # O10: C7 covers it
    return _moves_done(_tell(state, ["row_card_discarded", seat, card]))


def _moves_done(state: State) -> State:
    """Nothing is left to do but the leprechaun score (O9), then the draw (O10)."""
    own = state.figures[state.actor]
    all_at_leprechauns = all(state.tiles[stone] == LEPRECHAUN for stone in own)
    if all_at_leprechauns and not state.bonus[state.actor]:
        return replace(state, phase="bonus", figure=None)  # O9: once per game and player
    return _draw(state)


def _claim_bonus(state: State) -> State:
    seat = state.actor
    worth = {3: 15, 2: 10, 1: 5}[len(set(state.figures[seat]))]  # O9: different stones
    state = replace(
        state,
        points=put(state.points, seat, state.points[seat] + worth),
        bonus=put(state.bonus, seat, True),
    )
    return _draw(_tell(state, ["bonus_claimed", seat, worth]))


def _draw(state: State) -> State:
    return replace(state, phase="draw", card=None, figure=None)


def _draw_from_deck(state: State) -> State:
    seat, card = state.actor, state.cards.deck[0]
    state = replace(state, cards=deck.draw_from_deck(state.cards, seat))
    state = _tell(state, ["card_drawn", seat, card])
    if not state.cards.deck:
        return _end(state, "deck")  # O11: the last deck card has been drawn
    return _drawn(state)


def _drawn(state: State) -> State:
    """O10: draw back to eight, then it is the next one's turn."""
    if len(state.cards.hands[state.actor]) < 8:
        return state
    actor = (state.actor + 1) % state.seats
    return replace(
        state,
        cards=deck.turn_over(state.cards),
        actor=actor,
        phase="play",
        before=state.figures[actor],
        moved=(),
        used=frozenset(),
        turn=state.turn + 1,
    )


def _score(state: State, points: int) -> State:
    seat = state.actor
    state = replace(state, points=put(state.points, seat, state.points[seat] + points))
    return _tell(state, ["points_scored", seat, points])


def _end(state: State, reason: str) -> State:
    state = _tell(state, ["game_ended", reason])
    return replace(state, phase="over", card=None, figure=None)


def _tell(state: State, event: Event) -> State:
    return replace(state, news=(*state.news, event))


def told(state: State, seat: int | None) -> list[Event]:
    """What the last move brought about, as `seat` may know it."""
    return deck.told(state.news, seat)


def scores(state: State) -> list[int]:
    """Each seat's total if the game ended now (O12)."""
    totals = []
    for seat in range(state.seats):
        wishes = deck.wish_stone_points(state.wish_stones[seat])  # O12: K9's table
        total = state.points[seat]  # O12: points so far
        total += sum(VALUES[stone] for stone in state.figures[seat])  # O12: each figure's stone
        total += wishes + wishes * state.mirrors[seat]  # O12: again for every mirror
        totals.append(total)
    return totals


def _used_by(state: State, figure: int) -> list[int]:
    """The spirals that have moved a figure this turn (O7)."""
    return sorted(stone for other, stone in state.used if other == figure)


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` (None: a spectator) may know."""
    stone = began = None
    moved: list[list[Any]] = []
    if state.phase in ("clover", "spiral", "leprechaun"):
        assert state.figure is not None
        stone = state.figures[state.actor][state.figure]
    if state.phase == "spiral":
        assert state.figure is not None
        began = state.before[state.figure]
    if state.phase in ("clover", "spiral"):
        own = state.figures[state.actor]
        moved = [[own[it], state.before[it], _used_by(state, it)] for it in state.moved]
    return {
        "seats": state.seats,
        "seat": seat,
        "to_act": to_act(state),
        "phase": state.phase,
        "turn": state.turn,
        "totals": scores(state),
        "cards": deck.cards_view(state.cards, seat),
        "card": state.card,
        "stone": stone,
        "began": began,
        "moved": moved,
        "figures": [sorted(own) for own in state.figures],
        "order": [_order(state, each) for each in range(state.seats)],
        "priestess": state.priestess,
        "tiles": list(state.tiles),
        "stock": list(state.stock),
        "used": _used_by(state, state.moved[-1]) if state.moved else [],
        "wish_stones": list(state.wish_stones),
        "mirrors": list(state.mirrors),
        "points": list(state.points),
        "bonus": list(state.bonus),
        "free_clovers": state.free_clovers,
    }
