"""Answers that lie nowhere on the table, side by side in one line."""

from collections.abc import Sequence

from keltis_tui.canvas.bars import Key, cap
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.fitting import shortened
from keltis_tui.canvas.text import width_of
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene


def paint_buttons(
    canvas: Canvas, scene: Scene, layout: Layout, buttons: Sequence[tuple[Target, str]]
) -> None:
    """Each with its key; the one in focus in gold."""
    keys = {
        choice.target: cap(scene.words, Key(choice.keys[0], ""))
        for choice in scene.choices
        if choice.legal and choice.keys
    }
    targets = [target for target, _ in buttons if target in keys]
    room = layout.width - sum(width_of(keys[target]) + 6 for target in targets)
    texts = shortened([text for target, text in buttons if target in keys], room)
    shown = [f" {keys[target]}  {text} " for target, text in zip(targets, texts, strict=True)]
    x = (layout.width - sum(width_of(text) + 2 for text in shown)) // 2
    for target, text in zip(targets, shown, strict=True):
        focused = scene.focused(target.kind, target.number)
        end = canvas.put(x, layout.buttons, text, "ground chosen" if focused else "bar key")
        canvas.target(x, layout.buttons, end - x, 1, target)
        x = end + 2
