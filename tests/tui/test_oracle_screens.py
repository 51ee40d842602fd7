"""The Oracle's table as text at every question, compared with the picture that was accepted."""

from collections.abc import Sequence

import pytest

from screenshots.played import Played, asked

SIZES = ((80, 24), (100, 30), (140, 45))
PHASES = ("move", "clover", "spiral", "leprechaun", "bonus", "draw")


def picture(told, played: Played, size: tuple[int, int], keys: Sequence[str] = ()) -> str:
    session = told(played.table(), played.changed(can_take_back=bool(keys)))
    for key in keys:
        session.press(key)
    return session.paint(*size).text()


def spelled(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", SIZES, ids=spelled)
def test_the_opening(told, snapshot, size):
    """O3: everybody, the priestess too, stands on the start stone."""
    opening = asked("oracle", 4, lambda view: view.turn == 1)
    snapshot(f"oracle-opening-{spelled(size)}", picture(told, opening, size, ["1"]))


@pytest.mark.parametrize("size", SIZES, ids=spelled)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_middle_of_a_game(told, snapshot, seats, size):
    middle = asked("oracle", seats, lambda view: view.phase == "play" and view.turn > 40)
    snapshot(f"oracle-{seats}-{spelled(size)}", picture(told, middle, size, ["2"]))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=spelled)
@pytest.mark.parametrize("phase", PHASES)
def test_each_question_of_a_turn(told, snapshot, phase, size):
    played = asked("oracle", 3, lambda view: view.phase == phase)
    snapshot(f"oracle-{phase}-{spelled(size)}", picture(told, played, size))


@pytest.mark.parametrize("phase", PHASES[:4])
def test_what_is_in_focus_shows_what_it_would_do(told, snapshot, phase):
    played = asked("oracle", 2, lambda view: view.phase == phase)
    snapshot(f"oracle-{phase}-focus", picture(told, played, SIZES[0], ["left"]))


def test_another_player_is_to_act(told, snapshot):
    played = Played("oracle", 3, "mist").until(lambda view: view.to_act == 1 and view.turn > 20)
    snapshot("oracle-waiting", picture(told, played, SIZES[0]))


def test_the_signs_are_explained(told, snapshot):
    played = asked("oracle", 2, lambda view: view.turn > 8)
    snapshot("oracle-help", picture(told, played, SIZES[0], ["?"]))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_score_sheet(told, snapshot, seats):
    """O12"""
    over = Played("oracle", seats, "a wet day").until(lambda _: False)
    session = told(over.table(), over.changed())
    snapshot(f"oracle-score-sheet-{seats}", session.paint(80, 24).text())
    session.press("escape")
    assert "The game is over" in session.paint(80, 24).text()
