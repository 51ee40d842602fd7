"""Themes: legible in every one, told apart by every eye, and by more than colour."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest
from rich.color import Color
from rich.style import Style

from keltis_protocol.messages import Fact
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import THEMES, Theme, theme_for
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_words.games.cards import LETTERS
from keltis_words.glyphs import ASCII, DRAWN, FRAMED, Glyphs
from keltis_words.words import words_for
from screenshots.drawing import NAMED
from screenshots.played import Played
from screenshots.staged import Staged, lobby, table, welcome
from tests.tui.at_table import from_turn
from tests.tui.sight import EYES, apart, contrast
from tests.volume import spread

COLOURED = [theme for theme in THEMES.values() if theme.depth != "none"]


@pytest.fixture(scope="module")
def painted(amount: Callable[[int], int]) -> list[str]:
    """Every style that a letter, a figure or a sign on a stone is painted in."""
    styles: set[str] = set()
    for canvas in moments(amount):
        for texts, names in zip(canvas.texts, canvas.styles, strict=True):
            styles |= {
                name
                for text, name in zip(texts, names, strict=True)
                if text.isalnum() or text in SIGNS
            }
    return sorted(styles)


SIGNS = {*DRAWN.small, *DRAWN.large, DRAWN.clover, DRAWN.wish_stone, *DRAWN.paths}


def told(*facts: Fact) -> Session:
    session = Session(words_for("en"), Entrance())
    for fact in (*welcome(), *facts):
        session.hear(fact)
    return session


def moments(amount: Callable[[int], int]) -> Iterator[Canvas]:
    for seats in (2, 4):
        staged = Staged(seats, f"look {seats}")
        for turn in spread(range(1, 90, 22), amount(5)):
            staged.until(from_turn(turn))
            for keys in ("", "1", "d2", "?", "\x1b"):
                session = told(table(seats), staged.changed(can_take_back=True))
                for key in keys:
                    session.press("escape" if key == "\x1b" else key)
                yield session.paint(80, 24)
                yield session.paint(140, 45)
    for game, seats in product(("oracle", "dice", "stones"), (2, 4)):
        played = Played(game, seats, f"look {game}")
        for turn in spread(range(1, 40, 13), amount(4)):
            played.until(from_turn(turn, to_act=0))
            for keys in ("", "1", "d2", "rr", "?"):
                session = told(played.table(), played.changed(can_take_back=True))
                for key in keys:
                    session.press(key)
                yield session.paint(80, 24)
                yield session.paint(140, 45)
    for key in ("", "o", "N", "?", "f2", "c"):
        session = told(lobby())
        session.press(key)
        yield session.paint(80, 24)


@pytest.mark.law
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: f"{theme.name}-{theme.depth}")
def test_every_letter_and_figure_has_a_contrast_of_four_and_a_half_or_more(
    painted: list[str], theme: Theme
) -> None:
    weak = {name: round(contrast(as_xterm(theme.style(name))), 2) for name in painted}
    assert not {name: ratio for name, ratio in weak.items() if ratio < 4.5}


def as_xterm(style: Style) -> Style:
    """A style in xterm's own sixteen colours, which every terminal has a little otherwise."""
    return style + Style(color=seen_as(style.color), bgcolor=seen_as(style.bgcolor))


def seen_as(colour: Color | None) -> Color | None:
    if colour is None or colour.number is None or colour.number > 15:
        return colour
    return Color.parse(f"#{list(NAMED.values())[colour.number]}")


def colour_of(style: Style) -> Color:
    assert style.color is not None
    return style.color


@pytest.mark.parametrize("depth", ["full", "256"])
@pytest.mark.parametrize("eyes", EYES)
def test_the_safe_theme_keeps_all_nine_colours_and_seats_apart_for_every_eye(
    eyes: str, depth: str
) -> None:
    """At least 20 by ΔE (CIE 1976) between any two of the five colours and the four seats."""
    theme = THEMES["safe", depth]
    names = [*(f"path.{colour}" for colour in range(5)), *(f"seat.{seat}" for seat in range(4))]
    for one, other in combinations(names, 2):
        difference = apart(colour_of(theme.style(one)), colour_of(theme.style(other)), eyes)
        assert difference >= 20, f"{one} and {other}: {difference:.1f}"


@pytest.mark.parametrize("glyphs", [DRAWN, FRAMED, ASCII], ids=["drawn", "framed", "ascii"])
def test_in_every_theme_colours_and_seats_differ_by_letter_or_sign(glyphs: Glyphs) -> None:
    """All nine among one another: whatever stands for one of them stands for no other."""
    assert all(theme.glyphs in (DRAWN, FRAMED) for theme in THEMES.values())
    colours = [{LETTERS[colour], glyphs.paths[colour]} for colour in range(5)]
    seats = [{glyphs.small[seat], glyphs.large[seat]} for seat in range(4)]
    for one, other in combinations([*colours, *seats], 2):
        assert not one & other
    others = {glyphs.clover, glyphs.wish_stone, glyphs.mirror, glyphs.spiral, glyphs.leprechaun}
    assert not others & set().union(*colours, *seats)


def test_without_colour_what_can_be_chosen_is_told_by_weight_and_light() -> None:
    theme = THEMES["dark", "none"]
    plain = theme.style("ground text")
    for name in ("chosen", "ask", "lit", "would", "mark", "problem"):
        style = theme.style(f"ground {name}")
        shown = (style.bold, style.reverse, style.underline)
        assert shown != (plain.bold, plain.reverse, plain.underline), name
    assert theme.style("ground chosen").reverse


def test_every_look_is_there_in_as_many_colours_as_the_terminal_shows() -> None:
    for look in ("dark", "light", "contrast", "safe"):
        for depth in ("full", "256", "16", "none"):
            theme = theme_for(look, colours=depth)
            assert (theme.name, theme.depth) == (look, depth)
    assert theme_for() is THEMES["dark", "full"]
    assert theme_for("no such look", colours="many") is THEMES["dark", "full"]
    assert theme_for("safe", "ascii", "256").glyphs is ASCII


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: f"{theme.name}-{theme.depth}")
def test_every_cell_has_a_ground_of_the_theme_s_own(painted: list[str], theme: Theme) -> None:
    for name in painted:
        style = theme.style(name)
        assert style.bgcolor is not None, name
        assert style.color is not None, name
