"""What people write can be seen and does nothing else (T1)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis_server.tables import texts


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("shamrock", "shamrock"),
        ("  two words ", "two words"),
        ("Glück", "Glück"),
        ("e\u0301", "é"),
        ("a\u00a0b", "a b"),
        ("☘\ufe0f", "☘"),
        ("четыре листа", "четыре листа"),
        ("四つ葉", "四つ葉"),
        ("", ""),
    ],
)
def test_a_word_that_can_be_seen_is_kept_in_one_spelling(written: str, kept: str) -> None:
    assert texts.tidy(written) == kept
    assert texts.word_refusal(kept) is None


@pytest.mark.parametrize(
    "written",
    [
        "\x1b[2J",
        "bell\x07",
        "c1\x9b31m",
        "del\x7f",
        "two\nlines",
        "two\u2028lines",
        "\u202eevil",
        "\u2066evil\u2069",
        "zero\u200bwidth",
        "joined\u200dup",
        "tag\U000e0041",
        "half\ud800",
        "private\ue000",
        "filler\u3164",
        "x\u0301\u0302\u0303\u0304",
        "\u0301a",
        "\ufdd0",
    ],
)
def test_a_word_with_something_unseen_in_it_is_refused(written: str) -> None:
    """T1: controls, bidi, zero-width, tags, surrogates, piled up marks."""
    assert texts.word_refusal(texts.tidy(written)) == "word_characters"


def test_a_word_may_have_64_letters_and_no_more() -> None:
    assert texts.word_refusal("a" * 64) is None
    assert texts.word_refusal("a" * 65) == "word_too_long"


@given(st.text(max_size=64))
def test_whatever_is_kept_is_a_single_line_of_drawn_characters(written: str) -> None:
    kept = texts.tidy(written)
    if texts.word_refusal(kept) is None:
        assert kept == texts.tidy(kept)
        assert len(kept.splitlines()) <= 1
        assert not {unicodedata.category(c) for c in kept} & {"Cc", "Cf", "Cs", "Co", "Cn"}
