"""The club player of The Oracle."""

import pytest

from keltis_engine.bots.catalogue import FIXED
from keltis_engine.bots.oracle import club
from keltis_engine.fair import Stream
from keltis_engine.parts.cards import Discard, PlayCard
from keltis_engine.parts.oracle_board import LEPRECHAUN, MIRROR
from keltis_engine.rules.oracle import ClaimBonus, MoveFigure, MovePriestess, Oracle, OraclePosition
from tests.engine.oracle_table import B, G, P, R, Y, a_game

A_HAND = (G + 0, G + 1, G + 4, R + 5, Y + 8, Y + 10, B + 9, P + 5)


def chosen(game: OraclePosition) -> object:
    """What the club player does here."""
    return club(game.view(game.to_act), game.legal_moves(), Stream(b"club"))


@pytest.mark.long
def test_the_club_player_wins_nine_of_ten_games_against_random_play() -> None:
    won = 0
    for number in range(60):
        club_seat, chance = number % 2, Stream(b"club against chance", act=number)
        game = Oracle().start(2, first=number // 2 % 2)
        game.apply(game.deal(chance))
        while game.to_act is not None:
            moves = game.legal_moves()
            if game.to_act == club_seat:
                game.apply(club(game.view(club_seat), moves, chance))
            else:
                game.apply(moves[chance.below(len(moves))])
        totals = [sheet.total for sheet in game.scores()]
        won += totals[club_seat] > totals[1 - club_seat]
    assert won >= 54


@pytest.mark.law
@pytest.mark.parametrize("option", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_club_player_plays_every_kind_of_game_to_its_end(seats: int, option: str) -> None:
    chance = Stream(b"club among itself", act=seats)
    game = Oracle().start(seats, {"free_clovers": option})
    game.apply(game.deal(chance))
    while game.to_act is not None:
        game = game.play(club(game.view(game.to_act), game.legal_moves(), chance))
    assert max(sheet.total for sheet in game.scores()) > 30


def test_the_club_player_takes_the_five_points_of_the_priestess() -> None:
    game = a_game(hands=(A_HAND,), tiles={6: 1}, figures=((2, 5, 5),))
    assert chosen(game.play(PlayCard(Y + 8))) == MovePriestess(2)


def test_the_club_player_ends_the_game_only_when_it_wins() -> None:
    game = a_game(hands=(A_HAND,), figures=((28, 30, 30), (20, 20, 20))).play(PlayCard(Y + 8))
    assert chosen(game) == MoveFigure(28)
    game.points[1] = 60
    assert chosen(game) != MoveFigure(28)


def test_the_club_player_claims_fifteen_points_at_once() -> None:
    tiles = {4: LEPRECHAUN, 8: LEPRECHAUN, 9: LEPRECHAUN}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((4, 8, 9),))
    assert chosen(game.play(PlayCard(B + 9)).play(MovePriestess(1))) == ClaimBonus()
    assert chosen(game.play(Discard(G + 0))) == ClaimBonus()


def test_the_club_player_takes_a_mirror_early_though_it_has_no_wish_stone_yet() -> None:
    """O12: at the end it doubles what the wish stones are worth."""
    hand = (Y + 8, G + 0, G + 1, G + 4)
    game = a_game(hands=(hand,), tiles={6: MIRROR, 16: 2}, figures=((2, 13, 13),))
    game.priestess = 30
    game = game.play(PlayCard(Y + 8))
    fixed = FIXED["oracle"](game.view(0), game.legal_moves(), Stream(b"fixed"))
    assert (chosen(game), fixed) == (MoveFigure(2), MoveFigure(13))
