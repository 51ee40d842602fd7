"""What a terminal shows is what was painted: by Textual at home, and by the bytes of the server."""

from itertools import product

import pytest

from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.themes import theme_for
from keltis_tui.settings import Settings
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for
from screenshots.staged import NOW, StagedLink, welcome
from tests.tui.hosted import TERMINALS, cells, draw, lines, meant, shown
from tests.tui.scenes import SCENES, session_of


@pytest.mark.law
@pytest.mark.parametrize("terminal", TERMINALS)
@pytest.mark.parametrize("game", RULE_SETS)
async def test_a_terminal_shows_the_characters_and_colours_that_were_painted(
    game: str, terminal: str
) -> None:
    drawn = await draw(SCENES[f"{game}-picked"], terminal)
    screen = shown(drawn.data)
    assert lines(screen) == drawn.canvas.text().splitlines()
    assert cells(screen) == meant(drawn)


@pytest.mark.law
@pytest.mark.parametrize("size", [(100, 30), (140, 45)])
async def test_a_larger_terminal_shows_it_too(size: tuple[int, int]) -> None:
    for game in RULE_SETS:
        drawn = await draw(SCENES[f"{game}-opening"], "256 colours", size)
        assert cells(shown(drawn.data, size)) == meant(drawn)


@pytest.mark.law
@pytest.mark.parametrize("name", [f"{game}-picked" for game in RULE_SETS] + ["lobby", "settings"])
async def test_textual_exports_the_very_text_that_was_painted(name: str) -> None:
    scene = SCENES[name]
    link = StagedLink([*welcome(), *scene.facts()])
    app = KeltisApp(link, words_for("en"))
    app.session.client.now = lambda: NOW
    async with app.run_test(size=(80, 24)) as pilot:
        await link.told.wait()
        await pilot.press(*scene.keys)
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        exported = [strip.text.rstrip() for strip in strips]
    assert exported == session_of(scene).paint(80, 24).text().splitlines()


def test_looks_in_colour_differ_by_no_character() -> None:
    scenes = [SCENES[f"{game}-picked"] for game in RULE_SETS] + [SCENES["lobby"]]
    for scene, theme in product(scenes, ("light", "contrast", "safe")):
        assert theme_for(theme).glyphs is theme_for("dark").glyphs
        usual, other = (
            session_of(scene, settings=Settings(theme=name)) for name in ("dark", theme)
        )
        assert other.paint(80, 24).text() == usual.paint(80, 24).text()
