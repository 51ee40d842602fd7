"""The end of a game: the last move on the board and why, then who won and by how much."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from keltis_engine.parts.events import GameEnded
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged, SeatState, StartGame, TableChanged
from keltis_tui.canvas.flash import MARKS
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen
from keltis_tui.screens.talk import TalkDialog
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.table.effects import Effects
from screenshots.played import Played
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told

SIZE = (80, 24)


def last_move(game: str, games: str = "1") -> tuple[Played, GameChanged]:
    """A game before its last move, and what is told of that move."""
    played = Played(game, 2, "the end", {"games": games})
    while True:
        before = played.position, played.ply, {seat: [*told] for seat, told in played.story.items()}
        played.play(
            played.position.deal(played.chance) if played.position.to_act == -1 else played.best()
        )
        if any(isinstance(event, GameEnded) for event in played.story[0]):
            break
    told = played.changed()
    played.position, played.ply, played.story = before
    return played, told


def ended(told: Told, game: str, games: str = "1", motion: str = "on") -> Session:
    """A session that has just heard the last move of a game."""
    played, last = last_move(game, games)
    session = told(people(played.table()), played.changed())
    session.client.set(Settings(motion=motion))
    session.paint(*SIZE)
    session.hear(last)
    return session


def people(table: TableChanged, ready: Sequence[bool] = (False, False)) -> TableChanged:
    """The same table with two people at it."""
    seats = [
        replace(seat, kind="person", ready=said)
        for seat, said in zip(table.seats, ready, strict=True)
    ]
    return replace(table, seats=seats)


def marks(session: Session) -> int:
    styles = [style for line in session.paint(*SIZE).styles for style in line]
    return sum(style.removesuffix(" flash").endswith(MARKS) for style in styles)


@pytest.mark.law
@pytest.mark.parametrize("games", ["1", "2"])
@pytest.mark.parametrize("game", RULE_SETS)
def test_the_last_move_is_seen_on_the_board_with_the_reason_before_the_sheet(
    told: Told, game: str, games: str
) -> None:
    session = ended(told, game, games)
    assert isinstance(session.screen, TableScreen)
    session.effects.light = None
    assert "The game is over: " in session.paint(*SIZE).text().splitlines()[-2]
    assert marks(session) > 0
    session.press("enter")
    assert isinstance(session.screen, ScoreSheets)
    text = session.paint(*SIZE).text()
    assert "The game is over: " in text, "the sheet says it too"
    assert " by " in text or " together" in text


def test_the_sheet_comes_by_itself_once_all_was_lit_up(told: Told) -> None:
    session = ended(told, "keltis")
    pictures = 0
    while session.effects.pause is not None:
        assert not isinstance(session.screen, ScoreSheets)
        session.advance()
        pictures += 1
    assert pictures > 1
    assert isinstance(session.screen, ScoreSheets)
    session.press("enter")
    assert isinstance(session.screen, ScoreSheets), "Enter was still to show it"
    session.press("escape")
    assert isinstance(session.screen, TableScreen)


def test_a_key_ends_the_moment_and_without_motion_there_is_no_timer(told: Told) -> None:
    session = ended(told, "keltis")
    session.press("pageup")
    assert session.effects == Effects(bell=session.effects.bell)
    session.advance()
    assert isinstance(session.screen, TableScreen)
    still = ended(told, "keltis", motion="off")
    assert still.effects.pause is None
    assert isinstance(still.screen, TableScreen)
    still.press("enter")
    assert isinstance(still.screen, ScoreSheets)


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_verdict_is_for_me_and_says_by_how_much(told: Told, game: str) -> None:
    session = ended(told, game)
    session.press("enter")
    mine, theirs = screen_of(session).game.view.totals
    text = session.paint(*SIZE).text()
    assert "…" not in text
    points = "point" if abs(mine - theirs) == 1 else "points"
    if mine > theirs:
        assert f"You win by {mine - theirs} {points}!" in text
    elif mine < theirs:
        assert f"Bran wins by {theirs - mine} {points}." in text
    else:
        assert "You win, together with Bran!" in text


def test_between_two_games_one_can_read_talk_and_save_until_all_are_ready(told: Told) -> None:
    played, last = last_move("stones", "2")
    session = told(people(played.table()), played.changed())
    session.hear(last)
    session.press("enter")
    text = session.paint(*SIZE).text()
    assert "Game 1 of 2 · The game is over: the last stone was turned up." in text
    assert "Enter begins game 2 of 2." in text
    for line in screen_of(session).game.rules.score_sheets(screen_of(session).game.view)[0].lines:
        assert line.what != "game"
        assert str(line.points) in text
    session.outbox.clear()
    session.press("/")
    assert isinstance(session.screen, TalkDialog)
    session.press("escape")
    session.press("s")
    assert "ssh HOST game K7QF > game.keltis\n" in session.paint(*SIZE).text()
    assert "ssh HOST cast K7QF > game.cast " in session.paint(*SIZE).text()
    session.press("enter")
    assert [type(command) for command in session.outbox] == [StartGame]
    session.hear(people(played.table(), (True, False)))
    assert "You are ready; waiting for Bran." in session.paint(*SIZE).text()
    clocked = {"now": 1_000_000, "next_game": 1_000_000 + 179_000}
    session.hear(replace(people(played.table(), (True, False)), **clocked))
    assert "You are ready; waiting for Bran (2 min at most)." in session.paint(*SIZE).text()
    assert session.tick is not None
    assert 58 < session.tick < 60, "it says less in time"
    session.hear(replace(people(played.table(), (False, True)), **clocked))
    assert "Enter begins game 2 of 2 (2 min at most)." in session.paint(*SIZE).text()
    session.hear(people(played.table(), (True, False)))
    session.press("/")
    while played.position.to_act != -1:
        played.play(played.best())
    played.play(played.position.deal(played.chance))
    session.hear(played.changed())
    assert isinstance(session.screen, TalkDialog), "what is being typed is not taken away"
    session.press("escape")
    assert isinstance(session.screen, TableScreen)
    assert "game 2 of 2" in session.paint(*SIZE).text()


@pytest.mark.parametrize("game", RULE_SETS)
def test_what_is_said_below_the_sheet_lies_over_nothing_that_is_there(
    told: Told, game: str
) -> None:
    played, last = last_move(game)
    session = told(played.table(), played.changed())
    session.hear(last)
    session.press("enter")
    before = session.paint(*SIZE).text().splitlines()
    session.press("/")
    after = session.paint(*SIZE).text().splitlines()
    changed = [line for line, shown in zip(before, after, strict=True) if line != shown]
    assert changed == [""]


@pytest.mark.parametrize("game", RULE_SETS)
def test_nothing_is_picked_any_more_once_the_game_is_over(told: Told, game: str) -> None:
    played, last = last_move(game)
    session = told(people(played.table()), played.changed())
    for key in ("1", "right"):
        session.press(key)
    session.hear(last)
    screen = screen_of(session)
    assert screen.decision.focus is None
    assert not screen.decision.knows("1")


def test_one_who_is_ready_and_alone_is_told_of_free_seats(told: Told) -> None:
    played, last = last_move("stones")
    session = told(people(played.table()), played.changed())
    session.hear(last)
    session.press("enter")
    ready = people(played.table(), (True, False))
    session.hear(replace(ready, state="over", seats=[ready.seats[0], SeatState(kind="free")]))
    assert "You are ready; there are free seats yet." in session.paint(*SIZE).text()
