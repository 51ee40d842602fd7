"""T1, T2: whatever a person's text holds, no screen passes on anything but text.

Between a text and a terminal lie three layers: what people may write (`texts`, `names`), what is
painted (`canvas.text`) and what is sent (`sanitize`). Here the first is gone around: the
texts go straight into the facts. Then the second or the third is taken away as well, and the one
that is left has to hold. 63 fixed texts, with every control, format and line end that Unicode has,
are shown on 12 screens by each layer alone (1,512 pictures), and random ones by both.
"""

import ast
import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keltis_protocol.messages import (
    Fact,
    LeftTable,
    Lobby,
    Person,
    Refused,
    Said,
    SeatState,
    TableLine,
)
from keltis_server.terminal import app
from keltis_server.terminal.client import describe
from keltis_server.terminal.output import picture
from keltis_server.terminal.output.sanitize import STEERING
from keltis_server.terminal.runner import AppRunner
from keltis_tui.canvas import canvas
from keltis_tui.textual_app import KeltisApp
from screenshots.staged import CODE, Staged, StagedLink, lobby, table, welcome
from tests.e2e.allow_list import foreign
from tests.server.hostile_texts import EVERY_CONTROL, MARKUP, SEQUENCES, TEXTS, hostile
from tests.volume import examples, spread

ROOT = Path(__file__).parents[2]
RUNNING = Staged(2, "hostile").changed()
OVER = Staged(2, "over").until(lambda _: False).changed()

Step = Fact | str
"""A fact that is told, a key that is pressed (one letter or a name), or `paste`."""


def seats(text: str) -> list[SeatState]:
    """Two seats on which everything that can be written is this text."""
    one = SeatState(kind="person", name=text, word=text)
    return [one, msgspec.structs.replace(one, bot=text, away=True)]


def screens(text: str) -> dict[str, list[Step]]:
    """The way to every screen that shows what people wrote, with this text wherever they wrote."""
    you = Person(name=text, guest=False)
    lines = [TableLine(table=CODE, game=text, seats=seats(text), state="open")]
    lines += [msgspec.structs.replace(each, seats=seats(text)) for each in lobby().tables]
    here = Lobby(you=you, people=3, tables=lines)
    at = msgspec.structs.replace(
        table(2), seats=seats(text), options={text: text, "games": text}, commitment=b"\x07" * 32
    )
    waiting = msgspec.structs.replace(at, state="open")
    says = [Said(table=CODE, number=1, seat=seat, name=text, text=text) for seat in (0, 1)]
    preferences = {"theme": text, text: text, "language": text, "glyphs": text}
    return {
        "lobby": [*welcome(preferences), here],
        "name": ["N", "paste"],
        "after a name": ["escape"],
        "waiting": [waiting],
        "lucky word": ["w", "paste"],
        "talk before the game": ["escape", *says, "/", "paste"],
        "refusal": ["escape", Refused(id="", reason=text)],
        "game": [at, RUNNING],
        "talk in the game": [*says, "/", "paste"],
        "log": ["escape", "pageup"],
        "score sheet": [msgspec.structs.replace(at, state="over"), OVER, "enter"],
        "table is gone": [LeftTable(table=CODE, reason=text)],
    }


class Viewer:
    """Somebody with a hosted app, and every byte that came to their terminal."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._drawn = asyncio.Event()
        self._link = StagedLink(welcome())
        self._host = AppRunner(
            lambda: app.game_app(self._link, "en"),
            self._take,
            describe("xterm", (100, 30), {}),
        )
        self.running = asyncio.create_task(self._host.run())

    async def come(self) -> "Viewer":
        async with asyncio.timeout(60):
            while b"KELTIS" not in self.data:
                self._drawn.clear()
                await self._drawn.wait()
        return self

    def _take(self, data: bytes) -> None:
        self.data += data
        self._drawn.set()

    async def leave(self) -> str:
        self._host.close("enough")
        return await self.running

    def show(self, steps: list[Step], text: str) -> None:
        """Take some steps; after each a picture is drawn."""
        self._host._context.run(self._show, steps, text)

    def _show(self, steps: list[Step], text: str) -> None:
        app: object = self._host._app
        assert isinstance(app, KeltisApp)
        for step in steps:
            if step == "paste":
                app.session.paste(text)
            elif isinstance(step, str):
                app.session.press(step)
            else:
                app.session.hear(step)
            assert app.session.farewell is None, f"{text!r} ended the session"
            app._paint()


@pytest.fixture
async def viewer() -> AsyncIterator[Viewer]:
    came = await Viewer().come()
    yield came
    assert not came.running.done(), "no crash, and nobody's text pressed a key"
    assert await came.leave() == "enough"
    assert foreign(bytes(came.data)) == []


def found(viewer: Viewer, text: str) -> dict[str, list[str]]:
    """What is foreign in the bytes of each screen, for the screens where something is."""
    bad = {}
    for name, steps in screens(text).items():
        viewer.data.clear()
        viewer.show(steps, text)
        if strange := foreign(bytes(viewer.data)):
            bad[name] = strange
    return bad


def painter_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint whatever is written, each character in a cell of its own."""
    for name, module in list(sys.modules.items()):
        if name.startswith("keltis_tui."):
            for function, unchanged in (("plain", str), ("cells", tuple)):
                if hasattr(module, function):
                    monkeypatch.setattr(module, function, unchanged)
    monkeypatch.setattr(canvas, "_drawn", canvas._drawn.__wrapped__)


def filter_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send whatever is painted."""
    monkeypatch.setattr(picture, "STEERING", re.compile("(?!)"))


LAYERS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "painter alone": filter_off,
    "filter alone": painter_off,
}


@pytest.mark.parametrize("layers", LAYERS)
async def test_no_text_of_a_person_is_more_than_text_on_any_screen(
    viewer: Viewer, monkeypatch: pytest.MonkeyPatch, layers: str, amount: Callable[[int], int]
) -> None:
    LAYERS[layers](monkeypatch)
    pictures = 0
    for text in spread(TEXTS, amount(len(TEXTS))):
        assert found(viewer, text) == {}, f"{text!r}"
        pictures += len(screens(text))
    print(f"{len(TEXTS)} texts on {len(screens(''))} screens, {layers}: {pictures} pictures")


async def test_without_either_layer_the_allow_list_finds_it_on_every_such_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the tests above can fail."""
    came = await Viewer().come()
    painter_off(monkeypatch)
    filter_off(monkeypatch)
    caught: set[str] = set()
    for text in ("\x1b]52;c;eA==\x07", "a\x9b31m", "\u202ebad"):
        caught |= set(found(came, text))
    assert caught == set(screens(""))
    await came.leave()


@settings(
    deadline=None,
    max_examples=examples(12),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(texts=st.lists(hostile, min_size=1, max_size=4))
async def test_nor_is_any_other_text(viewer: Viewer, texts: list[str]) -> None:
    for text in texts:
        assert found(viewer, text) == {}


@pytest.mark.parametrize("text", MARKUP)
async def test_markup_is_shown_as_it_was_written(viewer: Viewer, text: str) -> None:
    viewer.data.clear()
    viewer.show(screens(text)["lobby"], text)
    assert text[:8].encode() in viewer.data


async def test_the_app_with_widgets_holds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what runs if Textual is another version: there the line filter is the last layer."""
    monkeypatch.setattr(app, "SCREENLESS", False)
    painter_off(monkeypatch)
    came = await Viewer().come()
    for text in (*SEQUENCES, EVERY_CONTROL[0]):
        came.show(screens(text)["lobby"], text)
        await asyncio.sleep(0.02)
    assert not came.running.done()
    assert await came.leave() == "enough"
    assert foreign(bytes(came.data)) == []


def test_the_filter_knows_every_character_that_steers() -> None:
    assert [text for text in EVERY_CONTROL if STEERING.sub("", text).strip("x")] == []
    assert STEERING.sub("", "\ud800\udfff") == ""


FORBIDDEN = {"from_markup", "render_markup", "notify", "Static", "Label", "Markdown", "RichLog"}
"""What takes markup by default. Everything is painted as plain characters instead."""


@pytest.mark.parametrize("folder", ["words", "keltis_tui", "server", "keltis"])
def test_nothing_a_person_reads_goes_through_markup(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.keyword(arg="markup", value=ast.Constant(value=True)):
                    pytest.fail(f"{path}: markup=True")
                case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name):
                    assert name not in FORBIDDEN, f"{path}: {name}"
