"""Training from nothing: it goes on where it stopped, and what is learned gets better."""

from pathlib import Path

import numpy as np
import pytest

from keltis_bots.card_games import CARD_GAMES, KELTIS, CardGame
from keltis_bots.learning import dice, policy, train, train_dice
from keltis_bots.learning.imitation import imitate
from keltis_bots.learning.measure import share_against
from keltis_bots.network import fresh, load


@pytest.mark.parametrize("game", CARD_GAMES.values(), ids=list(CARD_GAMES))
def test_a_lesson_teaches_the_quick_players_moves(game: CardGame) -> None:
    nets = fresh(game.sizes(), 1)
    assert imitate(nets, game, games=14, rounds=1, rate=2e-3, seed=1) < 0.5
    assert imitate(nets, game, games=14, rounds=20, rate=2e-3, seed=1) > 0.5


def test_training_is_the_same_again_from_the_same_seed_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "AN_ITERATION", 6)
    monkeypatch.setattr(train, "SIDE_BY_SIDE", 8)
    monkeypatch.setattr(policy, "AT_ONCE", 64)
    made = []
    for name in ("one", "two"):
        path = tmp_path / name / "keltis.npz"
        path.parent.mkdir()
        train.train(fresh(KELTIS.sizes(), 5), KELTIS, path, 0, games=6, seed=1)
        made.append(load(path))
        assert not path.with_suffix(".done").exists()
    assert all(np.array_equal(made[0][name], made[1][name]) for name in made[0])
    path = tmp_path / "one" / "keltis.npz"
    path.with_suffix(".done").write_text("6")
    monkeypatch.setattr(
        "sys.argv", ["train", "--folder", str(path.parent), "--games", "12", "--on"]
    )
    train.main()
    assert not path.with_suffix(".done").exists()
    assert not path.with_name("oracle.npz").exists(), "it was not begun, so it is not gone on with"
    again = load(path)
    assert any(not np.array_equal(again[name], made[0][name]) for name in again)


def test_training_in_dice_is_the_same_again_and_moves_every_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dice, "SIDE_BY_SIDE", 4)
    monkeypatch.setattr(dice, "BATCH", 64)
    made = []
    for _ in range(2):
        nets = train_dice.begin(3)
        steps = list(dice.train(nets, "hard", games=8, seed=3, rates=(1e-3, 1e-4)))
        assert len(steps) > 1
        assert all(step.off < 2 for step in steps)
        made.append(nets)
    begun = train_dice.begin(3)
    for name, values in made[0].items():
        assert np.array_equal(values, made[1][name])
        assert not np.array_equal(values, begun[name])


def test_a_network_is_measured_with_seats_swapped() -> None:
    share, error = share_against(fresh(KELTIS.sizes(), 1), KELTIS, KELTIS.quick, deals=6, seed=1)
    assert 0 <= share < 0.5
    assert error >= 0
