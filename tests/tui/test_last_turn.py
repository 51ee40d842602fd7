"""What the others just did: marked until my turn is over, told in the log, lit up for a moment."""

from keltis_engine.parts.cards import CardDiscarded, DiscardTaken, TakeDiscard
from keltis_engine.parts.events import PointsScored
from keltis_tui.painters.flash import MARKS
from keltis_tui.settings import Settings
from keltis_tui.themes import DRAWN
from screenshots.staged import Staged, moment, table

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


def marked(canvas, y: int) -> str:
    """The cells of a line that are marked."""
    cells = zip(canvas.texts[y], canvas.styles[y], strict=True)
    return "".join(text for text, style in cells if style.endswith(MARKS))


def test_new_points_are_marked_at_the_track_and_the_turn_in_the_log(told):
    staged = after_points()
    session = told(table(2), staged.changed())
    canvas = session.paint(*SIZE)
    layout = session.screen.board.layout(*SIZE)
    points = str(staged.view().points[1])
    assert marked(canvas, layout.track).endswith(points)
    log = "".join(marked(canvas, y) for y in range(5, layout.piles))
    assert DRAWN.large[1] in log


def test_the_marks_stay_while_i_play_and_go_when_my_turn_is_over(told):
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    news = session.screen.game.news()
    assert DRAWN.large[1] in marks(session)
    staged.play(staged.best())
    session = told(table(2), staged.changed())
    assert session.screen.game.news() == news
    assert DRAWN.large[1] in marks(session)
    staged.until(lambda view: view.to_act == 1)
    session = told(table(2), staged.changed())
    assert session.screen.game.news() == []


def marks(session) -> set[str]:
    canvas = session.paint(*SIZE)
    return {text for y in range(24) for text in marked(canvas, y)}


def test_what_others_did_lights_up_as_my_turn_begins_and_only_if_motion_is_on(told):
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    staged.until(lambda view: view.to_act == 1)
    for motion in ("on", "off"):
        session = told(table(2), staged.changed())
        session.set(Settings(motion=motion))
        later = Staged(2, "x")
        later.position, later.story, later.ply = staged.position, [*staged.story], staged.ply
        later.chance = staged.chance
        later.until(lambda view: view.to_act == 0)
        session.hear(later.changed())
        styles = {style for line in session.paint(*SIZE).styles for style in line}
        assert any(style.endswith(" flash") for style in styles) is (motion == "on")
        session.press("left")
        styles = {style for line in session.paint(*SIZE).styles for style in line}
        assert not any(style.endswith(" flash") for style in styles), "a key ends it at once"


async def test_the_light_goes_out_by_itself(visiting):
    async with visiting(keys=["b"]) as seen:
        await seen.until_shown("Your turn")
        seen.session.flash = True
        seen.app._show()
        await seen.until(lambda: not seen.session.flash)


def test_the_log_is_read_back_without_being_pulled_to_its_end(told):
    staged = Staged(2, "long").until(lambda view: view.turn > 30 and view.to_act == 1)
    session = told(table(2), staged.changed())
    session.paint(*SIZE)
    for _ in range(3):
        session.press("pageup")
    before = log_of(session)
    staged.until(lambda view: view.to_act == 0)
    session.hear(staged.changed())
    session.flash = False
    assert log_of(session) == before
    for _ in range(3):
        session.press("pagedown")
    assert log_of(session) != before


def log_of(session) -> list[str]:
    layout = session.screen.board.layout(*SIZE)
    lines = session.paint(*SIZE).text().splitlines()
    return [line[layout.panel :] for line in lines[6 : layout.piles]]


def test_the_deck_warns_near_its_end(told):
    near = moment(4, lambda view: view.cards.deck <= 6 and view.phase == "play")
    text = told(table(4), near.changed()).paint(*SIZE).text()
    assert f"deck: {near.view().cards.deck} card" in text
    assert "left!" in text


def test_a_pile_that_can_be_taken_still_shows_that_another_was_just_there(told):
    staged, seen = Staged(2, "piles"), 0
    for turn in range(3, 60):
        staged.until(lambda view, turn=turn: view.turn >= turn and at_draw(view))
        session = told(table(2), staged.changed())
        game, layout = session.screen.game, session.screen.board.layout(*SIZE)
        fresh = {event.card // 11 for event in game.news() if isinstance(event, AT_A_PILE)}
        canvas = session.paint(*SIZE)
        for move in game.moves:
            if isinstance(move, TakeDiscard):
                style = canvas.styles[layout.piles][layout.column(move.colour) + 2]
                assert f"goal.{move.colour}" in style
                assert bool(session.theme.style(style).underline) is (move.colour in fresh)
                seen += move.colour in fresh
    assert seen


def at_draw(view) -> bool:
    return view.to_act == 0 and view.phase == "draw"
