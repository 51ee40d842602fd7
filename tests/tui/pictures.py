"""A screen as text, and a look as text: what is kept of them to be compared with."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import THEMES, Theme, theme_for
from keltis_tui.settings import Settings
from keltis_words.words import Words, words_for
from tests.tui.pseudo import LONG
from tests.tui.scenes import Scene, session_of

LOOKS: Final = {
    "colour": Settings(theme="dark"),
    "sixteen colours": Settings(colours="16"),
    "no colour": Settings(colours="none"),
    "ASCII": Settings(signs="ascii"),
}
"""The classes of looks: those in full colour differ by no character and no name of a style."""
LANGUAGES: Final[dict[str, Words]] = {"English": words_for("en"), "a longer language": LONG}
STANDING_OUT: Final = (
    "chosen", "would", "lit", "problem", "mark", "just", "priestess.moved", "underlined",
    "ask", "wait", "gold", "dim.card", "dim", "line.chosen",
)  # fmt: skip
"""Styles that tell something by themselves, the strongest first."""


def paint(
    scene: Scene, size: tuple[int, int], look: str = "colour", language: str = "English"
) -> Canvas:
    """A scene as it is painted in a look and a language."""
    return session_of(scene, LANGUAGES[language], LOOKS[look]).paint(*size)


def spelled(canvas: Canvas) -> str:
    """What a canvas shows, and below it what stands out there."""
    return "\n".join([canvas.text() + "== what stands out", *_standing_out(canvas), ""])


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


def colours(look: str) -> str:
    """What every style of a look is on terminals of every depth of colour."""
    depths = ("full", "256", "16", "none")
    lines = [["", *depths]]
    for name in THEMES[look, "full"].styles:
        styles = (THEMES[look, depth].style(f"ground {name}") for depth in depths)
        lines.append([name, *(str(style) for style in styles)])
    columns = (19, 38, 42, 37, 0)
    return "".join("".join(map(str.ljust, line, columns)).rstrip() + "\n" for line in lines)


def looks() -> Iterator[Theme]:
    """Every look there is."""
    yield from THEMES.values()
    yield theme_for("", "ascii")
