"""The Oracle's board: a spiral at every size, complete, told apart without colour."""

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from wcwidth import wcwidth

from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    SPIRAL,
    STONE_VALUES,
    STONES,
    WISH_STONES,
)
from keltis_engine.position import View
from keltis_engine.rules.oracle import ClaimBonus, OracleView
from keltis_tui.canvas.themes import THEMES, Theme
from keltis_tui.games.oracle.board import OracleBoard
from keltis_tui.games.oracle.spiral import Place, Spiral, spiral_for
from screenshots.played import Played, asked
from tests.tui.at_table import from_turn, known, screen_of
from tests.tui.conftest import Told
from tests.tui.recorded import Recorded, asks
from tests.volume import spread

BOARD = OracleBoard()
TERMINALS = [
    (width, height)
    for width in (80, 90, 96, 100, 120, 132, 140, 180, 240)
    for height in (24, 27, 30, 36, 45, 60, 80)
]


def cells(place: Place) -> set[tuple[int, int]]:
    return {(x, y) for x in range(place.x, place.right) for y in range(place.y, place.below)}


def touch(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> bool:
    """Whether two places have an edge in common."""
    return any((x + 1, y) in other or (x - 1, y) in other for x, y in one) or any(
        (x, y + 1) in other or (x, y - 1) in other for x, y in one
    )


def oracle(view: View) -> OracleView:
    return known(view, OracleView)


def spiral_in(terminal: tuple[int, int]) -> Spiral:
    layout = BOARD.layout(*terminal)
    return spiral_for(layout.board_width, layout.board_height)


@pytest.mark.law
@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_stones_form_one_path_that_winds_to_the_centre(terminal: tuple[int, int]) -> None:
    """O1: each stone touches the next, over a bridge if need be, and only that one."""
    spiral = spiral_in(terminal)
    stones = [cells(place) for place in spiral.stones]
    for before, bridge in zip((21, 34), spiral.bridges, strict=True):
        assert cells(bridge)
        stones[before] |= cells(bridge)
    board = cells(Place(0, 0, spiral.width, spiral.height))
    for number, (one, other) in enumerate(pairwise(stones)):
        assert touch(one, other), f"{number} leads to {number + 1}"
    for first, second in combinations(range(STONES + 1), 2):
        assert not stones[first] & stones[second], f"{first} lies on {second}"
        assert stones[first] <= board
        assert stones[second] <= board
        if second - first > 1:
            assert not touch(stones[first], stones[second]), f"{first} leads to {second}"


@pytest.mark.law
@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_stone_has_room_for_its_print_its_tile_and_everybody(
    terminal: tuple[int, int],
) -> None:
    for place in spiral_in(terminal).stones:
        assert place.width >= 6
        assert place.height >= 2


@pytest.mark.parametrize("terminal", [(80, 24), (100, 30), (140, 45)])
def test_the_end_stone_is_the_largest(terminal: tuple[int, int]) -> None:
    """O1"""
    sizes = [len(cells(place)) for place in spiral_in(terminal).stones]
    assert max(sizes) == sizes[STONES]


def test_every_glyph_is_one_cell_wide_and_every_style_is_known(
    told: Told, amount: Callable[[int], int]
) -> None:
    for seats in (2, 3, 4):
        played = Played("oracle", seats, f"look {seats}")
        for turn in spread(range(1, 80, 6), amount(14)):
            played.until(from_turn(turn))
            session = told(played.table(), played.changed())
            session.press("1")
            for size in ((80, 24), (100, 30), (140, 45)):
                canvas = session.paint(*size)
                for texts, styles in zip(canvas.texts, canvas.styles, strict=True):
                    assert all(wcwidth(text) == 1 for text in set(texts))
                    for theme in THEMES.values():
                        assert all(theme.style(names) is not None for names in set(styles))


@pytest.mark.law
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_tiles_figures_and_the_priestess_differ_by_their_sign(theme: Theme) -> None:
    """O2, O3"""
    glyphs = theme.glyphs
    signs = [*glyphs.large, *glyphs.small, *glyphs.paths, glyphs.clover, glyphs.wish_stone]
    signs += [glyphs.mirror, glyphs.spiral, glyphs.leprechaun, glyphs.priestess]
    assert len(set(signs)) == len(signs)


@pytest.mark.law
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
@pytest.mark.parametrize("turn", [1, 20, 50])
def test_what_lies_on_a_real_table_is_visible_for_four(
    told: Told, turn: int, size: tuple[int, int]
) -> None:
    played = asked("oracle", 4, lambda view: view.turn > turn and view.phase == "play")
    view = oracle(played.position.view(0))
    canvas = told(played.table(), played.changed()).paint(*size)
    text, layout = canvas.text(), BOARD.layout(*size)
    lines = text.splitlines()
    board = "\n".join(line[: layout.board_width] for line in lines[1 : layout.board_height + 1])
    tiles = list(view.tiles)
    assert board.count("☻") == tiles.count(LEPRECHAUN)
    assert board.count("@") == tiles.count(SPIRAL)
    assert board.count("◐") == tiles.count(MIRROR)
    assert board.count("☘") == sum(tile >= CLOVER for tile in tiles)
    assert board.count("◈") == sum(view.stock[stone] for stone in WISH_STONES)
    assert board.count("+") == sum(tile in (1, 2, 3, 4) for tile in tiles)
    assert board.count("♛") == 1
    own = [
        canvas.texts[y][x]
        for y in range(1, layout.board_height + 1)
        for x in range(layout.board_width)
        if "own.0" in canvas.styles[y][x] and canvas.texts[y][x] != " "
    ]
    assert sorted(own) == ["a", "b", "c"]
    for seat in range(4):
        sign = "●■▲▼"[seat]
        shown = [board[at + 1] for at in range(len(board)) if board[at] == sign]
        count = sum(int(more) if more in "23" else 1 for more in shown)
        assert count == (3 if seat else 0), "O3"
        assert f"{view.points[seat]} → {view.totals[seat]:>2}" in text
        assert f"◈×{view.wish_stones[seat]} ◐×{view.mirrors[seat]} ☻" in text
    for shape in "♦☼♥♠≈":
        assert board.count(shape) == 7, "O1: seven stones of each colour"
    assert f"deck {view.cards.deck} cards" in text
    assert "oracle" in board


def test_a_crowded_stone_still_tells_everybody_apart(told: Told) -> None:
    """O3: any number of figures may share a stone."""
    played = asked("oracle", 4, lambda view: view.turn > 4 and view.phase == "play")
    session = told(played.table(), played.changed())
    game = screen_of(session).game
    crowd = ((3, 3, 9), (3, 3, 9), (3, 9, 9), (0, 3, 3))
    game.view = type(game.view)(
        **{name: getattr(game.view, name) for name in game.view.__struct_fields__}
        | {"figures": crowd, "priestess": 3}
    )
    place = spiral_in((80, 24)).stones[3]
    lines = session.paint(80, 24).text().splitlines()
    below = lines[1 + place.below - 1][place.x : place.right]
    assert below == "●■△▼-4", "full: several; hollow: one"
    assert "♛" in lines[1 + place.y][place.x : place.right]


def test_a_leprechaun_score_is_shown_as_claimed(told: Told) -> None:
    """O9"""
    played = Recorded("oracle-2").until(asks("bonus"))
    played.play(ClaimBonus())
    lines = told(played.table(), played.changed()).paint(80, 24).text().splitlines()
    assert lines[1].endswith("☻✓")


def test_every_goal_of_a_move_can_be_clicked(told: Told) -> None:
    """O4"""
    played = asked(
        "oracle", 2, lambda view: view.phase == "move" and len({*oracle(view).figures[0]}) > 2
    )
    session = told(played.table(), played.changed())
    canvas = session.paint(80, 24)
    shown = {canvas.target_at(x, y) for x in range(44) for y in range(1, 15)}
    for choice in BOARD.choices(played.position.view(0), played.position.legal_moves(), ""):
        if choice.legal:
            assert choice.target in shown


def test_each_card_shows_how_far_it_moves_the_priestess(told: Told) -> None:
    """O4: 8 and 9 stand for three and four stones."""
    played = asked(
        "oracle", 2, lambda view: {8, 9} <= {card % 11 for card in oracle(view).cards.hand}
    )
    hand = oracle(played.position.view(0)).cards.hand
    lines = told(played.table(), played.changed()).paint(80, 24).text().splitlines()
    feet = lines[20].split("♛")[1:]
    for card, foot in zip(hand, feet, strict=True):
        if card % 11 in (8, 9):
            assert foot[0] == {8: "3", 9: "4"}[card % 11]


def test_values_stand_on_the_stones(told: Told) -> None:
    """O1"""
    opening = asked("oracle", 2, lambda view: view.turn <= 2)
    lines = told(opening.table(), opening.changed()).paint(140, 45).text().splitlines()
    layout = BOARD.layout(140, 45)
    spiral = spiral_for(layout.board_width, layout.board_height)
    for stone in range(1, STONES + 1):
        place = spiral.stones[stone]
        line = lines[1 + place.y][place.x : place.right].strip("▗▖▟▙ ")
        assert line.endswith(f" {STONE_VALUES[stone]}")
