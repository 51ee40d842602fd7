"""Every way Keltis can say no, and what for."""

import re
from pathlib import Path

import pytest

import keltis_engine
from keltis_engine.fair import Stream
from keltis_engine.parts.cards import DRAW, Discard, PlayCard, TakeDiscard
from keltis_engine.parts.events import Decline
from keltis_engine.position import IllegalMove, Move
from keltis_engine.rules.keltis import AdvanceFigure, Keltis, KeltisPosition, StartFigure
from tests.engine.keltis_table import advance, discard, lay_out, play, start, take


def at_clover() -> KeltisPosition:
    """Seat 0 has reached a clover; its figures: R on 2, Y on the end stone."""
    game = lay_out(figures={0: "R1 Y9"}, large={0: "Y"}, tiles={"R2": "clover"}, hands={0: "R5"})
    return game.play(play("R5"))


def at_yellow_clover() -> KeltisPosition:
    """Seat 0 has reached a clover with its only figure, Y on 2."""
    return lay_out(figures={0: "Y1"}, tiles={"Y2": "clover"}, hands={0: "Y5"}).play(play("Y5"))


def at_start() -> KeltisPosition:
    """Seat 0 is asked which figure starts on path R; its large one is gone."""
    return lay_out(figures={0: "Y3"}, large={0: "Y"}, hands={0: "R5"}).play(play("R5"))


def all_small_gone() -> KeltisPosition:
    """Seat 0 is asked which figure starts on path R, with only the large one left."""
    return lay_out(figures={0: "Y3 P3 G3 B3"}, hands={0: "R5"}).play(play("R5"))


def at_draw() -> KeltisPosition:
    """Seat 0 has discarded R5 on R1 and is to draw; Y is empty."""
    return lay_out(hands={0: "R5"}, piles="R1 B1").play(discard("R5"))


def at_closed_piles() -> KeltisPosition:
    """The same after twenty turns without a card from the deck (C12)."""
    game = at_draw()
    game.quiet = 20
    return game


def at_play() -> KeltisPosition:
    """Seat 0 is to play a card: R rises from 6, Y falls from 4."""
    return lay_out(rows={0: "R2 R6 Y6 Y4"}, hands={0: "R5 R9 Y5 Y1"}, piles="B1")


def over() -> KeltisPosition:
    """A game that is over."""
    return lay_out(hands={0: "R5"}, deck="B7", deck_size=1).play(discard("R5")).play(DRAW)


REFUSALS = [
    ("row_goes_up", at_play, play("R5")),
    ("row_goes_down", at_play, play("Y5")),
    ("card_not_in_hand", at_play, play("R0")),
    ("card_not_in_hand", at_play, discard("R0")),
    ("no_such_card", at_play, PlayCard(55)),
    ("no_such_card", at_play, Discard(-1)),
    ("not_now", at_play, DRAW),
    ("not_now", at_play, take("B")),
    ("not_now", at_play, Decline()),
    ("not_now", at_play, start("R")),
    ("not_now", at_play, advance("R")),
    ("card_of_other_path", at_start, start("B")),
    ("large_figure_gone", at_start, start("R", large=True)),
    ("small_figures_gone", all_small_gone, start("R")),
    ("not_now", at_start, StartFigure(5, False)),
    ("not_now", at_start, StartFigure(-1, False)),
    ("not_now", at_start, advance("Y")),
    ("not_now", at_start, Decline()),
    ("path_already_started", at_clover, start("R")),
    ("large_figure_gone", at_clover, start("B", large=True)),
    ("figure_at_end", at_clover, advance("Y")),
    ("figure_not_started", at_clover, advance("B")),
    ("figure_not_started", at_yellow_clover, advance("R")),
    ("not_now", at_clover, AdvanceFigure(5)),
    ("not_now", at_clover, AdvanceFigure(-1)),
    ("not_now", at_clover, play("R6")),
    ("not_now", at_clover, DRAW),
    ("just_discarded", at_draw, take("R")),
    ("pile_empty", at_draw, take("Y")),
    ("pile_empty", at_draw, TakeDiscard(5)),
    ("piles_closed", at_closed_piles, take("B")),
    ("not_now", at_draw, play("R6")),
    ("not_the_dealer", lambda: Keltis().start(2), DRAW),
    ("game_over", over, DRAW),
    ("not_now", at_play, Keltis().start(2).deal(Stream(b"again"))),
]


@pytest.mark.parametrize(("reason", "table", "move"), REFUSALS)
def test_a_move_against_the_rules_is_refused_with_its_reason(
    reason: str, table: "object", move: Move
) -> None:
    assert callable(table)
    game = table()
    before = game.copy()
    with pytest.raises(IllegalMove) as refused:
        game.play(move)
    assert refused.value.reason == reason
    assert all(
        getattr(game, slot) == getattr(before, slot)
        for kind in type(game).__mro__
        for slot in getattr(kind, "__slots__", ())
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda deal: type(deal)(deal.cards[1:], deal.tiles, deal.first),
        lambda deal: type(deal)(deal.cards, (4, *deal.tiles[1:], 4), deal.first),
        lambda deal: type(deal)(deal.cards, deal.tiles, 1),
        lambda deal: type(deal)(deal.cards, deal.tiles, 2),
    ],
    ids=["a card missing", "other tiles", "another seat begins", "a seat that is not there"],
)
def test_a_deal_that_is_not_the_whole_game_is_refused(spoil: "object") -> None:
    assert callable(spoil)
    game = Keltis().start(2, None, 0)
    with pytest.raises(IllegalMove, match="bad_deal"):
        game.play(spoil(game.deal(Stream(b"deal"))))


def test_a_game_for_one_or_five_is_refused() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(IllegalMove, match="bad_seats"):
            Keltis().start(seats)


def test_an_option_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(IllegalMove, match="bad_option"):
        Keltis().start(2, {"side": "hard"})


def test_every_reason_the_code_can_give_stands_in_this_file() -> None:
    """A new reason code needs a test that brings it about."""
    source = Path(keltis_engine.__file__).parent
    texts = [(source / name).read_text() for name in ("rules/keltis.py", "parts/card_play.py")]
    refusing = [
        body
        for text in texts
        for body in re.findall(r"def \w*refusal\(.*?(?=\n    def |\nclass |\Z)", text, re.DOTALL)
    ]
    assert len(refusing) == 3
    codes = {
        code
        for body in refusing
        for line in body.splitlines()
        if "return" in line or " if " in line or "else" in line
        for code in re.findall(r'"([a-z_]+)"', line)
    }
    tried = {reason for reason, _, _ in REFUSALS} | {"bad_deal"}
    assert codes <= tried, f"never tried: {sorted(codes - tried)}"
    assert len(codes) > 10
