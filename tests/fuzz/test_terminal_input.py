"""T31: whatever a terminal says by itself, however it is cut, only what a person does counts."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from textual import events

from keltis_server.terminal.input.keyboard import Keyboard
from keltis_server.terminal.input.replies import LONGEST, PASTE_LIMIT
from tests.fuzz.terminal_grammar import KEYS, REPORTS, filled, in_pieces, report

MIXES = 2000
DONE_BY_HAND = (events.Key, events.Paste, events.MouseEvent)


def done(keyboard: Keyboard, pieces: list[bytes], silence: bool = False) -> list[Any]:
    """What of these bytes a person did, and that nothing else comes out."""
    found = [message for piece in pieces for message in keyboard.feed(piece)]
    if silence and keyboard.patience is not None:
        found += keyboard.give_up()
    assert all(isinstance(message, DONE_BY_HAND) for message in found), found
    assert len(keyboard._replies._held) <= LONGEST
    return [what(message) for message in found]


def what(message: Any) -> tuple[object, ...]:
    match message:
        case events.Key():
            return message.key, message.character
        case events.Paste():
            return "paste", message.text
        case _:
            return type(message), message.x, message.y, message.button


@pytest.mark.law
@pytest.mark.parametrize("shape", REPORTS)
def test_a_report_cut_in_two_anywhere_presses_no_key(shape: str) -> None:
    said = filled(Random(shape), shape)
    for cut in range(len(said) + 1):
        assert done(Keyboard(), [said[:cut], said[cut:], b"m"]) == [("m", "m")], (shape, cut)


@pytest.mark.law
@pytest.mark.parametrize("shape", REPORTS)
def test_a_report_that_breaks_off_presses_no_key(shape: str) -> None:
    said = filled(Random(shape), shape)
    for cut in range(2, len(said)):
        keyboard = Keyboard()
        assert done(keyboard, [said[:cut]], silence=True) == [], (shape, cut)
        assert done(keyboard, [b"m"]) == [("m", "m")], (shape, cut)


@pytest.mark.law
@pytest.mark.parametrize("key", KEYS)
def test_a_key_cut_in_two_anywhere_is_the_same_key(key: bytes) -> None:
    whole = done(Keyboard(), [key], silence=True)
    assert whole or key == b"\x1b[57352u"  # a number that kitty gave to no key
    for cut in range(1, len(key)):
        assert done(Keyboard(), [key[:cut], key[cut:]], silence=True) == whole


def test_keys_mixed_with_reports_are_the_same_keys(amount: Callable[[int], int]) -> None:
    for seed in range(min(50 * MIXES, amount(MIXES))):
        random = Random(seed)
        typed = [random.choice(KEYS) for _ in range(random.randrange(1, 8))]
        mixed = b""
        for key in typed:
            mixed += b"".join(report(random) for _ in range(random.randrange(4))) + key
        expected = [each for key in typed for each in done(Keyboard(), [key])]
        found = done(Keyboard(), in_pieces(random, mixed))
        assert found == expected, f"seed {seed}: {mixed!r}"


def test_any_bytes_leave_a_keyboard_that_works_and_keeps_little(
    amount: Callable[[int], int],
) -> None:
    for seed in range(min(50 * MIXES, amount(MIXES))):
        random = Random(seed)
        keyboard = Keyboard()
        for _ in range(random.randrange(1, 8)):
            piece = random.choice((report(random), random.choice(KEYS), random.randbytes(6)))
            if random.random() < 0.5:
                place = random.randrange(len(piece) + 1)
                piece = (
                    piece[:place] + random.choice((b"", random.randbytes(2))) + piece[place + 1 :]
                )
            done(keyboard, [piece], silence=random.random() < 0.2)
        done(keyboard, [], silence=True)
        found = done(keyboard, [b"k"])
        assert found[-1] == ("k", "k"), f"seed {seed}"


@pytest.mark.law
@pytest.mark.parametrize(
    "first", [b"[", b"O", b"]", b"P", b"_", b"^", b"X", b"[?", b"[<", b"[200~"]
)
def test_what_never_ends_is_not_kept(first: bytes) -> None:
    keyboard = Keyboard()
    filler = b"1;" if first[:1] in b"[O" and first != b"[200~" else b"q?"
    assert done(keyboard, [b"\x1b" + first, *[filler * 512] * 64]) == []
    over = done(keyboard, [], silence=True)
    assert sum(len(str(each[1])) for each in over) <= PASTE_LIMIT
    assert done(keyboard, [b"m"]) == [("m", "m")]


def test_focus_comes_and_goes_and_nothing_happens() -> None:
    assert done(Keyboard(), [b"\x1b[I", b"\x1b[O", b"\x1b[", b"I", b"\x9bO", b"m"]) == [("m", "m")]
