"""Leaderboards and pages: what the keys ask for, what stands there, how a curve is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from keltis_protocol.messages import (
    Command,
    FetchLadder,
    FetchPage,
    FetchRatings,
    Person,
    TableChanged,
)
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.screens.plot import Plot, heights, paint_plot
from keltis_tui.session import Session
from keltis_words.glyphs import ASCII
from screenshots.staged import lobby
from screenshots.staged_standings import changes, ladder, page
from tests.tui.scenes import SCENES, at, over, session_of

SMALL = (80, 24)


def at_home(*keys: str, guest: bool = False) -> Session:
    session = session_of(SCENES["lobby"])
    if guest:
        session.hear(structs.replace(lobby(), you=Person(name="guest-K7Q", guest=True)))
    session.client.requests.outbox.clear()
    press(session, *keys)
    return session


def press(session: Session, *keys: str) -> None:
    for key in keys:
        session.press(key)


def asked(session: Session) -> list[Command]:
    """What was asked since the last look."""
    found = list(session.client.requests.outbox)
    session.client.requests.outbox.clear()
    return found


def seen(session: Session) -> str:
    return session.paint(*SMALL).text()


def test_ratings_are_a_key_away_from_the_lobby_and_every_game_and_ladder_from_there() -> None:
    session = at_home("r")
    games = []
    for key in ("", "tab", "tab", "tab", "tab", "b", "tab"):
        press(session, *([key] if key else []))
        (command,) = asked(session)
        assert isinstance(command, FetchLadder)
        games.append((command.game, command.bots))
    people = [(game, False) for game in ("keltis", "oracle", "dice", "stones", "keltis")]
    assert games == [*people, ("keltis", True), ("oracle", True)]
    press(session, "escape")
    assert "A quick game" in seen(session)


def test_enter_opens_the_page_of_whoever_is_chosen_and_none_of_a_bot() -> None:
    session = at_home("r")
    session.hear(ladder(bots=True))
    session.hear(ladder())
    asked(session)
    press(session, "down", "down", "up", "enter")
    (command,) = asked(session)
    assert command == FetchPage(id=command_id(command), name="ann", game="keltis")
    press(session, "escape", "b")
    session.hear(ladder(bots=True))
    asked(session)
    press(session, "enter")
    assert asked(session) == []


def command_id(command: Command) -> str:
    assert isinstance(command, FetchPage)
    return command.id


def test_own_page_is_for_people_with_a_key() -> None:
    session = at_home("r", guest=True)
    assert "my page" not in seen(session)
    asked(session)
    press(session, "p")
    assert asked(session) == []
    session = at_home("r", "p")
    session.hear(page(own=True))
    assert "118 games" in seen(session)


def test_what_was_told_of_somebody_else_is_not_shown_on_a_page() -> None:
    session = at_home("r")
    session.hear(ladder())
    press(session, "enter")
    session.hear(page())
    assert "118 games" not in seen(session), "that is ann's, and gábor's was asked for"


def test_arrows_leaf_through_the_last_games_and_end_at_the_last() -> None:
    session = at_home("r", "p")
    session.hear(page(own=True))
    press(session, *["down"] * 30)
    assert "bob 33, dai 31, gábor 21" in seen(session)
    assert "21 min ago" not in seen(session)
    press(session, *["up"] * 30)
    assert "21 min ago" in seen(session)


def test_tab_goes_through_the_games_that_somebody_has_played() -> None:
    session = at_home("r", "p")
    session.hear(page(own=True))
    asked(session)
    press(session, "tab")
    (command,) = asked(session)
    assert isinstance(command, FetchPage)
    assert command.game == "dice"


def test_sheet_of_a_rated_game_asks_what_it_did_and_shows_it() -> None:
    session = session_of(SCENES["lobby"])
    table, changed = at("keltis-4", over)
    assert isinstance(table, TableChanged)
    session.hear(structs.replace(table, settings={"rated": "yes"}))
    asked(session)
    session.hear(changed)
    (command,) = asked(session)
    assert isinstance(command, FetchRatings)
    assert "1926" not in seen(session)
    session.hear(changes())
    shown = seen(session)
    assert all(text in shown for text in ("1926 +24", "1377? -123", "1612 -38"))
    press(session, "r")
    (command,) = asked(session)
    assert isinstance(command, FetchLadder)
    assert command.bots, "a bot played"


def test_sheet_of_a_game_that_was_not_rated_asks_nothing() -> None:
    session = session_of(SCENES["keltis-score-sheet"])
    assert not any(isinstance(each, FetchRatings) for each in asked(session))
    press(session, "r")
    assert "r does nothing here" in seen(session)


@given(st.lists(st.integers(-3000, 5000), min_size=1, max_size=150), st.integers(2, 80))
def test_curve_stays_in_its_rows_and_ends_with_the_newest_value(
    values: list[int], columns: int
) -> None:
    found = heights(values, columns, 5)
    assert len(found) == min(len(values), columns)
    assert all(0 <= height <= 4 for height in found)
    shown = values if len(values) <= columns else None
    if shown is not None and len(set(shown)) > 1:
        assert found[shown.index(max(shown))] == 4
        assert found[shown.index(min(shown))] == 0


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([1500], ["    |", "1500|O"]),
        ([1500, 1600], ["1600| O", "1500|."]),
        ([-20, 1500, -20], ["1500| .", " -20|. O"]),
    ],
)
def test_curve_is_drawn_of_plain_cells(values: list[int], drawn: list[str]) -> None:
    canvas = Canvas(12, 2)
    paint_plot(canvas, ASCII, values, Plot(0, 0, 12, 2))
    assert [line.rstrip() for line in canvas.text().splitlines()] == drawn


def test_where_nobody_was_rated_it_says_how_to_begin_and_nothing_empty_is_shown() -> None:
    session = at_home("r")
    session.hear(structs.replace(ladder(), rows=[]))
    text = seen(session)
    assert "Nobody has played a rated game lately." in text
    assert "Whoever opens a table settles whether its games are rated." in text
    assert "twice its" not in text, "signs that do not stand there are not explained"
    session.hear(ladder())
    assert "twice its" in seen(session)
    press(session, "p")
    session.hear(structs.replace(page(), own=True, games=[], opponents=[], ratings=[]))
    assert "last games" not in seen(session)
