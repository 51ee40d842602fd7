"""The pictures that are shown to the world: drawn from what `ssh` shows, the same every time."""

import re
import shutil
import struct
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from keltis_engine.rules import RULE_SETS
from keltis_tui.settings import Settings
from screenshots import make
from screenshots.drawing import CELL, NoFont, colours, draw
from tests.tui.hosted import draw as hosted
from tests.tui.hosted import shown
from tests.tui.scenes import SCENES

ROOT = Path(__file__).parents[2]
HERE = ROOT / "screenshots"


def size_of(path: Path) -> tuple[int, int]:
    """Width and height as the head of a PNG tells them."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", head[16:])
    return width, height


@pytest.mark.parametrize("picture", list(make.pictures()), ids=lambda picture: picture.name)
def test_every_picture_lies_there_in_its_size(picture: make.Picture) -> None:
    width, height = picture.size
    assert size_of(HERE / f"{picture.name}.png") == (width * CELL[0], height * CELL[1])


def test_nothing_else_lies_there_and_every_game_is_shown_in_every_size() -> None:
    drawn = {picture.name for picture in make.pictures()}
    assert {path.stem for path in HERE.glob("*.[sp][vn]g")} == drawn
    sizes = ("80x24", "140x45", "200x60", "24-bit")
    assert drawn >= {f"{game}-{size}" for game in RULE_SETS for size in sizes}


def test_the_readme_shows_pictures_that_exist() -> None:
    shown_there = re.findall(r"\]\((screenshots/[^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert shown_there
    assert all((ROOT / path).is_file() for path in shown_there)


async def test_the_same_bytes_are_the_same_picture(tmp_path: Path) -> None:
    drawn = await hosted(SCENES["keltis-picked"], settings=Settings())
    try:
        for name in ("one.png", "other.png"):
            draw(shown(drawn.data), tmp_path / name)
    except NoFont as missing:
        pytest.skip(str(missing))
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "other.png").read_bytes()
    with Image.open(tmp_path / "one.png") as image:
        assert image.size == (80 * CELL[0], 24 * CELL[1])
        assert len(image.getcolors(256) or ()) > 20


@pytest.mark.parametrize("game", RULE_SETS)
async def test_every_letter_has_the_very_colours_that_were_sent(game: str, tmp_path: Path) -> None:
    """However many there are in a picture: nothing is rounded."""
    screen = shown((await hosted(SCENES[f"{game}-picked"], settings=Settings())).data)
    try:
        draw(screen, tmp_path / "drawn.png")
    except NoFont as missing:
        pytest.skip(str(missing))
    width, height = CELL
    with Image.open(tmp_path / "drawn.png").convert("RGB") as image:
        for x, y in product(range(screen.columns), range(screen.lines)):
            char = screen.buffer[y][x]
            if char.data.isascii() and char.data.isalnum():
                cell = image.crop((x * width, y * height, (x + 1) * width, (y + 1) * height))
                seen = {colour for _, colour in cell.getcolors() or ()}
                sent = {ImageColor.getrgb(f"#{colour}") for colour in colours(char)}
                assert seen >= sent, f"{char.data} at {x}, {y}"


def test_blocks_and_lines_meet_at_the_edges_of_their_cells(tmp_path: Path) -> None:
    """As terminals draw them, whatever a font has in their place."""
    draw(shown("▗▖╱│\r\n▝▘╲│".encode(), (4, 2)), tmp_path / "drawn.png")
    width, height = CELL
    with Image.open(tmp_path / "drawn.png").convert("L") as image:
        block = (width // 2, height // 2, width * 3 // 2 - 1, height * 3 // 2 - 1)
        assert len(set(image.crop(block).tobytes())) == 1, "four quarters are one block"
        assert max(image.crop((0, 0, 2 * width, height // 2)).tobytes()) == 0
        assert image.getpixel((3 * width - 1, 0)), "a slant goes from corner to corner"
        upright = [image.getpixel((3 * width + width // 2, y)) for y in range(2 * height)]
        assert all(upright)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("ssh") is None, reason="pictures need OpenSSH's `ssh`")
def test_a_picture_is_drawn_from_a_real_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "HERE", tmp_path)
    try:
        make.shoot([make.Picture("lobby", ())], Settings(), tmp_path / "visit", ())
    except NoFont as missing:
        pytest.skip(str(missing))
    assert size_of(tmp_path / "lobby.png") == (80 * CELL[0], 24 * CELL[1])
