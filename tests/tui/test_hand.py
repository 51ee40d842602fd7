"""The hand at the edge of the table: what lies where, and what is lit."""

from keltis_engine.parts.cards import HAND, Discard, PlayCard
from screenshots.staged import moment, table

SIZE = (80, 24)


def places(session) -> dict[int, int]:
    """Where each place of the hand is on the screen, and which card lies there."""
    hand = session._screen.game.view.cards.hand
    areas = session.paint(*SIZE).areas
    return {area.x: hand[area.target.number] for area in areas if area.target.kind == "card"}


def test_the_other_cards_keep_their_places_until_a_card_is_drawn(told):
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


def test_the_keys_on_the_cards_are_those_that_pick_them(told):
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    canvas = session.paint(*SIZE)
    row = session._screen.board.layout(*SIZE).hand
    for area in canvas.areas:
        if area.target.kind == "card":
            assert canvas.texts[row][area.x + 1] == str(area.target.number + 1)


def test_the_rim_of_a_card_stays_while_its_light_goes_on_and_off(told):
    """It is two thirds of a card: sending it again would be half the bytes of a move."""
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    row = session._screen.board.layout(*SIZE).hand
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
