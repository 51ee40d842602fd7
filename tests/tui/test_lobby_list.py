"""The lobby's list: what waits for me first, nothing hidden, nothing that jumps."""

from msgspec import structs

from keltis_protocol.messages import Lobby, Person, SeatState, TableLine
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.widgets.canvas import Target


def line(code: str, state: str = "open", seats: int = 2, **more: bool) -> TableLine:
    taken = [SeatState(kind="person", name=f"{code.lower()}-number-{n}") for n in range(seats)]
    return TableLine(table=code, game="keltis", seats=taken, state=state, **more)


def lobby(*tables: TableLine) -> Lobby:
    return Lobby(you=Person(name="ann", guest=False), people=3, tables=list(tables))


def painted(session) -> str:
    return session.paint(80, 24).text()


def test_tables_that_wait_for_me_come_first_and_empty_parts_are_not_shown(told):
    session = told(lobby(line("AAAA"), line("BBBB", "playing", yours=True, your_turn=True)))
    text = painted(session)
    assert text.index("BBBB") < text.index("AAAA")
    assert "Being played" not in text
    assert "Your tables" not in text


def test_all_four_names_of_a_table_are_shown_even_if_they_are_long(told):
    text = painted(told(lobby(line("AAAA", seats=4))))
    assert all(sign in text for sign in "●■▲▼")


def test_the_table_in_focus_is_always_in_sight(told):
    codes = [f"T{number:03}" for number in range(60)]
    session = told(lobby(*map(line, codes)))
    for code in codes:
        assert f"▶ {code}" in painted(session)
        session.press("down")
    assert "▶ T000" in painted(session), "and after the last comes the first"


def test_the_focus_stays_on_its_table_when_others_come_and_go(told):
    session = told(lobby(line("AAAA"), line("BBBB"), line("CCCC")))
    session.press("down")
    session.hear(lobby(line("DDDD"), line("BBBB"), line("CCCC")))
    assert "▶ BBBB" in painted(session)
    session.hear(lobby(line("DDDD"), line("CCCC")))
    assert "▶ DDDD" in painted(session)


def test_a_click_picks_a_table_and_a_second_one_sits_down(told):
    session = told(lobby(line("AAAA"), line("BBBB")))
    session.outbox.clear()
    session.click(Target("table", 1))
    assert "▶ BBBB" in painted(session)
    assert not session.outbox
    session.click(Target("table", 1))
    assert session.outbox.pop().table == "BBBB"


def test_a_table_that_others_play_cannot_be_joined(told):
    session = told(lobby(line("AAAA", "playing")))
    session.outbox.clear()
    session.press("enter")
    session.click(Target("table", 0))
    assert not session.outbox
    assert "Enter join" not in painted(session)


def test_every_game_is_one_key_or_one_click_away_and_named_in_full(told):
    names = ("Keltis", "The Oracle", "The Dice Game", "The Way of Stones")
    for number, (game, name) in enumerate(zip(BOARDS, names, strict=True), 1):
        session = told(lobby(*(line(code) for code in ("AAAA", "BBBB"))))
        assert f"{number} {name}" in painted(session)
        session.outbox.clear()
        session.press(str(number))
        session.click(Target("key", key=str(number)))
        assert [command.game for command in session.outbox] == [game, game]


def test_the_name_of_the_longest_game_is_not_cut_in_the_list(told):
    played = structs.replace(line("AAAA", seats=4), game="stones")
    assert "The Way of Stones  ●" in painted(told(lobby(played)))


def test_rules_and_settings_are_in_the_key_bar_beside_all_that_the_lobby_has(told):
    bar = painted(told(lobby(line("AAAA")))).splitlines()[-1]
    assert "Enter join" in bar
    assert bar.endswith("F1 rules  F2 settings")
