"""What a session makes of facts: bell, marks, the log, names that stay, refusals in words."""

import re

import pytest
from msgspec.structs import replace

from keltis_engine.parts.cards import PlayCard
from keltis_engine.position import Event
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import FigureMoved
from keltis_protocol.messages import Closing, LeftTable, PlayMove, Refused, SeatState
from keltis_tui.session import Session
from keltis_tui.table.client_game import seat_of
from screenshots.played import Played
from screenshots.staged import Staged, moment, table
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told
from tests.tui.recorded import Recorded
from tests.tui.scenes import SCENES, session_of


def painted(session: Session) -> str:
    return session.paint(80, 24).text()


def test_the_bell_rings_once_when_it_becomes_my_turn(told: Told) -> None:
    staged = Staged(2, "bell").until(lambda view: view.to_act == 1)
    session = told(table(2), staged.changed())
    rung = [session.effects.bell]
    session.hear(staged.until(lambda view: view.to_act == 0).changed())
    rung.append(session.effects.bell)
    session.effects.bell = False
    staged.play(staged.best())
    session.hear(staged.changed())
    rung.append(session.effects.bell)
    assert rung == [False, True, False], "a small move within the turn rings nothing"


def test_what_another_did_stays_marked_until_my_turn_ends(told: Told) -> None:
    staged = moment(
        2,
        lambda view: view.phase == "play" and view.turn > 10 and view.cards.rows[1] != ((),) * 5,
    )
    while not any(isinstance(event, FigureMoved) for event in _news(told, staged)):
        staged.play(staged.best())
        staged.until(lambda view: view.to_act == 0 and view.phase == "play")
    session = told(table(2), staged.changed())
    assert "mark" in _styles(session)
    staged.play(staged.best())
    session.hear(staged.changed())
    assert "mark" in _styles(session), "also after my first small move"
    staged.until(lambda view: view.to_act == 1)
    session.hear(staged.changed())
    assert "mark" not in _styles(session)


def _news(told: Told, staged: Staged) -> list[Event]:
    news = screen_of(told(table(2), staged.changed())).game.news()
    assert all(seat_of(event) != 0 for event in news)
    return news


def _styles(session: Session) -> set[str]:
    return {name for row in session.paint(80, 24).styles for names in row for name in names.split()}


def test_the_log_is_not_pulled_to_its_end_while_somebody_reads_it(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 20 and view.phase == "play")
    session = told(table(2), staged.changed())
    before = _log(session)
    session.press("pageup")
    back = _log(session)
    assert back != before
    staged.play(staged.best())
    session.hear(staged.changed())
    assert _log(session) == back
    for _ in range(9):
        session.press("pagedown")
    assert _log(session) not in (before, back), "at the end it tells the newest again"


def test_the_log_can_be_read_back_to_the_deal(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 20)
    session = told(table(2), staged.changed())
    painted(session)
    for _ in range(99):
        session.press("pageup")
    assert "The cards are dealt." in painted(session)


def _log(session: Session) -> list[str]:
    return [line[44:] for line in painted(session).splitlines()[6:13]]


def test_a_card_that_cannot_be_played_says_why(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 20 and view.phase == "play")
    session = told(table(2), staged.changed())
    moves = screen_of(session).game.moves
    playable = {move.card for move in moves if isinstance(move, PlayCard)}
    hand = staged.view().cards.hand
    for index, card in enumerate(hand):
        session.press(str(index + 1))
        line = painted(session).splitlines()[21]
        expected = "plays" if card in playable else "only the same value or a"
        assert expected in line


def test_a_refused_move_is_explained_and_the_next_key_takes_the_words_away(told: Told) -> None:
    staged = moment(2, lambda view: view.phase == "draw")
    session = told(table(2), staged.changed())
    session.outbox.clear()
    session.press(" ")
    sent = session.outbox.pop()
    assert isinstance(sent, PlayMove)
    assert sent.ply == staged.ply
    session.hear(Refused(id=sent.id, reason="stale"))
    assert "Somebody was quicker" in painted(session)
    session.press("right")
    assert "Somebody was quicker" not in painted(session)


def test_nothing_is_played_while_the_window_is_too_small_to_see_it(told: Told) -> None:
    session = told(table(2), moment(2, lambda view: view.phase == "draw").changed())
    session.outbox.clear()
    session.paint(60, 20)
    session.press(" ")
    assert not session.outbox
    session.paint(80, 24)
    session.press(" ")
    assert len(session.outbox) == 1


def test_no_second_move_is_sent_before_the_first_is_answered(told: Told) -> None:
    staged = moment(2, lambda view: view.phase == "draw")
    session = told(table(2), staged.changed())
    session.outbox.clear()
    session.press(" ")
    session.press(" ")
    assert len(session.outbox) == 1


def test_who_gets_up_after_the_game_is_still_named_on_the_score_sheet(told: Told) -> None:
    over = Staged(2, "over").until(lambda _: False)
    session = told(table(2, "over"), over.changed())
    seated = table(2, "over")
    seats = [seated.seats[0], SeatState(kind="free")]
    session.hear(replace(seated, seats=seats))
    assert "Bran" in painted(session)


def test_somebody_whose_line_is_down_is_shown_as_away(told: Told) -> None:
    staged = moment(2, lambda view: view.phase == "play")
    seated = table(2)
    seats = [seated.seats[0], SeatState(kind="person", name="Bran", away=True)]
    session = told(replace(seated, seats=seats), staged.changed())
    assert "Bran away" in painted(session)


def test_who_is_away_is_seen_beside_a_clock_for_which_there_is_no_room(told: Told) -> None:
    staged = Recorded("oracle-4").until(lambda view: view.turn > 4)
    seats = [SeatState(kind="person", name=name, left=1_800_000) for name in ("una", "vik", "~cyd")]
    seats[1] = replace(seats[1], away=True)
    seats[2] = replace(seats[2], away=True, stand_in="club")
    seats.append(SeatState(kind="person", name="Aoife", away=True, left=30_000))
    shown = painted(told(replace(staged.table(), seats=seats), staged.changed()))
    for each in ("una 30 min", "vik away", "~cyd a bot", "Aoife away"):
        assert f"{each} " in shown
    assert "…" not in shown.partition("log")[0]


def test_whose_own_time_is_up_reads_that_others_may_decide(told: Told) -> None:
    staged = Recorded("stones-2").until(lambda view: view.turn > 2 and view.to_act == 0)
    session = told(staged.table(), staged.changed())
    assert "Your time is up" not in painted(session)
    session.hear(replace(staged.table(), running=0, late=0))
    assert "Your time is up: the others may have a bot play this turn." in painted(session)
    session.hear(replace(staged.table(), running=1, late=1))
    assert "Your time is up" not in painted(session)


def test_what_others_say_of_one_who_is_away_is_read_though_a_card_was_picked_too_early() -> None:
    session = session_of(SCENES["away"])
    assert "Eithne: a bot plays on" in painted(session)
    session.press("1")
    assert "Eithne: a bot plays on" in painted(session)


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_long_name_gives_way_to_the_word_away(told: Told, game: str) -> None:
    staged = Played(game, 4, "away").until(lambda view: view.turn > 4)
    seats = [SeatState(kind="person", name=f"longest-of-names-{seat}") for seat in range(4)]
    seats[1] = replace(seats[1], away=True)
    shown = painted(told(replace(staged.table(), seats=seats), staged.changed()))
    assert re.search(r"(?m)longe[-\w]*… away ", shown)


def test_a_table_that_is_gone_leads_to_the_lobby_with_a_sentence(told: Told) -> None:
    session = told(table(2), moment(2, lambda _: True).changed())
    session.hear(LeftTable(table="K7QF", reason="table_closed"))
    assert "That table is gone." in painted(session)
    assert "new table" in painted(session)


@pytest.mark.parametrize("reason", ["shutdown", "taken_over", "never heard of"])
def test_when_the_line_closes_the_reason_is_said_in_words(told: Told, reason: str) -> None:
    session = told()
    session.hear(Closing(reason=reason))
    assert session.farewell is not None
    assert session.farewell.endswith(".")
