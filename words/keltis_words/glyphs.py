"""The characters that stand for things, in a picture and in a sentence."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Glyphs:
    """The characters of a table, each one cell wide."""

    paths: str = "♦☼♥♠≈"
    """The shape of each colour, beside its letter."""
    small: str = "○□△▽"
    """Each seat's small figures."""
    large: str = "●■▲▼"
    """Each seat's large figure, and its sign wherever it is named."""
    clover: str = "☘"
    wish_stone: str = "◈"
    mirror: str = "◐"
    spiral: str = "@"
    priestess: str = "♛"
    done: str = "✓"
    leprechaun: str = "☻"
    cross: str = "╳"
    """Crossed branches: no stone may stop there."""
    knot: str = "╱╲"
    """What knot-work is woven of, at the edges."""
    branches: str = "╲╱"
    """What crossed branches are drawn of where there is room."""
    again: str = "↻"
    """Another turn, another roll."""
    plus: str = "+"
    up: str = "↑"
    down: str = "↓"
    times: str = "×"
    arrow: str = "→"
    nothing: str = "–"
    ways: str = "▸▴◂▾"
    """Where a path leads: to the right, up, to the left, down."""
    numbers: str = "₀₁₂₃₄₅₆₇₈₉"
    """Digits of numbers by which things are told apart, not of values."""
    turn: str = "▶"
    watcher: str = "»"
    """Before what somebody says who only looks on."""
    deck: str = "▒"
    field: str = "·"
    dot: str = "·"
    upright: str = "│"
    level: str = "─"
    left_edge: str = "▐"
    right_edge: str = "▌"
    card_edge: str = "▏"
    """The edge of a card that lies over another."""
    lifted: str = "▔"
    """The line under a card that was lifted out of the hand."""
    big: str = "█▀▄"
    """What large numbers and letters are drawn of; empty if there are none."""
    seam: str = ""
    """What parts stones from one another where they have no colour of their own."""


DRAWN: Final = Glyphs()
"""The usual signs."""
FRAMED: Final = Glyphs(seam="▕")
"""The same for looks whose stones are only framed."""
ASCII: Final = Glyphs(
    paths="^=%#~", small="ohvz", large="OHVZ", clover="&", wish_stone="$", mirror="(",
    priestess="!", done="/", leprechaun="?", cross="X", knot="/\\", branches="\\/", again="<",
    up="/", down="\\", ways=">^<v", numbers="0123456789",
    times="x", arrow=">", nothing="-", turn=">", watcher="\"", deck="#", field=".", dot=".",
    upright="|", level="-", left_edge="[", right_edge="]", card_edge="|", lifted="^", big="",
    seam="|",
)  # fmt: skip
"""Signs that every terminal and every font has."""
