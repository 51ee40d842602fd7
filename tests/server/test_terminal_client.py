"""What is believed of a client's terminal, and how pictures are brought down to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from keltis_server.terminal.client import clamp, describe
from keltis_server.terminal.colours import Depth, downgrade
from keltis_server.terminal.output.sanitize import CLEAN, STEERING


@pytest.mark.parametrize(
    ("size", "drawn"),
    [
        ((0, 0), (80, 24)),
        ((1, 1), (20, 10)),
        ((65535, 65535), (240, 72)),
        ((2**32 - 1, 2**32 - 1), (240, 72)),
        ((140, 45), (140, 45)),
    ],
)
def test_sizes_are_kept_between_what_can_be_drawn(
    size: tuple[int, int], drawn: tuple[int, int]
) -> None:
    """T10."""
    assert clamp(*size) == drawn


@pytest.mark.parametrize(
    ("term", "environment", "depth"),
    [
        ("xterm-256color", {}, Depth.PALETTE),
        ("xterm", {}, Depth.PALETTE),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Depth.FULL),
        ("xterm-kitty", {}, Depth.FULL),
        ("linux", {}, Depth.SIXTEEN),
        ("vt220", {}, Depth.NONE),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, Depth.NONE),
        ("\x1b[31mxterm", {}, Depth.PALETTE),
    ],
)
def test_colours_follow_what_the_client_says(
    term: str, environment: dict[str, str], depth: Depth
) -> None:
    assert describe(term, (80, 24), environment).depth is depth


def test_a_terminal_type_that_is_no_name_is_taken_for_the_usual_one() -> None:
    assert describe("evil\x1b]0;x\x07", (80, 24), {}).term == "xterm"
    assert describe("x" * 65, (80, 24), {}).term == "xterm"
    assert not describe("dumb", (80, 24), {}).can_draw
    assert not describe("", (80, 24), {}).can_draw


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de_AT"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "hu_HU.UTF-8"}, "hu_HU"),
        ({"LC_MESSAGES": "ru_RU", "LANG": "de_DE"}, "ru_RU"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "../../etc/passwd"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_clients_locale(
    environment: dict[str, str], language: str
) -> None:
    assert describe("xterm", (80, 24), environment).language == language


def test_colours_are_brought_down_and_the_rest_of_the_picture_stays() -> None:
    picture = "\x1b[1;38;2;181;83;60;48;2;20;24;26mR5\x1b[0m\x1b[3;7H\x1b[38;5;9mx\x1b[0m"
    assert downgrade(picture, Depth.FULL) == picture
    palette = downgrade(picture, Depth.PALETTE)
    assert palette.startswith("\x1b[1;38;5;")
    assert "\x1b[3;7H" in palette
    assert "8;2;" not in palette
    sixteen = downgrade(picture, Depth.SIXTEEN)
    assert "38;" not in sixteen
    assert downgrade(picture, Depth.NONE) == "\x1b[1mR5\x1b[0m\x1b[3;7Hx\x1b[0m"


def test_a_reset_is_not_lost() -> None:
    assert downgrade("\x1b[ma\x1b[0mb", Depth.NONE) == "\x1b[ma\x1b[0mb"


@given(st.text(alphabet=st.characters(), max_size=30))
def test_no_text_steers_a_terminal_and_its_columns_stay(text: str) -> None:
    """T1."""
    (line,) = CLEAN.apply([Segment(text, Style(link="https://example.org"))], Color(0, 0, 0))
    assert STEERING.search(line.text) is None
    assert cell_len(line.text) == cell_len(text)
    assert line.style is not None
    assert not line.style.link


@pytest.mark.parametrize(
    ("term", "erases"),
    [
        ("xterm-256color", True),
        ("linux", True),
        ("rxvt-unicode-256color", True),
        ("screen-256color", False),
        ("tmux-256color", False),
        ("vt220", False),
        ("unheard-of", False),
    ],
)
def test_only_terminals_that_erase_in_colour_are_asked_to(term: str, erases: bool) -> None:
    """As terminfo's `bce` tells."""
    assert describe(term, (80, 24), {}).erases is erases
