"""The masters of the card games that learned: they see what the rules say, and nothing hidden."""

import numpy as np
import pytest

from keltis_bots.card_games import CARD_GAMES, ORACLE, CardGame, as_table
from keltis_bots.card_judge import WINNING, judged, reward
from keltis_bots.card_player import ENOUGH, LearnedCards
from keltis_bots.learned import weights
from keltis_bots.learning.games import SelfPlay
from keltis_bots.network import fresh
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.master import by_playouts
from keltis_engine.fair import Stream
from keltis_engine.parts.card_play import DRAW_CARD, PLAY, CardPosition
from keltis_engine.parts.cards import ANY_VALUE, COLOURS, TWICE, VALUES, Discard
from keltis_engine.parts.oracle_board import LEPRECHAUN, STONES
from keltis_engine.parts.rows import playable_on
from keltis_engine.position import DEALER
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import CLOVER_STEP, SPARE_STEP, START
from keltis_engine.rules.oracle import (
    BONUS,
    CLOVER_MOVE,
    GET_RID,
    MOVE,
    SPIRAL_MOVE,
    OraclePosition,
)

PHASES = {
    "keltis": {PLAY, DRAW_CARD, START, CLOVER_STEP, SPARE_STEP},
    "oracle": {PLAY, DRAW_CARD, MOVE, CLOVER_MOVE, SPIRAL_MOVE, GET_RID, BONUS},
}
"""What each game may ask of a player."""

each_game = pytest.mark.parametrize("game", CARD_GAMES.values(), ids=list(CARD_GAMES))


def some_positions(game: CardGame, games: int) -> list[CardPosition]:
    """Every decision of some games; chance and a quick player play each variant in turn."""
    chance, found = QuickChance(7), []
    for number in range(games):
        position = game.dealt(chance, number)
        while position.to_act is not None:
            assert isinstance(position, CardPosition)
            found.append(position.copy())
            moves = position.legal_moves()
            any_move = moves[chance.below(len(moves))]
            position.apply(game.quick(position) if number % 2 else any_move)
    return found


def with_bonus_asked(position: OraclePosition) -> OraclePosition:
    """O9: what comes of a discard if all figures of the player stand on leprechauns."""
    laid, seat = position.copy(), position.to_act
    assert seat is not None
    low, middle, high = (stone for stone, tile in enumerate(laid.tiles) if tile == LEPRECHAUN)
    laid.figures[seat] = (low, middle, high)
    laid.apply(next(move for move in laid.legal_moves() if isinstance(move, Discard)))
    return laid


@each_game
def test_what_may_be_done_is_what_the_rules_say_and_each_action_means_one_move(
    game: CardGame,
) -> None:
    positions = some_positions(game, 16)
    oracle = [each for each in positions if isinstance(each, OraclePosition)]
    positions += [with_bonus_asked(each) for each in oracle[::99] if each.phase == PLAY]
    assert {each.phase for each in positions} == PHASES[game.id], "something is never asked"
    at_end = {each.phase for each in oracle if each.priestess == STONES}
    assert game is not ORACLE or MOVE in at_end
    table = as_table([game.noted(position) for position in positions])
    sight = game.see(table)
    assert sight.legal.shape == (len(positions), game.actions)
    for at, position in enumerate(positions):
        actions = np.nonzero(sight.legal[at])[0].tolist()
        moves = [game.move_of(action, sight.mirrored[at], table[at]) for action in actions]
        assert set(moves) == set(position.legal_moves())
        assert len(set(moves)) == len(moves)
        assert [game.action_of(move, sight.mirrored[at], table[at]) for move in moves] == actions


@each_game
def test_the_lead_is_what_the_score_sheets_say(game: CardGame) -> None:
    positions = some_positions(game, 3)
    leads = game.see(as_table([game.noted(position) for position in positions])).lead
    for position, lead in zip(positions, leads, strict=True):
        sheets, seat = position.scores(), position.to_act
        assert seat is not None
        assert lead == sheets[seat].total - sheets[1 - seat].total


@each_game
def test_what_a_seat_may_not_know_is_not_noted(game: CardGame) -> None:
    chance = QuickChance(3)
    for position in some_positions(game, 2)[::7]:
        seat = position.to_act
        assert seat is not None
        twin = game.imagined(position.view(seat), chance)
        assert game.notes(twin, seat) == game.notes(position, seat)


def reversed_values(bits: int) -> int:
    """A hand's bits of one colour with every value v called 10 - v."""
    return sum(1 << VALUES - 1 - value for value in range(VALUES) if bits >> value & 1)


def with_colour_turned(position: CardPosition, colour: int) -> CardPosition:
    """The same with every value v of one colour called 10 - v."""
    twin = position.copy()
    for place in (colour, COLOURS + colour):
        row = tuple(VALUES - 1 - value for value in position.rows[place])
        twin.set_row(place, row, playable_on(row))
        for held in (twin.hands, twin.known):
            once, twice = held[place] & ANY_VALUE, held[place] >> TWICE
            held[place] = reversed_values(once) | reversed_values(twice) << TWICE
    twin.piles[colour] = [(2 * colour + 1) * VALUES - 1 - card for card in position.piles[colour]]
    return twin


@each_game
def test_a_row_that_falls_is_seen_as_one_that_rises(game: CardGame) -> None:
    """With every value v of a colour in the mirror called 10 - v the same is seen without one."""
    falling = 0
    for position in some_positions(game, 2)[::9]:
        seen = game.see(as_table([game.noted(position)]))
        for colour in range(COLOURS):
            row = position.rows[(position.to_act or 0) * COLOURS + colour]
            if len(set(row)) > 1:
                falling += row[-1] < row[0]
                assert seen.mirrored[0, colour] == (row[-1] < row[0])
            elif row:
                assert seen.mirrored[0, colour] == (row[-1] > VALUES // 2)
            if seen.mirrored[0, colour]:
                turned = with_colour_turned(position, colour)
                again = game.see(as_table([game.noted(turned)]))
                assert not again.mirrored[0, colour]
                assert np.array_equal(again.colours, seen.colours)
                assert np.array_equal(again.whole, seen.whole)
                assert np.array_equal(again.legal, seen.legal)
    assert falling


@each_game
def test_it_thinks_no_longer_than_it_helps(game: CardGame) -> None:
    """Time without end is not used: so much is tried out at most, and less where it is clear."""
    asked: list[int] = []

    def budget(done: int) -> float:
        asked.append(done)
        return 0.0

    bot = LearnedCards(game, weights(game.id), lambda: budget)
    most = []
    for position in some_positions(game, 2)[3::23]:
        asked.clear()
        view = position.view(position.to_act)
        assert bot(view, position.legal_moves(), Stream(b"long")) in position.legal_moves()
        if asked:
            most.append(len(asked))
    assert max(most) <= ENOUGH
    assert sum(most) < ENOUGH * len(most), "somewhere it was clear sooner"


@each_game
def test_what_is_good_for_one_seat_is_as_bad_for_the_other(game: CardGame) -> None:
    nets = weights(game.id)
    bot = LearnedCards(game, nets, by_playouts(1))
    found = some_positions(game, 2)
    last = found[-1].copy()
    while last.to_act is not None:
        last.apply(game.quick(last))
    assert game.lead(last, 0), "nobody won"
    for position in (*found[::41], last):
        of_each = [bot._judge([position], seat)[0] for seat in (0, 1)]
        assert of_each[0] == -of_each[1]
        if position is last:
            assert np.sign(of_each[0]) == np.sign(game.lead(last, 0))
        else:
            hopes = judged(nets, game.see(as_table([game.noted(position)])))[1]
            assert of_each[position.to_act or 0] == hopes[0]


@each_game
def test_it_plays_in_a_match_too(game: CardGame) -> None:
    position, act = RULE_SETS[game.id].start(2, {"games": "3"}), 0
    bot = LearnedCards(game, weights(game.id), by_playouts(1))
    while position.to_act != 0:
        position = position.play(
            position.deal(Stream(b"m", act=act))
            if position.to_act == DEALER
            else position.legal_moves()[0]
        )
        act += 1
    moves = position.legal_moves()
    assert bot(position.view(0), moves, Stream(b"")) in moves


@each_game
@pytest.mark.parametrize("decay", [0.0, 1.0])
def test_games_with_itself_teach_what_every_decision_came_to(game: CardGame, decay: float) -> None:
    """With all carried on that is the end of its game for its seat; with nothing the next hope."""
    nets = fresh(game.sizes(), 1)
    play = SelfPlay(game, 11, 1)
    assert set(play.quick) == {0, 1, None}
    rivals: set[int | None] = set()
    while rivals != {0, 1, None}:
        begun = list(zip(play.games, play.trails, play.quick, strict=True))
        made = play.play(nets, 1, lambda margin: reward(margin, WINNING), decay)
        lines, hopes, later, ends = [], [], [], []
        for position, trails, quick in begun:
            if position.to_act is not None:
                continue
            rivals.add(quick)
            assert quick is None or not trails[quick].lines
            for seat, trail in enumerate(trails):
                if trail.lines:
                    end = reward(game.lead(position, seat), WINNING)
                    lines += trail.lines
                    hopes += trail.hopes
                    later += [*trail.hopes[1:], end]
                    ends += [end] * len(trail.lines)
        assert np.array_equal(made.lines, as_table(lines))
        assert np.allclose(made.came, ends if decay else later, atol=1e-4)
        assert np.allclose(made.better, made.came - hopes, atol=1e-4)
        sight = game.see(made.lines)
        assert sight.legal[np.arange(len(made.actions)), made.actions].all()
        assert (sight.legal.sum(1) > 1).all(), "what is forced teaches nothing"
        odds, worths = judged(nets, sight)
        assert np.allclose(
            np.log(odds[np.arange(len(odds)), made.actions] + 1e-9), made.odds, atol=1e-3
        )
        assert np.allclose(worths, hopes, atol=1e-3)
