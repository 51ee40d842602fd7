"""Every stone of The Oracle keeps what belongs to it, however many stand there."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from keltis_engine.parts.oracle_board import (
    CLOVER,
    STONE_COLOURS,
    STONE_VALUES,
    STONES,
    TILES,
    WISH_STONES,
)
from keltis_engine.rules.oracle import OracleView
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import THEMES, Theme
from keltis_tui.games.oracle.board import OracleBoard
from keltis_tui.games.oracle.choosing import letters_on, marks
from keltis_tui.games.oracle.pieces import TOP
from keltis_tui.games.oracle.signs import tile_on
from keltis_tui.games.oracle.spiral import Place, Spiral, spiral_for
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_words.glyphs import DRAWN
from tests.tui.at_table import known, screen_of
from tests.tui.scenes import SCENES, session_of
from tests.volume import examples

BOARD = OracleBoard()
SIZES = ((80, 24), (100, 30), (140, 45), (200, 60))
SIGNS = dict(enumerate(zip(DRAWN.large, DRAWN.small, strict=True)))
CROWDED = (3, 9, 12, 25, 28)
"""Stones on which more meet than elsewhere."""


def spiral_in(size: tuple[int, int]) -> Spiral:
    layout = BOARD.layout(*size)
    return spiral_for(layout.board_width, layout.board_height)


def on_stone(canvas: Canvas, place: Place) -> Iterator[tuple[int, int, str, str]]:
    """The cells of a stone: column, line, text and style."""
    for y in range(place.y + TOP, place.below + TOP):
        for x in range(place.x, place.right):
            yield x, y, canvas.texts[y][x], canvas.styles[y][x]


def lines_on(canvas: Canvas, place: Place) -> list[str]:
    rows = range(place.y + TOP, place.below + TOP)
    return ["".join(canvas.texts[y][place.x : place.right]) for y in rows]


@st.composite
def crowds(draw: st.DrawFn) -> dict[str, object]:
    """Where anything may stand, many of them together, with any tiles."""
    stones = st.one_of(st.sampled_from(CROWDED), st.integers(0, STONES))
    figures = draw(st.lists(st.tuples(stones, stones, stones).map(sorted), min_size=4, max_size=4))
    tiles = iter(draw(st.permutations(TILES)))
    return {
        "figures": tuple(map(tuple, figures)),
        "order": tuple(draw(st.permutations(range(3)).map(tuple)) for _ in range(4)),
        "priestess": draw(st.one_of(st.sampled_from(CROWDED), st.integers(0, STONES))),
        "tiles": (0, *(0 if at in WISH_STONES else next(tiles) for at in range(1, STONES + 1))),
    }


def crowded(changes: dict[str, object]) -> tuple[Session, OracleView]:
    session = session_of(SCENES["oracle-play"])
    game = screen_of(session).game
    view = structs.replace(known(game.view, OracleView), **changes)
    game.view = view
    return session, view


@settings(max_examples=examples(40), deadline=None)
@given(crowds(), st.sampled_from(SIZES), st.sampled_from(("", *"12345678")))
def test_a_stone_never_loses_its_value_its_tile_or_a_player(
    changes: dict[str, object], size: tuple[int, int], key: str
) -> None:
    """O3: up to twelve figures and the priestess, a card picked or not."""
    session, view = crowded(changes)
    if key:
        session.press(key)
    canvas, spiral = session.paint(*size), spiral_in(size)
    for stone in range(1, STONES + 1):
        place = spiral.stones[stone]
        lines = lines_on(canvas, place)
        cells = list(on_stone(canvas, place))
        row = lines[0] if place.height > 2 else lines[-1]
        assert row.strip(" ▗▖▟▙").endswith(str(STONE_VALUES[stone])), lines
        value = [text for _, _, text, style in cells if style.endswith(" value")]
        assert "".join(value).startswith(str(STONE_VALUES[stone])), "in its own cells"
        assert lines[0].strip(" ▗▟")[0] == "RYPGB"[STONE_COLOURS[stone]]
        tile, _ = tile_on(DRAWN, view, stone)
        shown = [text for _, _, text, style in cells if " tile." in style]
        assert "".join(shown).strip() == tile
        hers = [text for _, _, text, style in cells if " priestess" in style and text != " "]
        assert hers == (["♛"] if view.priestess == stone else [])
        for seat in range(4):
            kind = " own.0" if seat == 0 else f" seat.{seat}"
            signs = "".join(text for _, _, text, style in cells if kind in style).replace(" ", "")
            assert reads(signs, seat, view, stone), (signs, stone)


def reads(signs: str, seat: int, view: OracleView, stone: int) -> bool:
    """Whether signs say how many figures of a seat stand on a stone, or that there are several."""
    full, hollow = SIGNS[seat]
    count = view.figures[seat].count(stone)
    if seat == 0 and signs == letters_on(view, stone):
        return True
    if count == 0:
        return signs == ""
    if count == 1:
        return signs in (full, hollow)
    return signs in (full, f"{full}{count}", full * count)


@settings(max_examples=examples(40), deadline=None)
@given(crowds(), st.sampled_from(SIZES), st.sampled_from("12345678"))
def test_every_stone_that_a_picked_card_reaches_shows_its_keys(
    changes: dict[str, object], size: tuple[int, int], key: str
) -> None:
    """O4: before anything is chosen, on however crowded a stone."""
    session, view = crowded(changes)
    session.press(key)
    decision = screen_of(session).decision
    canvas, spiral = session.paint(*size), spiral_in(size)
    for mark in marks(view, decision.now, decision.focus):
        place = spiral.stones[mark.stone]
        lit = [text for *_, text, style in on_stone(canvas, place) if style.endswith(" lit")]
        assert mark.key in lit
        assert "goal." in canvas.styles[place.y + TOP][place.x + 1], "and it is brighter"


WAYS = {(1, 0): "▸", (0, -1): "▴", (-1, 0): "◂", (0, 1): "▾"}


def way(spiral: Spiral, one: int, other: int) -> str:
    """The arrow from a stone to the next one; the path crosses channels to the right."""
    if one in (21, 34):
        return "▸"
    a, b = spiral.stones[one], spiral.stones[other]
    across = (b.x >= a.right) - (b.right <= a.x)
    down = (b.y >= a.below) - (b.below <= a.y)
    return WAYS[across, down]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["oracle-play", "oracle-move", "oracle-spiral"])
def test_an_arrow_shows_the_way_between_any_two_stones(scene: str, size: tuple[int, int]) -> None:
    """O1"""
    canvas, spiral = session_of(SCENES[scene]).paint(*size), spiral_in(size)
    board = [line[: spiral.width] for line in canvas.texts[TOP : TOP + spiral.height]]
    assert sum(text in WAYS.values() for line in board for text in line) == STONES
    for one, other in pairwise(range(STONES + 1)):
        places = [spiral.stones[one], spiral.stones[other]]
        if one in (21, 34):
            places = [spiral.bridges[(21, 34).index(one)]]
        near = {text for place in places for *_, text, _ in on_stone(canvas, place)}
        assert way(spiral, one, other) in near, f"{one} to {other}"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: f"{theme.name}-{theme.depth}")
def test_own_figures_are_in_reverse_video_and_the_others_are_not(theme: Theme) -> None:
    for seat in range(4):
        for stone in ("stone.0", "other_stone.1", "goal.2", "other_goal.3", "stone.4"):
            own = theme.style(f"ground {stone} own.{seat}")
            other = theme.style(f"ground {stone} seat.{seat}")
            if theme.depth == "none":
                assert (own.reverse, bool(other.reverse)) == (True, False)
            else:
                assert own.bgcolor == other.color, "its seat's colour lies behind it"
                assert own.bgcolor != theme.style(f"ground {stone}").bgcolor


def test_two_stones_that_look_the_same_bear_their_numbers() -> None:
    """O1: 25 and 28 are green and worth 5."""
    session, _ = crowded({"figures": ((0, 0, 0),) * 4, "priestess": 0})
    for size in SIZES:
        canvas, spiral = session.paint(*size), spiral_in(size)
        for stone, number in ((25, "₂₅"), (28, "₂₈")):
            assert number in "".join(lines_on(canvas, spiral.stones[stone]))
        text = canvas.text()
        assert sum(text.count(digit) for digit in DRAWN.numbers) == 4, "nothing else has one"


def test_the_key_of_a_stone_does_not_stand_before_its_value_like_a_number_of_its_own() -> None:
    """Key 1 on a stone worth -4 is no `1-4`, as long as nobody else stands there."""
    session, view = crowded({"figures": ((0, 0, 0),) * 4, "priestess": 0})
    session.press("3")
    canvas, spiral = session.paint(80, 24), spiral_in((80, 24))
    reached = {mark.stone for mark in marks(view, (), screen_of(session).decision.focus)}
    assert reached
    for stone in reached:
        assert re.search(r"[a-z1-9] -?\d+$", lines_on(canvas, spiral.stones[stone])[-1])


def test_in_plain_signs_the_number_of_a_stone_does_not_go_on_the_value_of_its_neighbour() -> None:
    """Stone 24 is worth 3 and lies left of 25."""
    session, _ = crowded({"figures": ((0, 0, 0),) * 4, "priestess": 0})
    session.client.set(Settings(signs="ascii"))
    for size in SIZES:
        text = session.paint(*size).text()
        assert re.search(r"\b25\b", text)
        assert re.search(r"\b28\b", text)


def test_a_clover_has_its_colour_beside_it() -> None:
    """O7"""
    session, view = crowded({})
    canvas, spiral = session.paint(80, 24), spiral_in((80, 24))
    for stone, tile in enumerate(view.tiles):
        if tile >= CLOVER:
            assert f"☘{'RYPGB'[tile - CLOVER]}" in lines_on(canvas, spiral.stones[stone])[0]
