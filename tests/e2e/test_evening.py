"""An evening with friends, whole, through the real `ssh` at 80×24."""

import os
import re
import signal
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.e2e.conftest import Person, Player, Server, Terminal
from tests.e2e.test_two_players import play_stones, scores_by_the_log, table_code

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.slow]

LIMITS = "[house]\nbot_pause = 0\naway_seconds = 0\naway_end_seconds = 0\n"
MOST = 3_000
"""How often at most everybody is asked whether it is their turn, until a game is over."""
HEARSAY = "una cannot read this"
"""What those who look on say of her."""


class Evening:
    """Who is there, and on which screen."""

    def __init__(self, person: Callable[[str], Person], server: Server) -> None:
        self.server = server
        self.people = {name: person(name) for name in ("una", "vik", "cyd", "wim", "xia")}
        for name, each in self.people.items():
            if name != "cyd":
                each.make_key()
        self.screens: dict[str, Terminal] = {}
        self.code = ""
        self.way_back = ""
        """The guest's, as it was read off the screen."""

    def __getitem__(self, name: str) -> Terminal:
        return self.screens[name]

    def comes(self, name: str, *words: str) -> Terminal:
        """Somebody comes by `ssh`."""
        self.screens[name] = self.people[name].ssh(name, *words)
        return self.screens[name]

    def comes_back(self, name: str) -> Terminal:
        """Somebody takes up the seat again, a guest by the code."""
        words = ("back", self.way_back) if name == "cyd" else ("join", self.code)
        return self.comes(name, *words)

    def is_cut_off(self, name: str) -> None:
        """Somebody's client is killed."""
        os.kill(self[name].pid, signal.SIGKILL)
        self[name].wait()

    def play(self, names: Iterable[str], enough: Callable[[], bool]) -> None:
        """These play whatever they are asked until it is enough."""
        players = [Player(self[name]) for name in names]
        for _ in range(MOST):
            for each in players:
                each.terminal.look()
                if HEARSAY in each.terminal.text:
                    assert "The game is over" in each.terminal.text or each.over
                if enough():
                    return
                if "score sheet" in each.terminal.lines[-1]:
                    each.terminal.press("enter")
                    each.terminal.until(lambda: each.over, 2.0)  # noqa: B023
                elif each.question and not each.over:
                    before = each.terminal.text
                    each.terminal.press("\t", "enter")
                    each.terminal.until(lambda: each.terminal.text != before, 0.1)  # noqa: B023
        raise AssertionError("\n".join(self[name].text for name in names))

    def turn(self, name: str) -> int:
        """Which turn somebody sees."""
        found = re.search(r"turn (\d+)", self[name].text)
        return int(found[1]) if found else 0

    def the_server_dies_and_everybody_comes_back(self, names: Iterable[str]) -> None:
        """Killed with -9, started again; each sees at least the turn that was told before."""
        before = self.turn("una")
        self.server.stop(signal.SIGKILL)
        for name in names:
            self[name].wait()
        self.server.start()
        for name in names:
            self.comes_back(name).see(f"table {self.code}")
        for name in names:
            self[name].see("turn ")
            assert self[name].until(lambda: self.turn(name) >= before), self[name].text  # noqa: B023


def change(terminal: Terminal, what: str, value: str) -> None:
    """Change one line of the dialog that is open, from its top, until it reads so."""
    terminal.see(what)
    lines = [line for line in terminal.lines if "‹" in line]
    row = next(row for row, line in enumerate(lines) if what in line)
    terminal.press(*["down"] * row)
    settled = re.compile(f"{what} +‹ {value} ›")
    for _ in range(8):
        if terminal.until(lambda: settled.search(terminal.text) is not None, 1.0):
            break
        terminal.press("right")
    assert settled.search(terminal.text), terminal.text
    terminal.press(*["up"] * row)


def they_meet_in_the_lobby_and_talk(evening: Evening) -> None:
    for name in ("una", "vik", "cyd"):
        evening.comes(name).see("A quick game")
    for name in ("una", "vik", "cyd"):
        evening[name].see("3 people are here")
        evening[name].see("~cyd")
    evening["cyd"].press("/", *"The Oracle, anyone?", "enter")
    for name in ("una", "vik"):
        evening[name].see("~cyd: The Oracle, anyone?")
    evening["cyd"].press("escape")


def they_change_the_table(evening: Evening) -> None:
    una, vik, cyd = (evening[name] for name in ("una", "vik", "cyd"))
    una.press("o")
    una.see("A new table")
    una.press("right", "enter")
    una.see("Friends join with this code")
    evening.code = table_code(una)
    for guest in (vik, cyd):
        guest.see(evening.code)
    vik.press("c", *evening.code, "enter")
    vik.see("Press Enter when you are ready")
    una.press("o")
    una.see("What is agreed at this table")
    change(una, "players", "4")
    change(una, "clock", "15 min and 60 s a turn")
    una.press("enter")
    vik.see("clock: 15 min and 60 s a turn")
    cyd.press("c", *evening.code, "enter")
    cyd.see("If the line breaks in a game")
    found = re.search(r"back ([A-Z0-9]{10})\b", cyd.text)
    assert found, cyd.text
    evening.way_back = found[1]
    una.press("b")
    for terminal in (una, vik, cyd):
        terminal.see("a bot: ")
        terminal.see("~cyd")
    una.press("/", *"Welcome", "enter")
    cyd.see("una: Welcome")
    una.press("escape")
    vik.press("enter")
    una.see("vik is ready")
    cyd.press("enter")
    una.see("~cyd is ready")
    una.press("enter")
    for terminal in (una, vik, cyd):
        terminal.see("turn 1")


def the_guest_is_cut_off_and_comes_back_by_the_code(evening: Evening) -> None:
    evening.play(("una", "vik", "cyd"), lambda: evening.turn("una") >= 3)
    evening.is_cut_off("cyd")
    for name in ("una", "vik"):
        evening[name].see("~cyd away")
    evening.comes_back("cyd").see(f"table {evening.code}")
    evening["cyd"].see("~cyd")
    for name in ("una", "vik"):
        evening[name].see_gone("~cyd away")


def one_goes_silent_and_a_bot_plays_on_until_that_one_is_back(evening: Evening) -> None:
    evening.is_cut_off("vik")
    stay = ("una", "cyd")
    asked = "vik has been away for"
    evening.play(stay, lambda: all(asked in evening[name].text for name in stay))
    for name in stay:
        evening[name].press("B")
    for name in stay:
        evening[name].see("vik a bot")
    now = evening.turn("una")
    evening.play(stay, lambda: evening.turn("una") > now + 2)
    assert "vik a bot" in evening["una"].text
    evening.comes_back("vik").see(f"table {evening.code}")
    for name in stay:
        evening[name].see("vik is back and plays again.")
        evening[name].see_gone("vik a bot")


def others_look_on_and_talk_among_themselves(evening: Evening) -> None:
    wim = evening.comes("wim", "watch", evening.code)
    wim.see("you look on")
    xia = evening.comes("xia", "watch", evening.code)
    xia.see("you and 1 more look on")
    evening["una"].see("2 look on")
    wim.press("/")
    wim.see("Talk of those who look on")
    wim.press(*HEARSAY, "enter", "escape")
    xia.see(f"wim: {HEARSAY}")


def the_game_is_played_to_its_sheet(evening: Evening, names: tuple[str, ...]) -> list[int]:
    players = {name: Player(evening[name]) for name in names}
    evening.play(names, lambda: all(each.over for each in players.values()))
    (totals,) = {tuple(each.totals()) for each in players.values()}
    return list(totals)


def who_looked_on_is_heard_now(evening: Evening) -> None:
    for name in ("una", "vik", "cyd"):
        evening[name].see(HEARSAY)
    evening["wim"].see("total")


def they_play_the_game_back_together(evening: Evening) -> None:
    una, vik = evening["una"], evening["vik"]
    una.press("v")
    una.see("Step 1 of")
    una.press("right", "right")
    una.see("Step 3 of")
    una.press("L")
    una.see("you lead")
    vik.press("v")
    vik.see("you follow una")
    vik.see("Step 3 of")
    una.press("right")
    vik.see("Step 4 of")
    for terminal in (una, vik):
        terminal.press("c")
        terminal.see("Points, if the game had ended after each turn")
        terminal.press("c", "q")
        terminal.see("total")


def once_more_with_another_on_one_seat(evening: Evening) -> None:
    evening["cyd"].press("q")
    for name in ("una", "vik"):
        evening[name].see("has left")
    evening["wim"].press("q")
    evening["wim"].see("new table")
    evening.comes("wim", "join", evening.code).see("Press Enter when you are ready")
    for name in ("una", "vik"):
        evening[name].see("wim: is still")
    evening["wim"].press("enter")
    for name in ("una", "vik"):
        evening[name].see("wim: plays a")
        evening[name].press("n")
    for name in ("una", "vik", "wim"):
        evening[name].see("turn 1")
        evening[name].see("wim")


def the_rematch_was_played_by_those_who_sat_there(evening: Evening) -> None:
    for name in ("una", "vik", "wim"):
        evening[name].see("n plays again")
        heads = next(line for line in evening[name].lines if "una" in line and "vik" in line)
        assert "wim" in heads, evening[name].text
        assert "cyd" not in heads, evening[name].text


def a_rated_game_changes_their_ratings(evening: Evening) -> None:
    for name in ("una", "vik"):
        evening[name].press("q")
        evening[name].see("new table")
    una, vik = evening["una"], evening["vik"]
    una.press("o")
    una.see("A new table")
    una.press("right", "right", "right")
    change(una, "rated", "yes")
    una.press("enter")
    una.see("Friends join with this code")
    code = table_code(una)
    vik.press("c", *code, "enter")
    vik.see("Press Enter when you are ready")
    for terminal in (una, vik):
        terminal.press("enter")
    for terminal in (una, vik):
        terminal.see("turn 1")
    play_stones([Player(una), Player(vik)])
    for terminal in (una, vik):
        assert terminal.until(lambda: len(re.findall(r"\d{3,4}\? [+-]\d", terminal.text)) == 2)  # noqa: B023
    una.press("r")
    una.see("The Way of Stones, among people")
    una.see("vik")


def test_an_evening_with_friends(person: Callable[[str], Any], server: Any, tmp_path: Any) -> None:
    """Lines break, the server dies twice, and nobody is held up or lost."""
    evening = Evening(person, server)
    they_meet_in_the_lobby_and_talk(evening)
    they_change_the_table(evening)
    the_guest_is_cut_off_and_comes_back_by_the_code(evening)
    evening.the_server_dies_and_everybody_comes_back(("una", "vik", "cyd"))
    one_goes_silent_and_a_bot_plays_on_until_that_one_is_back(evening)
    others_look_on_and_talk_among_themselves(evening)
    totals = the_game_is_played_to_its_sheet(evening, ("una", "vik", "cyd"))
    assert totals == scores_by_the_log(server.data, evening.code, tmp_path / "first")
    who_looked_on_is_heard_now(evening)
    they_play_the_game_back_together(evening)
    once_more_with_another_on_one_seat(evening)
    evening.the_server_dies_and_everybody_comes_back(("una", "vik", "wim"))
    totals = the_game_is_played_to_its_sheet(evening, ("una", "vik", "wim"))
    assert totals == scores_by_the_log(server.data, evening.code, tmp_path / "rematch")
    the_rematch_was_played_by_those_who_sat_there(evening)
    a_rated_game_changes_their_ratings(evening)
