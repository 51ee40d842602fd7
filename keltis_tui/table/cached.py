"""Painters that are not asked again while they would paint the same."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, Generic, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from keltis_tui.canvas.canvas import Canvas, Painted
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.scene import Scene

P = ParamSpec("P")
T = TypeVar("T")
Painter = Callable[Concatenate[Canvas, Scene, P], T]

LIGHT: Final = "light"
"""Instead of kinds of things: a painter shows what is lit, but not what is in focus."""


class _Last(NamedTuple, Generic[T]):
    """What a painter painted last, for what, and what it answered."""

    asked: tuple[object, ...]
    painted: Painted
    answer: T


def cached(*follows: str) -> Callable[[Painter[P, T]], Painter[P, T]]:
    """Have a painter paint anew only if the game has changed, or one of the things it follows.

    `follows` names the kinds of things whose light and focus it shows. It may look at nothing else
    that a key changes.
    """

    def cache(painter: Painter[P, T]) -> Painter[P, T]:
        lasts: WeakKeyDictionary[ClientGame, _Last[T]] = WeakKeyDictionary()

        @wraps(painter)
        def paint(canvas: Canvas, scene: Scene, /, *args: P.args, **kwargs: P.kwargs) -> T:
            asked = (canvas.width, canvas.height, *_asked(scene, follows), args, kwargs)
            last = lasts.get(scene.game)
            if last is not None and last.asked == asked and not canvas.wide:
                canvas.paint_again(last.painted)
                return last.answer
            painted, answer = canvas.watch(lambda: painter(canvas, scene, *args, **kwargs))
            if painted is not None:
                lasts[scene.game] = _Last(asked, painted, answer)
            return answer

        return paint

    return cache


def _asked(scene: Scene, follows: tuple[str, ...]) -> tuple[object, ...]:
    """What a picture depends on, apart from the painter's own arguments."""
    still = (scene.game.view, scene.news, scene.counted, scene.told, scene.words, scene.glyphs)
    people = (scene.names, scene.away)
    if not follows:
        return (*still, *people)
    focus = scene.choice.target if scene.choice else scene.picking.focus
    return (
        *still,
        *people,
        scene.choices,
        focus if focus is not None and focus.kind in follows else None,
    )
