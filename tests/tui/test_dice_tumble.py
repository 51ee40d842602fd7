"""Dice tumble for a moment: nothing else on the table moves, and no key waits for them."""

import pytest

from keltis_engine.rules.dice import KEEP_ALL, KeepDice
from keltis_tui.entrance import Entrance
from keltis_tui.games.dice.board import DiceBoard
from keltis_tui.settings import Settings
from keltis_tui.table.effects import Tumble
from screenshots.played import Played, asked
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told, Visiting

BOARD = DiceBoard()
SIZE = (80, 24)
FIRST = 0b00001
"""The die that is kept in these stories."""


def rolling() -> tuple[Played, Played]:
    """A game in which it is asked which dice to roll again, before that and after it."""
    before, after = (
        asked("dice", 2, lambda view: view.phase == "keep" and view.turn > 4) for _ in range(2)
    )
    after.play(KeepDice(FIRST))
    after.play(after.position.deal(after.chance))
    return before, after


@pytest.mark.parametrize("motion", ["on", "off"])
def test_only_the_dice_rolled_tumble_and_only_if_motion_is_on(told: Told, motion: str) -> None:
    """D3"""
    before, after = rolling()
    session = told(before.table(), before.changed())
    session.client.set(Settings(motion=motion))
    session.hear(after.changed())
    moving = session.paint(*SIZE)
    assert (session.effects.tumble is not None) is (motion == "on")
    session.effects.tumble = None
    at_rest = session.paint(*SIZE)
    changes = at_rest.changes(moving)
    assert bool(changes) is (motion == "on")
    layout = BOARD.layout(*SIZE)
    for change in changes:
        assert layout.hand <= change.y < layout.hand + layout.card_height
        assert change.x > SIZE[0] // 5, "the die that was kept lies still"


def test_a_key_ends_the_tumbling_and_counts(told: Told) -> None:
    before, after = rolling()
    session = told(before.table(), before.changed())
    session.hear(after.changed())
    session.press("n")
    assert session.effects.tumble is None
    assert screen_of(session).decision.picking.focus is not None


async def test_the_dice_come_to_rest_by_themselves(visiting: Visiting) -> None:
    async with visiting(entrance=Entrance(game="dice", bots=1)) as seen:
        await seen.until_shown(" again? ")
        seen.session.effects.tumble = Tumble(KEEP_ALL)
        seen.app._show()
        await seen.until(lambda: seen.session.effects.tumble is None)


def test_every_die_tumbles_at_the_first_roll() -> None:
    """D3"""
    game = Played("dice", 2, "first").until(lambda view: view.phase == "keep")
    assert BOARD.rolled(game.story[0]) == KEEP_ALL
