"""T31: three layers keep what terminals say by themselves from the app; each holds alone."""

from random import Random

import pytest
from textual import events
from textual.message import Message

from keltis_server.terminal.input import keyboard, replies
from keltis_server.terminal.input.keyboard import Keyboard
from tests.fuzz.terminal_grammar import KEYS, REPORTS, filled, report

DONE_BY_HAND = (events.Key, events.Paste, events.MouseEvent)
FOCUS = (b"\x1b[I", b"\x1b[O", b"\x9bI", b"\x9bO")
MIXES = 1000


def take_out_the_filter_of_sequences(patch: pytest.MonkeyPatch) -> None:
    """Have every control sequence reach Textual's parser."""
    patch.setattr(replies, "readable", lambda sequence: sequence)


def take_out_the_filter_of_messages(patch: pytest.MonkeyPatch) -> None:
    """Have everything that Textual's parser finds reach the app, and whatever breaks in it."""
    patch.setattr(keyboard, "_DONE_BY_HAND", (Message,))
    patch.setattr(keyboard, "_CRASHES", ())
    patch.setattr(keyboard, "_single", lambda _: None)


def said_by_terminals() -> list[bytes]:
    """Everything a terminal says by itself, whole and then spoilt, with keys in between."""
    said = [*FOCUS, *(filled(Random(shape), shape) for shape in REPORTS)]
    for seed in range(MIXES):
        random = Random(seed)
        piece = random.choice((report(random), random.choice(KEYS)))
        place = random.randrange(len(piece) + 1)
        said.append(piece[:place] + random.choice((b"", random.randbytes(2))) + piece[place + 1 :])
    return said


def what_gets_through() -> list[str]:
    """What of it reaches the app though no person does it, and what breaks on the way."""
    found: list[str] = []
    for said in said_by_terminals():
        each = Keyboard()
        try:
            messages = [*each.feed(said), *each.give_up(), *each.feed(b"\x1b[27um")]
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            found.append(f"{said!r}: {type(error).__name__}")
            continue
        found += [f"{said!r}: {m}" for m in messages if not isinstance(m, DONE_BY_HAND)]
    return found


def test_filter_of_sequences_holds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    take_out_the_filter_of_messages(monkeypatch)
    assert what_gets_through() == []


def test_filter_of_messages_holds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    take_out_the_filter_of_sequences(monkeypatch)
    assert what_gets_through() == []


def test_without_either_focus_reports_and_mistakes_come_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or the two tests above could not fail; the app alone is in `tests/fuzz/test_hosted_input`."""
    take_out_the_filter_of_sequences(monkeypatch)
    take_out_the_filter_of_messages(monkeypatch)
    found = "\n".join(what_gets_through())
    assert all(f"{said!r}: AppFocus" in found or f"{said!r}: AppBlur" in found for said in FOCUS)
    assert "Error" in found
