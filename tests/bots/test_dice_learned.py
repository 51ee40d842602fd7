"""The master of The Dice Game that learned knows all that a turn may come to, and its chances."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from keltis_bots.dice_lines import WIDTH, line_of
from keltis_bots.dice_player import LearnedDice
from keltis_bots.dice_rolls import FINALS, HELDS, KEPT, WAYS, before_rolling, by_result
from keltis_bots.dice_sight import totals, worth_at_end
from keltis_bots.dice_turns import COUNTS, Ends, by_option, ends
from keltis_bots.learned import weights
from keltis_bots.learning.dice import Table, lessons, play
from keltis_engine.bots.chance import QuickChance
from keltis_engine.fair import Stream
from keltis_engine.parts.dice_board import BOARDS, DICE, ROWS
from keltis_engine.position import DEALER, MatchView, PlayerMove, Position
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES
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
    DiceView,
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


def ends_of(position: DicePosition) -> Ends:
    """All that the turn of the player to act can come to."""
    return ends(np.array([line_of(position, position.player)]), position.board.side)


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
        found = ends_of(position)
        known: dict[int, set[tuple[int, ...]]] = {}
        for option, line in zip(found.options.tolist(), found.lines.tolist(), strict=True):
            known.setdefault(option, set()).add(tuple(line[: WIDTH - 1]))
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
    found = ends_of(position)
    worths = np.random.default_rng(3).random(len(found.lines)).astype(np.float32)
    results = by_result(by_option(found, worths))[0]
    best = {option: worths[found.options == option].max() for option in found.options.tolist()}
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


def test_before_the_dice_are_rolled_every_roll_counts_with_its_chance() -> None:
    results = np.random.default_rng(4).random((2, len(FINALS))).astype(np.float32)
    rolls = [tuple(sorted(roll)) for roll in THROWS[DICE]]
    for worths, hoped in zip(results, before_rolling(results), strict=True):
        best = {roll: (WAYS[KEPT[roll]] @ worths).max() for roll in set(rolls)}
        assert hoped == pytest.approx(sum(best[roll] for roll in rolls) / len(rolls), rel=1e-4)


def bot_against_itself(position: Position) -> Iterator[tuple[Position, PlayerMove]]:
    """Each decision of a game that the master plays with itself."""
    bot = LearnedDice({side: weights(f"dice-{side}") for side in BOARDS})
    chance = QuickChance(21)
    while (seat := position.to_act) is not None:
        if seat == DEALER:
            position.apply(position.deal(chance))
            continue
        move = bot(position.view(seat), position.legal_moves(), chance)
        yield position, move
        position.apply(move)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("side", BOARDS)
def test_it_plays_both_sides_by_the_rules_to_the_end(side: str, seats: int) -> None:
    """D5: nothing is hidden here, and its view tells it all that it needs."""
    bot = LearnedDice({side: weights(f"dice-{side}")})
    position = SINGLE_GAMES["dice"].start(seats, {"side": side})
    for game, move in bot_against_itself(position):
        twin = RULE_SETS["dice"].imagine(game.view(game.to_act), Stream(b"other"))
        moves = twin.legal_moves()
        assert move in moves
        assert bot(twin.view(game.to_act), moves, Stream(b"another")) == move
    assert max(sheet.total for sheet in position.scores()) > 0


def test_it_plays_a_match_over_both_sides() -> None:
    """D10."""
    position = RULE_SETS["dice"].start(2, {"side": "both"})
    sides = [
        view.side
        for game, _ in bot_against_itself(position)
        if isinstance(view := game.view(0), DiceView)
    ]
    assert set(sides) == set(BOARDS)


def test_what_ends_a_match_behind_is_not_done_though_it_ends_the_game_ahead() -> None:
    """D10: the totals are added."""
    position = some_positions("easy", 2)[0]
    position.player = position.to_act = 0
    position.phase, position.dice = CHOOSE, (0, 0, 4, 4, 5)
    position.stones = [5, 3, 8, 7, 0, 7, 7, 0, 2, 1]
    position.started, position.in_goal, position.arrived = [4, 4], [2, 2], 4
    position.wish_stones = [5, 4]
    alone = position.view(0)
    bot = LearnedDice({"easy": weights("dice-easy")})
    ends_it = MoveStone(0)
    assert bot(alone, position.legal_moves(), Stream(b"")) == ends_it
    for points, expected in (((10, 10), True), ((10, 24), False)):
        match = MatchView(2, 0, (points,), {"side": "easy", "games": "2"})
        move = bot(replace(alone, match=match), position.legal_moves(), Stream(b""))
        assert (move == ends_it) == expected


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
