"""A match is several games one after the other, their scores added, the first seat moving on."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.match import GAMES, GameScored, MatchPosition, between_games
from keltis_engine.parts.events import GameEnded
from keltis_engine.position import DEALER, Event, IllegalMove, Move, Position
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES
from keltis_engine.rules.dice import DiceView
from keltis_engine.rules.oracle import OracleView

MATCH = {"games": "3"}


def next_move(position: Position, choice: Random) -> Move:
    """Whatever the rules allow; the dealer's comes from the same chance."""
    if position.to_act == DEALER:
        return position.deal(Stream(choice.randbytes(8)))
    return choice.choice(position.legal_moves())


def steps(
    game: str, seats: int, options: dict[str, str], seed: int = 0, first: int | None = None
) -> Iterator[tuple[Position, Move, Position]]:
    """Every move of one match, with the positions before and after it."""
    choice = Random(seed)
    position = RULE_SETS[game].start(seats, options, first)
    while position.to_act is not None:
        move = next_move(position, choice)
        after = position.play(move)
        yield position, move, after
        position = after


def opens(position: Position) -> bool:
    """Whether a game of the match is about to be dealt."""
    assert isinstance(position, MatchPosition)
    return position.turn == 0 or position.following is not None


def totals(position: Position) -> tuple[int, ...]:
    return tuple(sheet.total for sheet in position.scores())


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_game_played_for_itself_is_not_changed_by_the_offer_of_matches(game: str) -> None:
    single, offered = SINGLE_GAMES[game].start(3, first=1), RULE_SETS[game].start(3, first=1)
    deal = single.deal(Stream(b"same"))
    assert type(offered) is type(single)
    assert "match" not in msgspec.json.decode(msgspec.json.encode(offered.play(deal).view(0)))
    assert offered.play(deal).view(0) == single.play(deal).view(0)


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_game_can_be_played_as_a_match(game: str) -> None:
    assert RULE_SETS[game].options[-1] == GAMES
    assert GAMES.default == "1"
    with pytest.raises(IllegalMove, match="bad_option"):
        RULE_SETS[game].start(2, {"games": "5"})


@pytest.mark.parametrize("game", RULE_SETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_scores_of_all_games_are_added_and_the_sheet_names_each_of_them(
    game: str, seats: int
) -> None:
    ends: list[tuple[int, ...]] = []
    last: Position | None = None
    for before, _, after in steps(game, seats, MATCH):
        assert isinstance(before, MatchPosition)
        assert isinstance(after, MatchPosition)
        if after.following is not None:
            ends.append(totals(after.game))
            assert totals(after) == tuple(map(sum, zip(*ends, strict=True)))
        last = after
    assert isinstance(last, MatchPosition)
    assert len(ends) == 2
    ends.append(totals(last.game))
    assert totals(last) == tuple(map(sum, zip(*ends, strict=True)))
    for seat, sheet in enumerate(last.scores()):
        games = [line for line in sheet.lines if line.what == "game"]
        assert [(line.points, line.detail) for line in games] == [
            (ends[0][seat], (1,)),
            (ends[1][seat], (2,)),
        ]


@pytest.mark.parametrize("game", RULE_SETS)
def test_C8_the_first_seat_moves_on_from_game_to_game(game: str) -> None:
    begun = []
    for before, move, after in steps(game, 3, {"games": "4"}, first=2):
        if opens(before):
            match = after.view(None).match
            assert match is not None
            begun.append(match.first)
            assert getattr(move, "first", None) == match.first
    assert begun == [2, 0, 1, 2]


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
def test_a_view_tells_how_the_match_stands(game: str) -> None:
    scores: tuple[tuple[int, ...], ...] = ()
    for before, _, after in steps(game, 2, MATCH):
        assert isinstance(before, MatchPosition)
        view = before.view(0)
        assert view.match is not None
        assert (view.match.games, view.match.scores) == (3, scores)
        assert view.totals == totals(before)
        assert RULE_SETS[game].score_sheets(view) == before.scores()
        assert isinstance(after, MatchPosition)
        scores = after.points


@pytest.mark.parametrize("game", RULE_SETS)
def test_all_are_told_when_a_game_of_a_match_has_ended(game: str) -> None:
    told: list[Event] = []
    for before, move, after in steps(game, 2, MATCH):
        told += before.events(move, after, None)
    ended = [at for at, event in enumerate(told) if isinstance(event, GameEnded)]
    scored = [at for at, event in enumerate(told) if isinstance(event, GameScored)]
    assert scored == [at + 1 for at in ended[:2]]
    assert ended[2] == len(told) - 1
    sheet = after.scores()[1].lines
    assert [told[at] for at in scored] == [
        GameScored(number, (after.scores()[0].lines[number - 1].points, sheet[number - 1].points))
        for number in (1, 2)
    ]


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_game_that_ended_lies_open_until_the_next_one_is_dealt(game: str) -> None:
    ended = [before for before, _, _ in steps(game, 2, MATCH) if before.turn and opens(before)]
    assert len(ended) == 2
    for number, position in enumerate(ended):
        assert isinstance(position, MatchPosition)
        view = position.view(0)
        assert between_games(view)
        assert (view.to_act, view.phase) == (DEALER, "over")
        assert view.match is not None
        assert len(view.match.scores) == number, "its own score stands on its own sheet"
        own = [line for line in RULE_SETS[game].score_sheets(view)[0].lines if line.what != "game"]
        assert tuple(own) == position.game.scores()[0].lines
        assert not position.legal_moves()


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_position_imagined_from_a_view_of_a_match_gives_the_same_view(
    game: str, seat: int
) -> None:
    for ply, (before, _, _) in enumerate(steps(game, 2, {"games": "2"}, seed=1)):
        if ply % 7 == 0 or before.turn <= 1 or opens(before):
            view = before.view(seat)
            imagined = RULE_SETS[game].imagine(view, Stream(bytes([ply % 256])))
            assert imagined.view(seat) == view
            assert imagined.to_act == before.to_act


@pytest.mark.parametrize("game", RULE_SETS)
def test_an_imagined_match_goes_on_to_its_end_like_the_real_one(game: str) -> None:
    real = next(after for before, _, after in steps(game, 3, MATCH) if after.turn == 2)
    imagined = RULE_SETS[game].imagine(real.view(0), Stream(b"dream"))
    choice = Random(5)
    while imagined.to_act is not None:
        imagined.apply(next_move(imagined, choice))
    match = imagined.view(None).match
    assert match is not None
    assert (match.games, len(match.scores)) == (3, 2)


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
def test_a_match_played_again_with_the_same_moves_is_the_same_match(game: str) -> None:
    played = list(steps(game, 2, MATCH, seed=3))
    position = RULE_SETS[game].start(2, MATCH)
    decode = msgspec.msgpack.Decoder(RULE_SETS[game].player_moves | RULE_SETS[game].dealer_moves)
    for _, move, after in played:
        made: Any = decode.decode(msgspec.msgpack.encode(move))
        position = position.play(made)
        assert position.view(0) == after.view(0)


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_view_of_a_match_can_be_read_back_from_the_wire(game: str) -> None:
    rules = RULE_SETS[game]
    *_, (before, _, after) = steps(game, 2, {"games": "2"})
    for position in (before, after):
        view = position.view(1)
        packed = msgspec.msgpack.encode(view)
        assert msgspec.msgpack.decode(packed, type=rules.view_type) == view


@pytest.mark.parametrize(("games", "sides"), [("1", 2), ("2", 2), ("3", 4), ("4", 4)])
def test_D10_both_sides_are_played_in_turn_equally_often(games: str, sides: int) -> None:
    seen = []
    for before, _, after in steps("dice", 2, {"side": "both", "games": games}):
        if opens(before):
            view = after.view(None)
            assert isinstance(view, DiceView)
            assert view.match is not None
            assert view.match.games == sides
            seen.append(view.side)
    assert seen == ["easy", "hard"] * (sides // 2)


def test_the_options_of_the_game_hold_in_every_game_of_a_match() -> None:
    for before, _, _ in steps("dice", 2, MATCH | {"side": "hard"}):
        view = before.view(None)
        assert isinstance(view, DiceView)
        assert view.side == "hard"
    clovers = set()
    for before, _, _ in steps("oracle", 2, MATCH | {"free_clovers": "on"}):
        view = before.view(None)
        assert isinstance(view, OracleView)
        clovers.add(view.free_clovers)
    assert clovers == {True}


def test_a_copy_of_a_match_is_not_changed_by_the_games_that_follow() -> None:
    position = RULE_SETS["stones"].start(2, MATCH)
    choice, views = Random(1), []
    copies = []
    while position.to_act is not None:
        copies.append(position.copy())
        views.append(position.view(0))
        position.apply(next_move(position, choice))
    assert [copy.view(0) for copy in copies] == views


def test_nobody_plays_on_when_a_match_is_over() -> None:
    *_, (_, move, after) = steps("stones", 2, {"games": "2"})
    with pytest.raises(IllegalMove, match="game_over"):
        after.play(move)
