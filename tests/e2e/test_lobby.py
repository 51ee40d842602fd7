"""An evening in the lobby, through the real `ssh` at 80×24."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_two_players import table_code

pytestmark = pytest.mark.e2e

WORKERS = 2


def test_a_code_typed_on_the_page_of_the_lobby_leads_to_the_table_and_begins_no_game(
    person: Callable[[str], Any],
) -> None:
    ann, bob = person("ann").make_key(), person("bob").make_key()
    hers = ann.ssh("ann")
    hers.see("is here")
    hers.press("o")
    hers.see("A new table")
    hers.press("down", "down", "down", "right")  # a private one
    assert hers.until(lambda: re.search(r"by code only +‹ yes ›", hers.text) is not None), hers.text
    hers.press("enter")
    hers.see("Press Enter when you are ready")
    code = table_code(hers)
    his = bob.ssh("bob")
    his.see("No table is open.")
    his.press("c", *code[:3])
    his.see(f"Code or name:  {code[:3]}")
    his.see("No table is called so.")  # it is private
    his.press("escape")
    his.see_gone("Code or name:")
    his.press("n")
    his.see("No game waits for you.")
    if not code.startswith("N"):  # which is the key for another name
        his.press(*code, "enter")
    else:
        his.press("c", *code, "enter")
    his.see("Press Enter when you are ready")
    his.see(f"table {code}")
    hers.see("bob")


def test_tables_are_found_by_the_name_of_somebody_there(person: Callable[[str], Any]) -> None:
    owners = [person(name).make_key().ssh(name) for name in ("wilma", "xaver", "yusuf")]
    for owner in owners:
        owner.see("is here") if owner is owners[0] else owner.see("are here")
        owner.press("o", "enter")
        owner.see("Press Enter when you are ready")
    seen = person("zelda").make_key().ssh("zelda")
    seen.see("Open tables: sit down")
    seen.see("wilma")
    seen.press("c", *"xave")
    seen.see_gone("wilma")
    seen.see("xaver")
    seen.press("enter")
    seen.see("Press Enter when you are ready")
    owners[1].see("zelda")


def test_people_talk_in_the_lobby_across_workers_and_mute_and_newcomers_hear_the_last_lines(
    person: Callable[[str], Any],
) -> None:
    seen = {name: person(name).make_key().ssh(name) for name in ("una", "vik")}
    for terminal in seen.values():
        terminal.see("is here" if terminal is seen["una"] else "are here")
    seen["una"].press("/")
    seen["una"].see("Talk in the lobby")
    seen["una"].press(*"Who plays?", "enter")
    seen["vik"].see("1 new, una: Who plays?")
    seen["vik"].press("/", *"Me!", "enter")
    seen["una"].see("vik: Me!")
    seen["una"].press("\t", "\x18")
    seen["una"].see("vik is muted.")
    seen["vik"].press(*"At once.", "enter")
    seen["vik"].see("vik: At once.")
    seen["una"].see_gone("vik: Me!")
    late = person("wanda").make_key().ssh("wanda")
    late.see("vik: At once.")
    late.press("/")
    late.see("una: Who plays?")
    assert "At once." not in seen["una"].text


def test_two_who_press_enter_on_a_game_play_it_together(person: Callable[[str], Any]) -> None:
    first, second = (person(name).make_key().ssh(name) for name in ("yara", "zeno"))
    first.see("here")
    first.press("\x1b[H", "down", "down", "down", "enter")
    first.see("You are ready; there are free seats yet.")
    code = table_code(first)
    second.see(code)
    second.press("\x1b[H", "down", "down", "down", "enter")
    for terminal in (first, second):
        terminal.see(f"table {code}")
        terminal.see("turn 1")
