"""How the master of The Dice Game learns: what a turn ends in is worth what later turns end in."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_lines import ALONE, OVER, WIDTH, Earlier, Line, line_of
from keltis_bots.dice_player import best_keep, best_move
from keltis_bots.dice_rolls import before_rolling, by_result
from keltis_bots.dice_sight import see, worth_at_end, worths_of
from keltis_bots.dice_turns import A_FLAVOUR, by_option, ends, steps
from keltis_bots.learning.adam import Adam
from keltis_bots.network import Weights
from keltis_bots.plain_network import Worths
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import DEALER, Seat
from keltis_engine.rules import SINGLE_GAMES
from keltis_engine.rules.dice import CLOVER_STEP, DicePosition

AT_ONCE: Final = 256
BATCH: Final = 2048
"""So many new ends of turns are waited for."""
KEPT: Final = 4 * BATCH
"""So many of the latest are learned from each time."""
SIDE_BY_SIDE: Final = 64
FAR_SIGHT: Final = 0.9
"""How much what came of later turns counts against what was thought of the next one."""
SEATS: Final = (2, 2, 2, 3, 4)
"""How many play, game by game: mostly two."""
IN_MATCHES: Final = 4
"""One game in so many is the last of a match; as many are, for half of that, not its last."""
MOST_EARLIER: Final = 31
"""Fewer points than that each has from the games before."""


class Turn(NamedTuple):
    """One turn that was played."""

    player: Seat
    hoped: float
    """What it was worth to its player before the dice were rolled."""
    end: Line


class Table:
    """One game and its turns so far."""

    def __init__(self, side: str, number: int, chance: QuickChance) -> None:
        seats = SEATS[number % len(SEATS)]
        start = SINGLE_GAMES["dice"].start(seats, {"side": side}, first=chance.below(seats))
        assert isinstance(start, DicePosition)
        self.position = start
        self.earlier = ALONE
        if number % IN_MATCHES == 0:
            points = tuple(chance.below(MOST_EARLIER) for _ in range(seats))
            self.earlier = Earlier(points)
        elif number % (2 * IN_MATCHES) == 1:
            self.earlier = Earlier(last=False)
        self.turns: list[Turn] = []
        self.deal(chance)

    def deal(self, chance: QuickChance) -> None:
        """Have the dealer do what is to be done."""
        while self.position.to_act == DEALER:
            self.position.apply(self.position.deal(chance))

    def line(self, seat: Seat) -> Line:
        """What stands here, as a seat sees it."""
        return line_of(self.position, seat, self.earlier)


def play(weights: Weights, tables: Sequence[Table], chance: QuickChance) -> None:
    """One turn at each table."""
    side = tables[0].position.board.side
    found = ends(np.array([table.line(table.position.player) for table in tables]), side)
    options = by_option(found, worths_of(weights, found.lines), len(tables))
    results = by_result(options)
    hopes = before_rolling(results).tolist()
    for table, option, result, hoped in zip(tables, options, results, hopes, strict=True):
        position, player = table.position, table.position.player
        wishes = position.wish_stones[player]
        position.apply(best_keep(position, result))
        table.deal(chance)
        flavour = int(position.wish_stones[player] > wishes) * A_FLAVOUR
        own = option[flavour : flavour + A_FLAVOUR]
        turn = position.turn
        position.apply(best_move(position, own, position.legal_moves()))
        while position.phase == CLOVER_STEP and position.turn == turn:
            moves = position.legal_moves()
            found = steps(np.array([table.line(player)]), side)
            own = by_option(found, worths_of(weights, found.lines))[0]
            position.apply(best_move(position, own, moves))
        table.turns.append(Turn(player, hoped, table.line(player)))
        table.deal(chance)


def lessons(weights: Weights, table: Table) -> tuple[Ints, Floats]:
    """The ends of turns of a game that is over, and what each proved to be worth.

    That is what the next turn was worth before its dice were rolled, be it the same player's or,
    with the sign turned, the only rival's; and what came later is counted without that turn's luck.
    """
    seats = table.position.seats
    lines = np.array([turn.end for turn in table.turns])
    thought = worths_of(weights, lines).tolist()
    proved = worth_at_end(np.array([table.line(seat) for seat in range(seats)])).tolist()
    worths = list[float]()
    for at in range(len(lines) - 1, -1, -1):
        player, hoped, _ = table.turns[at]
        worth = proved[player]
        worths.append(worth)
        before = max(-1.0, min(1.0, hoped + FAR_SIGHT * (worth - thought[at])))
        proved[player] = before
        if seats == 2:
            proved[1 - player] = -before
    worths.reverse()
    going = lines[:, OVER] == 0
    return lines[going], np.array(worths, np.float32)[going]


def learn(
    adam: Adam, lines: Ints, worths: Floats, rate: float, chance: np.random.Generator
) -> float:
    """Move towards what was proved; the result is how far off it was."""
    off, order = 0.0, chance.permutation(len(lines))
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        thought = Worths(adam.weights, see(lines[some]))
        wrong = thought.worths - worths[some]
        off += float((wrong * wrong).sum())
        adam.step(thought.back(wrong / np.float32(len(some))), rate)
    return off / len(lines)


class Progress(NamedTuple):
    """How far a training is."""

    games: int
    """How many were played."""
    off: float
    """How far off the worths were of late."""


def train(
    weights: Weights, side: str, games: int, seed: int, rates: tuple[float, float]
) -> Iterator[Progress]:
    """Play so many games with itself and learn from them, saying now and then how it goes."""
    adam, chance, luck = Adam(weights), np.random.default_rng(seed), QuickChance(seed)
    tables = [Table(side, number, luck) for number in range(SIDE_BY_SIDE)]
    began, done, fresh = SIDE_BY_SIDE, 0, 0
    lines, worths = np.zeros((0, WIDTH), np.int64), np.zeros(0, np.float32)
    while done < games:
        play(weights, tables, luck)
        for at, table in enumerate(tables):
            if table.position.to_act is None:
                more, proved = lessons(weights, table)
                lines = np.concatenate([lines, more])
                worths = np.concatenate([worths, proved])
                tables[at] = Table(side, began, luck)
                began, done, fresh = began + 1, done + 1, fresh + len(more)
        if fresh >= BATCH:
            lines, worths, fresh = lines[-KEPT:], worths[-KEPT:], 0
            rate = rates[0] * (rates[1] / rates[0]) ** min(1.0, done / games)
            off = learn(adam, lines, worths, rate, chance)
            yield Progress(done, off)
