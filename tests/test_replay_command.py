"""`keltis replay`: a saved game on one's own machine, in a real terminal, without a network."""

from pathlib import Path

import pytest

from keltis.cli import main
from keltis.replay import playable, way_of
from tests.tui.recorded import file_of


def test_file_and_turn(tmp_path: Path) -> None:
    game = tmp_path / "game.keltis"
    assert way_of(f"{game}@12") == (game, 12)
    assert way_of(f"{game}@0") == (Path(f"{game}@0"), 0)
    odd = tmp_path / "game@7"
    odd.touch()
    assert way_of(str(odd)) == (odd, 0)
    assert way_of(f"{odd}@3") == (odd, 3)


@pytest.mark.parametrize("text", [None, "nonsense", "", file_of("dice-3")[:-40]])
def test_what_cannot_be_played_back_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    game = tmp_path / "game.keltis"
    if text is not None:
        game.write_text(text)
    assert main(["replay", f"{game}@3"]) == 2
    said = capsys.readouterr().err
    assert "cannot be" in said
    assert str(game) in said


def test_a_saved_game_can() -> None:
    assert playable(file_of("dice-3"))
