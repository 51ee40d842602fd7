"""Every limit of the server, its default and what it is for; a TOML file can change any of them."""

import ipaddress
import math
import tomllib
from pathlib import Path
from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much one person, one table and one visit may ask for: `[house]` in the file.

    Where a server has several workers, tables and wrong codes count in all of them together; how
    much somebody says is counted by the worker that person is in.
    """

    tables_per_person: int = 3
    """Tables that a person owns and that are not over."""
    tables: int = 5000
    """Tables in the whole house."""
    wrong_codes: int = 20
    """Unknown codes that one address (IPv6: one /64) may try at once."""
    wrong_code_seconds: float = 30.0
    """How long it takes until one of them is forgiven."""
    lines: int = 5
    """Lines that somebody may say at a table at once; a guest's count twice."""
    line_seconds: float = 2.0
    """How long it takes until another may be said."""
    link_seconds: float = 600.0
    """How long the code for a second key is good."""
    guest_return_seconds: float = 1800.0
    """How long a running game waits when only guests play it and all are gone."""
    unread_facts: int = 256
    """Facts that may wait for a visit to read them; one more and it is too slow."""
    lobby_tables: int = 200
    """Tables that one list of the lobby holds."""
    lobby_pause: float = 0.1
    """Seconds between two lists of the lobby."""
    empty_table: float = 120.0
    """Seconds that a table without a running game waits for somebody to come back."""
    bot_pause: float = 0.6
    """Seconds a bot takes for a small move, so that people can follow."""
    retry_pause: float = 5.0
    """Seconds until a bot tries again after something has failed."""


class DoorLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much the SSH side lets anybody ask for: `[door]` in the file.

    Generous for people, narrow for floods. Where a server has several workers, windows by address
    count in all of them together; everything else is counted by each worker for itself, so that an
    address may wait, arrive and owe as often as there are workers.
    """

    waiting: int = 100
    """Connections that have not logged in yet, from everywhere."""
    waiting_per_source: int = 20
    """The same from one address (IPv6: from one /64)."""
    arrivals_per_second: float = 10.0
    """New connections from one address, in the long run …"""
    arrivals_burst: int = 15
    """… and at once."""
    login_seconds: float = 20.0
    """From the connection until the login is done."""
    auth_tries: int = 6
    """Refused attempts to log in on one connection."""
    auth_offers: int = 40
    """Keys that one connection may offer or sign with; an agent may hold many."""
    noauth_penalty: float = 1.0
    """Seconds that a connection without a login costs its address."""
    authfail_penalty: float = 5.0
    """Seconds that too many attempts to log in cost."""
    crash_penalty: float = 90.0
    """Seconds that a session costs in which something of ours broke."""
    penalty_patience: float = 100.0
    """Seconds of penalties an address may owe before it has to wait; they fade with time."""
    penalty_most: float = 600.0
    """Seconds that nobody has to wait longer than."""
    sessions_per_source: int = 8
    """Windows open at the same time from one address …"""
    sessions_per_key: int = 4
    """… and with one key."""
    ask_seconds: float = 20.0
    """From the login until the client says what it wants."""
    environment_bytes: int = 2048
    """Names and values together of what a client tells about its surroundings."""
    command_bytes: int = 256
    """What may be asked for after `ssh host`."""
    starting: int = 2
    """Apps that begin at the same time; the others wait their turn."""
    input_per_second: float = 1024.0
    """Bytes of keys and clicks taken in the long run; more has to wait …"""
    input_burst: int = 4096
    """… but so many are taken at once: a pasted page."""
    commands_per_second: float = 200.0
    """Messages of a native client taken in the long run; more have to wait …"""
    commands_burst: int = 400
    """… but so many are taken at once."""
    stall_seconds: float = 30.0
    """How long a client may not read before it is cut off."""
    unsent_bytes: int = 64 * 1024
    """From here on a client counts as not reading, and pictures are dropped."""
    window_bytes: int = 64 * 1024
    """What a client may send before we have read it."""
    bad_frames: int = 3
    """Messages of a native client that are none."""
    idle_guest_seconds: float = 1800.0
    """How long a guest may do nothing …"""
    idle_player_seconds: float = 14400.0
    """… and somebody with a key."""
    alive_seconds: float = 30.0
    """A silent client is asked this often whether it is still there."""
    close_seconds: float = 3.0
    """How long everybody has to go when the server closes."""
    balancers: tuple[str, ...] = ()
    """Addresses or networks whose word (PROXY protocol, 1 or 2) is taken for where one is from."""


class AllLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file."""

    house: Limits = Limits()
    door: DoorLimits = DoorLimits()


_DIVISORS: Final = (
    *("arrivals_per_second", "input_per_second", "commands_per_second", "wrong_code_seconds"),
)
"""What must not be nothing."""


class BadLimits(Exception):
    """The file cannot be used; the text says where it is wrong."""


def read_limits(path: Path) -> AllLimits:
    """The limits that a file gives, the defaults for what it leaves out; or `BadLimits`."""
    try:
        limits = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), AllLimits)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadLimits(str(error)) from error
    except msgspec.ValidationError as error:
        raise BadLimits(str(error)) from error
    for part in (limits.house, limits.door):
        for name, value in msgspec.structs.asdict(part).items():
            least = 0.001 if name in _DIVISORS else 0
            if isinstance(value, int | float) and not least <= value < math.inf:
                raise BadLimits(f"{name} = {value}")
    try:
        for balancer in limits.door.balancers:
            ipaddress.ip_network(balancer, strict=False)
    except ValueError as error:
        raise BadLimits(str(error)) from error
    return limits
