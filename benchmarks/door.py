"""Our door beside OpenSSH that starts the same app for each visitor, and a bare echo as the limit.

What a key costs is measured in turns with the echo, and how long it takes in a crowd in turns with
somebody alone, so that a busy machine slows both alike. With `--peers` textual-serve, fetched into
`.venv-peers`, starts the same app for each visitor too; it draws in a browser over a web socket, so
neither its bytes nor its rush compare.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory

import asyncssh

from benchmarks.doors.measuring import Findings, Sizes, as_many_as_fit, in_turns, measure
from benchmarks.doors.played import Glass, whole_game
from benchmarks.doors.servers import HERE, SSHD, openssh_server, python_server, take_cores
from benchmarks.doors.thousand import measure_crowd

# The quick idle time is shorter than the 30 s between two keepalives, so it sees none of them.
QUICK = Sizes(8, 150, 50, 21.0, 5.0, (50, 200))
QUICK_FORCED = Sizes(4, 60, 50, 8.0, 5.0, (50,))
FULL = Sizes(20, 400, 50, 42.0, 65.0, (50, 200))

ROUNDS = 9
"""How often ours and the echo take turns."""
PEERS = Path(__file__).parent.parent / ".venv-peers"
PEER = "textual-serve==1.1.3"

Value = Callable[[Findings], float | None]


def percentile(times: list[float] | None, percent: int) -> float | None:
    """The time that so many percent stayed below."""
    return quantiles(times, n=100, method="inclusive")[percent - 1] if times else None


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def _crowded(sessions: int, percent: int) -> Value:
    return lambda found: _ms(percentile(found.crowded.get(sessions), percent))


ROWS: list[tuple[str, Value]] = [
    ("memory a session, kB (PSS)", lambda found: found.memory),
    ("first picture one by one p50, ms", lambda found: _ms(percentile(found.first, 50))),
    ("first picture, 50 at once p50, ms", lambda found: _ms(percentile(found.rush, 50))),
    ("CPU a visit, 50 at once, ms", lambda found: _ms(found.cpu_per_visit)),
    ("key to screen, alone p50, ms", lambda found: _ms(percentile(found.alone, 50))),
    ("key to screen, alone p95, ms", lambda found: _ms(percentile(found.alone, 95))),
    ("key to screen, alone p99, ms", lambda found: _ms(percentile(found.alone, 99))),
    *(
        (f"key to screen, {sessions} sessions p{percent}, ms", _crowded(sessions, percent))
        for sessions in (50, 200)
        for percent in (50, 95, 99)
    ),
    ("CPU a key, ms", lambda found: _ms(median(found.cpu_per_key)) if found.cpu_per_key else None),
    ("CPU an idle minute, ms", lambda found: _ms(found.idle)),
    ("bytes, first picture", lambda found: found.first_bytes),
    ("bytes, cursor moved", lambda found: found.cursor_bytes),
    ("bytes, card played", lambda found: found.card_bytes),
]


def table(ours: Findings, forced: Findings | None, limit: Findings) -> None:
    """Print everything side by side."""
    print(f"{'':36}{'ours':>10}{'OpenSSH':>12}{'1/ratio':>9}{'limit':>10}{'ratio':>8}")
    for name, value in ROWS:
        here, there, least = value(ours), value(forced) if forced else None, value(limit)
        if here is None:
            continue
        less = f"{there / here:9.1f}" if there and here else f"{'–':>9}"
        more = f"{here / least:8.1f}" if least else f"{'–':>8}"
        print(f"{name:36}{_number(here)}{_number(there, 12)}{less}{_number(least)}{more}")


def _number(value: float | None, width: int = 10) -> str:
    return f"{value:{width},.1f}" if value is not None else f"{'–':>{width}}"


def _reached(name: str, value: float | None, most: float) -> None:
    if value is not None:
        print(f"  {'reached' if value <= most else 'MISSED ':8} {name}: {value:.2f} of {most}")


def goals(ours: Findings, forced: Findings | None, limit: Findings) -> None:
    """Print what is to be reached, and what was."""
    if forced is not None:
        for name, row, part in (
            ("memory, share of OpenSSH's × 200", 0, 200),
            ("one by one, share of OpenSSH's × 40", 1, 40),
            ("50 at once, share of OpenSSH's × 50", 2, 50),
        ):
            here, there = ROWS[row][1](ours), ROWS[row][1](forced)
            if here and there:
                _reached(name, here / there * part, 1)
    for percent, most in ((95, 2), (99, 6)):
        ratios = [
            here / there
            for crowd, alone in ours.rounds
            if (here := percentile(crowd, percent)) and (there := percentile(alone, percent))
        ]
        name = f"200 sessions, p{percent} to that of one alone"
        _reached(f"{name}, median of {min(ratios):.2f}–{max(ratios):.2f}", median(ratios), most)
    pairs = zip(ours.cpu_per_key, limit.cpu_per_key, strict=True)
    _reached("CPU a key to the limit's, median of rounds", median(a / b for a, b in pairs), 4)
    _reached("CPU an idle minute, ms", _ms(ours.idle), 10)


def bytes_of_games() -> None:
    """Print what keys cost in bytes, all through some games."""
    found: dict[str, list[float]] = {}
    for seed in ("one", "two", "three"):
        for what, cost in whole_game(Glass("xterm-256color"), seed):
            found.setdefault(what, []).append(cost)
    for what, costs in found.items():
        name = f"bytes all through three games, {what}"
        print(f"{name:46} mean {mean(costs):6,.0f}  p90 {percentile(costs, 90):6,.0f}")
    _reached("bytes of a card laid down, mean", mean(found["card"]), 1100)
    _reached("bytes of a cursor moved, mean", mean(found["cursor"]), 500)


def served(ours: Findings) -> None:
    """Print what textual-serve costs with the same app."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        venv.create(PEERS, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True)
    path = os.environ.get("PYTHONPATH", "")
    command = f"env PYTHONPATH={path} {sys.executable} {HERE / 'forced.py'}"
    said = subprocess.run(
        [python, HERE / "served.py", command], stdout=subprocess.PIPE, check=True, timeout=300
    )
    found = json.loads(said.stdout)
    for name, there, here in (
        ("memory a session, kB", found["memory"], ours.memory),
        ("first picture, ms", found["first"] * 1000, _ms(percentile(ours.first, 50))),
        ("CPU a key, ms", found["cpu_per_key"] * 1000, _ms(median(ours.cpu_per_key))),
    ):
        less = f"{there / here:.1f}" if here else "–"
        print(f"  textual-serve {name:24}{_number(there)}, 1/ratio {less}")


async def thousand(folder: Path, sessions: int) -> None:
    """A thousand sessions on two workers, a tenth playing."""
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"door: {sessions} sessions, two workers, load before {load:.1f} on {cores} cores")
    found = await measure_crowd(folder, sessions, workers=2, seconds=20.0)
    rate, worth = sessions / found.arrival, _ms(found.arrival_work)
    print(f"  arrivals a second {rate:.1f}, each {worth:.1f} ms of the server's work")
    print(f"  memory (PSS) before anybody came {found.before / 1024:.0f} MB")
    print(f"  cores used in play: server {found.work:.2f}, visitors {found.own_work:.2f}")
    for percent in (50, 95, 99):
        print(f"  key to screen p{percent}, ms {_number(_ms(percentile(found.times, percent)))}")
    _reached("key to screen p95, ms", _ms(percentile(found.times, 95)), 100)
    _reached("memory of parent and workers, GB", found.memory / 1024**2, 1.2)
    print(f"  load after {os.getloadavg()[0]:.1f}")


async def run(folder: Path, chosen: argparse.Namespace) -> None:
    """Measure one server after the other."""
    sizes = FULL if chosen.full else QUICK
    visitors = max(sizes.crowds)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(visitors)]
    take_cores(os.getpid(), server=False)
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"door: load before {load:.1f} on {cores} cores, each server has one", flush=True)
    alone = folder / "alone"
    alone.mkdir()
    async with python_server("ours.py", folder) as server, python_server("ours.py", alone) as other:
        ours = await measure(server, keys, sizes, lone=other)
        fit = await as_many_as_fit(server, 4.0) if chosen.full else None
    fresh = folder / "fresh"  # nobody's bots play on there
    fresh.mkdir()
    echo = ("echo.py", fresh, ours.first_bytes, ours.cursor_bytes)
    async with python_server("ours.py", fresh) as server, python_server(*echo) as least:
        limit = await measure(least, keys, sizes, draws=False)
        costs = await in_turns(server, least, keys[0], ROUNDS)
        ours.cpu_per_key, limit.cpu_per_key = costs
    forced = None
    if SSHD is None:
        print("  skipped: no sshd here (Debian: openssh-server)")
    elif not chosen.without_sshd:
        async with openssh_server(folder, keys) as server:
            forced = await measure(server, keys, FULL if chosen.full else QUICK_FORCED)
    table(ours, forced, limit)
    goals(ours, forced, limit)
    bytes_of_games()
    if fit is not None:
        print(f"  as many as fit on one core: {fit} sessions, a tenth playing, p95 in 100 ms")
    if chosen.peers:
        served(ours)
    print(f"  load after {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Read how much to measure, and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="about three minutes on two free cores (the default)"
    )
    parser.add_argument("--full", action="store_true", help="more of everything")
    parser.add_argument("--peers", action="store_true", help="measure textual-serve too")
    parser.add_argument("--without-sshd", action="store_true", help="leave OpenSSH out")
    parser.add_argument(
        "--thousand", action="store_true", help="only 1,000 sessions on `--workers 2`: five minutes"
    )
    parser.add_argument("--sessions", type=int, default=1000, help="so many instead (%(default)s)")
    chosen, _ = parser.parse_known_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with TemporaryDirectory(prefix="keltis-") as folder:
        if chosen.thousand:
            asyncio.run(thousand(Path(folder), chosen.sessions))
        else:
            asyncio.run(run(Path(folder), chosen))


if __name__ == "__main__":
    main()
