"""T7: how many may come from one place."""

import pytest

from keltis_server.door.sources import Sources, source_of
from keltis_server.door.wishes import (
    FinishedGame,
    ListTables,
    Misunderstood,
    Play,
    Talk,
    Wish,
    command_wish,
)
from keltis_server.door.wishes import subsystem_wish as subsystem
from keltis_server.limits import DoorLimits


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
    sources = Sources(DoorLimits(arrivals_burst=3, arrivals_per_second=2.0), clock)
    assert [sources.admit("a") for _ in range(4)] == [True, True, True, False]
    assert sources.admit("b")
    clock.now = 1.0
    assert [sources.admit("a") for _ in range(3)] == [True, True, False]


def test_only_so_many_wait_to_log_in_and_who_is_in_makes_room() -> None:
    limits = DoorLimits(waiting=3, waiting_per_source=2, arrivals_burst=99)
    sources = Sources(limits, Clock())
    assert [sources.admit("a") for _ in range(3)] == [True, True, False]
    assert sources.admit("b")
    assert not sources.admit("c")
    sources.done("a")
    assert sources.admit("c")


@pytest.mark.parametrize(
    ("command", "wish"),
    [
        ("", Play()),
        ("join k7qf", Play("K7QF")),
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
def test_a_command_is_one_of_ours_or_misunderstood(command: str, wish: Wish) -> None:
    """T16."""
    assert command_wish(command, 256) == wish


def test_only_our_own_subsystem_is_known() -> None:
    assert subsystem("keltis") == Talk()
    assert subsystem("sftp") == Misunderstood("no_files")
