"""What every table promises in all four games: by keys, by mouse, in any size, and looking back."""

import pytest

from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.oracle import MoveFigure, OracleView
from keltis_tui.canvas.flash import MARKS
from keltis_tui.games.oracle.choosing import letters_on
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for
from screenshots.staged import StagedLink, welcome
from tests.tui.at_table import known, screen_of
from tests.tui.conftest import Told
from tests.tui.hands import SIZE, Way, by_keys, by_mouse, make, sent
from tests.tui.recorded import KINDS, Recorded
from tests.tui.scenes import SCENES

WHOLE_GAMES = [*(f"{game}-match" for game in RULE_SETS), "oracle-free-clovers", "dice-hard"]
STEPS = ("clover", "spare")
"""Phases in which Keltis gives more than the turn has."""


def to_my_decision(game: Recorded) -> Recorded:
    return game.until(lambda view: view.to_act == 0)


@pytest.mark.long
@pytest.mark.parametrize("way", [by_keys, by_mouse])
@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_every_move_of_a_whole_match_is_made_to_its_score_sheet_at_80_by_24(
    told: Told, name: str, way: Way
) -> None:
    """Matches of two games, the hard side and free clovers (O15): nothing needs both ways."""
    game = to_my_decision(Recorded(name))
    session = told(game.table(), game.changed())
    while game.position.to_act is not None:
        session.outbox.clear()
        move = known(game._moves[-1], PlayerMove)
        make(session, move, way)
        assert sent(session, KINDS[name].game) == [move]
        game.play(game._moves.pop())
        to_my_decision(game)
        session.hear(game.changed())
        session.effects.stop()
    session.press("enter")
    assert isinstance(session.screen, ScoreSheets)
    text = session.paint(*SIZE).text()
    assert " wins by " in text or "You win" in text or " together." in text


@pytest.mark.parametrize("name", ["keltis-2", "keltis-3", "keltis-4"])
def test_a_whole_turn_of_keltis_needs_at_most_four_keys(told: Told, name: str) -> None:
    """A clover or a spare step is a question of its own; each takes at most two."""
    game, turns = to_my_decision(Recorded(name)), [0]
    session = told(game.table(), game.changed())
    while game.position.to_act is not None:
        view, move = game.position.view(0), known(game._moves[-1], PlayerMove)
        session.outbox.clear()
        keys = make(session, move, by_keys)
        if view.phase in STEPS:
            assert keys <= 2
        else:
            turns[-1] += keys
        game.play(game._moves.pop())
        if game.position.to_act != 0:
            turns.append(0)
        to_my_decision(game)
        session.hear(game.changed())
    assert max(turns) == 4


def marked(session: Session) -> set[tuple[str, str]]:
    """Every marked sign with its style."""
    canvas = session.paint(140, 45)
    return {
        (text, style)
        for texts, styles in zip(canvas.texts, canvas.styles, strict=True)
        for text, style in zip(texts, styles, strict=True)
        if style.endswith((*MARKS, "priestess.moved"))
    }


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_last_turn_of_each_opponent_stays_marked_until_mine_ends(told: Told, game: str) -> None:
    played = Recorded(f"{game}-4").until(lambda view: view.turn > 12 and view.to_act == 0)
    session = told(played.table(), played.changed())
    in_log = {
        (session.client.glyphs.large[seat], f"ground seat.{seat} mark") for seat in range(1, 4)
    }
    decisions, turn = 0, played.position.view(0).turn
    while played.position.view(0).turn == turn or played.position.to_act == 0:
        if played.position.to_act == 0:
            session.hear(played.changed())
            marks = marked(session)
            assert in_log <= marks, "each of the three, at every question of my turn"
            assert marks - in_log, "and on the table"
            decisions += 1
        played.play(played._moves.pop())
    assert decisions > 1
    session.hear(played.changed())
    assert not marked(session)


def test_with_free_clovers_any_figure_may_take_the_step(told: Told) -> None:
    """O15: each that can is named in the question, lit on the board, and moved by its own key."""
    played = Recorded("oracle-free-clovers")
    played.until(
        lambda view: (
            view.to_act == 0
            and view.phase == "clover"
            and sum(isinstance(move, MoveFigure) for move in played.position.legal_moves()) > 1
        )
    )
    moves = [move for move in played.position.legal_moves() if isinstance(move, MoveFigure)]
    view = known(played.position.view(0), OracleView)
    assert any(move.stone != view.stone for move in moves)
    for move in moves:
        session = told(played.table(), played.changed())
        text = session.paint(*SIZE).text().splitlines()
        question = text[screen_of(session).board.layout(*SIZE).status]
        key = letters_on(view, move.stone)[0]
        assert key in question.replace("(", " ").replace(")", " ").replace(",", " ").split()
        session.outbox.clear()
        session.press(key)
        assert sent(session, "oracle") == [move]


def log_of(session: Session) -> list[str]:
    layout = screen_of(session).board.layout(*SIZE)
    lines = session.paint(*SIZE).text().splitlines()
    start = next(y for y, line in enumerate(lines) if "─ log ─" in line)
    return [line[layout.panel :] for line in lines[start + 1 : layout.panel_end]]


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_log_is_read_back_without_being_pulled_to_its_end(told: Told, game: str) -> None:
    played = Recorded(f"{game}-3").until(lambda view: view.turn > 20 and view.to_act == 0)
    session = told(played.table(), played.changed())
    newest = log_of(session)
    for _ in range(3):
        session.press("pageup")
    back = log_of(session)
    assert back != newest
    for _ in range(6):
        played.play(played._moves.pop())
        session.hear(played.changed())
    assert [line.rstrip("↓ ") for line in log_of(session)] == [line.rstrip("↓ ") for line in back]
    for _ in range(9):
        session.press("pagedown")
    assert log_of(session) not in (newest, back), "and the newest is told again at the end"
    for _ in range(99):
        session.press("pageup")
    text = " ".join(log_of(session))
    assert "are dealt" in text or "begins." in text or "laid out" in text


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_the_selection_survives_every_resize_in_the_middle_of_a_turn(game: str) -> None:
    scene = SCENES[f"{game}-picked"]
    link = StagedLink([*welcome(), *scene.facts()])
    app = KeltisApp(link, words_for("en"))
    async with app.run_test(size=SIZE) as pilot:
        await link.told.wait()
        await pilot.press(*scene.keys)
        screen = app.session.screen
        assert isinstance(screen, TableScreen)
        picking, before = screen.decision.picking, app.session.paint(*SIZE).text()
        for size in ((140, 45), (60, 20), (100, 30), SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert screen.decision.picking == picking
        assert app.session.paint(*SIZE).text() == before
