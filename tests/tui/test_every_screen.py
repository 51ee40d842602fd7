"""Every screen × board × size × class of looks × language, compared with what was accepted."""

import re
from dataclasses import dataclass
from functools import partial

import pytest
from wcwidth import wcwidth

from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Screen
from keltis_tui.widgets.canvas import CUT, Canvas
from tests.tui.conftest import SNAPSHOTS
from tests.tui.pictures import LANGUAGES, LOOKS, looks, paint, spelled, svg
from tests.tui.scenes import SCENES, SIZES, Scene, session_of

USUAL, LONGER = LANGUAGES
ON_THE_TABLE = ("card", "path", "pile", "stone", "die", "row", "priestess")
"""Things that lie where they lie in every language."""


@dataclass(frozen=True)
class Shown:
    """A screen in every size, and there in every look and language."""

    name: str
    scene: Scene
    pictures: dict[str, dict[tuple[str, str], Canvas]]


def named(name: str, size: tuple[int, int]) -> str:
    return f"{name}-{size[0]}x{size[1]}"


@pytest.fixture(scope="module", params=SCENES)
def shown(request) -> Shown:
    scene = SCENES[request.param]
    pictures = {
        named(request.param, size): {
            (look, language): paint(scene, size, look, language)
            for language in LANGUAGES
            for look in LOOKS
        }
        for size in scene.sizes
    }
    return Shown(request.param, scene, pictures)


def draw(scene: Scene, canvas: Canvas) -> str:
    return svg(canvas, session_of(scene).theme)


def test_a_screen_looks_as_it_was_accepted(snapshot, shown):
    differences = [
        snapshot(name, spelled(pictures), partial(draw, shown.scene, next(iter(pictures.values()))))
        for name, pictures in shown.pictures.items()
    ]
    assert not any(differences), "\n" + "".join(differences)


def test_nothing_drawn_is_wider_than_a_cell_and_every_look_knows_its_style(shown):
    for pictures in shown.pictures.values():
        drawn = {text for canvas in pictures.values() for text in set().union(*canvas.texts)}
        assert {text for text in drawn if wcwidth(text) != 1} == set()
        styles = {name for canvas in pictures.values() for name in set().union(*canvas.styles)}
        for theme in looks():
            assert all(map(theme.style, styles))


def test_in_english_no_word_is_cut(shown):
    for name, pictures in shown.pictures.items():
        text = pictures["colour", USUAL].text()
        assert not re.search(rf"\S{CUT}", text), f"{name}\n{text}"


def test_longer_words_push_nothing_on_the_table_away(shown):
    for pictures in shown.pictures.values():
        usual, longer = (
            [area for area in pictures["colour", language].areas
             if area.target.kind in ON_THE_TABLE]
            for language in LANGUAGES
        )  # fmt: skip
        assert usual == longer


def test_every_key_of_the_bar_is_shown_even_if_its_words_are_long(shown):
    if shown.name == "too-small":
        return
    session = session_of(shown.scene, LANGUAGES[LONGER])
    canvas = session.paint(*SIZES[0])
    there = {area.target.key for area in canvas.areas if area.y == SIZES[0][1] - 1}
    assert {key.key for key in session.screen.key_bar()} <= there


def test_no_picture_is_kept_of_a_screen_that_is_gone(request):
    there = {named(name, size) for name, scene in SCENES.items() for size in scene.sizes}
    left = {path for path in SNAPSHOTS.iterdir() if path.stem not in there}
    if request.config.getoption("--accept-snapshots"):
        for path in left:
            path.unlink()
    else:
        assert left == set()


def test_every_kind_of_screen_is_among_them():
    def kinds(kind: type[Screen]) -> set[type[Screen]]:
        return {kind}.union(*map(kinds, kind.__subclasses__()))

    seen: set[type[Screen]] = set()
    for scene in SCENES.values():
        session = session_of(scene)
        seen |= {type(session._screen), type(session.screen)}
    assert kinds(Screen) - {Screen, Dialog} == seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_lie_over_other_words(monkeypatch, language):
    """Whatever was written is still there in the end."""
    put, written = Canvas.put, []

    def remember(canvas, x, y, text, style, limit=None):
        end = put(canvas, x, y, text, style, limit)
        if sum(map(str.isalpha, text)) > 2 and x >= 0 and y < canvas.height:
            written.append((canvas, x, y, canvas.texts[y][x:end]))
        return end

    monkeypatch.setattr(Canvas, "put", remember)
    for name, scene in SCENES.items():
        session = session_of(scene)
        if session.screen is session._screen:  # what lies under a dialog may be covered
            for size in scene.sizes:
                written.clear()
                canvas = paint(scene, size, "colour", language)
                for on, x, y, text in written:
                    there = canvas.texts[y][x : x + len(text)]
                    assert on is not canvas or there == text, named(name, size)
