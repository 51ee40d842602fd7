"""How much the door lets anybody ask for: every limit of the SSH side, with its default."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLimits:
    """Generous for people, narrow for floods."""

    waiting: int = 100
    """Connections that have not logged in yet, from everywhere."""
    waiting_per_source: int = 20
    """The same from one address (IPv6: from one /64)."""
    arrivals_per_second: float = 10.0
    """New connections from one address, in the long run …"""
    arrivals_burst: int = 15
    """… and at once."""
    login_seconds: float = 20.0
    auth_tries: int = 6
    """Refused attempts to log in on one connection."""
    auth_offers: int = 40
    """Keys that one connection may offer or sign with; an agent may hold many."""
    sessions_per_source: int = 8
    sessions_per_key: int = 4
    ask_seconds: float = 20.0
    """From the login until the client says what it wants."""
    environment_bytes: int = 2048
    """Names and values together of what a client tells about its surroundings."""
    command_bytes: int = 256
    """What may be asked for after `ssh host`."""
    starting: int = 2
    """Apps that begin at the same time; the others wait their turn."""
    stall_seconds: float = 30.0
    """How long a client may not read before it is cut off."""
    unsent_bytes: int = 64 * 1024
    """From here on a client counts as not reading."""
    window_bytes: int = 64 * 1024
    """What a client may send before we have read it."""
    bad_frames: int = 3
    """Messages of a native client that are none."""
    alive_seconds: float = 30.0
    """A silent client is asked this often whether it is still there."""
    close_seconds: float = 3.0
    """How long everybody has to go when the server closes."""
