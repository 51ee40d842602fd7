"""Text by cells: as wide as terminals draw it, cut and broken between letters, never inside one."""

import unicodedata

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import iter_graphemes

from keltis_tui.canvas.fitting import shortened
from keltis_tui.canvas.text import CUT, MARKS, cells, cut, letters, pad, plain, width_of, wrap

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
KINDS = {
    "Latin": ("Grüße", 5),
    "decomposed": ("Gru\u0308ße", 5),
    "a mark that does not compose": ("q\u0303", 1),
    "Hebrew points": ("\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd", 4),
    "Chinese": ("漢字", 4),
    "Korean, letter by letter": ("\u1112\u1161\u11ab", 2),
    "Hindi": ("नमस्ते", 4),
    "Hindi with a mark beside": ("का", 2),
    "Thai": ("กำ", 2),
    "an emoji": ("🎲", 2),
    "a family": (FAMILY, 6),
    "a shade of skin": ("👍🏽", 2),
    "a flag": ("🇩🇪", 2),
    "half a flag": ("🇩", 1),
    "a variant": ("❤️", 1),
    "a key": ("1️⃣", 1),
    "a mark on nothing": ("\u0301", 0),
}

some_letters = st.sampled_from(
    "ab ,-—éß漢한ｱकก🎲👩🏽🇩🇪\u0301\u0323\u0e33\u0940\u093e\u094d\u200d\ufe0f\u20e3\u1161\x1b\n"
)
texts = st.one_of(st.text(some_letters, max_size=40), st.text(max_size=30))


@pytest.mark.parametrize(("text", "cells_wide"), KINDS.values(), ids=KINDS)
def test_each_script_is_as_wide_as_terminals_draw_it(text: str, cells_wide: int) -> None:
    assert width_of(text) == cells_wide
    assert cell_len("".join(cells(text))) == cells_wide


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("Hindi")])
def test_a_terminal_that_counts_character_by_character_agrees(kind: str) -> None:
    text, cells_wide = KINDS[kind]
    screen = pyte.Screen(20, 1)
    pyte.Stream(screen).feed("".join(cells(text)))
    assert screen.cursor.x == cells_wide


def test_no_letter_of_what_was_written_is_lost_in_drawing() -> None:
    assert plain(FAMILY) == "\U0001f468\U0001f469\U0001f467"
    assert plain("🇩🇪") == "DE"
    assert plain("q\u0303 नमस्ते \u05e9\u05b8") == "q\u0303 नमस्ते \u05e9\u05b8"


def test_marks_are_not_piled_up() -> None:
    assert plain("q" + "\u0303" * 40) == "q" + "\u0303" * MARKS


def test_eighty_chinese_letters_are_all_there_in_lines() -> None:
    line = "".join(chr(0x4E00 + number) for number in range(80))
    lines = wrap(f"Bran: {line}", 40)
    assert "".join(lines) == f"Bran: {line}"
    assert max(map(width_of, lines)) <= 40


def test_words_give_way_letter_by_letter() -> None:
    assert shortened(["漢字漢字漢字", "q\u0303q\u0303q\u0303q\u0303q\u0303"], 12) == [
        f"漢字漢{CUT}", "q\u0303" * 5,
    ]  # fmt: skip


@given(texts)
def test_text_is_as_wide_as_rich_and_textual_count_it(text: str) -> None:
    assert cell_len("".join(cells(text))) == width_of(text) == len(cells(text))
    assert plain(plain(text)) == plain(text)
    assert unicodedata.is_normalized("NFC", plain(text))


@given(texts, st.integers(0, 30))
def test_what_is_cut_fits_and_was_cut_between_letters(text: str, room: int) -> None:
    short = cut(text, room)
    assert width_of(short) <= room
    if short != plain(text):
        kept = list(iter_graphemes(short.removesuffix(CUT)))
        assert kept == list(iter_graphemes(plain(text)))[: len(kept)]
    assert width_of(pad(text, room)) == room


@given(texts, st.integers(1, 30))
@example("a \u0e33", 2)  # a Thai vowel that leans on a blank: no letter of it is broken
def test_lines_fit_and_lose_nothing_and_break_between_letters(text: str, room: int) -> None:
    lines = wrap(text, room)
    written = plain(" ".join(text.split()))
    assert "".join("".join(lines).split()) == "".join(written.split())
    assert all(width_of(line) <= room or len(letters(line)) == 1 for line in lines)
    whole = [letter for word in written.split() for letter in iter_graphemes(word)]
    words = [word for line in lines for word in line.split()]
    assert [letter for word in words for letter in iter_graphemes(word)] == whole


@given(texts, st.integers(2, 30), st.integers(1, 3))
def test_no_more_lines_than_asked_for_and_the_last_one_says_so(
    text: str, room: int, most: int
) -> None:
    lines = wrap(text, room, most)
    assert len(lines) <= most
    if lines != wrap(text, room):
        assert lines[-1].endswith(CUT)
        assert width_of(lines[-1]) <= room
