"""Limits are data: every one has a default and a word on what it is for, a file can change it."""

import inspect
import re
from pathlib import Path

import msgspec
import pytest

from keltis_server import limits
from keltis_server.limits import AllLimits, BadLimits, Limits, SshLimits, read_limits


def written(folder: Path, text: str) -> Path:
    path = folder / "limits.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_changes_what_it_names_and_leaves_the_rest(tmp_path: Path) -> None:
    text = "[house]\ntables_per_person = 9\n[door]\nlogin_seconds = 5\nbalancers = ['10.0.0.0/8']\n"
    found = read_limits(written(tmp_path, text))
    assert found.server == Limits(tables_per_person=9)
    assert found.ssh == SshLimits(login_seconds=5.0, balancers=("10.0.0.0/8",))


def test_every_limit_can_be_written_in_a_file(tmp_path: Path) -> None:
    text = ""
    for part, given in (("house", AllLimits().server), ("door", AllLimits().ssh)):
        text += f"[{part}]\n"
        for name, value in msgspec.structs.asdict(given).items():
            text += f"{name} = {list(value) if isinstance(value, tuple) else value}\n"
    assert read_limits(written(tmp_path, text)) == AllLimits()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[door]\nlogin_second = 5\n", "login_second"),
        ("[kitchen]\nknives = 5\n", "kitchen"),
        ("[door]\nlogin_seconds = 'long'\n", "login_seconds"),
        ("[door]\nlogin_seconds = -1\n", "login_seconds"),
        ("[door]\nlogin_seconds = nan\n", "login_seconds"),
        ("[door]\narrivals_per_second = 0\n", "arrivals_per_second"),
        ("[door]\nbalancers = ['nonsense']\n", "nonsense"),
        ("door", "key"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, word: str) -> None:
    with pytest.raises(BadLimits, match=word):
        read_limits(written(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadLimits, match=r"nowhere\.toml"):
        read_limits(tmp_path / "nowhere.toml")


def test_every_limit_says_what_it_is_for() -> None:
    source = inspect.getsource(limits)
    for kind in (Limits, SshLimits):
        for name in kind.__struct_fields__:
            assert re.search(rf'^    {name}: .* = .*\n    """', source, re.MULTILINE), name


def test_the_defaults_are_those_of_the_threat_table() -> None:
    """T7, T8, T9: the limits to start with."""
    listener = SshLimits()
    assert (listener.login_seconds, listener.auth_tries) == (20.0, 6)
    assert (listener.waiting, listener.waiting_per_source) == (100, 40)
    assert (listener.arrivals_per_second, listener.arrivals_burst) == (10.0, 40)
    assert (listener.sessions_per_key, listener.sessions_per_source) == (4, 64)
    assert listener.guest_sessions_per_source == 16
    assert (listener.noauth_penalty, listener.authfail_penalty) == (1.0, 5.0)
    assert (listener.input_burst, listener.stall_seconds) == (4096, 30.0)
    assert listener.unsent_bytes <= 1024 * 1024
    assert (listener.idle_guest_seconds, listener.idle_player_seconds) == (30 * 60, 4 * 60 * 60)
    assert Limits().tables_per_person == 3
