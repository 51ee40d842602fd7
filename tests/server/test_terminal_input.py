"""What reaches the app of what a client sends: keys and pastes, never a terminal's own answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from keltis_server.terminal.input.keyboard import Keyboard
from keltis_server.terminal.input.replies import PASTE_END, PASTE_LIMIT, PASTE_START, Replies


def keys(data: bytes) -> list[str]:
    keyboard = Keyboard()
    found = keyboard.feed(data)
    if keyboard.patience is not None:
        found += keyboard.give_up()
    return [message.key for message in found if isinstance(message, events.Key)]


ANSWERS = {
    "background colour (OSC 11)": b"\x1b]11;rgb:1414/1818/1a1a\x1b\\",
    "the same ended by a bell": b"\x1b]11;rgb:1414/1818/1a1a\x07",
    "what kind of terminal (DA1)": b"\x1b[?62;1;2;4c",
    "which version (DA2)": b"\x1b[>41;354;0c",
    "its name (XTVERSION)": b"\x1bP>|kitty(0.31.0)\x1b\\",
    "a mode (DECRPM)": b"\x1b[?2026;2$y",
    "keyboard flags": b"\x1b[?1u",
    "its size in pixels": b"\x1b[4;600;800t",
    "a size nobody asked for": b"\x1b[48;50;200;1000;2000t",
    "all is well (DSR)": b"\x1b[0n",
    "a picture was shown (APC)": b"\x1b_Gi=31;OK\x1b\\",
    "an old mouse report": b"\x1b[M !!",
    "something endless": b"\x1b[" + b"1;" * 40 + b"z",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_an_answer_of_the_terminal_presses_no_key(answer: bytes) -> None:
    assert keys(answer + b"m") == ["m"]


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_not_even_if_it_comes_in_single_bytes(answer: bytes) -> None:
    keyboard = Keyboard()
    found = [message for byte in answer + b"m" for message in keyboard.feed(bytes([byte]))]
    assert [getattr(message, "key", "") for message in found] == ["m"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x1b", "escape"),
        (b"\x1b[27u", "escape"),
        (b"\x1b[A", "up"),
        (b"\x1bOP", "f1"),
        (b"\x1b[[A", "f1"),
        (b"\x1b[23$", "f23"),
        (b"\x1b[Z", "shift+tab"),
        (b"\x1b[1;5C", "ctrl+right"),
        (b"\x1bk", "alt+k"),
        (b"\x1bO", "alt+shift+o"),
        (b"\r", "enter"),
        ("ü".encode(), "ü"),
        ("ш".encode(), "ш"),
    ],
)
def test_a_key_is_that_key(data: bytes, name: str) -> None:
    assert keys(data) == [name]


def test_keys_typed_after_alt_and_a_letter_are_keys_of_their_own() -> None:
    assert keys(b"\x1bkabc\x1b[A\x1b\x1b") == ["alt+k", "a", "b", "c", "up", "escape", "escape"]


def test_a_letter_cut_in_two_is_one_letter() -> None:
    keyboard = Keyboard()
    first, second = "ő".encode()
    assert keyboard.feed(bytes([first])) == []
    (key,) = keyboard.feed(bytes([second]))
    assert isinstance(key, events.Key)
    assert key.character == "ő"


def test_a_click_is_a_click() -> None:
    (down,) = Keyboard().feed(b"\x1b[<0;12;5M")
    assert isinstance(down, events.MouseDown)
    assert (down.x, down.y) == (11, 4)


@pytest.mark.parametrize(
    "killer",
    [b"\x1b[;u", b"\x1b[9999999u", b"\x1b[1114112u", b"\x1b[:;:u", b"\x1b[<9;9M", b"\x1b[1:2:3;4u"],
)
def test_after_a_sequence_that_kills_the_parser_keys_still_work(killer: bytes) -> None:
    keyboard = Keyboard()
    keyboard.feed(killer)
    keyboard.give_up()
    assert [getattr(message, "key", "") for message in keyboard.feed(b"k")] == ["k"]


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_whatever_is_sent_the_next_key_after_a_silence_works(pieces: list[bytes]) -> None:
    keyboard = Keyboard()
    for piece in pieces:
        for message in keyboard.feed(piece):
            assert not isinstance(message, events.Resize)
    keyboard.give_up()
    found = keyboard.feed(b"k")
    assert getattr(found[-1], "key", "") == "k"


def test_a_paste_is_one_paste_without_steering_characters() -> None:
    found = Keyboard().feed(b"\x1b[200~one\x1b[31m two\x00\r\nthree\x1b[201~x")
    assert isinstance(found[0], events.Paste)
    assert found[0].text == "one[31m two\r\nthree"
    assert [getattr(message, "key", "") for message in found[1:]] == ["x"]


def test_a_paste_without_end_keeps_a_page_and_is_over_after_a_silence() -> None:
    replies = Replies()
    kept = "".join(replies.feed(PASTE_START + "a" * 100_000))
    assert len(kept) == len(PASTE_START) + PASTE_LIMIT
    assert replies.give_up() == PASTE_END
    assert replies.feed("b") == ["b"]


def test_an_answer_that_never_ends_keeps_nothing_and_is_forgotten_after_a_silence() -> None:
    replies = Replies()
    assert replies.feed("\x1b]0;" + "a" * 100_000) == []
    assert replies.give_up() == ""
    assert replies.feed("b") == ["b"]


def test_a_key_pressed_again_is_a_press_of_its_own_and_inside_a_paste_it_is_text() -> None:
    keyboard = Keyboard()
    first, second = keyboard.feed(b"\x1b[C"), keyboard.feed(b"\x1b[C")
    assert [message.key for message in (*first, *second) if isinstance(message, events.Key)] == [
        "right"
    ] * 2
    assert first[0] is not second[0]
    assert [type(message) for message in keyboard.feed(b"a")] == [events.Key]
    pasted = keyboard.feed(b"\x1b[200~a\x1b[201~")
    assert [message.text for message in pasted if isinstance(message, events.Paste)] == ["a"]
    assert not any(isinstance(message, events.Key) for message in pasted)
    assert [type(message) for message in keyboard.feed(b"a")] == [events.Key]
