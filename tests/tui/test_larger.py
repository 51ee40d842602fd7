"""Larger is richer: figures, plates, open rows, frames and knot-work where there is room."""

from itertools import combinations

import pytest

from keltis_engine.rules.keltis import KeltisView
from keltis_server.terminal.client import describe
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.knots import QUARTERS, plait
from keltis_tui.canvas.palettes import LOOKS
from keltis_tui.canvas.themes import THEMES
from keltis_tui.settings import Settings
from keltis_tui.table.layout import paths_layout
from keltis_tui.table.paths import stone_row
from keltis_tui.table.pieces import paint_tile, slot
from tests.tui.at_table import known, screen_of
from tests.tui.hosted import shown
from tests.tui.paths_seen import Paths
from tests.tui.scenes import SCENES, session_of

LARGER = [(140, 45), (200, 60)]
GAMES = ["keltis", "dice", "stones"]


def picked(game: str, size: tuple[int, int], settings: Settings | None = None) -> Canvas:
    """The middle of a game for four, something being in focus."""
    return session_of(SCENES[f"{game}-picked"], None, settings).paint(*size)


def cells_of(canvas: Canvas, name: str) -> list[tuple[int, int]]:
    """Where a style is laid on, by line and column."""
    return [
        (y, x)
        for y, styles in enumerate(canvas.styles)
        for x, style in enumerate(styles)
        if name in style.split()
    ]


@pytest.mark.parametrize("text", ["☘", "+1"])
def test_what_lies_on_a_stone_is_in_the_middle_of_its_plate(text: str) -> None:
    layout = paths_layout(200, 60)
    canvas, row = Canvas(200, 60, "face"), stone_row(layout, 5)
    paint_tile(canvas, layout, (0, 5), (text, "tile.points"), framed=False)
    plate = [x for x, style in enumerate(canvas.styles[row]) if style.startswith("ground")]
    shown_at = [x for x in plate if canvas.texts[row][x] != " "]
    assert shown_at[0] - plate[0] == plate[-1] - shown_at[-1] == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", LARGER)
def test_a_tile_and_everybodys_figure_three_cells_wide_have_room_on_a_stone(
    size: tuple[int, int], seats: int
) -> None:
    layout = paths_layout(*size)
    places = [slot(layout, seats, 0, seat) for seat in range(seats)]
    figures = [set(range(x - 1, x + 2)) for x in places]
    assert all(one.isdisjoint(other) for one, other in combinations(figures, 2))
    tile = set(range(layout.column(0) + 1, layout.column(0) + (5 if layout.grand else 4)))
    inside = set(range(layout.column(0) + 1, layout.column(1) - 1)) - tile
    assert set[int]().union(*figures) <= inside


@pytest.mark.parametrize("size", LARGER)
def test_large_figures_are_told_from_small_and_own_from_the_others_by_their_bodies(
    size: tuple[int, int],
) -> None:
    session = session_of(SCENES["keltis-play"])
    view = known(screen_of(session).game.view, KeltisView)
    canvas, layout = session.paint(*size), paths_layout(*size)
    seen = 0
    for seat, figures in enumerate(view.figures):
        for path, stone in enumerate(figures):
            if not stone:
                continue
            x, y = slot(layout, view.seats, path, seat), stone_row(layout, stone)
            body = "".join(canvas.texts[y][x - 1 : x + 2])
            large = view.large[seat] == path
            sign = ("●■▲▼" if large else "○□△▽")[seat]
            assert body == (f"█{sign}█" if large else f"▐{sign}▌")
            assert f"foot.{seat}" in canvas.styles[y][x - 1].split()
            own = f"own.{seat}" if seat == view.seat else f"seat.{seat}"
            assert own in canvas.styles[y][x].split()
            seen += 1
    assert seen > 8


@pytest.mark.parametrize("size", LARGER)
def test_cards_and_dice_show_what_they_are_large(size: tuple[int, int]) -> None:
    for game, kind in (("keltis", "card"), ("dice", "die")):
        canvas = session_of(SCENES[f"{game}-{'play' if game == 'keltis' else 'keep'}"]).paint(*size)
        areas = [area for area in canvas.areas if area.target.kind == kind]
        assert len(areas) == (8 if game == "keltis" else 5)
        for x, y, width, height, _ in areas:
            drawn = "".join("".join(line[x : x + width]) for line in canvas.texts[y : y + height])
            assert "█" in drawn


@pytest.mark.parametrize("size", LARGER)
def test_a_wish_die_shows_its_stone_large_too(size: tuple[int, int]) -> None:
    canvas = session_of(SCENES["dice-opening"]).paint(*size)
    die = next(area for area in canvas.areas if area.target == ("die", 0, ""))
    drawn = [
        "".join(line[die.x : die.x + die.width]) for line in canvas.texts[die.y :][: die.height]
    ]
    assert any("▀███▀" in line for line in drawn)


@pytest.mark.parametrize("size", LARGER)
def test_a_pile_is_a_stack_of_at_most_three_cards_under_the_top_one(size: tuple[int, int]) -> None:
    session = session_of(SCENES["keltis-over"])
    cards = known(screen_of(session).game.view, KeltisView).cards
    canvas, layout = session.paint(*size), paths_layout(*size)
    assert any(cards.buried)
    for colour, buried in enumerate(cards.buried):
        column = layout.column(colour)
        line = canvas.texts[layout.piles][column : column + layout.stone_width]
        assert line.count("▐") == min(3, len(buried))


@pytest.mark.parametrize("size", LARGER)
def test_rows_lie_open_as_cards_without_holes(size: tuple[int, int]) -> None:
    session = session_of(SCENES["keltis-play"])
    view = known(screen_of(session).game.view, KeltisView)
    canvas, layout = session.paint(*size), paths_layout(*size)
    for colour in range(5):
        lines = [_cards(canvas, y, colour, layout.panel) for y in range(layout.panel_end)]
        shown_rows = [line for line in lines if line]
        assert shown_rows == [list(rows[colour]) for rows in view.cards.rows if rows[colour]]


def _cards(canvas: Canvas, y: int, colour: int, panel: int) -> list[int]:
    """The values of the cards of a colour in a line beside the board, which lie side by side."""
    styles, beside = canvas.styles[y], range(panel, canvas.width)
    face = [x for x in beside if f"goal.{colour}" in styles[x].split()]
    if not face:
        return []
    assert face == list(range(face[0], face[-1] + 1))
    cards = "".join(canvas.texts[y][face[0] : face[-1] + 1]).split("▏")
    return [int(card) for card in cards if card.strip().isdigit()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", LARGER)
def test_every_player_has_a_frame_and_whose_turn_it_is_a_golden_one(
    game: str, size: tuple[int, int]
) -> None:
    canvas = picked(game, size)
    board = screen_of(session_of(SCENES[f"{game}-picked"])).board
    layout = board.layout(*size)
    corners = [
        canvas.styles[y][layout.panel]
        for y, texts in enumerate(canvas.texts[: layout.panel_end])
        if texts[layout.panel] == "╭"
    ]
    assert corners == ["ground gold", *["ground rule"] * 3]


@pytest.mark.law
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", LARGER)
def test_knot_work_lies_behind_nothing_that_tells_something(
    game: str, size: tuple[int, int]
) -> None:
    canvas = picked(game, size)
    woven = cells_of(canvas, "knot")
    assert woven
    assert {canvas.texts[y][x] for y, x in woven} <= {*QUARTERS, *"╱╲"}
    for signs in (Settings(signs="ascii"), Settings(colours="none")):
        assert cells_of(picked(game, size, signs), "knot") == []


def test_the_bands_of_a_plait_turn_back_at_every_edge() -> None:
    """Nothing ends at an edge: the corners are round, and it is the same turned upside down."""
    lines = plait(24, 8)
    assert [len(line) for line in lines] == [24] * 8
    assert lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1] == "▗▖▝▘"
    turned = str.maketrans("▀▄▌▐▘▗▝▖▛▟▜▙", "▄▀▐▌▗▘▖▝▟▛▙▜")
    assert tuple(line[::-1].translate(turned) for line in reversed(lines)) == lines
    assert plait(3, 8) == (), "one loop by itself is no plait"


@pytest.mark.law
@pytest.mark.parametrize("look", LOOKS)
def test_large_tables_are_as_legible_as_small_ones(look: str) -> None:
    paths, theme, size = Paths(look, "256"), THEMES[look, "256"], LARGER[0]
    for game in GAMES:
        canvas, sent = picked(game, size), bytearray()
        writer = TerminalWriter(sent.extend, describe("xterm-256color", size, {}))
        writer.take(mouse=False)
        Picture(writer).show(canvas, theme)
        paths.see(shown(bytes(sent), size), canvas, theme)
    assert list(paths.objections()) == []


@pytest.mark.parametrize(("size", "lines"), [((80, 24), 2), ((200, 60), 4)])
def test_plaits_lie_above_and_below_a_score_sheet(size: tuple[int, int], lines: int) -> None:
    canvas = session_of(SCENES["dice-score-sheet"]).paint(*size)
    woven = [
        y
        for y, texts in enumerate(canvas.texts)
        if sum(texts.count(sign) for sign in QUARTERS.strip()) > size[0] // 5
    ]
    assert len(woven) == 2 * lines
