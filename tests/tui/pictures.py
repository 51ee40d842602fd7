"""A screen in every look and language as one text: the first whole, of the others what differs."""

from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from keltis_tui.settings import Settings
from keltis_tui.themes import THEMES, Theme, theme_for
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.words import Words, words_for
from tests.tui.pseudo import LONG
from tests.tui.scenes import Scene, session_of

LOOKS: Final = {
    "colour": Settings(theme="dark"),
    "sixteen colours": Settings(theme="sixteen"),
    "no colour": Settings(theme="mono"),
    "ASCII": Settings(signs="ascii"),
}
"""The classes of looks: those in full colour differ by no character and no name of a style."""
LANGUAGES: Final[dict[str, Words]] = {"English": words_for("en"), "a longer language": LONG}
STANDING_OUT: Final = (
    "chosen", "would", "lit", "problem", "mark", "just", "priestess.moved", "underlined",
    "ask", "wait", "gold", "dim.card", "dim", "line.chosen",
)  # fmt: skip
"""Styles that tell something by themselves, the strongest first."""
NEAR: Final = 4
"""So many cells that are the same are told again between two that are not."""


Variant = tuple[str, str]
"""A look and a language."""


class Span(NamedTuple):
    """Cells of one line that are not as they were."""

    y: int
    x: int
    text: str


def paint(scene: Scene, size: tuple[int, int], look: str, language: str) -> Canvas:
    """A scene as it is painted in a look and a language."""
    return session_of(scene, LANGUAGES[language], LOOKS[look]).paint(*size)


def spelled(pictures: dict[Variant, Canvas]) -> str:
    """A screen in one size by look and language, all of them in one text."""
    lines: list[str] = []
    told: dict[Variant, Canvas] = {}
    for variant, canvas in pictures.items():
        lines.append(f"== {', '.join(variant)}")
        if told:
            lines += min(_unlike(told, variant, canvas), key=len)
        else:
            lines += [*canvas.text().splitlines(), "== what stands out", *_standing_out(canvas)]
        told[variant] = canvas
    return "\n".join(lines) + "\n"


def _unlike(told: dict[Variant, Canvas], variant: Variant, canvas: Canvas) -> Iterator[list[str]]:
    """How a picture differs from each that shares its look or its language.

    A difference is a line, a column, and what is seen from there on. Signs that another look has
    in place of others count as one.
    """
    for other, picture in told.items():
        if set(other) & set(variant):
            signs = _signs(picture, canvas) if other[0] != variant[0] else {}
            drawn = " ".join(f"{old}{new}" for old, new in sorted(signs.items()))
            spans = [f"{y}:{x} {text}" for y, x, text in _spans(picture, canvas, signs)]
            yield [f"as {', '.join(other)}" + (f", signs {drawn}" if drawn else ""), *spans]


def _standing_out(canvas: Canvas) -> Iterator[str]:
    """For each line from where to where something stands out, and how."""
    for y, styles in enumerate(canvas.styles):
        runs, x = [], 0
        for name, cells in groupby(styles, _strongest):
            end = x + len(list(cells))
            runs += [f"{name} {x}-{end - 1}"] if name else []
            x = end
        if runs:
            yield f"{y}: {', '.join(runs)}"


def _strongest(style: str) -> str:
    names = style.split()
    return next((name for name in STANDING_OUT if name in names), "")


def _signs(before: Canvas, after: Canvas) -> dict[str, str]:
    """What is mostly drawn in place of each sign."""
    pairs: Counter[tuple[str, str]] = Counter()
    for old, new in zip(before.texts, after.texts, strict=True):
        if old != new:
            pairs.update(zip(old, new, strict=True))
    usual = {old: new for (old, new), _ in reversed(pairs.most_common())}
    return {
        old: new
        for old, new in usual.items()
        if old != new and not old.isalnum() and not old.isspace()
    }


def _spans(before: Canvas, after: Canvas, signs: dict[str, str]) -> Iterator[Span]:
    """Where one picture is not like another whose signs were changed."""
    for y, (old, new) in enumerate(zip(before.texts, after.texts, strict=True)):
        if old == new:
            continue
        changed = [x for x, text in enumerate(old) if signs.get(text, text) != new[x]]
        while changed:
            start = end = changed[0]
            while changed and changed[0] - end <= NEAR:
                end = changed.pop(0)
            yield Span(y, start, "".join(new[start : end + 1]))


def svg(canvas: Canvas, theme: Theme) -> str:
    """A picture for a person's eye."""
    console = Console(record=True, width=canvas.width, file=StringIO(), color_system="truecolor")
    for y in range(canvas.height):
        line = Text(no_wrap=True, end="")
        for text, names in canvas.runs(y):
            line.append(text, theme.style(names))
        console.print(line)
    return console.export_svg(title="Keltis")


def looks() -> Iterator[Theme]:
    """Every look there is."""
    yield from THEMES.values()
    yield theme_for("", "ascii")
