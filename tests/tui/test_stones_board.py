"""The board of The Way of Stones: as it is seen, as it is played, what it says."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from keltis_engine.position import MatchView, PlayerMove, View
from keltis_engine.rules.stones import (
    FACE_DOWN,
    LeaveStone,
    PassTurn,
    StonesView,
    TakeStone,
    TurnStone,
)
from keltis_tui.canvas.canvas import Target
from keltis_tui.entrance import Entrance
from keltis_tui.games.stones.board import StonesBoard
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.table.choosing import Choice, Picking, picked
from keltis_words.games.stones import COLUMNS
from keltis_words.words import words_for
from screenshots.played import Played, asked, with_moves
from tests.tui import at_table
from tests.tui.at_table import Answer, known
from tests.tui.conftest import Told, Visiting
from tests.tui.recorded import Recorded
from tests.tui.scenes import second_game

BOARD = StonesBoard()
SIZES = ((80, 24), (100, 30), (140, 45))


def size_name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def takeable(moves: Sequence[PlayerMove]) -> list[int]:
    return [move.place for move in moves if isinstance(move, TakeStone)]


def stones(view: View) -> StonesView:
    return known(view, StonesView)


def down(view: View) -> int:
    return sum(stone == FACE_DOWN for stone in stones(view).field)


def moment(so: Callable[[View, Sequence[PlayerMove]], bool], seats: int = 2) -> Played:
    return with_moves("stones", so, None, seats)


def pressed(game: Played, *keys: str, start: Picking | None = None) -> Answer:
    """The picking and the move after these keys."""
    return at_table.pressed(BOARD, game.position.view(0), game.position.legal_moves(), keys, start)


# As it is seen


@pytest.mark.parametrize("size", SIZES, ids=size_name)
def test_everything_on_the_table_is_seen(told: Told, size: tuple[int, int]) -> None:
    game = asked("stones", 4, lambda view: view.phase == "turn" and view.turn > 35)
    text = told(game.table(), game.changed()).paint(*size).text()
    view = stones(game.position.view(0))
    for place, stone in enumerate(view.field):
        if stone is not None and stone != FACE_DOWN:
            assert f"{'RYPGB'[stone // 11]}{stone % 11}" in text, place
    for seat, name in enumerate(("ann", "Bran", "Eithne", "Oisin")):
        assert name in text
        assert f"→ {view.totals[seat]:>2}" in text
        for row in view.rows[seat]:
            assert not row or f"×{len(row)}" in text
    assert f"{down(view)} stones face down" in text


def test_a_warning_comes_when_few_stones_are_face_down(told: Told) -> None:
    """S6"""
    game = moment(lambda view, _: down(view) == 5 and view.phase == "turn")
    canvas = told(game.table(), game.changed()).paint(80, 24)
    line = next(y for y, row in enumerate(canvas.text().splitlines()) if "Only 5 stones" in row)
    assert any("problem" in style for style in canvas.styles[line])


def test_stones_that_can_be_taken_have_a_bar_beside_them(told: Told) -> None:
    """S4"""
    game = moment(lambda view, moves: len(takeable(moves)) == 2 and view.turn > 20)
    canvas = told(game.table(), game.changed()).paint(80, 24)
    lit = [style for row in canvas.styles[2:12] for style in row[:47] if style == "ground lit"]
    assert len(lit) == 4, "two stones, two lines each"


def test_a_match_shows_which_game_it_is_and_the_points_so_far(told: Told) -> None:
    game = Played("stones", 2, "twice", {"games": "2"})
    game.until(second_game)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    mine, theirs = known(game.position.view(0).match, MatchView).scores[0]
    assert f"game 2 of 2 · so far {mine} : {theirs}" in text
    assert f"{mine} → " in text


# As it is chosen


def test_arrows_and_hjkl_walk_over_the_field_in_two_dimensions() -> None:
    game = asked("stones", 2, lambda view: view.phase == "turn" and view.turn <= 2)
    for right, down_key, left, up in (("right", "down", "left", "up"), tuple("ljhk")):
        first = pressed(game, right)[0].focus
        assert first is not None
        assert first.kind == "stone"
        start = Picking(Target("stone", 24))
        assert pressed(game, right, start=start)[0].focus == Target("stone", 25)
        assert pressed(game, left, start=start)[0].focus == Target("stone", 23)
        assert pressed(game, down_key, start=start)[0].focus == Target("stone", 35)
        assert pressed(game, up, start=start)[0].focus == Target("stone", 13)
        edge = Picking(Target("stone", 10))
        assert pressed(game, right, start=edge)[0].focus == Target("stone", 10), "no way round"


def test_arrows_pass_over_places_whose_stone_is_gone() -> None:
    game = asked(
        "stones", 2, lambda view: view.phase == "turn" and stones(view).field.count(None) > 25
    )
    view = stones(game.position.view(0))
    picking = pressed(game, "right")[0]
    for key in ("right", "down", "left", "down", "right", "up", "right") * 4:
        picking, _ = pressed(game, key, start=picking)
        assert view.field[known(picking.focus, Target).number] is not None


def test_the_arrows_go_on_where_the_last_stone_was_turned() -> None:
    game = asked("stones", 2, lambda view: view.phase == "turn" and down(view) > 40)
    places = [place for place, stone in enumerate(stones(game.position.view(0)).field)
              if stone == FACE_DOWN]  # fmt: skip
    picking, move = pressed(game, "enter", start=Picking(Target("stone", places[20])))
    assert move == TurnStone(places[20])
    assert picking.focus is None
    assert pressed(game, "left", start=picking)[0].focus == Target("stone", places[20])


def test_tab_goes_to_the_stones_that_can_be_taken_first() -> None:
    game = moment(lambda view, moves: len(takeable(moves)) > 1 and view.phase == "turn")
    places = takeable(game.position.legal_moves())
    assert pressed(game, "tab")[0].focus == Target("stone", places[0])
    assert pressed(game, "tab", "tab")[0].focus == Target("stone", places[1])
    assert pressed(game, "tab", "enter")[1] == TakeStone(places[0])


def test_space_turns_any_stone_up_and_t_takes_it_or_l_leaves_it() -> None:
    """S3"""
    game = asked("stones", 2, lambda view: view.phase == "turn")
    move = pressed(game, " ")[1]
    assert isinstance(move, TurnStone)
    game.play(move)
    assert pressed(game, "t")[1] == TakeStone(move.place)
    assert pressed(game, "l")[1] == LeaveStone()
    assert pressed(game, "enter") == (Picking(), None), "Enter alone decides nothing"


def test_a_stone_is_named_by_the_letter_of_its_line_and_its_column(told: Told) -> None:
    """S3"""
    game = Recorded("stones-3").until(lambda view: view.turn > 12 and view.to_act == 0)
    moves = game.position.legal_moves()
    for move in moves:
        assert isinstance(move, TurnStone | TakeStone)
        line, column = divmod(move.place, COLUMNS)
        keys = "acdef"[line], "1234567890-"[column]
        if isinstance(move, TurnStone):
            assert at_table.pressed(BOARD, game.position.view(0), moves, keys)[1] == move
        else:
            assert at_table.pressed(BOARD, game.position.view(0), moves, keys)[1] is None
            taken = at_table.pressed(BOARD, game.position.view(0), moves, [*keys, "enter"])
            assert taken[1] == move, "what would be taken is shown first"
    session = told(game.table(), game.changed())
    session.press("d")
    assert "2▒▒" in session.paint(80, 24).text().splitlines()[6], "the keys stand on the stones"


def test_a_turned_stone_that_does_not_fit_is_left_with_enter(told: Told) -> None:
    """S4"""
    game = moment(lambda view, moves: view.phase == "take" and len(moves) == 1)
    assert pressed(game, "enter")[1] == LeaveStone()
    assert pressed(game, "t")[1] is None
    session = told(game.table(), game.changed())
    assert "which does not fit: let it lie" in session.paint(80, 24).text()
    session.press("t")
    text = session.paint(80, 24).text()
    assert "only a higher value fits" in text or "only a lower value fits" in text


def test_lit_stones_are_spoken_of_only_if_there_are_some(told: Told) -> None:
    """S3"""
    dark = moment(lambda view, moves: view.phase == "turn" and not has_lit(moves))
    bright = moment(lambda view, moves: view.phase == "turn" and has_lit(moves))
    for lit, game in ((False, dark), (True, bright)):
        text = told(game.table(), game.changed()).paint(80, 24).text()
        assert ("take a lit one" in text) is lit


def has_lit(moves: Sequence[PlayerMove]) -> bool:
    turns = any(isinstance(move, TurnStone) for move in moves)
    return turns and any(isinstance(move, TakeStone) for move in moves)


def test_a_stone_that_does_not_fit_says_why(told: Told) -> None:
    """S4"""

    def unfit(view: View, moves: Sequence[PlayerMove]) -> set[int]:
        field = enumerate(stones(view).field)
        up = {place for place, stone in field if stone not in (None, FACE_DOWN)}
        return up - {*takeable(moves)} if view.phase == "turn" else set()

    game = moment(lambda view, moves: bool(unfit(view, moves)))
    place = next(iter(unfit(game.position.view(0), game.position.legal_moves())))
    session = told(game.table(), game.changed())
    session.click(Target("stone", place))
    text = session.paint(80, 24).text()
    assert "only a higher value fits" in text or "only a lower value fits" in text


def test_passing_is_offered_if_nothing_can_be_done() -> None:
    """S3"""
    game = moment(lambda view, _: view.phase == "turn")
    bare = replace(stones(game.position.view(0)), field=(None,) * 55, last=True)
    offered = picked(Picking(), BOARD.choices(bare, [PassTurn()], ""))
    assert known(offered, Choice).move == PassTurn()
    assert BOARD.question(words_for("en"), bare, "").startswith("Nothing can be done")


@pytest.mark.long
def test_on_the_last_turn_a_lit_stone_is_taken_or_the_turn_passed(told: Told) -> None:
    """S3: nobody is forced to take a stone that hurts once none lies face down."""
    game = moment(lambda view, moves: stones(view).last and view.phase == "turn" and len(moves) > 1)
    view, moves = game.position.view(0), list(game.position.legal_moves())
    assert {choice.move for choice in BOARD.choices(view, moves, "") if choice.legal} == set(moves)
    assert pressed(game, "n")[1] == PassTurn()
    assert pressed(game, "enter")[1] is None, "Enter alone decides nothing"
    assert pressed(game, "tab", "enter")[1] == TakeStone(takeable(moves)[0])
    session = told(game.table(), game.changed())
    text = session.paint(80, 24).text()
    assert "take a lit stone (as C 4, or arrows), or pass (n)." in text
    assert [key.key for key in session.screen.key_bar()][1:3] == ["tab", "n"]
    session.click(Target("pass"))
    assert session.outbox


def test_nobody_passes_while_a_stone_lies_face_down(told: Told) -> None:
    """S3"""
    game = moment(lambda view, moves: view.phase == "turn" and bool(takeable(moves)))
    assert pressed(game, "n")[1] is None
    assert "n" not in dict(BOARD.keys(game.position.view(0), game.position.legal_moves()))
    code = game.position.refusal(PassTurn())
    said = BOARD.wording.refusal(words_for("en"), known(code, str))
    assert said == "Nobody passes while a stone lies face down."


def test_what_a_stone_brings_is_told_before_it_is_taken(told: Told) -> None:
    game = moment(lambda view, moves: bool(takeable(moves)) and view.phase == "turn")
    session = told(game.table(), game.changed())
    session.press("tab")
    assert "  takes " in session.paint(80, 24).text().splitlines()[21]
    assert any("would" in style for row in session.paint(80, 24).styles for style in row)


def test_every_key_in_the_key_bar_does_something_and_is_shown_whole(told: Told) -> None:
    turning = moment(lambda view, moves: view.phase == "turn" and len(moves) > 1)
    taking = moment(lambda view, moves: view.phase == "take" and len(moves) > 1)
    for game in (turning, taking):
        for key in told(game.table(), game.changed()).screen.key_bar():
            session = told(game.table(), game.changed())
            session.outbox.clear()
            before = session.paint(80, 24)
            assert any(area.target.key == key.key for area in before.areas), key
            session.press(key.key)
            assert session.outbox or session.paint(80, 24).text() != before.text(), key


# As it is played


def hasty_keys(view: StonesView, moves: Sequence[PlayerMove]) -> list[str]:
    """Takes what fits, else turns a stone up."""
    if view.phase == "take":
        return ["t"] if len(moves) > 1 else ["enter"]
    if len(moves) == 1:
        return ["enter"]
    return ["tab", "enter"] if view.turn % 3 or view.last else ["space"]


@pytest.mark.long
async def test_a_whole_game_of_stones_is_played_by_keys_at_80_by_24_to_its_score_sheet(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        await seen.until(lambda: seen.asked)
        while not seen.game.over:
            game = seen.game
            await seen.turn("escape", *hasty_keys(stones(game.view), game.moves))
        await seen.press("enter")
        assert isinstance(seen.session.screen, ScoreSheets)
        game = seen.game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert "stone points" in seen.text
        assert " win" in seen.text


async def test_a_turn_with_stones_is_played_by_mouse_alone(visiting: Visiting) -> None:
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        await seen.until(lambda: seen.asked)
        game = seen.game
        turn = game.view.turn
        place = stones(game.view).field.index(FACE_DOWN)
        await seen.click("stone", place)
        await seen.click("stone", place)
        await seen.until(lambda: game.view.phase == "take" and seen.asked)
        await seen.click("leave")
        await seen.until(lambda: game.view.turn > turn)
