"""Themes: legible in every one, told apart by every eye, and by more than colour."""

from itertools import combinations, product

import pytest
from rich.color import Color
from rich.style import Style

from keltis_server.terminal.colours import Depth, downgrade
from keltis_tui.entrance import Entrance
from keltis_tui.painters.cards import LETTERS
from keltis_tui.session import Session
from keltis_tui.themes import ASCII, DRAWN, FRAMED, THEMES, theme_for
from keltis_tui.words import words_for
from screenshots.played import Played
from screenshots.staged import Staged, lobby, table, welcome
from tests.tui.sight import EYES, apart, contrast

COLOURED = [theme for theme in THEMES.values() if theme.name != "mono"]


@pytest.fixture(scope="module")
def painted():
    """Every style that a letter, a figure or a sign on a stone is painted in."""
    styles = set()
    for canvas in moments():
        for texts, names in zip(canvas.texts, canvas.styles, strict=True):
            styles |= {
                name
                for text, name in zip(texts, names, strict=True)
                if text.isalnum() or text in SIGNS
            }
    return sorted(styles)


SIGNS = {*DRAWN.small, *DRAWN.large, DRAWN.clover, DRAWN.wish_stone, *DRAWN.paths}


def told(*facts):
    session = Session(words_for("en"), Entrance())
    for fact in (*welcome(), *facts):
        session.hear(fact)
    return session


def moments():
    for seats in (2, 4):
        staged = Staged(seats, f"look {seats}")
        for turn in range(1, 90, 22):
            staged.until(lambda view, turn=turn: view.turn >= turn)
            for keys in ("", "1", "d2", "?", "\x1b"):
                session = told(table(seats), staged.changed(can_take_back=True))
                for key in keys:
                    session.press("escape" if key == "\x1b" else key)
                yield session.paint(80, 24)
                yield session.paint(140, 45)
    for game, seats in product(("oracle", "dice", "stones"), (2, 4)):
        played = Played(game, seats, f"look {game}")
        for turn in range(1, 40, 13):
            played.until(lambda view, turn=turn: view.turn >= turn and view.to_act == 0)
            for keys in ("", "1", "d2", "rr", "?"):
                session = told(played.table(), played.changed(can_take_back=True))
                for key in keys:
                    session.press(key)
                yield session.paint(80, 24)
                yield session.paint(140, 45)
    for key in ("", "n", "N", "?", "f2"):
        session = told(lobby())
        session.press(key)
        yield session.paint(80, 24)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_every_letter_and_figure_has_a_contrast_of_four_and_a_half_or_more(painted, theme):
    weak = {name: round(contrast(theme.style(name)), 2) for name in painted}
    assert not {name: ratio for name, ratio in weak.items() if ratio < 4.5}


def colour_of(style: Style) -> Color:
    assert style.color is not None
    return style.color


@pytest.mark.parametrize("eyes", EYES)
def test_the_safe_theme_keeps_all_nine_colours_and_seats_apart_for_every_eye(eyes):
    """At least 20 by ΔE (CIE 1976) between any two of the five colours and the four seats."""
    theme = THEMES["safe"]
    names = [*(f"path.{colour}" for colour in range(5)), *(f"seat.{seat}" for seat in range(4))]
    for one, other in combinations(names, 2):
        difference = apart(colour_of(theme.style(one)), colour_of(theme.style(other)), eyes)
        assert difference >= 20, f"{one} and {other}: {difference:.1f}"


@pytest.mark.parametrize("glyphs", [DRAWN, FRAMED, ASCII], ids=["drawn", "framed", "ascii"])
def test_in_every_theme_colours_and_seats_differ_by_letter_or_sign(glyphs):
    """All nine among one another: whatever stands for one of them stands for no other."""
    assert all(theme.glyphs in (DRAWN, FRAMED) for theme in THEMES.values())
    colours = [{LETTERS[colour], glyphs.paths[colour]} for colour in range(5)]
    seats = [{glyphs.small[seat], glyphs.large[seat]} for seat in range(4)]
    for one, other in combinations([*colours, *seats], 2):
        assert not one & other
    others = {glyphs.clover, glyphs.wish_stone, glyphs.mirror, glyphs.spiral, glyphs.leprechaun}
    assert not others & set().union(*colours, *seats)


def test_sixteen_colours_come_through_a_terminal_that_has_no_more(painted):
    theme = THEMES["sixteen"]
    for name in painted:
        style = theme.style(name)
        sixteen = downgrade(style.render("x"), Depth.SIXTEEN)
        colours = {code for code in sixteen[2 : sixteen.index("m")].split(";") if len(code) > 1}
        assert len(colours) == 2, f"{name}: {colours}"


def test_without_colour_what_can_be_chosen_is_told_by_weight_and_light():
    theme = THEMES["mono"]
    plain = theme.style("ground text")
    for name in ("chosen", "ask", "lit", "would", "mark", "problem"):
        style = theme.style(f"ground {name}")
        shown = (style.bold, style.reverse, style.underline)
        assert shown != (plain.bold, plain.reverse, plain.underline), name
    assert theme.style("ground chosen").reverse


def test_a_terminal_of_few_colours_gets_the_look_that_fits_unless_another_is_chosen():
    assert theme_for(colours="none").name == "mono"
    assert theme_for(colours="16").name == "sixteen"
    assert theme_for(colours="256") is theme_for(colours="full") is THEMES["dark"]
    assert theme_for("light", colours="16").name == "light"
    assert theme_for("no such look").name == "dark"
    assert theme_for("safe", "ascii").glyphs is ASCII


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_cell_has_a_ground_of_the_theme_s_own(painted, theme):
    for name in painted:
        style = theme.style(name)
        assert style.bgcolor is not None, name
        assert style.color is not None, name
