"""The networks: the way back is the slope, and the weights of the package fit into it."""

import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from keltis_bots import plain_network
from keltis_bots.card_games import CARD_GAMES
from keltis_bots.learned import weights
from keltis_bots.learning.adam import Adam
from keltis_bots.masters import LEARNED, learned_games, master
from keltis_bots.network import Pass, Sizes, Weights, chances, fresh, load, save
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.master import Master, by_playouts
from keltis_engine.parts.dice_board import BOARDS

NUDGE = 1e-6
MOST = 1 << 20


def _as_doubles(nets: Weights) -> Weights:
    return {name: values.astype(np.float64) for name, values in nets.items()}


def _check(nets: Weights, slopes: Weights, loss: Callable[[], float]) -> None:
    assert slopes.keys() == nets.keys()
    for name, values in nets.items():
        at = np.unravel_index(int(np.abs(slopes[name]).argmax()), values.shape)
        kept = values[at]
        values[at] = kept + NUDGE
        above = loss()
        values[at] = kept - NUDGE
        below = loss()
        values[at] = kept
        assert (above - below) / (2 * NUDGE) == pytest.approx(slopes[name][at], rel=1e-3), name


def test_the_way_back_through_the_shared_network_is_the_slope() -> None:
    chance = np.random.default_rng(1)
    nets = _as_doubles(fresh(Sizes(7, 4, 3, 2), 1))
    colours, whole = chance.standard_normal((6, 5, 7)), chance.standard_normal((6, 4))
    logits, worth = chance.standard_normal((6, 17)), chance.standard_normal(6)

    def loss() -> float:
        looked = Pass(nets, colours, whole)
        return float((looked.logits * logits).sum() + (looked.worth * worth).sum())

    _check(nets, Pass(nets, colours, whole).back(logits, worth), loss)


def test_the_way_back_through_the_plain_network_is_the_slope() -> None:
    chance = np.random.default_rng(2)
    nets = _as_doubles(plain_network.fresh(9, 1))
    seen, worth = chance.standard_normal((6, 9)), chance.standard_normal(6)

    def loss() -> float:
        return float((plain_network.Worths(nets, seen).worths * worth).sum())

    _check(nets, plain_network.Worths(nets, seen).back(worth), loss)


def test_steps_lead_downhill() -> None:
    chance = np.random.default_rng(3)
    nets = fresh(Sizes(4, 2, 1, 1), 1)
    colours, whole = chance.standard_normal((64, 5, 4)), chance.standard_normal((64, 2))
    wanted, adam, off = whole[:, 0] * whole[:, 1], Adam(nets), []
    for _ in range(150):
        looked = Pass(nets, colours, whole)
        wrong = looked.worth - wanted
        off.append(float((wrong * wrong).mean()))
        adam.step(looked.back(np.zeros_like(looked.logits), wrong / 64), 1e-2)
    assert off[-1] < off[0] / 3


def test_what_the_rules_forbid_has_no_chance() -> None:
    odds = chances(np.array([[9.0, 1.0, 1.0]]), np.array([[False, True, True]]))
    assert odds.tolist() == [[0.0, 0.5, 0.5]]


def test_weights_come_back_from_their_file_nearly_as_they_were(tmp_path: Path) -> None:
    nets = fresh(Sizes(7, 4, 3, 2), 1)
    save(nets, tmp_path / "some.npz")
    again = load(tmp_path / "some.npz")
    assert again.keys() == nets.keys()
    assert all(np.allclose(again[name], nets[name], atol=1e-3) for name in nets)


def test_the_weights_of_the_package_are_small_and_sound() -> None:
    folder = files("keltis_bots") / "weights"
    kept = [each for each in folder.iterdir() if each.name.endswith(".npz")]
    names = [*CARD_GAMES, *(f"dice-{side}" for side in BOARDS)]
    assert {each.name for each in kept} == {f"{name}.npz" for name in names}
    for each in kept:
        assert len(each.read_bytes()) <= MOST
        assert all(np.isfinite(values).all() for values in weights(each.name[:-4]).values())


@pytest.mark.parametrize("game", LEARNED)
def test_without_numpy_a_master_tries_its_moves_out_or_in_dice_plays_as_club_does(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert learned_games() == LEARNED
    assert not isinstance(master(game, by_playouts(1)), Master)
    assert master(game, by_playouts(1)) is not GAME_PLAYERS[game].club
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert learned_games() == ()
    bot = master(game, by_playouts(1))
    assert isinstance(bot, Master) or (game == "dice" and bot is GAME_PLAYERS[game].club)
