"""The canvas: clipping, plain text, wide characters, targets, and what has changed."""

import pytest
from rich.cells import cell_len

from keltis_tui.canvas.canvas import Canvas, Change, Target
from keltis_tui.canvas.text import plain, width_of


def test_words_that_do_not_fit_end_in_an_ellipsis_and_drawings_are_clipped() -> None:
    canvas = Canvas(6, 2)
    canvas.put(-2, 0, "abcd", "text")
    canvas.put(4, 0, "wxyz", "text")
    canvas.put(0, 2, "below", "text")
    canvas.put(0, -1, "above", "text")
    canvas.put(0, 1, "limited", "text", limit=3)
    canvas.put(4, 1, "╲╱╲", "text")
    assert canvas.text() == "cd  w…\nli… ╲╱\n"


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[2Jann",
        "an\x07n",
        "a\u200bnn",
        "\u202eann",
        "a\u0301nn\u0301\u0301",
        "ann\x9b31m",
        "an\nn",
        "\U000e0041ann",
    ],
)
def test_nothing_in_a_name_commands_or_confuses_the_terminal(name: str) -> None:
    canvas = Canvas(12, 1)
    canvas.put(0, 0, name, "text")
    drawn = "".join(canvas.texts[0])
    assert drawn.isprintable()
    assert cell_len(drawn) == 12
    assert width_of(name) == cell_len(plain(name))


def test_a_name_that_looks_like_markup_is_drawn_as_it_is() -> None:
    canvas = Canvas(30, 1)
    canvas.put(0, 0, "[@click=app.quit]x[/oops]", "text")
    assert canvas.text() == "[@click=app.quit]x[/oops]\n"


def test_a_wide_character_takes_two_cells_and_never_loses_a_half() -> None:
    canvas = Canvas(5, 1)
    assert canvas.put(0, 0, "日本", "text") == 4
    canvas.put(1, 0, "x", "text")
    assert canvas.texts[0] == [" ", "x", "本", "", " "]
    canvas.put(4, 0, "日", "text")
    assert canvas.texts[0][4] == "…", "half a character does not fit"


def test_only_the_cells_that_changed_are_named() -> None:
    before, after = Canvas(10, 3), Canvas(10, 3)
    after.put(2, 1, "ab", "text")
    after.put(6, 1, "c", "text")
    after.put(0, 2, " ", "ask")
    assert after.changes(before) == [Change(2, 1, 5), Change(0, 2, 1)]
    assert after.changes(after) == []


def test_runs_cut_a_line_where_the_style_changes() -> None:
    canvas = Canvas(6, 1)
    canvas.put(2, 0, "ab", "text")
    assert list(canvas.runs(0)) == [("  ", "ground"), ("ab", "text"), ("  ", "ground")]


def test_a_click_finds_what_was_painted_last() -> None:
    canvas = Canvas(6, 2)
    canvas.target(0, 0, 6, 2, Target("path", 1))
    canvas.target(2, 1, 2, 1, Target("card", 3))
    assert canvas.target_at(0, 0) == Target("path", 1)
    assert canvas.target_at(2, 1) == Target("card", 3)
    assert canvas.target_at(6, 0) is None


def test_wide_characters_are_stamped_whole_and_painted_over_whole() -> None:
    line = Canvas(6, 1)
    line.put(0, 0, "日本", "text")
    canvas = Canvas(6, 1)
    canvas.stamp(0, line)
    canvas.put(1, 0, "x", "text")
    assert canvas.texts[0] == [" ", "x", "本", "", " ", " "]
