"""The master of Keltis that learned: it sees what the rules say, and nothing that is hidden."""

import numpy as np

from keltis_bots.keltis_judge import as_table, judged, noted, reward
from keltis_bots.keltis_player import ENOUGH, LearnedKeltis, imagined
from keltis_bots.keltis_sight import A_COLOUR, ACTIONS, action_of, move_of, see
from keltis_bots.learned import weights
from keltis_bots.learning.games import SelfPlay, dealt
from keltis_bots.learning.policy import DECAY
from keltis_bots.network import Sizes, fresh
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.keltis_notes import WIDTH, notes
from keltis_engine.bots.master import by_playouts
from keltis_engine.bots.quick.keltis import choose
from keltis_engine.fair import Stream
from keltis_engine.parts.cards import COLOURS
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import KeltisPosition


def some_positions(games: int) -> list[KeltisPosition]:
    """Every decision of some games, played by a quick player and by chance."""
    chance, found = QuickChance(7), []
    for number in range(games):
        game = dealt(chance, number % 2)
        while game.to_act is not None:
            found.append(game.copy())
            moves = game.legal_moves()
            game.apply(choose(game) if number % 2 else moves[chance.below(len(moves))])
    return found


def test_what_may_be_done_is_what_the_rules_say_and_every_action_means_one_move() -> None:
    positions = some_positions(6)
    table = as_table([noted(position) for position in positions])
    assert table.shape == (len(positions), WIDTH)
    sight = see(table)
    assert sight.legal.shape == (len(positions), ACTIONS)
    for at, position in enumerate(positions):
        actions = np.nonzero(sight.legal[at])[0].tolist()
        moves = [move_of(action, sight.mirrored[at], table[at]) for action in actions]
        assert set(moves) == set(position.legal_moves())
        assert len(set(moves)) == len(moves)
        assert [action_of(move, sight.mirrored[at]) for move in moves] == actions


def test_the_lead_is_what_the_score_sheets_say() -> None:
    positions = some_positions(3)
    leads = see(as_table([noted(position) for position in positions])).lead
    for position, lead in zip(positions, leads, strict=True):
        sheets, seat = position.scores(), position.to_act
        assert seat is not None
        assert lead == sheets[seat].total - sheets[1 - seat].total


def test_what_a_seat_may_not_know_is_not_noted() -> None:
    chance = QuickChance(3)
    for position in some_positions(2)[::7]:
        seat = position.to_act
        assert seat is not None
        twin = imagined(position.view(seat), chance)
        assert notes(twin, seat) == notes(position, seat)


def test_a_row_that_falls_is_seen_as_one_that_rises() -> None:
    """The same game with every value v called 10 - v looks the same."""
    for position in some_positions(2)[::9]:
        seen = see(as_table([noted(position)]))
        for colour in range(COLOURS):
            row = position.rows[(position.to_act or 0) * COLOURS + colour]
            if len(set(row)) > 1:
                assert seen.mirrored[0, colour] == (row[-1] < row[0])


def test_it_decides_alike_wherever_the_hidden_cards_are() -> None:
    bot, random = LearnedKeltis(weights("keltis"), by_playouts(64)), Stream(b"hidden")
    for position in some_positions(2)[5::11]:
        twin = RULE_SETS["keltis"].imagine(position.view(position.to_act), random)
        moves = [
            bot(each.view(position.to_act), each.legal_moves(), Stream(b"same"))
            for each in (position, twin)
        ]
        assert moves[0] == moves[1]
        assert moves[0] in position.legal_moves()


def test_it_thinks_no_longer_than_it_helps() -> None:
    """Time without end is not used: so much is tried out at most, and less where it is clear."""
    asked: list[int] = []

    def budget(done: int) -> float:
        asked.append(done)
        return 0.0

    bot = LearnedKeltis(weights("keltis"), lambda: budget)
    most = []
    for position in some_positions(2)[3::23]:
        asked.clear()
        view = position.view(position.to_act)
        assert bot(view, position.legal_moves(), Stream(b"long")) in position.legal_moves()
        most.append(len(asked))
    assert max(most) <= ENOUGH
    assert sum(most) < ENOUGH * len(most), "somewhere it was clear sooner"


def test_it_plays_in_a_match_too() -> None:
    position, act = RULE_SETS["keltis"].start(2, {"games": "3"}), 0
    bot = LearnedKeltis(weights("keltis"), by_playouts(1))
    while position.to_act != 0:
        position = position.play(
            position.deal(Stream(b"m", act=act))
            if position.to_act == -1
            else position.legal_moves()[0]
        )
        act += 1
    moves = position.legal_moves()
    assert bot(position.view(0), moves, Stream(b"")) in moves


def test_games_with_itself_teach_what_every_decision_came_to() -> None:
    """With nothing carried on, how much better it went is the next hope less this one."""
    seen = see(as_table([noted(dealt(QuickChance(0), 0))]))
    nets = fresh(Sizes(seen.colours.shape[2], seen.whole.shape[1], A_COLOUR, 2), 1)
    play = SelfPlay(4, 1)
    made = play.play(nets, 2, lambda margin: reward(margin, 0.0), DECAY)
    assert len(play.margins) >= 2
    assert len(made.actions) == len(made.lines) == len(made.better) == len(made.came)
    sight = see(made.lines)
    assert sight.legal[np.arange(len(made.actions)), made.actions].all()
    assert (sight.legal.sum(1) > 1).all(), "what is forced teaches nothing"
    odds, hopes = judged(nets, sight)
    assert np.allclose(
        np.log(odds[np.arange(len(odds)), made.actions] + 1e-9), made.odds, atol=1e-3
    )
    assert np.allclose(made.came - made.better, hopes, atol=1e-3)
