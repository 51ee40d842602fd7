"""A finished game looked at again: costly turns come up with the better move lit."""

import re

import msgspec
from msgspec import Raw

from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import DEALER
from keltis_protocol.messages import Chances, CostlyMove, FetchReview, Refused, Review
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.session import Session
from screenshots.staged import CODE
from tests.tui.scenes import SCENES, session_of

SIZE = (80, 24)


def replay() -> tuple[Session, ReplayScreen]:
    session = session_of(SCENES["keltis-replay"])
    screen = session.screen
    assert isinstance(screen, ReplayScreen)
    return session, screen


def raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))


def costly_at(screen: ReplayScreen, step: int, reason: Reason) -> CostlyMove:
    """Some other move than the one that was made there."""
    film = screen.film
    while film.position(step).to_act == DEALER or len(film.position(step).legal_moves()) < 2:
        step += 1
    position = film.position(step)
    better = next(move for move in position.legal_moves() if move != film.moves[step])
    seat = position.to_act or 0
    return CostlyMove(step=step, seat=seat, cost=140, better=raw(better), reasons=[raw(reason)])


def told(session: Session, screen: ReplayScreen) -> list[CostlyMove]:
    """What bots found, as the server tells it."""
    costly = [costly_at(screen, step, Reason("points", 3)) for step in (30, 90)]
    session.hear(Review(table=CODE, chances=equal_chances(screen), costly=costly))
    return costly


def equal_chances(screen: ReplayScreen) -> list[Chances]:
    """The same chances for everybody, at every turn."""
    shares = [1000 // len(screen.names)] * len(screen.names)
    return [Chances(step=score.step, shares=shares) for score in screen.film.scores]


def test_r_asks_once_and_m_leads_to_the_better_moves() -> None:
    session, screen = replay()
    session.outbox.clear()
    session.press("r")
    session.press("r")
    (asked,) = session.outbox
    assert isinstance(asked, FetchReview)
    assert "it takes some seconds" in session.paint(*SIZE).text()
    costly = told(session, screen)
    assert "2 turns cost most: m leads there." in session.paint(*SIZE).text()
    for each in (
        costly[1],
        costly[0],
        costly[1],
    ):  # the next one after where one is, round and round
        session.press("m")
        assert screen.step == each.step
        assert screen.viewer == each.seat
        text = session.paint(*SIZE).text()
        begins = rf"Better for {screen.names[each.seat]}, 14 in 100 games: "
        assert re.search(begins + r"[^:]+: \+3 at once", text)
        focus = screen.decision.focus
        assert focus is not None
        assert msgspec.msgpack.encode(focus.move) == bytes(each.better)
    session.press("right")
    assert screen.decision.focus is None
    assert "Better for" not in session.paint(*SIZE).text()


def keys(session: Session) -> str:
    """The line of keys at 80 columns."""
    return session.paint(*SIZE).text().splitlines()[-1]


def test_the_review_is_among_the_keys_of_a_replay_and_then_what_it_found() -> None:
    """Nobody has to look for it in the help."""
    session, screen = replay()
    assert "r review" in keys(session)
    told(session, screen)
    assert "r review" not in keys(session)
    assert "m costly turn" in keys(session)
    session.hear(Review(table=CODE, chances=equal_chances(screen), costly=[]))
    assert "r review" not in keys(session)
    assert "costly" not in keys(session)


def test_nothing_on_the_board_can_be_played_there() -> None:
    session, screen = replay()
    session.press("r")
    told(session, screen)
    session.press("m")
    session.outbox.clear()
    session.press("enter")
    assert not session.outbox
    assert screen.step == screen.film.last or screen.decision.focus is None


def test_chances_have_a_chart_of_their_own() -> None:
    session, screen = replay()
    session.press("c")
    assert "Points, if" in session.paint(*SIZE).text()
    session.press("c")
    assert "Points, if" not in session.paint(*SIZE).text()
    told(session, screen)
    session.press("c")
    session.press("c")
    assert "Of a hundred games" in session.paint(*SIZE).text()
    session.press("c")
    assert "Of a hundred games" not in session.paint(*SIZE).text()


def test_a_review_that_cannot_be_had_is_a_sentence_and_may_be_asked_for_again() -> None:
    session, _ = replay()
    session.press("r")
    session.hear(Review(table=CODE, chances=[], costly=[]))
    assert "could not be looked at again" in session.paint(*SIZE).text()
    session.outbox.clear()
    session.press("r")
    (asked,) = session.outbox
    assert isinstance(asked, FetchReview)
    session.hear(Refused(id=asked.id, reason="busy"))
    assert "too much at once" in session.paint(*SIZE).text()
