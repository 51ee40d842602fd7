"""T7: how many may come from one place."""

import pytest

from keltis_server.limits import SshLimits
from keltis_server.ssh.requests import (
    FinishedGame,
    ListTables,
    Misunderstood,
    Native,
    Play,
    Request,
    command_request,
)
from keltis_server.ssh.requests import subsystem_request as subsystem
from keltis_server.ssh.throttle import Throttle, source_of
from keltis_server.terminal.entrance import Entrance


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_an_address_counts_for_who_holds_it(address: str, source: str) -> None:
    assert source_of(address) == source


def test_a_burst_is_let_in_and_then_so_many_a_second() -> None:
    clock = Clock()
    sources = Throttle(SshLimits(arrivals_burst=3, arrivals_per_second=2.0), clock)
    assert [sources.admit("a") for _ in range(4)] == ["", "", "", "too_many_arrivals"]
    assert not sources.admit("b")
    clock.now = 1.0
    assert [sources.admit("a") for _ in range(3)] == ["", "", "too_many_arrivals"]


def test_only_so_many_wait_to_log_in_and_who_is_in_makes_room() -> None:
    limits = SshLimits(waiting=3, waiting_per_source=2, arrivals_burst=99)
    sources = Throttle(limits, Clock())
    assert [sources.admit("a") for _ in range(3)] == ["", "", "too_many_arrivals"]
    assert not sources.admit("b")
    overfull = [sources.overfull]
    assert not sources.admit("c")
    overfull.append(sources.overfull)
    sources.done("a")
    assert [*overfull, sources.overfull] == [False, True, False]


def test_room_is_made_where_most_wait_by_network_and_then_by_address() -> None:
    """T28."""
    sources = Throttle(SshLimits(waiting_per_source=99, arrivals_burst=99), Clock())
    for source, count in {"192.0.2.1": 5, "198.51.100.1": 2, "198.51.100.2": 4}.items():
        for _ in range(count):
            assert not sources.admit(source)
    assert sources.largest() == "198.51.100.2"


def test_when_many_come_from_everywhere_only_those_are_let_in_who_did_not_come_lately() -> None:
    clock = Clock()
    limits = SshLimits(arrivals_everywhere=1.0, arrivals_everywhere_burst=2)
    sources = Throttle(limits, clock)
    assert [sources.admit("a") for _ in range(3)] == ["", "", "no_place"]
    assert not sources.admit("b")
    clock.now = 1.0
    assert not sources.admit("a")
    assert [sources.admit("c") for _ in range(3)] == ["", "no_place", "no_place"]
    clock.now = 1.5
    assert sources.admit("a") == "no_place"
    clock.now = 2.6
    assert [sources.admit(source) for source in "defg"] == [""] * 4
    assert not sources.admit("a"), "came a second ago, which is no reason to keep anybody out"
    assert sources.admit("a") == "no_place"


@pytest.mark.parametrize(
    ("command", "wish"),
    [
        ("", Play()),
        ("join k7qf", Play(Entrance(join="K7QF"))),
        ("watch k7qf", Play(Entrance(watch="K7QF"))),
        ("watch", Misunderstood("usage")),
        ("tables", ListTables()),
        ("game k7qf", FinishedGame("K7QF")),
        ("game K7QF 2", FinishedGame("K7QF", 2)),
        ("game", Misunderstood("usage")),
        ("game K7QF 0", Misunderstood("usage")),
        ("game K7QF > /etc/passwd", Misunderstood("usage")),
        ("scp -t /tmp", Misunderstood("no_files")),
        ("join K7QF && id", Misunderstood("usage")),
        ("join ../../x", Misunderstood("usage")),
        ("'", Misunderstood("usage")),
    ],
)
def test_a_command_is_one_of_ours_or_misunderstood(command: str, wish: Request) -> None:
    """T16."""
    assert command_request(command, 256) == wish


def test_only_our_own_subsystem_is_known() -> None:
    assert subsystem("keltis") == Native()
    assert subsystem("sftp") == Misunderstood("no_files")


def test_whoever_logs_in_keeps_nobody_out_who_comes_from_there_at_once() -> None:
    """T28: friends behind one router come one after the other, while silent sockets come too."""
    sources = Throttle(SshLimits(arrivals_everywhere=1.0, arrivals_everywhere_burst=1), Clock())
    assert [sources.admit("flood") for _ in range(2)] == ["", "no_place"]
    assert sources.admit("home") == ""
    assert sources.admit("home") == "no_place", "nobody there has logged in yet"
    sources.logged_in("home")
    assert sources.admit("home") == ""
    assert sources.admit("home") == "no_place"
