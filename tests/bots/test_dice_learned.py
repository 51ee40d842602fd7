"""The master of The Dice Game that learned knows all that a turn may come to, and its chances."""

from itertools import product

import numpy as np
import pytest

from keltis_bots.dice_player import LearnedDice, worths_of
from keltis_bots.dice_sight import totals, worth_at_end
from keltis_bots.dice_turns import (
    COUNTS,
    FINALS,
    HELDS,
    KEPT,
    WAYS,
    WIDTH,
    by_option,
    by_result,
    ends,
    line_of,
)
from keltis_bots.learned import weights
from keltis_bots.learning.dice import Table, lessons, play
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.fair import Stream
from keltis_engine.parts.dice_board import BOARDS, DICE, ROWS
from keltis_engine.position import DEALER
from keltis_engine.rules import SINGLE_GAMES
from keltis_engine.rules.dice import (
    CHOOSE,
    CLOVER_STEP,
    FACES,
    KEEP,
    KEEP_ALL,
    THROWS,
    WISH_DICE,
    WISH_DIE,
    DicePosition,
    KeepDice,
    MoveStone,
)
from tests.volume import examples


def some_positions(side: str, seats: int) -> list[DicePosition]:
    """Positions of a game by chance in which the dice lie and may be kept."""
    chance, found = QuickChance(11), []
    game = SINGLE_GAMES["dice"].start(seats, {"side": side})
    assert isinstance(game, DicePosition)
    while game.to_act is not None:
        if game.phase == KEEP:
            found.append(game.copy())
        moves = game.legal_moves()
        game.apply(game.deal(chance) if game.to_act == DEALER else moves[chance.below(len(moves))])
    return found


def by_the_rules(position: DicePosition, dice: tuple[int, ...]) -> dict[int, set[tuple[int, ...]]]:
    """For each option with these final dice every end of the turn that the rules know."""
    game, player = position.copy(), position.player
    game.dice = dice
    game.apply(KeepDice(KEEP_ALL))
    found: dict[int, set[tuple[int, ...]]] = {}
    for move in game.legal_moves():
        option = move.row * COUNTS + dice.count(move.row) if isinstance(move, MoveStone) else 0
        after = game.copy()
        after.apply(move)
        left, reached = [after], set()
        while left:
            each = left.pop()
            if each.phase == CLOVER_STEP:
                for step in each.legal_moves():
                    twin = each.copy()
                    twin.apply(step)
                    left.append(twin)
            else:
                reached.add(tuple(line_of(each, player)[: WIDTH - 1]))
        found[option] = reached
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("side", BOARDS)
def test_a_turn_can_come_to_what_the_rules_say(side: str, seats: int) -> None:
    """D3-D7, with every result of the dice."""
    random = np.random.default_rng(1)
    positions = some_positions(side, seats)
    for position in positions[:: max(1, len(positions) // examples(12))]:
        found = ends(position)
        stops = [*found.starts[1:], len(found.lines)]
        known = {
            option: {tuple(line[: WIDTH - 1]) for line in found.lines[start:stop].tolist()}
            for option, start, stop in zip(found.options, found.starts, stops, strict=True)
        }
        for dice in random.integers(0, FACES, (12, DICE)).tolist():
            wish = ROWS * COUNTS * (dice.count(WISH_DIE) >= WISH_DICE)
            for option, reached in by_the_rules(position, tuple(dice)).items():
                assert known[option + wish] == reached


def test_the_chances_are_those_of_real_dice() -> None:
    assert WAYS.sum(1) == pytest.approx(np.ones(len(HELDS)))
    dice, results = (0, 0, 5, 3, 3), np.random.default_rng(2).random(len(FINALS))
    for kept in (0, 3, 7, 24, KEEP_ALL):
        stay = [face for die, face in enumerate(dice) if kept >> die & 1]
        thrown = THROWS[DICE - len(stay)]
        falls = [tuple(map([*stay, *each].count, range(FACES))) for each in thrown]
        mean = sum(results[FINALS.index(fall)] for fall in falls) / len(falls)
        assert WAYS[KEPT[dice][kept]] @ results == pytest.approx(mean)


def test_of_each_result_the_best_is_done() -> None:
    position = some_positions("easy", 2)[6]
    found = ends(position)
    worths = np.random.default_rng(3).random(len(found.lines)).astype(np.float32)
    results = by_result(by_option(found, worths))
    stops = [*found.starts[1:], len(found.lines)]
    best = {
        option: worths[start:stop].max()
        for option, start, stop in zip(found.options, found.starts, stops, strict=True)
    }
    for dice in product(range(FACES), repeat=DICE):
        if list(dice) != sorted(dice):
            continue
        wish = ROWS * COUNTS * (dice.count(WISH_DIE) >= WISH_DICE)
        offered = [best[option + wish] for option in by_the_rules(position, dice)]
        counts = tuple(map(dice.count, range(FACES)))
        assert results[FINALS.index(counts)] == pytest.approx(max(offered))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_worth_of_an_end_is_that_of_the_score_sheets(seats: int) -> None:
    for position in some_positions("hard", seats)[-3:]:
        sheets = [sheet.total for sheet in position.scores()]
        for seat in range(seats):
            line = np.array([line_of(position, seat)])
            own, theirs = totals(line)
            assert own[0] == sheets[seat]
            assert sorted(theirs[0])[-(seats - 1) :] == sorted(
                total for other, total in enumerate(sheets) if other != seat
            )
            won = sheets[seat] == max(sheets)
            assert (worth_at_end(line)[0] > -0.3) == won


def test_it_plays_both_sides_by_the_rules_to_the_end() -> None:
    bot = LearnedDice({"easy": weights("dice-easy")}, GAME_PLAYERS["dice"].club)
    for side, seats in (("easy", 2), ("hard", 3)):
        game, act = SINGLE_GAMES["dice"].start(seats, {"side": side}), 0
        while game.to_act is not None:
            act += 1
            if game.to_act == DEALER:
                game = game.play(game.deal(Stream(b"dice", act=act)))
            else:
                view = game.view(game.to_act)
                game = game.play(bot(view, game.legal_moves(), Stream(b"")))
        assert max(sheet.total for sheet in game.scores()) > 0


def test_games_with_itself_teach_what_each_turn_came_to() -> None:
    nets, chance = weights("dice-easy"), QuickChance(5)
    tables = [Table("easy", number, chance) for number in range(2)]
    for _ in range(200):
        going = [table for table in tables if table.position.to_act is not None]
        if not going:
            break
        assert all(table.position.phase in (KEEP, CHOOSE) for table in going)
        play(nets, going, chance)
    for table in tables:
        lines, worths = lessons(nets, table)
        assert len(lines) == len(worths) > 8
        assert np.abs(worths).max() < 1.5
        seat = max(range(table.position.seats), key=lambda seat: len(table.turns[seat]))
        assert worths_of(nets, np.array(table.turns[seat])).shape == (len(table.turns[seat]),)
