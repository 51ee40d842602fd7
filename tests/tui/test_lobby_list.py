"""The lobby's list: what waits for me first, nothing hidden, nothing that jumps."""

import re
from typing import Any

import pytest
from msgspec import structs

from keltis_protocol.messages import (
    AddBot,
    Browse,
    Done,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    Person,
    QuickGame,
    Refused,
    ResultLine,
    SeatState,
    StartGame,
    TableChanged,
    TableLine,
    WatchTable,
)
from keltis_tui.canvas.canvas import Target
from keltis_tui.entrance import Entrance
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lobby import LobbyScreen
from keltis_tui.session import Session
from keltis_words.games.catalogue import length, short_name, summary
from keltis_words.refusals import refusal
from keltis_words.words import words_for
from screenshots.staged import lobby as staged_lobby
from screenshots.staged import welcome
from tests.tui.at_table import known
from tests.tui.conftest import Told


def line(code: str, state: str = "open", seats: int = 2, **more: Any) -> TableLine:
    taken = [SeatState(kind="person", name=f"{code.lower()}-number-{n}") for n in range(seats)]
    return TableLine(table=code, game="keltis", seats=taken, state=state, **more)


def lobby(*tables: TableLine) -> Lobby:
    return Lobby(you=Person(name="ann", guest=False), people=3, tables=list(tables))


def painted(session: Session) -> str:
    return session.paint(80, 24).text()


def test_tables_that_wait_for_me_come_first_and_empty_parts_are_not_shown(told: Told) -> None:
    session = told(lobby(line("AAAA"), line("BBBB", "playing", yours=True, your_turn=True)))
    text = painted(session)
    assert text.index("BBBB") < text.index("AAAA")
    assert "Being played" not in text
    assert "Your tables" not in text


def test_all_four_names_of_a_table_are_shown_even_if_they_are_long(told: Told) -> None:
    text = painted(told(lobby(line("AAAA", seats=4))))
    assert all(sign in text for sign in "●■▲▼")


def test_names_are_cut_only_if_all_together_do_not_fit(told: Told) -> None:
    """A long one takes the room that short ones leave, and watchers beside them cut none."""
    names = ("ann", "Bartholomew-the-2nd", "Bran", "Ciara")
    seats = [SeatState(kind="person", name=name) for name in names]
    seen = TableLine(table="AAAA", game="oracle", seats=seats, state="playing", watchers=1)
    text = painted(told(lobby(seen)))
    assert all(name in text for name in ("ann", "Barthol", "Bran", "Ciara"))
    assert "1 looks on" in text
    assert all(name in painted(told(lobby(structs.replace(seen, watchers=0)))) for name in names)


def test_the_table_in_focus_is_always_in_sight(told: Told) -> None:
    codes = [f"T{number:03}" for number in range(60)]
    session = told(lobby(*map(line, codes)))
    for code in codes:
        assert f"▶ {code}" in painted(session)
        session.press("down")
    assert "▶ Keltis" in painted(session), "and after the last table come the games"


def test_the_focus_stays_on_its_table_when_others_come_and_go(told: Told) -> None:
    session = told(lobby(line("AAAA"), line("BBBB"), line("CCCC")))
    session.press("down")
    session.hear(lobby(line("DDDD"), line("BBBB"), line("CCCC")))
    assert "▶ BBBB" in painted(session)
    session.hear(lobby(line("DDDD"), line("CCCC")))
    assert "▶ DDDD" in painted(session)


def test_enter_goes_on_meaning_what_it_meant_when_a_table_opens(told: Told) -> None:
    """Who comes while one is open finds it in focus; who is there already is left alone."""
    session = told(lobby())
    assert "▶ Keltis" in painted(session)
    session.hear(lobby(line("AAAA")))
    assert "▶ Keltis" in painted(session)
    assert "▶ AAAA" in painted(told(lobby(line("AAAA"))))


def test_a_table_that_opens_after_a_lesson_does_not_change_what_enter_means(told: Told) -> None:
    session = pressed(told(lobby()), "t", "enter", "q", "y")
    assert "▶ Keltis" in painted(session)
    session.hear(lobby(line("AAAA")))
    assert "▶ Keltis" in painted(session)


def test_a_click_picks_a_table_and_a_second_one_sits_down(told: Told) -> None:
    session = told(lobby(line("AAAA"), line("BBBB")))
    session.outbox.clear()
    session.click(Target("table", 1))
    assert "▶ BBBB" in painted(session)
    assert not session.outbox
    session.click(Target("table", 1))
    assert known(session.outbox.pop(), JoinTable).table == "BBBB"


def test_a_table_that_others_play_cannot_be_joined(told: Told) -> None:
    session = told(lobby(line("AAAA", "playing")))
    session.outbox.clear()
    session.click(Target("table", 0))
    session.click(Target("table", 0))
    assert not session.outbox
    assert "Enter join" not in painted(session)
    assert "▶ Keltis" in painted(session)


def test_every_game_is_under_the_arrows_or_one_click_away_and_named_in_full(told: Told) -> None:
    names = ("Keltis", "The Oracle", "The Dice Game", "The Way of Stones")
    for number, (game, name) in enumerate(zip(GAMES, names, strict=True), 1):
        session = told(lobby(*(line(code) for code in ("AAAA", "BBBB"))))
        assert f" {name} " in painted(session)
        session.outbox.clear()
        for key in ("home", *["down"] * (number - 1)):
            session.press(key)
        assert f"▶ {name}" in painted(session)
        assert not session.outbox, "looking at a game begins none"
        session.press(" ")
        assert known(session.outbox.pop(), OpenTable).game == game
        session.click(Target("game", number - 1))
        assert known(session.outbox.pop(), QuickGame).game == game


def test_the_name_of_the_longest_game_is_not_cut_in_the_list(told: Told) -> None:
    played = structs.replace(line("AAAA", seats=4), game="stones")
    assert "The Way of Stones  ●" in painted(told(lobby(played)))


def test_rules_and_settings_are_in_the_key_bar_beside_all_that_the_lobby_has(told: Told) -> None:
    bar = painted(told(lobby(line("AAAA")))).splitlines()[-1]
    assert "Enter join" in bar
    assert "F1 rules" in bar
    assert bar.endswith("/ talk  ? keys  q quit")
    session = told(lobby(line("AAAA")))
    session.press("?")
    assert all(word in painted(session) for word in ("rules", "settings", "learn", "name"))


EVENING = 1_750_000_000.0


def ended(minutes: int, *winners: str, game: str = "dice") -> ResultLine:
    at = int((EVENING - minutes * 60) * 1000)
    return ResultLine(table="ABCD", game=game, options={}, seats=3, winners=[*winners], at=at)


def evening(*results: ResultLine, tables: int = 1, here: tuple[str, ...] = ("ann",)) -> Lobby:
    listed = [line(f"T{number:03}", "playing", yours=True) for number in range(tables)]
    people = [Person(name=name, guest=False) for name in here]
    return structs.replace(lobby(*listed), here=people, results=[*results])


@pytest.mark.parametrize("tables", [0, 1, 60])
def test_every_game_is_told_in_a_sentence_with_key_and_length_however_many_tables(
    told: Told, tables: int
) -> None:
    rows = painted(told(evening(tables=tables))).splitlines()
    words = words_for("en")
    for game in GAMES:
        row = next(row for row in rows if f" {short_name(words, game)} " in row)
        assert row.index(summary(words, game)) < row.index(length(words, game))
        assert summary(words, game).endswith(".")


def test_an_unfinished_game_does_not_empty_the_page(told: Told) -> None:
    text = painted(told(evening(ended(1, "bob"), here=("ann", "bob"))))
    for part in ("A quick game", "Your tables", "How games ended", "Who is here"):
        assert part in text


@pytest.mark.parametrize(
    ("minutes", "winners", "line"),
    [
        (0, ["bob"], "bob won The Dice Game"),
        (59, ["bob", "cleo"], "bob and cleo won The Dice Game"),
        (60, ["bob", "cleo", "dai"], "bob, cleo and dai won The Dice Game"),
    ],
)
def test_a_result_names_all_who_won_and_says_how_long_ago(
    told: Told, minutes: int, winners: list[str], line: str
) -> None:
    session = told(evening(ended(minutes, *winners)))
    session.client.now = lambda: EVENING
    row = next(row for row in painted(session).splitlines() if "won" in row)
    when = {0: "just now", 59: "59 min ago", 60: "1 h ago"}[minutes]
    assert row.strip() == f"☘ {line}".ljust(75 - len(f"3 players · {when}")) + (
        f" 3 players · {when}"
    )


def test_the_list_says_how_many_tables_are_above_and_below(told: Told) -> None:
    session = told(lobby(*(line(f"T{number:03}") for number in range(60))))
    for _ in range(60):
        shown = painted(session)
        listed = [row for row in shown.splitlines() if " T0" in row]
        hidden = [int(row.split()[1]) for row in shown.splitlines() if " more " in row]
        assert len(listed) + sum(hidden) == 60
        session.press("down")
    assert "more below" in painted(session)
    session.press("up")
    assert "more above" in painted(session)


def test_who_does_not_fit_is_counted_and_more_room_shows_more(told: Told) -> None:
    names = tuple(f"visitor-number-{number}" for number in range(30))
    session = told(structs.replace(evening(tables=60, here=names), people=5000))
    shown = {}
    for size in ((80, 24), (100, 30), (140, 45), (200, 60)):
        text = session.paint(*size).text()
        shown[size] = sum(name in text.split() for name in names)
        assert f"and {5000 - shown[size]} more" in text
    assert 3 <= shown[80, 24] < shown[140, 45] <= shown[200, 60] == 30


def test_larger_shows_more_tables_and_results(told: Told) -> None:
    session = told(evening(*(ended(number, "bob") for number in range(20)), tables=60))
    sizes = ((80, 24), (100, 30), (140, 45), (200, 60))
    for word in (" T0", "bob won"):
        counted = [session.paint(*size).text().count(word) for size in sizes]
        assert counted == sorted(counted)
        assert 2 <= counted[0] < counted[-1]


def test_every_game_has_a_box_where_there_is_room_and_a_click_on_it_starts_it(told: Told) -> None:
    session = told(evening())
    canvas = session.paint(140, 45)
    boxes = [area for area in canvas.areas if area.target.kind == "game"]
    assert [area.target.number for area in boxes] == [0, 1, 2, 3]
    for area, game in zip(boxes, GAMES, strict=True):
        inside = canvas.text().splitlines()[area.y][area.x : area.x + area.width]
        assert short_name(words_for("en"), game) in inside


def test_how_a_game_is_played_is_told_where_one_is_chosen_to_learn_or_to_open(told: Told) -> None:
    sentences = [summary(words_for("en"), game) for game in GAMES]
    session = told(lobby())
    session.press("t")
    learning = painted(session)
    assert all(sentence in learning for sentence in sentences)
    session.press("escape")
    session.press("o")
    for sentence in sentences:
        rows = painted(session).splitlines()
        assert any("│" in row and sentence in row for row in rows)
        session.press("right")


def mine_and_open(mine: int, opened: int) -> Lobby:
    """An evening with tables of one's own, open ones, results and people."""
    own = [line(f"M{number:03}", "playing", yours=True) for number in range(mine)]
    others = [line(f"T{number:03}") for number in range(opened)]
    full = evening(*(ended(number, "bob") for number in range(9)), here=("ann", "bob"))
    return structs.replace(full, tables=[*own, *others])


@pytest.mark.parametrize(("mine", "opened"), [(2, 3), (5, 2), (9, 4), (60, 60)])
def test_open_tables_are_seen_however_many_one_has(told: Told, mine: int, opened: int) -> None:
    for size in ((80, 24), (100, 30), (140, 45)):
        session = told(mine_and_open(mine, opened))
        for _ in range(mine):
            rows = session.paint(*size).text().splitlines()
            assert any("Open tables: sit down" in row for row in rows)
            assert sum(" T0" in row for row in rows) >= 2
            assert any("Your tables" in row or "more above" in row for row in rows)
            assert sum("▶ " in row for row in rows) == 1
            session.press("down")
            hidden = sum(int(row.split()[1]) for row in rows if " more " in row)
            assert sum(" T0" in row or " M0" in row for row in rows) + hidden == mine + opened


def test_knot_work_gives_way_to_tables(told: Told) -> None:
    band = "╲╱" * 40
    assert band in painted(told(mine_and_open(1, 1)))
    full = painted(told(mine_and_open(5, 3)))
    assert band not in full
    assert " more " not in full


def pressed(session: Session, *keys: str) -> Session:
    for key in keys:
        session.press(key)
    return session


def answered(session: Session, *tables: TableLine, **more: int) -> Browse:
    """Answer what was asked for last, with these tables."""
    asked = known(session.outbox.pop(), Browse)
    session.hear(structs.replace(lobby(*tables), text=asked.text, first=asked.first, **more))
    session.hear(Done(id=asked.id))
    return asked


@pytest.mark.parametrize("letter", [*"ABCDEFGHJKLMPQRSTUVWXYZ23456789"])
def test_a_code_typed_on_the_page_itself_begins_no_game_and_stands_in_the_field(
    told: Told, letter: str
) -> None:
    session = told(lobby())
    session.outbox.clear()
    pressed(session, letter, *"7QF3X")
    assert f"Code or name:  {letter}7QF3X" in painted(session)
    assert {type(command) for command in session.outbox} == {Browse}


def test_enter_sits_down_by_a_code_that_is_not_listed_once_that_is_known(told: Told) -> None:
    session = pressed(told(lobby(line("AAAA"))), "c", *"k7qfab", "enter")
    assert not any(isinstance(command, JoinTable) for command in session.outbox)
    assert answered(session).text == "k7qfab"
    assert known(session.outbox.pop(), JoinTable).table == "K7QFAB"


def test_enter_sits_down_at_what_was_found_by_a_name_or_by_its_whole_code(told: Told) -> None:
    session = pressed(told(lobby()), "c", *"oisin")
    answered(session, line("AAAA"), line("BBBB"), found=2)
    pressed(session, "down", "enter")
    assert known(session.outbox.pop(), JoinTable).table == "BBBB"
    session = pressed(told(lobby()), "c", *"bbbb", "enter")
    answered(session, line("AAAA"), line("BBBB"), found=2)
    assert known(session.outbox.pop(), JoinTable).table == "BBBB"


@pytest.mark.parametrize("reason", ["table_full", "rated_needs_key", "too_many_tries"])
def test_why_a_code_leads_nowhere_is_read_whole_beside_the_field_or_above_it(
    told: Told, reason: str
) -> None:
    session = pressed(told(lobby()), "c", *"k7qfab", "enter")
    answered(session)
    session.hear(Refused(id=known(session.outbox.pop(), JoinTable).id, reason=reason))
    assert refusal(session.client.words, reason) in painted(session)
    assert "Code or name:  k7qfab" in painted(session)


def test_whoever_knows_the_code_sits_down_where_a_game_is_over_and_a_seat_free(told: Told) -> None:
    left = structs.replace(line("AAAA", "over", watchable=True), seats=[SeatState(kind="free")])
    full = line("BBBB", "over", watchable=True)
    session = pressed(told(lobby()), "c", *"aaaa", "enter")
    answered(session, left, full, found=2)
    assert known(session.outbox.pop(), JoinTable).table == "AAAA"
    session = pressed(told(lobby()), "c", *"bbbb", "enter")
    answered(session, left, full, found=2)
    assert known(session.outbox.pop(), WatchTable).table == "BBBB"


def test_what_is_not_found_and_no_code_is_said_and_escape_shows_all_tables(told: Told) -> None:
    session = pressed(told(lobby(line("AAAA"))), "c", *"Ó x", "enter")
    answered(session)
    assert "No table is called so." in painted(session)
    pressed(session, "escape")
    assert answered(session, line("AAAA"), found=1).text == ""
    assert "▶ AAAA" in painted(session)
    assert "Code or name:" not in painted(session)


def test_the_table_that_was_chosen_before_something_was_looked_for_is_in_focus_again(
    told: Told,
) -> None:
    session = pressed(told(lobby(line("AAAA"), line("BBBB"))), "down", "c", *"x")
    assert answered(session).text == "x"
    painted(session)
    pressed(session, "escape")
    painted(session)
    assert answered(session, line("AAAA"), line("BBBB"), found=2).text == ""
    assert "▶ BBBB" in painted(session)


def test_a_game_is_looked_for_by_its_name_in_the_readers_language(told: Told) -> None:
    session = pressed(told(lobby()), "c", *"oracle")
    assert known(session.outbox.pop(), Browse).games == ["oracle"]


def test_what_is_pasted_in_the_lobby_is_looked_for(told: Told) -> None:
    session = told(lobby())
    session.paste(" K7QFAB\n")
    assert known(session.outbox.pop(), Browse).text == "K7QFAB"


def test_near_the_end_of_the_list_more_is_asked_for_and_nothing_jumps(told: Told) -> None:
    tables = [line(f"T{number:03}") for number in range(200)]
    session = told(structs.replace(lobby(*tables[:60]), found=200))
    session.outbox.clear()
    assert re.search(r"↓ 1\d\d more below", painted(session))
    seen = []
    for number in range(200):
        focus = known(session.screen, LobbyScreen).focus
        assert f"▶ {focus}" in painted(session)
        seen.append(focus)
        session.press("down")
        if session.outbox:
            asked = known(session.outbox[-1], Browse)
            part = tables[asked.first : asked.first + 60]
            answered(session, *part, found=200)
        assert number == 199 or "more below" in painted(session) or number > 180
    assert seen == [line.table for line in tables]
    assert re.search(r"↑ 1\d\d more above", painted(session))


def test_n_goes_to_the_game_that_has_waited_longest_or_says_that_none_does(told: Told) -> None:
    session = told(lobby(line("AAAA", "playing", yours=True)))
    session.press("n")
    assert "No game waits for you." in painted(session)
    session.hear(structs.replace(lobby(), waiting="BBBB"))
    assert "n next " in painted(session)
    session.press("n")
    assert known(session.outbox.pop(), JoinTable).table == "BBBB"


def test_a_table_with_news_is_marked_and_the_help_says_what_the_mark_means(told: Told) -> None:
    tables = (line("AAAA", "playing", yours=True, news=True), line("BBBB", "playing", yours=True))
    session = told(lobby(*tables))
    rows = painted(session).splitlines()
    assert [("*" in row) for row in rows if "AAAA" in row or "BBBB" in row] == [True, False]
    session.press("?")
    assert "something new since you were there" in painted(session)


def waiting_for_somebody(session: Session, *clocks: str) -> Session:
    """Ask for a quick game and be told that one sits alone at a table."""
    session.client.now = lambda: EVENING
    session.client.table_settings = {"clock": [*clocks]} if clocks else {}
    pressed(session, "home", "enter")
    asked = known(session.outbox.pop(), QuickGame)
    session.hear(Done(id=asked.id))
    seats = [SeatState(kind="person", name="ann"), SeatState(kind="free")]
    session.hear(
        TableChanged(
            table="AAAA", game=asked.game, options={}, seats=seats, state="open", private=False,
            owner=True, seat=0,
        )
    )  # fmt: skip
    assert known(session.outbox.pop(), StartGame).table == "AAAA"
    return session


def test_where_nobody_else_can_come_nothing_is_said_of_friends() -> None:
    session = Session(words_for("en"), Entrance(alone=True))
    for fact in (*welcome(), structs.replace(staged_lobby(), tables=[])):
        session.hear(fact)
    text = session.paint(80, 24).text()
    assert "o opens a table as you like it, for you and bots" in text
    for what in ("friend", "c code"):
        assert what not in text


def test_enter_on_a_game_looks_for_people_and_after_20_seconds_alone_a_bot_is_offered(
    told: Told,
) -> None:
    session = waiting_for_somebody(told(lobby()))
    assert session.client.patience == 20
    assert "Nobody has come yet." not in painted(session)
    session.client.now = lambda: EVENING + 20
    assert session.patience is None, "nothing more is waited for"
    assert "Nobody has come yet. b adds a bot; or wait." in painted(session)
    session.outbox.clear()
    session.press("d")
    assert not session.outbox
    session.press("b")
    assert isinstance(session.outbox.pop(), AddBot)


def test_a_game_by_days_is_offered_where_there_are_such(told: Told) -> None:
    session = waiting_for_somebody(told(lobby()), "none", "1d")
    session.client.now = lambda: EVENING + 30
    assert "d begins a game by days" in painted(session)
    session.press("d")
    leave = known(session.outbox.pop(), LeaveTable)
    session.hear(Done(id=leave.id))
    assert known(session.outbox.pop(), QuickGame).settings == {"clock": "1d"}


def test_once_somebody_has_come_nothing_else_is_offered(told: Told) -> None:
    session = waiting_for_somebody(told(lobby()))
    table = session.client.table
    assert table is not None
    taken = [SeatState(kind="person", name=name) for name in ("ann", "bob")]
    session.hear(structs.replace(table, seats=taken))
    session.client.now = lambda: EVENING + 60
    assert "Nobody has come yet." not in painted(session)
