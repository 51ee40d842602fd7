"""Trying on from a step of a replay: against bots, on any seat, and nothing leaves the client."""

import pytest

from keltis_tui.screens.practice import PracticeScores, PracticeScreen
from keltis_tui.screens.replay import ReplayScreen
from tests.tui.scenes import SCENES, play_out, session_of


@pytest.mark.parametrize("game", ["stones", "keltis"])
def test_a_trial_begins_where_the_replay_stands_and_goes_to_its_end(game: str) -> None:
    session = session_of(SCENES[f"{game}-replay"])
    replay = session.screen
    assert isinstance(replay, ReplayScreen)
    session.outbox.clear()
    session.press("e")
    session.press("t")
    trial = session.screen
    assert isinstance(trial, PracticeScreen)
    assert trial.game.view.seat == 0
    assert trial.game.view == replay.film.position(replay.step).view(0)
    play_out(session)
    assert isinstance(session.screen, PracticeScores)
    assert "nothing of it is kept" in session.paint(80, 24).text()
    assert not session.outbox, "the server hears nothing of it"
    for key in ("escape", "q"):
        session.press(key)
    assert session.navigation.top is replay
    assert session.effects.pause is None
    assert replay.step == 60


def test_moves_are_made_by_keys_and_taken_back_as_at_a_table() -> None:
    session = session_of(SCENES["keltis-trial"])
    trial = session.screen
    assert isinstance(trial, PracticeScreen)
    while not trial.game.my_turn or trial.game.view.phase != "play":
        if trial.game.my_turn:
            trial._play(trial.game.moves[0])
        else:
            session.advance()
    before = trial.game.view
    session.press("d")
    session.press("1")
    if trial.game.view == before:
        session.press("enter")
    assert trial.game.view != before
    assert trial.game.can_take_back
    session.press("u")
    assert trial.game.view == before
    session.press("u")
    assert "nothing that could be taken back" in session.paint(80, 24).text()


def test_leaving_a_trial_is_asked_first() -> None:
    session = session_of(SCENES["stones-trial"])
    session.press("q")
    assert "End the trial" in session.paint(80, 24).text()
    session.press("n")
    assert isinstance(session.screen, PracticeScreen)
    session.press("q")
    session.press("y")
    assert isinstance(session.screen, ReplayScreen)


def test_where_the_game_is_over_there_is_nothing_to_try() -> None:
    session = session_of(SCENES["dice-replay"])
    session.press("end")
    session.press("t")
    assert isinstance(session.screen, ReplayScreen)
    assert "go back to a step before" in session.paint(80, 24).text()
