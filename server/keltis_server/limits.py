"""Every limit of the server, its default and what it is for; a TOML file can change any of them."""

import ipaddress
import math
import tomllib
from pathlib import Path
from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much one person, one table and one visit may ask for: `[house]` in the file.

    Where a server has several workers, tables, wrong codes, names, lines and deletions count in all
    of them together; what commands and pictures cost is counted by each worker for its own core.
    """

    tables_per_person: int = 3
    """Tables that a person owns where others are, waiting or playing; see `enough_games`."""
    games_per_person: int = 20
    """Tables where others are and at which a person sits, whosoever they are."""
    kept_games_per_person: int = 50
    """Tables at which a person sits and whose game is not over, with bots and absent ones. One more
    closes the one against bots alone that was left for longest."""
    tables_per_source: int = 100
    """Tables that stand and were opened from one address (IPv6: one /64)."""
    tables: int = 5000
    """Tables in the whole server."""
    cost_burst: float = 500.0
    """What a visit may ask for at once, in milliseconds of work about (see `costs.py`) …"""
    cost_per_second: float = 50.0
    """… and in the long run; more has to wait."""
    source_cost_burst: float = 2000.0
    """The same for everybody from one address together, at once …"""
    source_cost_per_second: float = 200.0
    """… and in the long run."""
    drawn_cells_burst: float = 300_000.0
    """Cells of a screen, for each key, that may be drawn for one address at once …"""
    drawn_cells_per_second: float = 600_000.0
    """… and in the long run: 300 keys a second on small screens, 35 on the largest."""
    asides: int = 1000
    """Lines, lucky words, take-backs and sittings that one person adds to the log of one game …"""
    table_asides: int = 4000
    """… and everybody at a table together; moves always find room."""
    log: int = 100_000
    """Records after which a table begins no more games."""
    wrong_codes: int = 20
    """Unknown codes that one address (IPv6: one /64) may try at once."""
    wrong_code_seconds: float = 30.0
    """How long it takes until one of them is forgiven."""
    lines: int = 5
    """Lines that somebody may say at a table at once; a guest's count twice."""
    line_seconds: float = 2.0
    """How long it takes until another may be said."""
    source_lines: int = 40
    """Lines that people from one address may say at once, wherever they sit; a guest's twice."""
    source_line_seconds: float = 0.5
    """How long it takes until another may be said there."""
    names_per_source: int = 40
    """People with a new key and from one address who may take a name at once: a whole class."""
    name_seconds: float = 2160.0
    """How long it takes until one more may: forty a day."""
    renames: int = 5
    """How often somebody may take another name at once."""
    rename_seconds: float = 600.0
    """How long it takes until it may be done again."""
    forgets: int = 5
    """Accounts that people from one address may delete at once."""
    forget_seconds: float = 600.0
    """How long it takes until one more may be deleted there."""
    link_seconds: float = 600.0
    """How long the code for a second key is good."""
    guest_return_seconds: float = 1800.0
    """How long a running game waits when only guests play it and all are gone."""
    fetches: int = 2
    """Finished games that are looked up at the same time; the others wait their turn."""
    unplayed_game_seconds: float = 900.0
    """How long a running game waits for somebody if no person has made a whole turn in it, and it
    is not one by days."""
    abandoned_game_seconds: float = 2_592_000.0
    """How long any other waits after its last move if nobody is there: thirty days."""
    watchers: int = 30
    """People who look on at one table."""
    watchers_pause: float = 1.0
    """Seconds between two times that a table is told how many do."""
    watcher_lines: int = 200
    """Lines that one of them says while a game goes on …"""
    watchers_lines: int = 1000
    """… and all of them together."""
    ended_game_seconds: float = 1_209_600.0
    """How long its people then find it in the lobby as ended: two weeks."""
    unread_facts: int = 256
    """Facts that may wait for a visit to read them; one more and it is too slow."""
    lobby_tables: int = 60
    """Tables that one list of the lobby holds; for more one pages on."""
    lobby_people: int = 60
    """People whom one list of the lobby names; likewise."""
    lobby_results: int = 20
    """Games that ended which one list of the lobby tells of."""
    lobby_lines: int = 200
    """Lines said in the lobby that are kept …"""
    lobby_lines_told: int = 20
    """… and those of them that somebody is told who comes in."""
    lobby_pause: float = 0.1
    """Seconds between two lists of the lobby."""
    empty_table: float = 120.0
    """Seconds that a table without a running game waits for somebody to come back."""
    away_seat: float = 120.0
    """Seconds that a seat is kept for one who is away while others wait there for a game."""
    away_seconds: float = 20.0
    """How long somebody is away before the others may have a bot play …"""
    away_end_seconds: float = 120.0
    """… and before they may end the game."""
    bot_pause: float = 0.6
    """Seconds a bot takes for a small move, so that people can follow."""
    bot_seconds: float = 1.0
    """Seconds a master may think about a small move, with what it waits until it can."""
    bot_processes: int = 0
    """Processes in which the masters of one server process think; 0 is one core less than all,
    divided among the workers."""
    bot_idle_seconds: float = 300.0
    """Seconds after which those processes end if no master has asked for them."""
    retry_pause: float = 5.0
    """Seconds until a bot tries again after something has failed."""


class SshLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much the SSH side lets anybody ask for: `[door]` in the file.

    Generous for people, narrow for floods. Where a server has several workers, windows by address
    and by key count in all of them together; everything else is counted by each worker for itself,
    so that an address may wait, arrive and owe as often as there are workers.
    """

    waiting: int = 100
    """Connections that have not logged in yet, from everywhere."""
    waiting_per_source: int = 40
    """The same from one address (IPv6: from one /64)."""
    arrivals_per_second: float = 10.0
    """New connections from one address, in the long run …"""
    arrivals_burst: int = 40
    """… and at once: a whole class."""
    arrivals_everywhere: float = 100.0
    """New connections from all addresses together; above it only those are let in …"""
    arrivals_everywhere_burst: int = 200
    """… from addresses that did not come lately without logging in. So many are let in at once."""
    key_exchange_seconds: float = 8.0
    """From the connection until the client has sent its half of the key exchange."""
    login_seconds: float = 20.0
    """From the connection until the login is done."""
    login_packets: int = 160
    """SSH packets that a client may send before it is logged in …"""
    login_bytes: int = 64 * 1024
    """… and bytes. An agent with forty keys needs about two thirds of both."""
    slice_packets: int = 8
    """SSH packets of one client that are worked through before others have their turn."""
    prompt_per_second: float = 100.0
    """Reads from one address that are worked through at once, after the login; more wait …"""
    prompt_burst: int = 200
    """… but so many do not, after a quiet while."""
    spare_per_second: float = 200.0
    """SSH packets in the long run that carry no keys or commands, 4 kB each …"""
    spare_burst: int = 4096
    """… and at once; a client that sends more is cut off."""
    rekeys: int = 4
    """Key exchanges at once on one connection …"""
    rekey_seconds: float = 30.0
    """… and how long it takes until there may be another."""
    auth_tries: int = 6
    """Refused attempts to log in on one connection."""
    auth_offers: int = 40
    """Keys that one connection may offer or sign with; an agent may hold many."""
    noauth_penalty: float = 1.0
    """Seconds that a connection without a login costs its address."""
    authfail_penalty: float = 5.0
    """Seconds that too many attempts to log in cost."""
    flood_penalty: float = 10.0
    """Seconds that a connection costs which sent more than any client does."""
    penalty_patience: float = 100.0
    """Seconds of penalties an address may owe before it has to wait; they fade with time."""
    penalty_most: float = 600.0
    """Seconds that nobody has to wait longer than."""
    sessions_per_source: int = 64
    """Windows open at the same time from one address: a class with keys of their own …"""
    guest_sessions_per_source: int = 16
    """… those of them that are guests': a household …"""
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

    server: Limits = msgspec.field(name="house", default=Limits())
    ssh: SshLimits = msgspec.field(name="door", default=SshLimits())


_DIVISORS: Final = (
    *("arrivals_per_second", "input_per_second", "commands_per_second", "wrong_code_seconds"),
    *("fetches", "cost_per_second", "source_cost_per_second", "line_seconds"),
    "drawn_cells_per_second",
    *("source_line_seconds", "name_seconds", "rename_seconds", "forget_seconds"),
    *("arrivals_everywhere", "prompt_per_second", "spare_per_second", "rekey_seconds"),
    "slice_packets",
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
    for part in (limits.server, limits.ssh):
        for name, value in msgspec.structs.asdict(part).items():
            least = 0.001 if name in _DIVISORS else 0
            if isinstance(value, int | float) and not least <= value < math.inf:
                raise BadLimits(f"{name} = {value}")
    try:
        for balancer in limits.ssh.balancers:
            ipaddress.ip_network(balancer, strict=False)
    except ValueError as error:
        raise BadLimits(str(error)) from error
    return limits
