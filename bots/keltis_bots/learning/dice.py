"""How the master of The Dice Game learns: what a turn ends in is worth what later turns end in."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_player import best_keep, best_move, best_step, worths_of
from keltis_bots.dice_sight import see, worth_at_end
from keltis_bots.dice_turns import A_FLAVOUR, OVER, Line, by_option, by_result, ends, line_of
from keltis_bots.learning.adam import Adam
from keltis_bots.network import Weights
from keltis_bots.plain_network import Worths
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import DEALER
from keltis_engine.rules import SINGLE_GAMES
from keltis_engine.rules.dice import CLOVER_STEP, DicePosition

AT_ONCE: Final = 512
BATCH: Final = 2048
ROUNDS: Final = 2
SIDE_BY_SIDE: Final = 64
FAR_SIGHT: Final = 0.8
"""How much what came of later turns counts against what was thought of the next one."""
SEATS: Final = (2, 2, 2, 3, 4)
"""How many play, game by game: mostly two."""


class Table:
    """One game and the ends of its turns so far."""

    def __init__(self, side: str, number: int, chance: QuickChance) -> None:
        seats = SEATS[number % len(SEATS)]
        start = SINGLE_GAMES["dice"].start(seats, {"side": side}, first=chance.below(seats))
        assert isinstance(start, DicePosition)
        self.position = start
        self.turns: list[list[Line]] = [[] for _ in range(seats)]
        self.deal(chance)

    def deal(self, chance: QuickChance) -> None:
        """Have the dealer do what is to be done."""
        while self.position.to_act == DEALER:
            self.position.apply(self.position.deal(chance))


def play(weights: Weights, tables: Sequence[Table], chance: QuickChance) -> None:
    """One turn at each table."""
    found = [ends(table.position) for table in tables]
    worths = worths_of(weights, np.concatenate([each.lines for each in found]))
    at, options = 0, []
    for each in found:
        options.append(by_option(each, worths[at : at + len(each.lines)]))
        at += len(each.lines)
    results = by_result(np.stack(options))
    for table, option, result in zip(tables, options, results, strict=True):
        position, player = table.position, table.position.player
        wishes = position.wish_stones[player]
        position.apply(best_keep(position, result))
        table.deal(chance)
        flavour = int(position.wish_stones[player] > wishes) * A_FLAVOUR
        own = option[flavour : flavour + A_FLAVOUR]
        turn = position.turn
        position.apply(best_move(position, own, position.legal_moves()))
        while position.phase == CLOVER_STEP and position.turn == turn:
            position.apply(best_step(weights, position, position.legal_moves()))
        table.turns[player].append(line_of(position, player))
        table.deal(chance)


def lessons(weights: Weights, table: Table) -> tuple[Ints, Floats]:
    """The ends of turns of a game that is over, and what each proved to be worth."""
    lines, worths = [], []
    for seat, turns in enumerate(table.turns):
        if not turns:
            continue
        end = worth_at_end(np.array([line_of(table.position, seat)]))[0]
        thought = worths_of(weights, np.array(turns))
        worth = float(end)
        for at in range(len(turns) - 1, -1, -1):
            if not turns[at][OVER]:
                lines.append(turns[at])
                worths.append(worth)
            worth = (1 - FAR_SIGHT) * float(thought[at]) + FAR_SIGHT * worth
    return np.array(lines), np.array(worths, np.float32)


def learn(
    adam: Adam, lines: Ints, worths: Floats, rate: float, chance: np.random.Generator
) -> float:
    """Move towards what was proved; the result is how far off it was."""
    off = 0.0
    for _ in range(ROUNDS):
        order = chance.permutation(len(lines))
        for start in range(0, len(order), AT_ONCE):
            some = order[start : start + AT_ONCE]
            thought = Worths(adam.weights, see(lines[some]))
            wrong = thought.worths - worths[some]
            off += float((wrong * wrong).sum())
            adam.step(thought.back(wrong / np.float32(len(some))), rate)
    return off / len(lines) / ROUNDS


def train(adam: Adam, side: str, games: int, seed: int, rates: tuple[float, float]) -> float:
    """Play so many games with itself, and learn from them; how far off it was of late."""
    weights, chance, luck = adam.weights, np.random.default_rng(seed), QuickChance(seed)
    tables = [Table(side, number, luck) for number in range(SIDE_BY_SIDE)]
    done, began, off = 0, SIDE_BY_SIDE, 0.0
    taught: list[tuple[Ints, Floats]] = []
    while done < games:
        play(weights, tables, luck)
        for at, table in enumerate(tables):
            if table.position.to_act is None:
                taught.append(lessons(weights, table))
                tables[at] = Table(side, began, luck)
                began, done = began + 1, done + 1
        if sum(len(lines) for lines, _ in taught) >= BATCH:
            rate = rates[0] * (rates[1] / rates[0]) ** min(1.0, done / games)
            lines = np.concatenate([each[0] for each in taught])
            worths = np.concatenate([each[1] for each in taught])
            off = learn(adam, lines, worths, rate, chance)
            taught = []
    return off
