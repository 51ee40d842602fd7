"""The Dice Game, written down slowly from rules D1 to D9: a second opinion."""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference.cards_reference import Event, Move, put

VALUES = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # D1: K1's values; not started 0 (D8)
GOAL = 7  # D1: the last three fields
END = 9  # D1: nine fields
WISH = 5
"""The face of a die that shows a wish stone (D2)."""
FIELDS = {  # D6
    "easy": (
        {2: "W", 4: "C", 6: "L", 8: "W"},
        {2: "C", 4: "W", 5: "L", 8: "C"},
        {3: "W", 4: "L", 6: "W", 7: "C"},
        {3: "C", 5: "W", 6: "L", 8: "C"},
        {2: "W", 4: "L", 5: "C", 7: "W"},
    ),
    "hard": (
        {2: "W", 3: "X", 4: "C", 6: "L", 7: "X", 8: "W"},
        {1: "X", 2: "X", 3: "C", 4: "W", 5: "X", 6: "L", 8: "C"},
        {3: "W", 4: "X", 5: "L", 6: "X", 7: "C", 8: "W"},
        {2: "C", 3: "X", 5: "W", 6: "L", 7: "C", 8: "X"},
        {3: "W", 4: "L", 5: "X", 6: "C", 7: "X", 8: "W"},
    ),
}


@dataclass(frozen=True)
class State:
    """One moment of a Dice Game."""

    seats: int
    side: str
    stones: tuple[tuple[int, ...], ...]
    """For each seat and row the field of its stone, 0 if it has not started."""
    wish_stones: tuple[int, ...]
    stock: int = 40  # D1
    dice: tuple[int, ...] = ()
    kept: int | None = None
    """Which dice stay lying while the others are rolled once more, one bit a die."""
    again: bool = False
    """Whether this turn was won on a leprechaun."""
    quiet: int = 0
    """How many turns in a row nobody's points have changed; -1 once they have in this one (D3)."""
    actor: int = 0
    phase: str = "deal"
    turn: int = 0
    news: tuple[Event, ...] = ()
    """What the last move brought about."""


def start(seats: int, options: dict[str, str] | None = None, first: int | None = None) -> State:
    """Before the first act of the dealer, who says who begins (C8)."""
    return State(
        seats=seats,
        side=(options or {}).get("side", "easy"),
        stones=((0,) * 5,) * seats,
        wish_stones=(0,) * seats,
    )


def to_act(state: State) -> int | None:
    """Whose decision is awaited."""
    return {"deal": -1, "roll": -1, "over": None}.get(state.phase, state.actor)


def legal_moves(state: State) -> list[Move]:
    """Every move of the player to act."""
    if state.phase == "keep":
        return [["keep_dice", kept] for kept in range(32)]  # D3: re-roll any of them
    if state.phase == "choose":
        shown = [row for row in range(5) if state.dice.count(row) > 0]  # D3: a symbol showing
        rows = [row for row in shown if _can_move(state, row, state.dice.count(row))]
        return [*[["move_stone", row] for row in rows], ["decline"]]  # D3: or decline, always
    if state.phase == "clover":
        return [*_clover_moves(state), ["decline"]]  # D4: you may
    return []


def _can_move(state: State, row: int, fields: int) -> bool:
    own = state.stones[state.actor]
    if own[row] == END:
        return False  # D3: a stone on the last field stays
    if own[row] == 0 and sum(1 for field in own if field > 0) == 4:
        return False  # D1: four stones, so at most four rows
    landing = min(own[row] + fields, END)  # D3: past the last field the rest is lost
    return FIELDS[state.side][row].get(landing) != "X"  # D5: no stone may stop there


def _clover_moves(state: State) -> list[Move]:
    """D4: one field, or a new stone on the first field of a row."""
    return [["move_stone", row] for row in range(5) if _can_move(state, row, 1)]


def play(state: State, move: Move) -> State:
    """The state after a legal move, with the news it makes."""
    state = replace(state, news=())
    name, *fields = move
    seat = state.actor
    if name == "begin":
        state = replace(state, actor=fields[0], phase="roll", turn=1)
        return _tell(state, ["begun", fields[0]])
    if name == "roll":
        return _roll(state, tuple(fields[0]))
    if name == "keep_dice":
        state = _tell(state, ["dice_kept", seat, fields[0]])
        if fields[0] == 31:
            return _final(state)  # D3: keep
        return replace(state, phase="roll", kept=fields[0])  # D3: re-roll the others
    if name == "move_stone":
        steps = state.dice.count(fields[0]) if state.phase == "choose" else 1  # D3, D4
        return _move_stone(state, fields[0], steps)
    assert name == "decline", move
    return _next_turn(_tell(state, ["declined", seat]), again=False)


def _roll(state: State, dice: tuple[int, ...]) -> State:
    rolled = _tell(replace(state, dice=dice, kept=None), ["dice_rolled", state.actor, list(dice)])
    if state.kept is None:
        return replace(rolled, phase="keep")
    for die in range(5):
        assert dice[die] == state.dice[die] or not state.kept & 1 << die  # D3: kept dice lie
    return _final(rolled)  # D3: only once


def _final(state: State) -> State:
    """The dice are final: a wish stone first, then the choice (D3)."""
    if state.dice.count(WISH) >= 2:
        state = _take_wish_stone(state)  # D3: two or more showing, one wish stone
    return replace(state, phase="choose")


def _take_wish_stone(state: State) -> State:
    if state.stock == 0:
        return state  # D1: forty in stock
    seat = state.actor
    wish_stones = put(state.wish_stones, seat, state.wish_stones[seat] + 1)
    taken = replace(state, wish_stones=wish_stones, stock=state.stock - 1)
    if scores(taken) != scores(state):
        taken = replace(taken, quiet=-1)  # D3: a change while it changes that seat's score
    return _tell(taken, ["wish_stone_taken", seat])


def _move_stone(state: State, row: int, steps: int) -> State:
    seat = state.actor
    before = state.stones[seat][row]
    field = min(before + steps, END)  # D3: the rest is lost
    stones = put(state.stones, seat, put(state.stones[seat], row, field))
    assert scores(replace(state, stones=stones)) != scores(state)  # D1: no two fields are alike
    state = replace(state, stones=stones, quiet=-1)  # D3
    state = _tell(state, ["stone_moved", seat, row, before, field])
    in_goal = [sum(1 for at in own if at >= GOAL) for own in state.stones]
    if sum(in_goal) == {2: 5, 3: 7, 4: 8}[state.seats]:
        return _end(state, "goal")  # D7: at once, the advantage is not given
    if in_goal[seat] == 4:
        return _end(state, "four")  # D7: all four of one player
    advantage = FIELDS[state.side][row].get(field)
    if advantage == "W":
        state = _take_wish_stone(state)  # D4
    if advantage == "C" and _clover_moves(state):
        return replace(state, phase="clover")  # D4
    if advantage == "L":
        return _next_turn(_tell(state, ["turn_won", seat]), again=True)  # D4: after this one
    return _next_turn(state, again=False)


def _next_turn(state: State, again: bool) -> State:
    state = replace(state, quiet=state.quiet + 1)
    if state.quiet == 10 * state.seats:
        return _end(state, "quiet")  # D3: ten turns of every seat in a row without a change
    actor = state.actor if again else (state.actor + 1) % state.seats  # D4: another at once
    return replace(
        state,
        actor=actor,
        phase="roll",  # D3: roll all
        dice=(),
        again=again,
        turn=state.turn + 1,
    )


def _end(state: State, reason: str) -> State:
    return replace(_tell(state, ["game_ended", reason]), phase="over")


def _tell(state: State, event: Event) -> State:
    return replace(state, news=(*state.news, event))


def told(state: State, seat: int | None) -> list[Event]:
    """What the last move brought about; nothing is hidden here."""
    return [list(event) for event in state.news]


def scores(state: State) -> list[int]:
    """Each seat's total if the game ended now (D8)."""
    table = (-10, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # D8: wish stones 0 to 9 and more
    return [
        sum(VALUES[field] for field in state.stones[seat]) + table[min(state.wish_stones[seat], 9)]
        for seat in range(state.seats)
    ]


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` (None: a spectator) may know."""
    return {
        "seats": state.seats,
        "seat": seat,
        "to_act": to_act(state),
        "phase": state.phase,
        "turn": state.turn,
        "totals": scores(state),
        "player": None if state.phase == "deal" else state.actor,
        "dice": list(state.dice),
        "kept": state.kept,
        "stones": [list(own) for own in state.stones],
        "wish_stones": list(state.wish_stones),
        "stock": state.stock,
        "again": state.again,
        "quiet": state.quiet,
        "side": state.side,
    }
