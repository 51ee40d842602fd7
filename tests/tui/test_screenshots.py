"""The pictures that are shown to the world: drawn from the app, and fetching nothing."""

import re
from pathlib import Path

import pytest

from screenshots.make import Picture, shoot, tidy
from screenshots.staged import lobby

HERE = Path(__file__).parents[2] / "screenshots"
NAMESPACE = "http://www.w3.org/2000/svg"


@pytest.mark.parametrize("path", sorted(HERE.iterdir()), ids=lambda path: path.name)
def test_no_file_beside_the_screenshots_names_a_host(path: Path):
    if path.is_file() and path.suffix != ".pyc":
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"\w+://[^\s\"'<>)]+", text)) <= {NAMESPACE}


async def test_a_new_screenshot_fetches_nothing_and_shows_the_screen():
    svg = await shoot(Picture("lobby", (80, 24), [lobby()]))
    assert "://" not in svg.replace(NAMESPACE, "")
    assert "@font-face" not in svg
    assert "DejaVu Sans Mono" in svg
    assert "K7QF" in svg


def test_tidying_takes_away_whatever_names_a_host():
    kept = "<svg xmlns='x'><style> .a { fill: red }</style></svg>"
    rule = '@font-face { src: url("https://fonts.example/x.woff") format("woff"); }'
    dirty = kept.replace(" .a", f"\n    {rule}\n .a").replace("<style>", "<!-- by x://y --><style>")
    assert tidy(dirty).replace("\n", "") == kept
