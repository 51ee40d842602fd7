"""The hand at the edge of the table: what lies where, and what is lit."""

import pytest

from keltis_engine.parts.cards import HAND, Discard, PlayCard
from keltis_engine.position import View
from keltis_engine.rules.keltis import KeltisView
from keltis_engine.rules.oracle import OracleView
from keltis_tui.session import Session
from screenshots.staged import moment, table
from tests.tui.at_table import known, screen_of
from tests.tui.conftest import Told
from tests.tui.hands import sent
from tests.tui.recorded import Recorded

SIZE = (80, 24)


def places(session: Session) -> dict[int, int]:
    """Where each place of the hand is on the screen, and which card lies there."""
    hand = known(screen_of(session).game.view, KeltisView).cards.hand
    areas = session.paint(*SIZE).areas
    return {area.x: hand[area.target.number] for area in areas if area.target.kind == "card"}


def test_the_other_cards_keep_their_places_until_a_card_is_drawn(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    before = places(session)
    while staged.position.to_act == 0 and staged.view().phase != "draw":
        staged.play(staged.best())
    session.hear(staged.changed())
    after = places(session)
    assert len(after) == HAND - 1
    assert after.items() <= before.items()
    staged.play(staged.best())
    staged.until(lambda view: view.to_act == 0)
    session.hear(staged.changed())
    assert len(places(session)) == HAND
    assert sorted(places(session)) == sorted(before)


def test_the_keys_on_the_cards_are_those_that_pick_them(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    canvas = session.paint(*SIZE)
    row = screen_of(session).board.layout(*SIZE).hand
    for area in canvas.areas:
        if area.target.kind == "card":
            assert canvas.texts[row][area.x + 1] == str(area.target.number + 1)


def test_the_rim_of_a_card_stays_while_its_light_goes_on_and_off(told: Told) -> None:
    """It is two thirds of a card: sending it again would be half the bytes of a move."""
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    row = screen_of(session).board.layout(*SIZE).hand
    lit = session.paint(*SIZE)
    staged.play(next(m for m in staged.position.legal_moves() if isinstance(m, PlayCard | Discard)))
    session.hear(staged.changed())
    after = session.paint(*SIZE)
    kept = [area for area in after.areas if area.target.kind == "card"]
    assert kept
    for area in kept:
        for y in (row, row + 2):
            cells = slice(area.x, area.x + area.width)
            assert lit.styles[y][cells] == after.styles[y][cells]
    inside = [lit.styles[row + 1][area.x + 2] != after.styles[row + 1][area.x + 2] for area in kept]
    assert any(inside)


@pytest.mark.parametrize("name", ["oracle-2", "oracle-3", "oracle-4"])
def test_the_cards_keep_their_numbers_for_the_whole_turn(told: Told, name: str) -> None:
    """O7: also when a leprechaun asks for a card after one was played, and after an undo."""
    played = Recorded(name).until(asks_for_second_card)
    view = known(played.position.view(0), OracleView)
    turn, again = view.turn, Recorded(name)
    again.until(lambda view: view.turn == turn and view.to_act == 0)
    before = told(again.table(), again.changed())
    session = told(played.table(), played.changed())
    assert numbers(session).items() <= numbers(before).items()
    assert len(numbers(session)) == HAND - 1
    for number, card in numbers(session).items():
        fresh = told(played.table(), played.changed())
        fresh.outbox.clear()
        for _ in range(2):
            fresh.press(number)
        assert sent(fresh, "oracle") == [Discard(card)]


def asks_for_second_card(view: View) -> bool:
    return (
        view.to_act == 0
        and view.phase == "leprechaun"
        and len(known(view, OracleView).cards.hand) == HAND - 1
    )


def numbers(session: Session) -> dict[str, int]:
    """The number on each card as it is seen, and the card."""
    canvas = session.paint(*SIZE)
    hand = known(screen_of(session).game.view, OracleView).cards.hand
    row = screen_of(session).board.layout(*SIZE).hand
    return {
        canvas.texts[row][area.x + 1]: hand[area.target.number]
        for area in canvas.areas
        if area.target.kind == "card"
    }
