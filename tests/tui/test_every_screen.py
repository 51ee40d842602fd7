"""What holds on every screen × size × class of looks × language, whatever stands there."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from babel.messages.pofile import read_po
from wcwidth import wcwidth

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import CUT
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.replay_sight import ReplaySight
from keltis_tui.screens.screen import Screen
from keltis_tui.screens.table_sight import TableSight
from keltis_tui.screens.talk import Conversation
from keltis_tui.screens.terms import TermsDialog
from keltis_tui.screens.typed import TypedDialog
from keltis_words.words import DOMAIN, LOCALE
from tests.tui.pictures import LANGUAGES, LOOKS, looks, paint
from tests.tui.scenes import SCENES, SIZES, Scene, session_of
from tests.volume import spread

USUAL, LONGER = LANGUAGES
ON_THE_TABLE = ("card", "path", "pile", "stone", "die", "row", "priestess")
"""Things that lie where they lie in every language."""
WORD = re.compile(r"[^\W\d_₀-₉]{2,}")
"""Letters, not figures: those on large cards and sheets are drawn larger where they can be."""


@dataclass(frozen=True)
class Shown:
    """A screen in every size, and there in every look and language."""

    name: str
    scene: Scene
    pictures: dict[str, dict[tuple[str, str], Canvas]]


def named(name: str, size: tuple[int, int]) -> str:
    return f"{name}-{size[0]}x{size[1]}"


@pytest.fixture(scope="module", params=SCENES)
def shown(request: pytest.FixtureRequest) -> Shown:
    scene = SCENES[request.param]
    pictures = {
        named(request.param, size): {
            (look, language): paint(scene, size, look, language)
            for language in LANGUAGES
            for look in LOOKS
        }
        for size in (scene.sizes[:1] if request.config.getoption("--quick") else scene.sizes)
    }
    return Shown(request.param, scene, pictures)


@pytest.mark.law
def test_nothing_drawn_is_wider_than_a_cell_and_every_look_knows_its_style(shown: Shown) -> None:
    for pictures in shown.pictures.values():
        drawn = {text for canvas in pictures.values() for text in set[str]().union(*canvas.texts)}
        assert {text for text in drawn if wcwidth(text) != 1} == set()
        styles = {name for canvas in pictures.values() for name in set[str]().union(*canvas.styles)}
        for theme in looks():
            assert all(theme.style(name) is not None for name in styles)


@pytest.mark.law
def test_in_every_look_words_and_what_a_click_chooses_are_in_the_same_place(shown: Shown) -> None:
    if shown.name == "settings":
        return  # it says which look it is
    for name, pictures in shown.pictures.items():
        for (look, language), canvas in pictures.items():
            usual = pictures["colour", language]
            assert canvas.areas == usual.areas, f"{name}, {look}"
            for here, there in zip(usual.texts, canvas.texts, strict=True):
                for word in WORD.finditer("".join(here)):
                    assert word[0] == "".join(there[slice(*word.span())]), f"{name}, {look}"


@pytest.mark.law
def test_without_drawn_signs_nothing_is_drawn_but_ascii_and_the_letters_of_names(
    shown: Shown,
) -> None:
    for name, pictures in shown.pictures.items():
        text = pictures["ASCII", USUAL].text()
        assert all(sign.isascii() or sign.isalpha() for sign in text), name


@pytest.mark.law
def test_in_english_no_word_is_cut(shown: Shown) -> None:
    for name, pictures in shown.pictures.items():
        text = pictures["colour", USUAL].text()
        assert not re.search(rf"\S{CUT}", text), f"{name}\n{text}"


def test_the_longer_language_is_longer_by_35_in_100() -> None:
    with (LOCALE / f"{DOMAIN}.pot").open("rb") as file:
        ids = [message.id for message in read_po(file)]
    texts = [text for text in ids if isinstance(text, str)]
    longer = map(LANGUAGES[LONGER]._, texts)
    assert sum(map(len, longer)) >= 1.35 * sum(map(len, texts))


@pytest.mark.law
def test_longer_words_push_nothing_on_the_table_away(shown: Shown) -> None:
    for pictures in shown.pictures.values():
        usual, longer = (
            [area for area in pictures["colour", language].areas
             if area.target.kind in ON_THE_TABLE]
            for language in LANGUAGES
        )  # fmt: skip
        assert usual == longer


@pytest.mark.law
def test_every_key_of_the_bar_is_shown_even_if_its_words_are_long(shown: Shown) -> None:
    if shown.name == "too-small":
        return
    session = session_of(shown.scene, LANGUAGES[LONGER])
    canvas = session.paint(*SIZES[0])
    there = {area.target.key for area in canvas.areas if area.y == SIZES[0][1] - 1}
    assert {key.key for key in session.screen.key_bar()} <= there


def test_every_kind_of_screen_is_among_them() -> None:
    def kinds(kind: type[Screen]) -> set[type[Screen]]:
        return {kind}.union(*map(kinds, kind.__subclasses__()))

    seen: set[type[Screen]] = set()
    for scene in SCENES.values():
        session = session_of(scene)
        seen |= {type(session.navigation.base), type(session.screen)}
    shared = {Screen, Dialog, TypedDialog, Conversation, TermsDialog, TableSight, ReplaySight}
    assert kinds(Screen) - shared == seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_lie_over_other_words(
    monkeypatch: pytest.MonkeyPatch, language: str, amount: Callable[[int], int]
) -> None:
    """Whatever was written is still there in the end."""
    put = Canvas.put
    written: list[tuple[Canvas, int, int, list[str]]] = []

    def remember(
        canvas: Canvas, x: int, y: int, text: str, style: str, limit: int | None = None
    ) -> int:
        end = put(canvas, x, y, text, style, limit)
        if sum(map(str.isalpha, text)) > 2 and x >= 0 and y < canvas.height:
            written.append((canvas, x, y, canvas.texts[y][x:end]))
        return end

    monkeypatch.setattr(Canvas, "put", remember)
    for name, scene in spread([*SCENES.items()], amount(len(SCENES))):
        session = session_of(scene)
        if session.screen is session.navigation.base:  # what lies under a dialog may be covered
            for size in scene.sizes:
                written.clear()
                canvas = paint(scene, size, "colour", language)
                for on, x, y, text in written:
                    there = canvas.texts[y][x : x + len(text)]
                    assert on is not canvas or there == text, named(name, size)
