"""The lines at the edges of every screen: the title above, the keys below."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.fitting import shortened
from keltis_tui.canvas.text import width_of
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words


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

ALWAYS = ("N", "K", "V", "f2", "f1", "h", "/", "pageup", "?", "q")
"""Keys that answer nothing, whatever is asked, in their order: those that come and go are on the
left, so that the others stay where they are."""

EVERYWHERE = (Key("f1", N_("rules")), Key("f2", N_("settings")))
"""Keys that every screen has, shown where there is room."""

ANOTHER_NAME = Key("N", N_("name"))
"""On every screen but in dialogs and lessons."""


def cap(words: Words, key: Key) -> str:
    """What is printed on a key."""
    if key.cap:
        return key.cap
    name = "space" if key.key == " " else key.key
    return words._(CAPS[name]) if name in CAPS else key.key


def paint_title(canvas: Canvas, name: str, facts: Sequence[str], who: str, dot: str) -> None:
    """The top line: what this is, what is to know about it, and who you are.

    If there is not room for all, the first facts give way to the last.
    """
    canvas.stamp(0, _title_line(canvas.width, name, tuple(facts), who, dot))


@lru_cache(maxsize=1024)
def _title_line(width: int, name: str, facts: tuple[str, ...], who: str, dot: str) -> Canvas:
    """A title by itself; it stays the same from key to key."""
    canvas = Canvas(width, 1, "bar")
    x = canvas.put(1, 0, name, "bar title.name") + 2
    room, between = width - x - width_of(who) - 2, f" {dot} "
    while len(facts) > 1 and width_of(between.join(facts)) > room:
        facts = facts[1:]
    canvas.put(x, 0, between.join(facts), "bar title", limit=room)
    canvas.right(width - 1, 0, who, "bar title")
    return canvas


def paint_keys(
    canvas: Canvas, y: int, keys: Iterable[Key], words: Words, more: Iterable[Key] = ()
) -> None:
    """The bottom line: the keys that do something here, their words shortened if need be.

    Of `more` only those are shown that fit; they are in the help.
    """
    canvas.stamp(y, _key_line(canvas.width, tuple(keys), words, tuple(more)))


@lru_cache(maxsize=1024)
def _key_line(width: int, keys: tuple[Key, ...], words: Words, more: tuple[Key, ...]) -> Canvas:
    """A line of keys by itself; the same few are shown again and again, to everybody.

    What answers the question stands at the left, what is there at any time keeps its place at the
    right.
    """
    canvas = Canvas(width, 1, "bar")
    free = width - sum(width_of(cap(words, key)) + 3 for key in keys)
    texts = shortened([words._(key.word) for key in keys], free)
    shown: list[tuple[Key, str, int]] = []
    room = width - 2
    for key, text in zip_longest((*keys, *more), texts):
        word = text or words._(key.word)
        wide = width_of(cap(words, key)) + 1 + width_of(word)
        if wide <= room:
            shown.append((key, word, wide))
            room -= wide + 2
    always = [each for key in ALWAYS for each in shown if each[0].key == key]
    x = 1
    for key, word, wide in (*(each for each in shown if each not in always), *always):
        if always and key is always[0][0]:
            x += max(0, room + 2)
        canvas.target(x, 0, wide, 1, Target("key", key=key.key))
        x = canvas.put(x, 0, cap(words, key), "bar key")
        x = canvas.put(x + 1, 0, word, "bar key.word") + 2
    return canvas


def paint_unused(canvas: Canvas, words: Words, key: str) -> None:
    """Say that a key does nothing here, and where to find those that do.

    At the end of the status line or of the line above it, whichever has room, in fewer words if
    need be. If nothing of it fits beside what stands there, it takes the place of the keys: the
    question stays whole.
    """
    name = cap(words, Key(key, ""))
    said = words._("{key} does nothing here: ? shows the keys", key=name)
    short = words._("{key} does nothing here", key=name)
    status = canvas.height - 2
    for text in (f" {said} ", f" {short} "):
        x = canvas.width - width_of(text)
        for y in (status, status - 1):
            if x > 0 and "".join(canvas.texts[y][x - 1 :]).isspace():
                canvas.put(x, y, text, "bar problem")
                return
    canvas.fill(0, status + 1, canvas.width, 1, "bar problem")
    canvas.put(1, status + 1, said, "bar problem", limit=canvas.width - 2)


def paint_rule(
    canvas: Canvas, x: int, y: int, width: int, glyphs: Glyphs, word: str = "", style: str = ""
) -> None:
    """A line across, with a word in it; both in one style if there is one."""
    canvas.put(x, y, glyphs.level * width, f"ground {style or 'rule'}")
    if word:
        canvas.put(x + 1, y, f" {word} ", f"ground {style or 'faint'}", limit=width - 1)
