"""Bots play by the rules, from their own view alone, and the club player plays well."""

import inspect

import pytest

from keltis_engine.bots.any_move import any_move
from keltis_engine.bots.catalogue import FIXED, GAME_PLAYERS, Bot, bot_for, bots_for
from keltis_engine.fair import Stream
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import TakeDiscard
from keltis_engine.position import DEALER, Position, View
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import AdvanceFigure, Keltis, KeltisPosition
from tests.engine.every_game import Case, cases
from tests.engine.keltis_table import lay_out, play, start, take

SINGLE = [case for case in cases() if case.single]


def play_out(position: Position, bots: list[Bot], seed: int) -> Position:
    """The end of a game between these bots."""
    random = Stream(b"bots", act=seed)
    for act in range(100_000):
        seat = position.to_act
        if seat is None:
            return position
        if seat == DEALER:
            position.apply(position.deal(Stream(b"deal", [str(seed)], act)))
        else:
            moves = position.legal_moves()
            move = bots[seat](position.view(seat), moves, random)
            assert move in moves
            position.apply(move)
    pytest.fail("the bots never end the game")


def test_every_game_has_a_bot_and_can_be_played_out() -> None:
    missing = set(RULE_SETS) - set(GAME_PLAYERS)
    assert not missing, f"add a bot and a policy for {sorted(missing)} to bots/catalogue.py"


def test_a_game_without_a_bot_of_its_own_can_be_played_all_the_same() -> None:
    assert bot_for("a game of tomorrow") is any_move
    assert bot_for("keltis") is GAME_PLAYERS["keltis"].club
    assert bot_for("keltis", "any") is any_move


@pytest.mark.parametrize("bot", [bot for game in RULE_SETS for bot in bots_for(game).values()])
def test_a_bot_is_given_a_view_and_no_position(bot: Bot) -> None:
    asked = inspect.signature(bot).parameters.values()
    assert [parameter.name for parameter in asked] == ["view", "moves", "random"]
    assert inspect.get_annotations(bot, eval_str=True)["view"] is View


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_bots_play_every_game_to_its_end_with_legal_moves_only(case: Case) -> None:
    for name in bots_for(case.rules.id):
        bots = [bot_for(case.rules.id, name)] * case.seats
        assert play_out(case.start(), bots, 1).to_act is None


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_a_bot_decides_alike_wherever_the_hidden_cards_are(case: Case) -> None:
    bot, random = bot_for(case.rules.id), Stream(b"hidden")
    position = case.start()
    for act in range(150):
        if position.to_act is None:
            break
        if position.to_act == DEALER:
            position = position.play(position.deal(Stream(b"deal", act=act)))
            continue
        view = position.view(position.to_act)
        twin = case.rules.imagine(view, random)
        moves = [
            bot(each.view(view.to_act), each.legal_moves(), Stream(b"same", act=act))
            for each in (position, twin)
        ]
        assert moves[0] == moves[1]
        position = position.play(moves[0])


@pytest.mark.long
def test_the_club_player_of_keltis_beats_random_play() -> None:
    club = bot_for("keltis", "club")
    won = 0
    for deal in range(30):
        for seat in (0, 1):
            bots: list[Bot] = [any_move, any_move]
            bots[seat] = club
            totals = play_out(Keltis().start(2, None, deal % 2), bots, deal).view(None).totals
            won += totals[seat] > totals[1 - seat]
    assert won >= 57  # 95 % of 60


def asked(position: KeltisPosition) -> object:
    """What the club player does as seat 0."""
    return bot_for("keltis")(position.view(0), position.legal_moves(), Stream(b"ask"))


def test_the_club_player_lays_the_nearest_card_first() -> None:
    hand = "R5 R9 Y3 P7 G2 G9 B4 B4"
    game = lay_out(rows={0: "R3 R4"}, figures={0: "R2"}, hands={0: hand})
    assert asked(game) == play("R5")


def test_the_club_player_does_not_start_a_path_with_the_last_cards() -> None:
    game = lay_out(hands={0: "R5 R6 Y3 P7 G2 G9 B4 B5"}, deck_size=2)
    assert type(asked(game)).__name__ == "Discard"


def test_the_club_player_uses_a_clover_to_go_on() -> None:
    game = lay_out(
        figures={0: "R5 B8"}, tiles={"R6": "clover"}, hands={0: "R5 Y3 Y9"}, deck_size=12
    )
    assert isinstance(asked(game.play(play("R5"))), AdvanceFigure)


def test_the_club_player_takes_a_discard_that_continues_its_row() -> None:
    game = lay_out(rows={0: "R3 R4 R5"}, figures={0: "R5"}, piles="R6", hands={0: "B4"})
    game.phase = DRAW_CARD
    assert asked(game) == take("R")


def test_the_club_player_ends_the_game_only_when_it_leads() -> None:
    goal = {0: "R6", 1: "P7 G7 B7 Y7"}
    game = lay_out(figures=goal, hands={0: "R5"})
    assert asked(game) != play("R5")
    game.points[0] = 60
    assert asked(game) == play("R5")


def first_club(position: KeltisPosition) -> object:
    """What the club player of the first days does as seat 0."""
    return FIXED["keltis"](position.view(0), position.legal_moves(), Stream(b"ask"))


@pytest.mark.parametrize(
    ("own", "tiles"),
    [("Y3 R4 B6 P7", "R5"), ("Y3 R4 B5 P7", "R5 B6"), ("Y3 R9 B6", ""), ("Y3 R6 B6", "R7")],
)
def test_the_club_player_ends_the_game_by_free_steps_too(own: str, tiles: str) -> None:
    """K5, K6, K8: after one clover, after two, past the end stone, on a clover in the goal area."""
    game = lay_out(
        rows={0: "R3 R4 Y3"},
        figures={0: own, 1: "P7 G7 B7"},
        tiles={"Y4": "3"} | dict.fromkeys(tiles.split(), "clover"),
        hands={0: "R5 Y4 P0 P1 P2 G0 G1 G2"},
    )
    game.in_goal = sum(stone >= 7 for stone in game.stones)
    assert asked(game) == first_club(game)
    game.points[0] = 60
    assert asked(game) == play("R5") != first_club(game)
    while game.to_act is not None:
        game.apply(bot_for("keltis")(game.view(0), game.legal_moves(), Stream(b"free")))
        assert game.phase != DRAW_CARD or game.to_act is None


def test_the_club_player_draws_where_a_pile_would_help_a_little() -> None:
    """What is taken from a pile is no surprise, and the deck gets no shorter."""
    game = lay_out(
        rows={0: "R3 R4"},
        figures={0: "R3"},
        piles="R6",
        hands={0: "B4 B9 G3 G8 Y2 Y9 P1 P7"},
        deck_size=20,
    )
    game.phase = DRAW_CARD
    assert first_club(game) == take("R") != asked(game)


def test_the_club_player_would_rather_have_a_wish_stone_than_three_points() -> None:
    """Though the next two add only four: what it takes is not the others'."""
    game = lay_out(
        rows={0: "R3 B3"},
        figures={0: "R1 B1"},
        tiles={"R2": "3", "B2": "wish"},
        hands={0: "R4 B4"},
        deck_size=30,
    )
    game.wish_stones[0] = 2
    assert asked(game) == play("B4") != first_club(game)


def ends_now(position: KeltisPosition, seat: int) -> bool:
    """Whether figures alone can end the game this turn with nobody ahead of this seat."""
    if position.to_act is None:
        totals = [sheet.total for sheet in position.scores()]
        return totals[seat] == max(totals)
    if position.phase == DRAW_CARD:
        return False
    return any(ends_now(position.play(move), seat) for move in position.legal_moves())


class Habits:
    """What a player did over some games, to be held beside another's."""

    def __init__(self) -> None:
        self.taken = self.wishes = self.missed = 0


def habits(deals: int) -> tuple[Habits, Habits]:
    """How today's club and the fixed one play each other, every deal in both seatings."""
    both, bots = (Habits(), Habits()), (bot_for("keltis", "club"), FIXED["keltis"])
    for deal, first in ((deal, first) for deal in range(deals) for first in (0, 1)):
        position, random = Keltis().start(2, None, deal % 2), Stream(b"habits", act=deal)
        could = False
        while position.to_act is not None:
            seat = position.to_act
            if seat == DEALER:
                position.apply(position.deal(Stream(b"deal", act=deal)))
                continue
            who = seat ^ first
            if position.phase == PLAY:
                could = position.in_goal > 2 and ends_now(position, seat)
            move = bots[who](position.view(seat), position.legal_moves(), random)
            position.apply(move)
            both[who].taken += isinstance(move, TakeDiscard)
            both[who].missed += could and position.phase == DRAW_CARD
            could = could and position.phase != DRAW_CARD
        for seat in (0, 1):
            both[seat ^ first].wishes += position.wish_stones[seat]
    return both


@pytest.mark.long
def test_the_club_player_takes_fewer_cards_from_piles_and_more_wish_stones() -> None:
    """Than the one it was at first; and it never leaves a game unended that it could win now."""
    today, first = habits(80)
    assert today.taken < 0.6 * first.taken
    assert today.wishes > first.wishes
    assert today.missed == 0 < first.missed


def test_the_club_player_keeps_its_large_figure_off_a_poor_path() -> None:
    game = lay_out(hands={0: "R5 Y3 Y9 P0 P8 G1 G9 B4"}, deck_size=20).play(play("R5"))
    assert asked(game) == start("R")
