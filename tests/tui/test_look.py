"""The look: glyphs one cell wide, things told apart without colour, styles all themes know."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest
from wcwidth import wcwidth

from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import THEMES, Theme, theme_for
from keltis_tui.games.catalogue import GAMES
from keltis_tui.table.layout import layout_for
from keltis_words.games.cards import LETTERS
from screenshots.staged import Staged, lobby, table
from tests.tui.at_table import from_turn
from tests.tui.conftest import Told
from tests.volume import spread


def canvases(told: Told, amount: Callable[[int], int]) -> Iterator[Canvas]:
    """Pictures of many moments."""
    for seats in (2, 3, 4):
        staged = Staged(seats, f"look {seats}")
        for turn in spread(range(1, 90, 7), amount(13)):
            staged.until(from_turn(turn))
            for keys in ("", "1", "d2", "?"):
                session = told(table(seats), staged.changed(can_take_back=True))
                for key in keys:
                    session.press(key)
                for size in ((80, 24), (120, 38), (140, 45)):
                    yield session.paint(*size)
    for key in ("", "o", "N", "?", "c"):
        session = told(lobby())
        session.press(key)
        yield session.paint(80, 24)


def test_every_glyph_is_one_cell_wide_and_every_style_is_known(
    told: Told, amount: Callable[[int], int]
) -> None:
    for canvas in canvases(told, amount):
        for texts, styles in zip(canvas.texts, canvas.styles, strict=True):
            assert all(wcwidth(text) == 1 for text in set(texts))
            for theme in THEMES.values():
                for names in set(styles):
                    assert theme.style(names) is not None
        assert canvas.width == len(canvas.texts[0])


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: f"{theme.name}-{theme.depth}")
def test_colours_seats_and_sizes_differ_by_more_than_colour(theme: Theme) -> None:
    glyphs = theme.glyphs
    assert len(set(glyphs.paths)) == len(set(LETTERS)) == 5
    figures = [*glyphs.small, *glyphs.large]
    assert len(set(figures)) == 8, "four seats, small and large"
    signs = [*figures, *glyphs.paths, glyphs.clover, glyphs.wish_stone]
    for one, other in combinations(signs, 2):
        assert one != other


@pytest.mark.parametrize("signs", ["drawn", "ascii"])
@pytest.mark.parametrize(("name", "depth"), THEMES)
def test_every_glyph_of_a_theme_is_one_cell_wide(name: str, depth: str, signs: str) -> None:
    theme = theme_for(name, signs, depth)
    for field in fields(theme.glyphs):
        for glyph in getattr(theme.glyphs, field.name):
            assert wcwidth(glyph) == 1, field.name


def test_every_game_has_a_board() -> None:
    assert set(GAMES) == set(RULE_SETS)


def test_painters_name_styles_and_never_spell_them() -> None:
    source = Path(__file__).parents[2] / "keltis_tui"
    for path in source.rglob("*.py"):
        if path.name != "themes.py":
            assert not re.search(r"#[0-9a-fA-F]{6}", path.read_text(encoding="utf-8")), path


def test_the_board_is_complete_at_80_by_24_for_four(told: Told) -> None:
    """What lies on a real table is visible without a menu."""
    staged = Staged(4, "complete").until(lambda view: view.turn > 40 and view.to_act == 0)
    text = told(table(4), staged.changed()).paint(80, 24).text()
    view = staged.view()
    for name in ("ann", "Bran", "Eithne", "Oisin"):
        assert name in text
    for seat in range(4):
        assert f"{view.points[seat]} → {view.totals[seat]:>2}" in text
        assert f"◈×{view.wish_stones[seat]}" in text
    for top, buried in zip(view.cards.pile_tops, view.cards.buried, strict=True):
        if top is not None:
            assert f"{LETTERS[top // 11]}{top % 11} ×{len(buried) + 1}" in text
    assert f"deck {view.cards.deck} cards" in text
    for card in view.cards.hand:
        assert f"│ {LETTERS[card // 11]}{card % 11}" in text
    board = "\n".join(line[:43] for line in text.splitlines()[1:13])
    assert board.count("☘") == list(view.tiles).count(4)
    assert board.count("◈") == list(view.tiles).count(5)
    assert sum(board.count(f"+{points}") for points in (1, 2, 3)) == 7
    for seat in range(4):
        assert board.count("○□△▽"[seat]) + board.count("●■▲▼"[seat]) == 5, "K3: five figures"


@pytest.mark.parametrize("height", range(24, 70))
def test_the_paths_end_above_the_piles_at_every_height(height: int) -> None:
    layout = layout_for(140, height)
    assert layout.board_height < layout.piles


def test_the_stones_of_the_goal_are_larger_where_there_is_room(told: Told) -> None:
    session = told(table(2), Staged(2, "tall").until(lambda view: view.turn > 5).changed())
    small, roomy = (session.paint(*size).text() for size in ((80, 24), (100, 30)))
    edge = "▝▀▀▀▀▀▀▘" * 5
    assert edge not in small
    assert roomy.count(edge) == 3
    assert "\n" + " " * 3 + edge + "│" in roomy
