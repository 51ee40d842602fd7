"""Manners of play that between them lead a game into all its corners; none plays well."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

Move = list[Any]
Manner = Callable[[ModuleType, Any, list[Move], Random], Move]
"""Chooses among the legal moves of a reference's state."""


def _careless(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Whatever the rules allow."""
    return random.choice(moves)


def hurried(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Goes ahead wherever it can, so that goals are reached; now and then it forgets itself."""
    eager = {"play_card", "advance_figure", "start_figure", "move_figure"}
    eager |= {"move_stone", "take_stone", "decline"}
    if random.random() < 0.05 or state.phase in ("spare", "bonus"):
        return random.choice(moves)
    return max(moves, key=lambda move: (move[0] in eager, _promise(state, move), random.random()))


def _promise(state: Any, move: Move) -> int:
    """How well a move serves one who wants long rows and far figures."""
    name, *fields = move
    if name == "play_card":
        return -_gap(state, fields[0])
    if name == "discard":
        return _gap(state, fields[0])
    if name == "take_discard":
        return 2 - _gap(state, state.cards.piles[fields[0]][-1])
    if name == "advance_figure":
        return int(state.figures[state.actor][fields[0]])
    if name == "move_figure":
        return 1 + int(fields[0])
    if name == "move_stone":
        return 1 + int(state.dice.count(fields[0]))
    return 0


def _gap(state: Any, card: int) -> int:
    """How many values are lost between the end of the row and this card, 20 if it cannot follow."""
    row, value = state.cards.rows[state.actor][card // 11], card % 11
    ends = (row[-1], row[-1]) if row else (0, 10)
    rising, falling = sorted(row) == list(row), sorted(row, reverse=True) == list(row)
    up = value - ends[0] if rising and value >= ends[0] else 20
    down = ends[1] - value if falling and value <= ends[1] else 20
    return min(up, down)


def _thrifty(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """For a while leaves the deck alone, so that piles are closed (C12)."""
    if state.turn > 30 * state.seats:
        return hurried(game, state, moves, random)
    thrift = [move for move in moves if move[0] in ("take_discard", "decline", "discard")]
    return random.choice(thrift or moves)


def _wishing(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Rolls for wish stones until none is left (D1); a stone moves only to keep the game going."""
    if state.stock == 0:
        return hurried(game, state, moves, random)
    if state.phase == "keep":
        return ["keep_dice", sum(1 << die for die in range(5) if state.dice[die] == 5)]
    if state.phase == "choose" and state.quiet >= 8 * state.seats:
        return min(moves, key=lambda move: 9 if move == ["decline"] else state.dice.count(move[1]))
    return ["decline"]


def _idle(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """After a while keeps its stones where they are, whatever falls (D3)."""
    if state.turn < 5 * state.seats or state.phase == "keep":
        return random.choice(moves)
    return ["decline"]


def _alone(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """One seat races, the others stay at home, so that one reaches a goal without the rest."""
    idle = [move for move in moves if move[0] in ("discard", "decline")]
    return random.choice(idle) if idle and state.actor else hurried(game, state, moves, random)


def _narrow(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Plays in two colours only, so that a figure is on the 10 while others are at home (K5)."""
    if state.phase == "play":
        mine = (state.actor, (state.actor + 1) % 5)
        moves = [move for move in moves if (move[0] == "play_card") == (move[1] // 11 in mine)] or [
            move for move in moves if move[0] == "discard"
        ]
    return hurried(game, state, moves, random)


def _gathering(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Brings figures to leprechauns and keeps them there, for the score of O9, in no hurry."""
    if state.phase == "bonus":
        return random.choice([["claim_bonus"], ["decline"], ["decline"]])
    if state.phase not in ("play", "move", "clover", "spiral"):
        return random.choice(moves)

    def hope(after: Any, seat: int) -> int:
        if after.phase == "move":
            return max(hope(game.play(after, move), seat) for move in game.legal_moves(after))
        leprechauns = [stone for stone in range(36) if after.tiles[stone] == game.LEPRECHAUN]
        near = {stone for goal in leprechauns for stone in _one_card_before(game, goal)}
        worth = 0
        for stone in after.figures[seat]:
            worth += 300 if stone in leprechauns else 100 if stone in near else 0
            worth -= 200 if stone > max(leprechauns) else stone
        return worth

    hopes = [hope(game.play(state, move), state.actor) for move in moves]
    best = max(hopes)
    return random.choice([move for move, hoped in zip(moves, hopes, strict=True) if hoped == best])


def _winding(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Looks for tiles that lead on to more tiles, for long turns of clovers and spirals (O7)."""

    def lure(before: Any, move: Move) -> int:
        after = game.play(before, move)
        if after.phase == "move":
            return max(lure(after, onward) for onward in game.legal_moves(after))
        if move[0] == "decline" or after.phase == "over":
            return -1
        return {"spiral": 3, "clover": 2, "leprechaun": 1}.get(after.phase, 0)

    if state.phase == "draw" or random.random() < 0.1:
        return random.choice(moves)
    lures = [lure(state, move) for move in moves]
    best = max(lures)
    return random.choice([move for move, lured in zip(moves, lures, strict=True) if lured == best])


def _one_card_before(game: ModuleType, goal: int) -> list[int]:
    """The stones from which the next stone of the goal's colour is the goal."""
    colour = "RYPGB".index(game.COLOURS[goal])
    return [stone for stone in range(goal) if game.next_stone(stone, colour) == goal]


def _peeking(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Turns the clovers last and takes what it can, so that a won turn finds nothing to do (S3)."""

    def fancy(move: Move) -> int:
        if move[0] != "turn_stone":
            return 2 if move[0] == "take_stone" else 0
        stone = state.stones[move[1]]
        clover = game.SYMBOLS[stone // 11].get(stone % 11) == "C"
        return -abs(stone % 11 - 5) if clover else 1  # a 1 or a 9 fits many a row to the end

    return max(moves, key=lambda move: (fancy(move), random.random()))


def _picky(game: ModuleType, state: Any, moves: list[Move], random: Random) -> Move:
    """Turns the clovers last and takes nothing else, so that it may pass what lies there (S3)."""

    def fancy(move: Move) -> int:
        if move[0] == "pass_turn":
            return random.choice((1, 3))
        if move[0] == "leave_stone":
            return 1
        stone = state.stones[move[1]]
        clover = game.SYMBOLS[stone // 11].get(stone % 11) == "C"
        if move[0] == "turn_stone":
            return 3 if clover else 4
        return 2 if clover or not state.face_down else 0

    return max(moves, key=lambda move: (fancy(move), random.random()))


MANNERS: dict[str, tuple[Manner, ...]] = {
    "keltis": (_careless, hurried, _narrow, _narrow, _thrifty),
    "oracle": (_careless, _gathering, hurried, _alone, _gathering, _winding, _thrifty),
    "dice": (_careless, hurried, _alone, _wishing, _idle),
    "stones": (_careless, hurried, _peeking, _picky),
}
"""For each game the manners that its test goes through in turn."""
