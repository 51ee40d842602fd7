"""The five paths through the real `ssh`: what stock settings show of every game, in 256 colours."""

from collections.abc import Callable
from typing import Any

import pytest

from keltis_tui.games.catalogue import GAMES
from tests.e2e.conftest import NAMED
from tests.e2e.test_tmux import WHO_LEARNS, exported
from tests.tui.paths_seen import Paths

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(("game", "name"), WHO_LEARNS)
def test_over_ssh_no_two_paths_look_alike_and_every_text_is_legible(
    person: Callable[[str], Any], game: str, name: str
) -> None:
    """A guided first game, whose deal is the same for everybody; then something is picked."""
    paths, pressed = Paths("dark", "256"), ["t", *["down"] * list(GAMES).index(game), "enter"]
    terminal = person(name).make_key().ssh(name)
    terminal.see("No table is open.")
    terminal.press(*(NAMED.get(key, key) for key in pressed))
    for key in ("enter", "3", "4"):
        terminal.press(NAMED.get(key, key))
        pressed.append(key)
        wanted = exported(name, pressed)
        text = wanted.canvas.text().splitlines()
        same = terminal.until(lambda text=text: [line.rstrip() for line in terminal.lines] == text)
        assert same, terminal.text
        paths.see(terminal._screen, wanted.canvas, wanted.theme)
    assert b"8;2;" not in terminal.data
    assert len(paths.states()) >= (5 if game == "stones" else 11)
    assert list(paths.objections()) == []
