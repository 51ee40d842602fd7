"""The lines at the edges of every screen: the title above, the keys below; and text in lines."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target, width_of
from keltis_tui.words import N_, Words


class Key(NamedTuple):
    """A key as the key bar shows it."""

    key: str
    word: str
    """What it does, untranslated."""
    cap: str = ""
    """What is printed on it, if not the key itself."""


CAPS = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "f1": "F1",
    "f2": "F2",
    "left": "←",
    "right": "→",
}
"""Keys whose name is a word."""

EVERYWHERE = (Key("f1", N_("rules")), Key("f2", N_("settings")))
"""Keys that every screen has, shown where there is room."""


def cap(words: Words, key: Key) -> str:
    """What is printed on a key."""
    if key.cap:
        return key.cap
    name = "space" if key.key == " " else key.key
    return words._(CAPS[name]) if name in CAPS else key.key


def paint_title(canvas: Canvas, name: str, facts: Sequence[str], who: str, dot: str) -> None:
    """The top line: what this is, what is to know about it, and who you are."""
    canvas.fill(0, 0, canvas.width, 1, "bar")
    x = canvas.put(1, 0, name, "bar title.name")
    if facts:
        rest = f"  {f' {dot} '.join(facts)}"
        canvas.put(x, 0, rest, "bar title", limit=canvas.width - x - width_of(who) - 2)
    canvas.right(canvas.width - 1, 0, who, "bar title")


def paint_keys(
    canvas: Canvas, y: int, keys: Iterable[Key], words: Words, more: Iterable[Key] = ()
) -> None:
    """The bottom line: the keys that do something here; those that do not fit are in the help."""
    canvas.fill(0, y, canvas.width, 1, "bar")
    x = 1
    for key in (*keys, *more):
        name, word = cap(words, key), words._(key.word)
        width = width_of(name) + 1 + width_of(word)
        if x + width > canvas.width:
            continue
        canvas.target(x, y, width, 1, Target("key", key=key.key))
        x = canvas.put(x, y, name, "bar key")
        x = canvas.put(x + 1, y, word, "bar key.word") + 2


def paint_rule(canvas: Canvas, x: int, y: int, width: int, glyphs: Glyphs, word: str = "") -> None:
    """A line across, with a word in it."""
    canvas.put(x, y, glyphs.level * width, "ground rule")
    if word:
        canvas.put(x + 1, y, f" {word} ", "ground faint", limit=width - 1)


def wrapped(text: str, width: int) -> list[str]:
    """Text in lines of at most `width` cells, broken between words where that is possible."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while width_of(word) > width:
            lines += [line] if line else []
            line, word = "", word
            lines.append(word[:width])
            word = word[width:]
        longer = f"{line} {word}" if line else word
        if width_of(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines
