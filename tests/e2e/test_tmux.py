"""In tmux, which is a terminal of its own, everything is seen as it was painted."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyte
import pytest

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import VERSION, Lobby, Person, Welcome
from keltis_tui.entrance import Entrance
from keltis_tui.games.catalogue import GAMES
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_words.words import words_for
from tests.tui.hosted import Cell, Drawn, cells, draw, meant, shown
from tests.tui.scenes import SCENES
from tests.tui.test_every_script import SEEN, foreign_scene

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="these need tmux; on Debian: apt install tmux"
    ),
]
PANE = Path(__file__).with_name("tmux_pane.py")
PATIENCE = 30.0
BEGIN = ["start-server", ";", "set", "-g", "status", "off", ";", "new-session"]
EIGHTY_BY_24 = ["-x", "80", "-y", "24"]
CURRENT = ":"
"""The only pane there is."""
WHO_LEARNS = list(zip(GAMES, ("ann", "bob", "cleo", "dai"), strict=True))
NAMED = {"f2": "\x1bOQ"}


class Tmux:
    """A tmux of the test's own, with nothing of this machine's settings."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        self.command = ["tmux", "-u", "-S", self.socket, "-f", os.devnull]

    def __call__(self, *words: str) -> bytes:
        """What a command of tmux says."""
        env = os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        done = subprocess.run(
            [*self.command, *words], env=env, capture_output=True, timeout=PATIENCE, check=True
        )
        return done.stdout

    def picture(self, pane: str, size: tuple[int, int] = (80, 24)) -> pyte.Screen:
        """What a pane shows, with its colours."""
        text = self("capture-pane", "-p", "-e", "-N", "-t", pane).rstrip(b"\n")
        return shown(text.replace(b"\n", b"\r\n"), size)

    def text(self, pane: str) -> list[str]:
        """What a pane shows, as plain text."""
        said = self("capture-pane", "-p", "-t", pane).decode()
        return [line.rstrip() for line in said.split("\n")[:-1]]


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """One that ends with the test, and with it everything in its panes."""
    made = Tmux(tmp_path)
    yield made
    subprocess.run([*made.command, "kill-server"], capture_output=True, check=False)


@pytest.mark.parametrize("terminal", ["tmux", "tmux, 16 colours", "tmux, ASCII", "no colour"])
async def test_tmux_shows_the_very_picture_that_was_painted(
    tmux: Tmux, tmp_path: Path, terminal: str
) -> None:
    """All four boards, in every kind of look: each character, and each colour as it was sent."""
    for game in RULE_SETS:
        drawn = await draw(SCENES[f"{game}-picked"], terminal)
        (tmp_path / game).write_bytes(drawn.data)
        pane = [sys.executable, str(PANE), str(tmp_path / game), tmux.socket, game]
        tmux(*BEGIN, "-d", "-s", game, *EIGHTY_BY_24, shlex.join(pane))
        tmux("wait-for", game)
        assert tmux.text(game) == drawn.canvas.text().splitlines()
        assert cells(tmux.picture(game)) == meant(drawn)


@pytest.mark.parametrize("name", ["lobby", "waiting", "talk-heard", "keltis-score-sheet"])
async def test_tmux_counts_the_cells_of_every_script_as_they_were_painted(
    tmux: Tmux, tmp_path: Path, name: str
) -> None:
    """Wide letters, marks, joined emoji and flags in the names."""
    drawn = await draw(foreign_scene(name), "tmux")
    (tmp_path / name).write_bytes(drawn.data)
    pane = [sys.executable, str(PANE), str(tmp_path / name), tmux.socket, name]
    tmux(*BEGIN, "-d", "-s", name, *EIGHTY_BY_24, shlex.join(pane))
    tmux("wait-for", name)
    assert tmux.text(name) == drawn.canvas.text().splitlines()
    assert SEEN["Bran"] in drawn.canvas.text() or SEEN["ann"] in drawn.canvas.text()


def exported(name: str, keys: Sequence[str]) -> Drawn:
    """What the app itself shows to somebody who came and pressed these keys."""
    session = Session(words_for("en"), Entrance(), Settings())
    session.client.colours = "256"
    you = Person(name=name, guest=False)
    session.hear(Welcome(version=VERSION, server="", you=you, games=[], preferences={}))
    session.hear(Lobby(you=you, people=1, tables=[]))
    for key in keys:
        session.press(key)
    return Drawn(b"", session.paint(80, 24), session.theme)


@pytest.mark.parametrize(("game", "name"), WHO_LEARNS)
def test_over_ssh_in_tmux_a_board_is_seen_as_the_app_exports_it(
    person: Callable[[str], Any], tmux: Tmux, game: str, name: str
) -> None:
    """A guided first game, whose deal is the same for everybody; then in other looks."""
    lesson = ["t", *["down"] * list(GAMES).index(game), "enter", "enter"]
    sixteen, none = ["f2", "down", *["right"] * 3, "f2"], ["f2", "down", "right", "f2"]
    in_ascii = ["f2", "down", "down", "right", "right", "f2"]
    somebody = person(name).make_key()
    ssh = ["ssh", "-t", *somebody.options, "-p", str(somebody.port), "-l", name, "127.0.0.1"]
    terminal = somebody.run([*tmux.command, *BEGIN, shlex.join(ssh)])
    terminal.see("No table is open.")
    pressed: list[str] = []
    for keys in (lesson, sixteen, none, in_ascii):
        terminal.press(*(NAMED.get(key, key) for key in keys))
        pressed += keys
        wanted = exported(name, pressed)
        text, looks = wanted.canvas.text().splitlines(), meant(wanted)

        def same(text: list[str] = text, looks: list[list[Cell]] = looks) -> bool:
            """Whether tmux draws the text in its turn, and has all of it in these colours."""
            drawn = [line.rstrip() for line in terminal.lines]
            return drawn == text and cells(tmux.picture(CURRENT)) == looks

        assert terminal.until(same), terminal.text
        assert tmux.text(CURRENT) == text
