"""The five paths in what is really sent: every game, look, depth and state, told apart and legible.

The pictures are read from the bytes of hosted sessions; the story through real `ssh` is in
`tests/e2e/test_terminals.py`.
"""

from functools import lru_cache, partial

import pytest
from rich.color import ColorSystem
from rich.style import Style

from keltis_engine.rules import RULE_SETS
from keltis_server.terminal.client import describe
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.canvas import themes
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.palettes import DEPTHS, LOOKS, PALETTES, read
from keltis_tui.canvas.themes import GROUNDS, THEMES, Theme
from keltis_tui.settings import Settings
from keltis_words.games.cards import LETTERS
from tests.tui.hosted import Drawn, draw, shown
from tests.tui.paths_seen import Paths
from tests.tui.recorded import PHASES
from tests.tui.scenes import Scene, in_phase

STATES = {f"{kind}.{path}" for kind in GROUNDS for path in range(5)}
"""Everything that a path can be."""
ON_STONES = ("tile.clover", "tile.wish", "seat.0", "own.1", "seat.2 mark", "lit")
"""Of what lies and stands on stones a little of each kind."""
ROUNDED = {"full": None, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
WALKS = {
    "keltis": {"play": ["3", "4", "d5"], "start": [""], "clover": ["r"], "draw": ["", "\t"]},
    "oracle": {"play": ["2", "5"], "move": ["a"], "leprechaun": ["r", "3"], "spiral": ["\t"]},
    "dice": {"keep": ["12"], "choose": ["r", "b"], "clover": ["y"]},
    "stones": {"turn": ["\t"], "take": [""]},
}
"""What is pressed at which question, so that all states are seen."""


def scenes(game: str) -> list[Scene]:
    walks = WALKS[game]
    assert set(walks) <= set(PHASES[game].split())
    return [
        Scene(partial(in_phase, game, phase), list(keys))
        for phase, ways in walks.items()
        for keys in ways
    ]


def swatches() -> Canvas:
    """Every state of every path, side by side, with all that may stand on it."""
    canvas = Canvas(80, 24)
    for y, kind in enumerate(sorted(GROUNDS)):
        for path in range(5):
            style = f"ground {kind}.{path}"
            x = canvas.put(path * 15, y, f"{LETTERS[path]}5", style)
            for over in ("strong", "mark", "chosen", "would", "flash", *ON_STONES):
                if over not in ON_STONES or kind not in ("path", "chosen", "would"):
                    x = canvas.put(x, y, "x", f"{style} {over}")
    x = 0
    for over in ("text", "bright", "faint", "gold", *(f"path.{path}" for path in range(5))):
        x = canvas.put(x, 20, "x", f"ground {over}")
        if over in ("text", "faint", "gold"):
            x = canvas.put(x, 20, "x", f"line.chosen {over}")
    return canvas


def written(canvas: Canvas, theme: Theme) -> bytes:
    """What the server sends of a picture."""
    sent = bytearray()
    writer = TerminalWriter(sent.extend, describe("xterm-256color", (80, 24), {}))
    writer.take(mouse=False)
    Picture(writer).show(canvas, theme)
    return bytes(sent)


async def seen(paths: Paths, settings: Settings, games: list[str]) -> list[Drawn]:
    drawn = []
    for game in games:
        for scene in scenes(game):
            picture = await draw(scene, settings=settings)
            paths.see(shown(picture.data), picture.canvas, picture.theme)
            drawn.append(picture)
    return drawn


@pytest.mark.law
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("look", LOOKS)
async def test_no_two_paths_look_alike_in_any_state_and_every_text_is_legible(
    look: str, depth: str
) -> None:
    paths = Paths(look, depth)
    drawn = await seen(paths, Settings(theme=look, colours=depth), list(RULE_SETS))
    assert {(picture.theme.name, picture.theme.depth) for picture in drawn} == {(look, depth)}
    assert len(paths.states()) > len(STATES) * 0.7, "most of them come up in these games"
    every = swatches()
    paths.see(shown(written(every, THEMES[look, depth])), every, THEMES[look, depth])
    assert paths.states() >= STATES
    assert list(paths.objections()) == []


def rounded(theme: Theme, full: Theme) -> Theme:
    """A theme as it would be if its colours were rounded from 16 million."""
    system = ROUNDED[theme.depth]
    assert system is not None
    styles = {
        name: style
        + Style(
            color=style.color and style.color.downgrade(system),
            bgcolor=style.bgcolor and style.bgcolor.downgrade(system),
        )
        for name, style in full.styles.items()
    }
    return Theme(theme.name, theme.depth, styles, theme.glyphs)


@pytest.mark.long
@pytest.mark.law
@pytest.mark.parametrize("look", ["dark", "light"])
async def test_colours_that_are_rounded_automatically_are_objected_to(
    look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = rounded(THEMES[look, "256"], THEMES[look, "full"])
    monkeypatch.setitem(themes.THEMES, (look, "256"), spoilt)
    paths = Paths(look, "256")
    await seen(paths, Settings(theme=look, colours="256"), ["keltis", "dice"])
    assert any("share the ground" in objection for objection in paths.objections())


@lru_cache(maxsize=1)
def all_pairs() -> list[tuple[str, str, str, str]]:
    return [
        (look, depth, name, colour)
        for (look, depth), palette in PALETTES.items()
        for name, pair in palette.items()
        for colour in pair
        if colour
    ]


def test_the_table_says_everything_and_nothing_is_left_to_the_terminal() -> None:
    """Of the 256 colours none that people re-theme; of the 16 only those; else any."""
    rows = set(PALETTES["dark", "full"])
    assert all(set(palette) == rows for palette in PALETTES.values())
    for look, depth, name, colour in all_pairs():
        if depth == "full":
            assert colour.startswith("#"), (look, name)
        else:
            number = int(colour.removeprefix("color(").removesuffix(")"))
            assert number in (range(16) if depth == "16" else range(16, 256)), (look, name)


def test_a_row_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        read("[dark]\ntext #111111 16 0\ntext #222222 17 0\n")


def test_picked_keeps_its_own_hue() -> None:
    """What used to turn gold, whatever it was."""
    for theme in THEMES.values():
        if theme.depth == "none":
            continue
        gold = theme.style("ground chosen").bgcolor
        picked = [theme.style(f"ground card.{path} chosen").bgcolor for path in range(5)]
        assert len(set(picked)) == 5
        assert theme.depth == "16" or gold not in picked
