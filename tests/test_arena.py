"""The arena: the same seed gives the same results, and it says how sure it is."""

import json
import sys
from typing import Any

import pytest

from keltis.arena import interval
from keltis.bot_options import bots_to_play
from keltis.cli import main
from keltis.contest import Contest, line_ups, play_deal, round_the_table


def measured(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    """What the arena prints for programs, without the time that it took."""
    order = ["arena", "--game", "stones", "--games", "4", "--playouts", "2", "--json", *more]
    assert main([*order, "--bots", "novice,master"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    for line_up in found["line_ups"]:
        for bot in line_up["bots"]:
            assert bot.pop("ms_a_move") > 0
    return found


def test_the_same_seed_gives_the_same_results_on_any_number_of_cores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alone = measured(capsys, "--seed", "a", "--cores", "1")
    assert measured(capsys, "--seed", "a", "--cores", "2") == alone
    assert measured(capsys, "--seed", "b", "--cores", "1")["line_ups"] != alone["line_ups"]


@pytest.mark.parametrize("game", ["keltis", "dice"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_played_in_every_seating_favours_nobody(game: str, players: int) -> None:
    """The dice club player takes no chances: with itself at every seat the deal decides."""
    bots = ("club-1",) * players
    played = play_deal(Contest(game, bots, "fair", 8, 0.0), 3)
    assert sum(played.share) == pytest.approx(1)
    assert sum(played.rank) == pytest.approx(players * (players + 1) / 2)
    if game == "dice":
        assert played.share == pytest.approx((1 / players,) * players)
        assert len({round(score, 9) for score in played.score}) == 1


def test_variants_and_matches_are_measured_too(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["arena", "--game", "dice", "--bots", "club,any", "--games", "4", "--cores", "1"]
    said = []
    for options in ((), ("side=hard",), ("side=both",), ("side=hard", "games=2")):
        more = [word for option in options for word in ("--option", option)]
        assert main([*order, "--json", *more]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["options"] == dict(option.split("=") for option in options)
        said.append([bot["score"] for bot in found["line_ups"][0]["bots"]])
    assert said[0][0] != said[1][0]
    assert said[2][0] > said[0][0] + 5
    assert main([*order, "--option", "free_clovers=on"]) == 2
    assert "not one of the choices" in capsys.readouterr().err


def test_everybody_meets_everybody_and_too_few_take_several_seats() -> None:
    assert line_ups(("a", "b", "c"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(("a", "b"), 4) == [("a", "b", "a", "b")]


def test_everybody_plays_after_everybody_equally_often() -> None:
    """Who plays after a weak player finds more lying there."""
    for seats in (2, 3, 4):
        orders = [round_the_table(seats, deal) for deal in range(12)]
        after = [(order[seat - 1], order[seat]) for order in orders for seat in range(seats)]
        pairs = {(one, two) for one in range(seats) for two in range(seats) if one != two}
        assert {after.count(pair) for pair in pairs} == {len(after) // len(pairs)}
        assert set(after) == pairs


def test_an_interval_narrows_with_the_deals_and_a_clean_sweep_is_no_proof() -> None:
    few, many = interval([0.5, 1.0] * 10), interval([0.5, 1.0] * 200)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    low, high = interval([1.0] * 50)
    assert 0.8 < low < high <= 1


def test_info_says_what_is_here_and_how_strong_that_makes_the_bots(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["info"]) == 0
    said = capsys.readouterr().out
    assert "SQLite" in said
    assert "a master thinks 1 s at most" in said
    assert ("engine: compiled" in said) != ("plain Python" in said)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["info"]) == 0
    assert "a little weaker" in capsys.readouterr().out


def test_bots_to_play_against_are_counted_or_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bots_to_play("2") == ("", "")
    assert bots_to_play("master,club") == ("master", "club")
    for wrong in ("4", "0", "club,nobody", "club,club,club,club", "cheat"):
        with pytest.raises(SystemExit):
            main(["play", "--bots", wrong])
        assert "novice, club, master" in capsys.readouterr().err


def test_the_arena_refuses_whom_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--bots", "club,nobody"])
    assert "nobody" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        *(("--seconds", wrong) for wrong in ("0", "-1", "nan", "inf", "soon")),
        *(("--games", wrong) for wrong in ("0", "-3", "2.5", "9" * 12)),
        ("--playouts", "0"),
        ("--cores", "0"),
        ("--players", "5"),
        ("--bots", "club"),
        ("--option", "side"),
    ],
)
def test_the_arena_refuses_amounts_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], option: str, wrong: str
) -> None:
    """A master given less than no time would think for ever, and one given none not at all."""
    with pytest.raises(SystemExit) as end:
        main(["arena", "--game", "stones", f"{option}={wrong}"])
    assert end.value.code == 2
    assert option in capsys.readouterr().err
