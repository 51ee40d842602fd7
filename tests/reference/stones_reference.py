"""The Way of Stones, written down slowly from rules S1 to S8: a second opinion."""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference.cards_reference import Event, Move, put, wish_stone_points

SYMBOLS = (  # S2
    {2: "+3", 4: "W", 5: "C", 6: "+1", 7: "W", 8: "C"},
    {1: "C", 3: "+3", 4: "+1", 6: "W", 7: "C", 8: "W"},
    {1: "W", 2: "C", 4: "W", 5: "+1", 7: "+3", 9: "C"},
    {1: "+1", 3: "C", 4: "C", 5: "+3", 6: "W", 9: "W"},
    {2: "W", 3: "W", 5: "C", 6: "C", 8: "+3", 9: "+1"},
)


@dataclass(frozen=True)
class State:
    """One moment of a game of The Way of Stones."""

    seats: int
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    """For each seat and colour the values, in the order taken."""
    stones: tuple[int, ...] = ()
    """Every stone by its place, whether it still lies there or not."""
    face_down: frozenset[int] = frozenset(range(55))
    """Places whose stone has not been turned up (S1)."""
    face_up: frozenset[int] = frozenset()
    """Places whose stone lies face up."""
    turned: int | None = None
    """The place of the stone that was just turned up."""
    last: bool = False
    """Whether the last face-down stone was turned."""
    actor: int = 0
    phase: str = "deal"
    turn: int = 0
    news: tuple[Event, ...] = ()
    """What the last move brought about."""


def start(seats: int, options: dict[str, str] | None = None, first: int | None = None) -> State:
    """Before the stones are laid out; the dealer's move says who begins (C8)."""
    return State(seats=seats, rows=(((), (), (), (), ()),) * seats)


def to_act(state: State) -> int | None:
    """Whose decision is awaited."""
    return {"deal": -1, "over": None}.get(state.phase, state.actor)


def fits(row: tuple[int, ...], value: int) -> bool:
    """Whether a stone of this value may be taken into the row (S4)."""
    if len(row) < 2:
        return True  # S4: the second stone fixes the direction
    if row[0] < row[1]:
        return value > row[-1]  # S4: strictly rising, gaps allowed
    return value < row[-1]  # S4: strictly falling


def legal_moves(state: State) -> list[Move]:
    """Every move of the player to act."""
    if state.phase == "turn":
        moves: list[Move] = [["turn_stone", place] for place in sorted(state.face_down)]  # S3
        moves += [["take_stone", place] for place in sorted(state.face_up) if _fits(state, place)]
        if not state.face_down:  # S3: no passing unless no stone lies face down any more
            moves.append(["pass_turn"])
        return moves
    if state.phase == "take":
        assert state.turned is not None
        leave: list[Move] = [["leave_stone"]]
        take: list[Move] = [["take_stone", state.turned]]
        return take + leave if _fits(state, state.turned) else leave  # S3, S4
    return []


def _fits(state: State, place: int) -> bool:
    stone = state.stones[place]
    return fits(state.rows[state.actor][stone // 11], stone % 11)


def play(state: State, move: Move) -> State:
    """The state after a legal move, with the news it makes."""
    state = replace(state, news=())
    name, *fields = move
    seat = state.actor
    if name == "lay":
        stones, first = fields
        assert sorted(stones) == list(range(55))  # S1: five colours, 0-10, once each
        state = replace(state, stones=tuple(stones), actor=first, phase="turn", turn=1)
        return _tell(state, ["dealt", first])
    if name == "turn_stone":
        return _turn_stone(state, fields[0])
    if name == "take_stone":
        return _take_stone(state, fields[0])
    if name == "leave_stone":
        return _next_turn(_tell(state, ["stone_left", seat, state.turned]), again=False)
    assert name == "pass_turn", move
    return _next_turn(_tell(state, ["passed", seat]), again=False)


def _turn_stone(state: State, place: int) -> State:
    face_down = state.face_down - {place}
    state = replace(
        state,
        face_down=face_down,
        face_up=state.face_up | {place},
        turned=place,
        last=not face_down,  # S6
        phase="take",  # S3: then take it or leave it lying face up
    )
    return _tell(state, ["stone_turned", state.actor, place, state.stones[place]])


def _take_stone(state: State, place: int) -> State:
    seat, stone = state.actor, state.stones[place]
    colour, value = stone // 11, stone % 11
    row = (*state.rows[seat][colour], value)  # S4: into your row of its colour
    state = replace(
        state,
        rows=put(state.rows, seat, put(state.rows[seat], colour, row)),
        face_up=state.face_up - {place},
    )
    state = _tell(state, ["stone_taken", seat, place, stone])
    again = SYMBOLS[colour].get(value) == "C"  # S5: another turn at once
    if again:
        state = _tell(state, ["turn_won", seat])
    return _next_turn(state, again)


def _next_turn(state: State, again: bool) -> State:
    if state.last and not again:  # S6: this turn and its extra turns are the last
        return replace(_tell(state, ["game_ended", "stones"]), phase="over", turned=None)
    actor = state.actor if again else (state.actor + 1) % state.seats
    return replace(state, actor=actor, phase="turn", turned=None, turn=state.turn + 1)


def _tell(state: State, event: Event) -> State:
    return replace(state, news=(*state.news, event))


def told(state: State, seat: int | None) -> list[Event]:
    """What the last move brought about; everybody sees everything that is turned up."""
    return [list(event) for event in state.news]


def scores(state: State) -> list[int]:
    """Each seat's total if the game ended now (S7)."""
    totals = []
    for rows in state.rows:
        symbols = [SYMBOLS[colour].get(value) for colour in range(5) for value in rows[colour]]
        lengths = (0, -4, -3, 2, 3, 6, 10)  # S7: 0 to 6 and more
        total = sum(lengths[min(len(row), 6)] for row in rows)
        total += wish_stone_points(symbols.count("W"))  # S7: K9's table
        total += symbols.count("+1") + 3 * symbols.count("+3")  # S7: printed points
        totals.append(total)
    return totals


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` (None: a spectator) may know."""
    field: list[int | None] = []
    for place in range(55):
        if place in state.face_down:
            field.append(-1)
        else:
            field.append(state.stones[place] if place in state.face_up else None)
    return {
        "seats": state.seats,
        "seat": seat,
        "to_act": to_act(state),
        "phase": state.phase,
        "turn": state.turn,
        "totals": scores(state),
        "field": field,
        "turned": state.turned,
        "rows": [[list(row) for row in rows] for rows in state.rows],
        "last": state.last,
    }
