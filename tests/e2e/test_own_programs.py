"""Programs that others write: the example bot, and JSON for those without msgpack."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from keltis_engine.rules import RULE_SETS
from tests.e2e.conftest import PATIENCE, ROOT

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0\n"
BOT = ROOT / "examples" / "bot.py"


def test_the_example_bot_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_example_bot_plays_every_game_to_its_end(
    person: Callable[[str], Any], server: Any, game: str
) -> None:
    guest = person("programmer")
    assert guest.plain("tables")[0] == 0  # the server's key is known from now on
    bot = [sys.executable, str(BOT), "127.0.0.1", "--port", str(server.port), "--game", game]
    status, said = guest.done(bot)
    assert status == 0, said
    assert len(list(map(int, said.split()))) == 2, said


def test_the_example_bot_joins_a_friends_table_with_an_account(
    person: Callable[[str], Any], server: Any
) -> None:
    friend, owner = person("friend").make_key().ssh("ann"), person("owner").make_key()
    friend.see("is here")
    friend.press("o")
    friend.see("A new table")
    friend.press("enter")
    friend.see("ready")
    code = friend.lines[0].partition("table ")[2].split()[0]
    assert owner.plain("tables")[0] == 0
    bot = [sys.executable, str(BOT), "127.0.0.1", "--port", str(server.port), "--join", code]
    joined = subprocess.Popen([*bot, "--key", str(owner.key)], env=owner.env)
    try:
        friend.see("ready")
        friend.until(lambda: friend.text.count("ready") > 1)
        friend.press("enter")
        friend.see("Your turn")
    finally:
        joined.kill()
        joined.wait()


def test_json_says_the_same_an_object_a_line(person: Callable[[str], Any]) -> None:
    ann = person("ann")
    line = ["ssh", "-T", *ann.options, "-p", str(ann.port), "-l", "ann", "127.0.0.1", "json"]
    with subprocess.Popen(
        line, env=ann.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as ssh:
        assert ssh.stdin is not None
        assert ssh.stdout is not None
        heard = map(json.loads, ssh.stdout)

        def say(**message: object) -> None:
            print(json.dumps(message), file=ssh.stdin, flush=True)

        say(type="Hello", version=1)
        assert next(heard)["type"] == "Welcome"
        say(type="OpenTable", id="1", game="stones", seats=2)
        table = next(fact["table"] for fact in heard if fact["type"] == "TableChanged")
        say(type="AddBot", id="2", table=table)
        say(type="StartGame", id="3", table=table)
        for fact in heard:
            if fact["type"] != "GameChanged":
                assert fact["type"] != "Refused" or fact["reason"] == "stale", fact
                continue
            if fact["view"]["to_act"] is None:
                break
            if fact["moves"]:
                ply = fact["ply"]
                say(type="PlayMove", id=f"p{ply}", table=table, ply=ply, move=fact["moves"][0])
        assert len(fact["view"]["totals"]) == 2
        say(type="Hello", version=99)
        closing = next(fact for fact in heard if fact["type"] == "Closing")
        assert closing["reason"] == "version"
        assert ssh.wait(PATIENCE) == 0


def test_json_is_not_for_terminals(person: Callable[[str], Any]) -> None:
    terminal = person("bob").ssh("bob", "json")
    assert terminal.wait() != 0
    assert b"JSON is for programs" in terminal.data
