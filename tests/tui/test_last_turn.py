"""What the others just did: marked until my turn is over, told in the log, lit up for a moment."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from keltis_engine.parts.cards import CardDiscarded, DiscardTaken, TakeDiscard
from keltis_engine.parts.events import PointsScored
from keltis_engine.position import DEALER, View
from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.flash import MARKS
from keltis_tui.screens.help import Help
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.table.effects import LIGHT, STEPS, light_for
from keltis_words.glyphs import DRAWN
from screenshots.played import Played
from screenshots.staged import Staged, moment, table
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told, Visiting

SIZE = (80, 24)
AT_A_PILE = CardDiscarded | DiscardTaken


def after_points() -> Staged:
    """My turn, and the other has just scored."""
    for number in range(100):
        staged = Staged(2, f"points {number}")
        for _ in range(60):
            staged.until(lambda view: view.to_act == 1)
            told = len(staged.story[0])
            staged.until(lambda view: view.to_act == 0)
            if any(isinstance(event, PointsScored) for event in staged.story[0][told:]):
                return staged
    raise LookupError("nobody scores")


def marked(canvas: Canvas, y: int) -> str:
    """The cells of a line that are marked."""
    cells = zip(canvas.texts[y], canvas.styles[y], strict=True)
    return "".join(text for text, style in cells if style.endswith(MARKS))


def test_new_points_are_marked_at_the_track_and_the_turn_in_the_log(told: Told) -> None:
    staged = after_points()
    session = told(table(2), staged.changed())
    canvas = session.paint(*SIZE)
    layout = screen_of(session).board.layout(*SIZE)
    points = str(staged.view().points[1])
    assert marked(canvas, layout.track).endswith(points)
    log = "".join(marked(canvas, y) for y in range(5, layout.piles))
    assert DRAWN.large[1] in log


def test_the_marks_stay_while_i_play_and_go_when_my_turn_is_over(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    news = screen_of(session).game.news()
    assert DRAWN.large[1] in marks(session)
    staged.play(staged.best())
    session = told(table(2), staged.changed())
    assert screen_of(session).game.news() == news
    assert DRAWN.large[1] in marks(session)
    staged.until(lambda view: view.to_act == 1)
    session = told(table(2), staged.changed())
    assert screen_of(session).game.news() == []


def marks(session: Session) -> set[str]:
    canvas = session.paint(*SIZE)
    return {text for y in range(24) for text in marked(canvas, y)}


def test_what_others_did_lights_up_as_my_turn_begins_and_only_if_motion_is_on(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    staged.until(lambda view: view.to_act == 1)
    for motion in ("on", "off"):
        session = told(table(2), staged.changed())
        session.client.set(Settings(motion=motion))
        later = Staged(2, "x")
        later.position, later.story, later.ply = staged.position, dict(staged.story), staged.ply
        later.chance = staged.chance
        later.until(lambda view: view.to_act == 0)
        session.hear(later.changed())
        styles = {style for line in session.paint(*SIZE).styles for style in line}
        assert any(style.endswith(" flash") for style in styles) is (motion == "on")
        session.press("left")
        styles = {style for line in session.paint(*SIZE).styles for style in line}
        assert not any(style.endswith(" flash") for style in styles), "a key ends it at once"


async def test_the_light_goes_out_by_itself(visiting: Visiting) -> None:
    async with visiting(keys=["space"]) as seen:
        await seen.until_shown("Your turn")
        seen.session.effects.light = light_for(0, len(seen.game.story))
        seen.app._show()
        await seen.until(lambda: seen.session.effects.light is None)


def test_the_log_is_read_back_without_being_pulled_to_its_end(told: Told) -> None:
    staged = Staged(2, "long").until(lambda view: view.turn > 30 and view.to_act == 1)
    session = told(table(2), staged.changed())
    session.paint(*SIZE)
    for _ in range(3):
        session.press("pageup")
    before = log_of(session)
    staged.until(lambda view: view.to_act == 0)
    session.hear(staged.changed())
    session.effects.stop()
    assert log_of(session) == before
    for _ in range(3):
        session.press("pagedown")
    assert log_of(session) != before


def log_of(session: Session) -> list[str]:
    layout = screen_of(session).board.layout(*SIZE)
    lines = session.paint(*SIZE).text().splitlines()
    return [line[layout.panel :] for line in lines[6 : layout.piles]]


def test_the_deck_warns_near_its_end(told: Told) -> None:
    near = moment(4, lambda view: view.cards.deck <= 6 and view.phase == "play")
    text = told(table(4), near.changed()).paint(*SIZE).text()
    assert f"deck: {near.view().cards.deck} card" in text
    assert "left!" in text


def test_a_pile_that_can_be_taken_still_shows_that_another_was_just_there(told: Told) -> None:
    staged, seen = Staged(2, "piles"), 0
    for turn in range(3, 60):
        staged.until(at_draw(turn))
        session = told(table(2), staged.changed())
        game, layout = screen_of(session).game, screen_of(session).board.layout(*SIZE)
        fresh = {event.card // 11 for event in game.news() if isinstance(event, AT_A_PILE)}
        canvas = session.paint(*SIZE)
        for move in game.moves:
            if isinstance(move, TakeDiscard):
                style = canvas.styles[layout.piles][layout.column(move.colour) + 2]
                assert f"card.{move.colour}" in style
                assert bool(session.theme.style(style).underline) is (move.colour in fresh)
                seen += move.colour in fresh
    assert seen


def at_draw(turn: int) -> Callable[[View], bool]:
    return lambda view: view.turn >= turn and view.to_act == 0 and view.phase == "draw"


def heard(told: Told, game: str, motion: str = "on") -> tuple[Session, int]:
    """A session that just heard a move of another with several events, and how many there are."""
    for number in range(60):
        played = Played(game, 2, f"lights {number}")
        for _ in range(400):
            if played.position.to_act is None:
                break
            before, length = played.changed(), len(played.story[0])
            acting = played.position.to_act
            dealt = acting == DEALER
            played.play(played.position.deal(played.chance) if dealt else played.best())
            new = played.story[0][length:]
            if acting == 1 and len(new) > 1 and played.position.to_act is not None:
                session = told(played.table(), before)
                session.client.set(Settings(motion=motion))
                session.paint(*SIZE)
                session.hear(played.changed())
                session.effects.tumble = None
                return session, len(new)
    raise LookupError(game)


def lit(session: Session) -> set[tuple[int, int]]:
    """The cells that are lit up."""
    styles = session.paint(*SIZE).styles
    return {
        (x, y)
        for y, line in enumerate(styles)
        for x, style in enumerate(line)
        if style.endswith(" flash")
    }


@pytest.mark.parametrize("game", RULE_SETS)
def test_anothers_move_lights_up_part_by_part_and_then_is_only_marked(
    told: Told, game: str
) -> None:
    session, events = heard(told, game)
    seen = [lit(session)]
    while session.effects.light is not None:
        session.advance()
        seen.append(lit(session))
    assert len(seen) == min(events, STEPS - 1) + 2
    assert seen[-1] == set()
    assert all(before <= after for before, after in pairwise(seen[:-1])), "what is lit stays lit"
    assert len(seen[-2]) > len(seen[0])
    assert LIGHT <= 0.25, "motion is shorter than that"


@pytest.mark.parametrize("game", RULE_SETS)
def test_without_motion_nothing_lights_up_and_nothing_is_due(told: Told, game: str) -> None:
    session, _ = heard(told, game, motion="off")
    assert session.effects.pause is None
    assert lit(session) == set()


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_key_is_taken_at_once_while_something_lights_up(told: Told, game: str) -> None:
    session, _ = heard(told, game)
    session.press("?")
    assert isinstance(session.screen, Help)
    assert session.effects.pause is None


def test_what_was_marked_before_does_not_light_up_again(told: Told) -> None:
    staged = after_points()
    session = told(table(2), staged.changed())
    session.paint(*SIZE)
    session.effects.light = light_for(0, len(screen_of(session).game.story))
    while session.effects.light is not None and session.effects.light.next() is not None:
        session.advance()
    assert lit(session) == set()


def test_the_window_is_named_after_the_table_and_tells_when_it_is_my_turn(told: Told) -> None:
    staged = Staged(2, "title").until(lambda view: view.to_act == 0)
    session = told()
    assert session.title == "Keltis"
    session.hear(table(2))
    session.hear(staged.changed())
    assert session.title == "● your turn · Keltis K7QF"
    staged.until(lambda view: view.to_act == 1)
    session.hear(staged.changed())
    assert session.title == "Keltis K7QF"
