"""Every screen as text, compared with the picture that was accepted."""

import pytest

from keltis_protocol.messages import SeatState, TableChanged
from screenshots.staged import Staged, lobby, moment, table

SIZES = ((80, 24), (100, 30), (140, 45))


def at(seats: int, phase: str, turn: int = 0) -> Staged:
    return moment(seats, lambda view: view.phase == phase and view.turn >= turn)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_in_the_middle_of_a_game(told, snapshot, seats, size):
    session = told(table(seats), at(seats, "play", 30).changed())
    session.press("3")
    snapshot(f"table-{seats}-{size[0]}x{size[1]}", session.paint(*size).text())


@pytest.mark.parametrize("phase", ["start", "clover", "spare", "draw"])
def test_each_question_of_a_turn(told, snapshot, phase):
    session = told(table(2), at(2, phase).changed(can_take_back=True))
    snapshot(f"question-{phase}", session.paint(80, 24).text())


def test_another_player_is_to_act(told, snapshot):
    staged = Staged(3, "a wet day").until(lambda view: view.to_act == 1 and view.turn > 20)
    snapshot("waiting-for-another", told(table(3), staged.changed()).paint(80, 24).text())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_score_sheet(told, snapshot, seats):
    over = Staged(seats, "a wet day").until(lambda _: False)
    session = told(table(seats, "over"), over.changed())
    snapshot(f"score-sheet-{seats}", session.paint(80, 24).text())
    session.press("escape")
    assert "The game is over" in session.paint(80, 24).text()
    session.press("enter")
    assert "total" in session.paint(80, 24).text()


def test_the_lobby(told, snapshot):
    snapshot("lobby", told(lobby()).paint(80, 24).text())


def test_an_empty_lobby(told, snapshot):
    snapshot("lobby-empty", told().paint(80, 24).text())


def test_a_table_before_the_game(told, snapshot):
    seats = [
        SeatState(kind="person", name="ann", ready=True),
        SeatState(kind="person", name="bob", away=True),
        SeatState(kind="bot", name="Bran", bot="simple"),
        SeatState(kind="free"),
    ]
    waiting = TableChanged(
        table="K7QF",
        game="keltis",
        options={"games": "3"},
        seats=seats,
        state="open",
        private=False,
        owner=True,
        seat=0,
    )
    snapshot("waiting-room", told(waiting).paint(80, 24).text())


@pytest.mark.parametrize("key", ["?", "q"])
def test_the_dialogs_of_the_table(told, snapshot, key):
    session = told(table(2), at(2, "play", 10).changed())
    session.press(key)
    snapshot(f"dialog-{'help' if key == '?' else 'leave'}", session.paint(80, 24).text())


@pytest.mark.parametrize("key", ["n", "N", "?"])
def test_the_dialogs_of_the_lobby(told, snapshot, key):
    session = told(lobby())
    session.press(key)
    name = {"n": "new-table", "N": "name", "?": "lobby-help"}[key]
    snapshot(f"dialog-{name}", session.paint(80, 24).text())
