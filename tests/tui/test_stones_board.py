"""The board of The Way of Stones: as it is seen, as it is played, what it says."""

import pytest
from msgspec.structs import replace

from keltis_engine.rules.stones import FACE_DOWN, LeaveStone, PassTurn, TakeStone, TurnStone
from keltis_tui.boards.stones import StonesBoard
from keltis_tui.choosing import Picking, picked, press
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen
from keltis_tui.widgets.canvas import Target
from keltis_tui.words import words_for
from screenshots.played import Played, asked

BOARD = StonesBoard()
SIZES = ((80, 24), (100, 30), (140, 45))


def size_name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def takeable(view, moves) -> list[int]:
    return [move.place for move in moves if isinstance(move, TakeStone)]


def down(view) -> int:
    return sum(stone == FACE_DOWN for stone in view.field)


def moment(so, seats: int = 2) -> Played:
    """A moment at which seat 0 is asked and, knowing its moves too, things are so."""
    for number in range(400):
        game = Played("stones", seats, f"moment {number}")
        game.until(
            lambda view, game=game: view.to_act == 0 and so(view, game.position.legal_moves())
        )
        if game.position.to_act is not None:
            return game
    raise LookupError("no game comes to that")


def pressed(game: Played, *keys: str, start: Picking | None = None):
    """The picking and the move after these keys."""
    view, moves = game.position.view(0), list(game.position.legal_moves())
    picking, move = start or Picking(), None
    for key in keys:
        assert move is None, "a move was made before the last key"
        picking, move = press(
            picking, key, lambda mode: BOARD.choices(view, moves, mode), BOARD.modes(view)
        )
    return picking, move


# As it is seen


@pytest.mark.parametrize("size", SIZES, ids=size_name)
def test_everything_on_the_table_is_seen(told, size):
    game = asked("stones", 4, lambda view: view.phase == "turn" and view.turn > 35)
    text = told(game.table(), game.changed()).paint(*size).text()
    view = game.position.view(0)
    for place, stone in enumerate(view.field):
        if stone is not None and stone != FACE_DOWN:
            assert f"{'RYPGB'[stone // 11]}{stone % 11}" in text, place
    for seat, name in enumerate(("ann", "Bran", "Eithne", "Oisin")):
        assert name in text
        assert f"→ {view.totals[seat]:>2}" in text
        for row in view.rows[seat]:
            assert not row or f"×{len(row)}" in text
    assert f"{down(view)} stones face down" in text


def test_a_warning_comes_when_few_stones_are_face_down(told):
    """S6"""
    game = moment(lambda view, _: down(view) == 5 and view.phase == "turn")
    canvas = told(game.table(), game.changed()).paint(80, 24)
    line = next(y for y, row in enumerate(canvas.text().splitlines()) if "Only 5 stones" in row)
    assert any("problem" in style for style in canvas.styles[line])


def test_stones_that_can_be_taken_have_a_bar_beside_them(told):
    """S4"""
    game = moment(lambda view, moves: len(takeable(view, moves)) == 2 and view.turn > 20)
    canvas = told(game.table(), game.changed()).paint(80, 24)
    lit = [style for row in canvas.styles[2:12] for style in row[:47] if style == "ground lit"]
    assert len(lit) == 4, "two stones, two lines each"


def test_a_match_shows_which_game_it_is_and_the_points_so_far(told):
    game = Played("stones", 2, "twice", {"games": "2"})
    game.until(lambda view: view.match.scores and view.to_act == 0)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    mine, theirs = game.position.view(0).match.scores[0]
    assert f"game 2 of 2 · so far {mine} : {theirs}" in text
    assert f"Game 1 is over: ann {mine}, Bran {theirs}." in text
    assert f"{mine} → " in text


# As it is chosen


def test_arrows_and_hjkl_walk_over_the_field_in_two_dimensions():
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


def test_arrows_pass_over_places_whose_stone_is_gone():
    game = asked("stones", 2, lambda view: view.phase == "turn" and view.field.count(None) > 25)
    view = game.position.view(0)
    picking = pressed(game, "right")[0]
    for key in ("right", "down", "left", "down", "right", "up", "right") * 4:
        picking, _ = pressed(game, key, start=picking)
        assert view.field[picking.focus.number] is not None


def test_the_arrows_go_on_where_the_last_stone_was_turned():
    game = asked("stones", 2, lambda view: view.phase == "turn" and down(view) > 40)
    places = [place for place, stone in enumerate(game.position.view(0).field)
              if stone == FACE_DOWN]  # fmt: skip
    picking, move = pressed(game, "enter", start=Picking(Target("stone", places[20])))
    assert move == TurnStone(places[20])
    assert picking.focus is None
    assert pressed(game, "left", start=picking)[0].focus == Target("stone", places[20])


def test_tab_goes_to_the_stones_that_can_be_taken_first():
    game = moment(lambda view, moves: len(takeable(view, moves)) > 1 and view.phase == "turn")
    places = takeable(game.position.view(0), game.position.legal_moves())
    assert pressed(game, "tab")[0].focus.number == places[0]
    assert pressed(game, "tab", "tab")[0].focus.number == places[1]
    assert pressed(game, "tab", "enter")[1] == TakeStone(places[0])


def test_space_turns_any_stone_up_and_t_takes_it_or_l_leaves_it():
    """S3"""
    game = asked("stones", 2, lambda view: view.phase == "turn")
    move = pressed(game, " ")[1]
    assert isinstance(move, TurnStone)
    game.play(move)
    assert pressed(game, "t")[1] == TakeStone(move.place)
    assert pressed(game, "l")[1] == LeaveStone()
    assert pressed(game, "enter") == (Picking(), None), "Enter alone decides nothing"


def test_a_turned_stone_that_does_not_fit_is_left_with_enter(told):
    """S4"""
    game = moment(lambda view, moves: view.phase == "take" and len(moves) == 1)
    assert pressed(game, "enter")[1] == LeaveStone()
    assert pressed(game, "t")[1] is None
    session = told(game.table(), game.changed())
    assert "which does not fit: let it lie" in session.paint(80, 24).text()
    session.press("t")
    text = session.paint(80, 24).text()
    assert "only a higher value fits" in text or "only a lower value fits" in text


def test_lit_stones_are_spoken_of_only_if_there_are_some(told):
    """S3"""
    for lit in (False, True):
        game = moment(lambda view, moves, lit=lit: view.phase == "turn" and lit is has_lit(moves))
        text = told(game.table(), game.changed()).paint(80, 24).text()
        assert ("take a lit one" in text) is lit


def has_lit(moves) -> bool:
    turns = any(isinstance(move, TurnStone) for move in moves)
    return turns and any(isinstance(move, TakeStone) for move in moves)


def test_a_stone_that_does_not_fit_says_why(told):
    """S4"""

    def unfit(view, moves):
        up = [place for place, stone in enumerate(view.field) if stone not in (None, FACE_DOWN)]
        return view.phase == "turn" and set(up) - set(takeable(view, moves))

    game = moment(unfit)
    view, moves = game.position.view(0), game.position.legal_moves()
    place = next(iter(unfit(view, moves)))
    session = told(game.table(), game.changed())
    session.click(Target("stone", place))
    text = session.paint(80, 24).text()
    assert "only a higher value fits" in text or "only a lower value fits" in text


def test_passing_is_offered_if_nothing_can_be_done():
    """S3"""
    game = moment(lambda view, _: view.phase == "turn")
    bare = replace(game.position.view(0), field=(None,) * 55, last=True)
    assert picked(Picking(), BOARD.choices(bare, [PassTurn()], "")).move == PassTurn()
    assert BOARD.question(words_for("en"), bare, "").startswith("Nothing can be done")


def test_what_a_stone_brings_is_told_before_it_is_taken(told):
    game = moment(lambda view, moves: takeable(view, moves) and view.phase == "turn")
    session = told(game.table(), game.changed())
    session.press("tab")
    assert "  takes " in session.paint(80, 24).text().splitlines()[21]
    assert any("would" in style for row in session.paint(80, 24).styles for style in row)


def test_every_key_in_the_key_bar_does_something_and_is_shown_whole(told):
    for phase in ("turn", "take"):
        game = moment(lambda view, moves, phase=phase: view.phase == phase and len(moves) > 1)
        for key in told(game.table(), game.changed()).screen.key_bar():
            session = told(game.table(), game.changed())
            session.outbox.clear()
            before = session.paint(80, 24)
            assert any(area.target.key == key.key for area in before.areas), key
            session.press(key.key)
            assert session.outbox or session.paint(80, 24).text() != before.text(), key


# As it is played


def table_of(seen) -> TableScreen:
    screen = seen.session._screen
    assert isinstance(screen, TableScreen)
    return screen


def ready(seen) -> bool:
    screen = seen.session._screen
    if not isinstance(screen, TableScreen):
        return False
    return screen.game.over or (screen.game.my_turn and screen._sent_at is None)


def hasty_keys(view, moves) -> list[str]:
    """Takes what fits, else turns a stone up."""
    if view.phase == "take":
        return ["t"] if len(moves) > 1 else ["enter"]
    if len(moves) == 1:
        return ["enter"]
    return ["tab", "enter"] if view.turn % 3 or view.last else ["space"]


async def test_a_whole_game_of_stones_is_played_by_keys_at_80_by_24_to_its_score_sheet(visiting):
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        await seen.until(lambda: ready(seen))
        while not table_of(seen).game.over:
            game = table_of(seen).game
            ply = game.ply
            await seen.press("escape", *hasty_keys(game.view, game.moves))
            await seen.until(lambda ply=ply, game=game: game.ply > ply and ready(seen))
        assert isinstance(seen.session.screen, ScoreSheets)
        game = table_of(seen).game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert "stone points" in seen.text
        assert " wins." in seen.text or " win together." in seen.text


async def test_a_turn_with_stones_is_played_by_mouse_alone(visiting):
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        await seen.until(lambda: ready(seen))
        game = table_of(seen).game
        turn = game.view.turn
        place = game.view.field.index(FACE_DOWN)
        await seen.click("stone", place)
        await seen.click("stone", place)
        await seen.until(lambda: game.view.phase == "take" and ready(seen))
        await seen.click("leave")
        await seen.until(lambda: game.view.turn > turn)
