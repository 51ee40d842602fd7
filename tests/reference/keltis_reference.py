"""Keltis, written down slowly from rules C1 to C12 and K1 to K9: a second opinion."""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference import cards_reference as deck
from tests.reference.cards_reference import Cards, Event, Move, put

VALUES = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # K1; the start stone is worth nothing (K9)
GOAL = 7  # K1: the last three stones are the goal area
END = 9  # K1: nine stones
DARK = ((2, 4, 6, 8), (2, 3, 5, 7), (2, 4, 5, 8), (2, 3, 6, 7), (2, 4, 6, 7))  # K2
CLOVER, WISH_STONE = 4, 5
"""Tiles as the wire spells them; 1, 2 and 3 are points, 0 is none."""


@dataclass(frozen=True)
class State:
    """One moment of a game of Keltis."""

    seats: int
    cards: Cards
    figures: tuple[tuple[int, ...], ...]
    """For each seat and path the stone of its figure, 0 if there is none."""
    large: tuple[int | None, ...]
    """For each seat the path on which its large figure stands."""
    wish_stones: tuple[int, ...]
    points: tuple[int, ...]
    tiles: tuple[int, ...] = (0,) * 50
    actor: int = 0
    phase: str = "deal"
    path: int | None = None
    """The path in question."""
    turn: int = 0
    news: tuple[Event, ...] = ()
    """What the last move brought about."""


def start(seats: int, options: dict[str, str] | None = None, first: int | None = None) -> State:
    """Before the deal; the dealer's move says who begins (C8)."""
    return State(
        seats=seats,
        cards=deck.no_cards(seats),
        figures=((0,) * 5,) * seats,  # K3: all on the start stone
        large=(None,) * seats,  # K3: the large one too
        wish_stones=(0,) * seats,
        points=(0,) * seats,
    )


def to_act(state: State) -> int | None:
    """Whose decision is awaited."""
    return {"deal": -1, "over": None}.get(state.phase, state.actor)


def legal_moves(state: State) -> list[Move]:
    """Every move of the player to act."""
    seat = state.actor
    if state.phase == "play":
        plays: list[Move] = [["play_card", card] for card in deck.playable(state.cards, seat)]
        return plays + deck.discards(state.cards, seat)  # C5: one or the other
    if state.phase == "start":
        assert state.path is not None
        return _starts(state, state.path)  # K4: pick the small or the large figure
    if state.phase in ("clover", "spare"):
        return [*_steps(state), ["decline"]]  # K6, K5: you may
    if state.phase == "draw":
        return deck.draws(state.cards, state.seats)
    return []


def _starts(state: State, path: int) -> list[Move]:
    """The figures that can still be put on the first stone of a path."""
    seat = state.actor
    on_paths = sum(1 for stone in state.figures[seat] if stone > 0)
    large_is_out = state.large[seat] is not None
    small_ones_out = on_paths - large_is_out
    moves: list[Move] = []
    if small_ones_out < 4:  # K3: four small
        moves.append(["start_figure", path, False])
    if not large_is_out:  # K3: one large
        moves.append(["start_figure", path, True])
    return moves


def _steps(state: State) -> list[Move]:
    """One stone with any one of your figures, also from the start stone (K6, K5)."""
    moves: list[Move] = []
    for path in range(5):
        stone = state.figures[state.actor][path]
        if stone == 0:
            moves += _starts(state, path)  # K6: onto a path where you have none
        elif stone < END:
            moves.append(["advance_figure", path])
    return moves


def play(state: State, move: Move) -> State:
    """The state after a legal move, with the news it makes."""
    state = replace(state, news=())
    name, *fields = move
    seat = state.actor
    if name == "deal":
        return _deal(state, *fields)
    if name == "play_card":
        return _play_card(state, fields[0])
    if name == "discard":
        cards = deck.discard(state.cards, seat, fields[0])  # C5: and not move
        state = _tell(replace(state, cards=cards), ["card_discarded", seat, fields[0]])
        return _ask(state, "draw")
    if name in ("start_figure", "advance_figure"):
        return _step(state, fields[0], large=name == "start_figure" and fields[1])
    if name == "decline":
        return _ask(_tell(state, ["declined", seat]), "draw")
    if name == "draw_from_deck":
        return _draw_from_deck(state)
    assert name == "take_discard", move
    card = state.cards.piles[fields[0]][-1]
    cards = deck.take_discard(state.cards, seat, fields[0])
    return _next_turn(_tell(replace(state, cards=cards), ["discard_taken", seat, card]))


def _deal(state: State, cards: list[int], tiles: list[int], first: int) -> State:
    assert sorted(tiles) == [1] * 2 + [2] * 3 + [3] * 2 + [CLOVER] * 9 + [WISH_STONE] * 9  # K2
    # K2: one on each dark stone and one on each path's end stone
    places = [path * 10 + stone for path in range(5) for stone in (*DARK[path], END)]
    lying = dict(zip(places, tiles, strict=True))
    state = replace(
        state,
        cards=deck.deal(state.seats, cards),
        tiles=tuple(lying.get(place, 0) for place in range(50)),
        actor=first,
        turn=1,
    )
    return _ask(_tell(state, ["dealt", first]), "play")


def _play_card(state: State, card: int) -> State:
    seat, path = state.actor, card // 11
    state = replace(state, cards=deck.play_to_row(state.cards, seat, card))
    state = _tell(state, ["card_played", seat, card])
    stone = state.figures[seat][path]
    if stone == 0:
        return _ask(state, "start", path)  # K4: none is there yet
    if stone < END:
        return _step(state, path, large=False)  # K4: one stone; K7: whoever opened the path
    # K5: it stands on the 10, so any other figure may move
    return _ask(state, "spare", path) if _steps(state) else _ask(state, "draw")


def _step(state: State, path: int, large: bool) -> State:
    """A figure goes one stone; the stone it reaches acts (K4, K6)."""
    seat = state.actor
    stone = state.figures[seat][path] + 1
    if large:
        state = replace(state, large=put(state.large, seat, path))
    figures = put(state.figures, seat, put(state.figures[seat], path, stone))
    state = replace(state, figures=figures)
    state = _tell(state, ["figure_moved", seat, path, state.large[seat] == path, stone])
    in_goal = sum(1 for own in state.figures for where in own if where >= GOAL)
    if in_goal == 5:
        return _end(state, "goal")  # K8: at once; the tile does nothing and nobody draws
    tile = state.tiles[path * 10 + stone]
    if tile in (1, 2, 3):  # K6: points, the tile stays
        state = replace(state, points=put(state.points, seat, state.points[seat] + tile))
        state = _tell(state, ["points_scored", seat, tile])
    if tile == WISH_STONE:  # K6: take it
        state = replace(
            state,
            wish_stones=put(state.wish_stones, seat, state.wish_stones[seat] + 1),
            tiles=put(state.tiles, path * 10 + stone, 0),
        )
        state = _tell(state, ["wish_stone_taken", seat])
    if tile == CLOVER and _steps(state):
        return _ask(state, "clover", path)  # K6: any one of your figures, the tile stays
    return _ask(state, "draw")


def _draw_from_deck(state: State) -> State:
    seat, card = state.actor, state.cards.deck[0]
    state = replace(state, cards=deck.draw_from_deck(state.cards, seat))
    state = _tell(state, ["card_drawn", seat, card])
    if not state.cards.deck:
        return _end(state, "deck")  # K8: the last card has been drawn
    return _next_turn(state)


def _next_turn(state: State) -> State:
    state = replace(
        state,
        cards=deck.turn_over(state.cards),
        actor=(state.actor + 1) % state.seats,
        turn=state.turn + 1,
    )
    return _ask(state, "play")


def _ask(state: State, phase: str, path: int | None = None) -> State:
    return replace(state, phase=phase, path=path)


def _end(state: State, reason: str) -> State:
    return _ask(_tell(state, ["game_ended", reason]), "over")


def _tell(state: State, event: Event) -> State:
    return replace(state, news=(*state.news, event))


def told(state: State, seat: int | None) -> list[Event]:
    """What the last move brought about, as `seat` may know it."""
    return deck.told(state.news, seat)


def scores(state: State) -> list[int]:
    """Each seat's total if the game ended now (K9)."""
    totals = []
    for seat in range(state.seats):
        total = state.points[seat]  # K9: tile points so far
        for path, stone in enumerate(state.figures[seat]):
            worth = VALUES[stone]  # K9: each figure's stone
            total += 2 * worth if state.large[seat] == path else worth  # K3: double
        total += deck.wish_stone_points(state.wish_stones[seat])  # K9
        totals.append(total)
    return totals


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` (None: a spectator) may know."""
    return {
        "seats": state.seats,
        "seat": seat,
        "to_act": to_act(state),
        "phase": state.phase,
        "turn": state.turn,
        "totals": scores(state),
        "cards": deck.cards_view(state.cards, seat),
        "path": state.path,
        "figures": [list(own) for own in state.figures],
        "large": list(state.large),
        "tiles": list(state.tiles),
        "wish_stones": list(state.wish_stones),
        "points": list(state.points),
    }
