"""What every part of the test-suite can ask for on the command line."""

import faulthandler
import gc
import os
import shutil
import signal
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import keltis_bots  # noqa: F401 - before numpy, which would think on every core
from tests.postgres import MISSING, Postgres, program

PATIENCE = 900.0
"""Seconds until a test is ended that is marked as slow; others have `faulthandler_timeout`.

All that `make quick` does has as long: a watch for each test costs more than most of them.
"""
THOROUGH = 100
"""So many times the usual volume is played with `--thorough`,"""
QUICK = 50
"""and a part like this of it with `--quick`,"""
EXAMPLES = 4
"""with so many examples of the hundred that Hypothesis tries of anything."""
FEW = 20
"""One case in so many of each law is tried with `--quick`, at least one, and of each law others."""
TESTS = ["tests"]
"""What pytest is asked for if nobody says which tests."""
MEMORY = Path("/dev/shm")
"""Where Linux has files in memory: `--quick` has temporary files there and waits for no disk,"""
ROOM = 1 << 30
"""if so many bytes are free."""
STORY = "test_two_people_play_the_way_of_stones_by_ssh_and_see_the_scores_the_log_gives"
"""The story through the real `ssh` that `--quick` tells."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the house's own options."""
    parser.addoption("--thorough", action="store_true", help="play and try a hundred times as much")
    parser.addoption(
        "--quick",
        action="store_true",
        help="every unit test, the laws at small volume and one story through ssh",
    )
    parser.addoption(
        "--regenerate-playthroughs",
        action="store_true",
        help="write tests/playthroughs anew instead of comparing with it",
    )
    parser.addoption(
        "--accept-snapshots",
        action="store_true",
        help="take what the screens show now as what they should show",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis minds no busy machine; `--quick` tries few examples, in memory.

    Under `nohup` servers hear of a hang-up too, and behind a `&` programs hear of Ctrl-C.
    """
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("unhurried", unhurried)
    settings.register_profile("quick", unhurried, max_examples=EXAMPLES)
    settings.load_profile("quick" if config.getoption("--quick") else "unhurried")
    if config.getoption("--quick") and _has_room(MEMORY):
        os.environ.setdefault("TMPDIR", str(MEMORY))
    worker, workers = (os.environ.get(f"PYTEST_XDIST_WORKER{more}") for more in ("", "_COUNT"))
    if worker and workers and config.args == TESTS:
        _begin_elsewhere(config, int(worker.removeprefix("gw")), int(workers))


def _begin_elsewhere(config: pytest.Config, worker: int, workers: int) -> None:
    """Have each worker read other files first: what one has made of them the others find made."""
    found = (config.rootpath / TESTS[0]).rglob("test_*.py")
    read = sorted(path for path in found if not _left_out(path, config))
    begin = len(read) * worker // workers
    config.args = [str(path) for path in read[begin:] + read[:begin]]


def _has_room(folder: Path) -> bool:
    """Whether tests can write there, and run the programs that they write."""
    return (
        folder.is_dir()
        and shutil.disk_usage(folder).free > ROOM
        and not os.statvfs(folder).f_flag & os.ST_NOEXEC
    )


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """For `-n auto` one worker more than cores, since servers, apps and stories often wait."""
    cores = yield
    return cores + 1


def pytest_runtest_setup(item: pytest.Item) -> None:
    """With `--thorough` a test may take as long as it needs, and some are given more time."""
    slow = item.get_closest_marker("slow") is not None
    if slow or item.config.getoption("--thorough"):
        faulthandler.cancel_dump_traceback_later()
    if slow and not item.config.getoption("--thorough"):
        faulthandler.dump_traceback_later(PATIENCE, exit=True, file=2)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick` attacks, and stories but for one, are not even read."""
    return _left_out(collection_path, config) or None


def _left_out(path: Path, config: pytest.Config) -> bool:
    folder, name = path.parent.name, path.name
    told = folder == "e2e" and name.startswith("test_") and name != "test_two_players.py"
    attacks = folder == "attacks" and name.startswith("test_")
    return bool(config.getoption("--quick")) and (told or attacks)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--quick` leave out what takes long; try each law on few cases."""
    items.sort(key=lambda item: item.path)  # one order, wherever reading began
    if not config.getoption("--quick"):
        return
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("law"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for number, found in enumerate(cases.values()):
        step = min(FEW, len(found))
        left_out |= {*found} - {*found[number % step :: step]}
    for item in items:
        story = item.get_closest_marker("e2e") and _function(item) != STORY
        if story or item.get_closest_marker("long"):
            left_out.add(item)
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: the garbage collector need not look at it again.

    What tests leave is small, so that it may look less often than it does by itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    if not float(session.config.getini("faulthandler_timeout")):
        faulthandler.dump_traceback_later(PATIENCE, exit=True)


def _function(item: pytest.Item) -> str:
    return item.name.partition("[")[0]


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> int:
    """How many times the usual volume a test plays: 100 with `--thorough`."""
    return THOROUGH if request.config.getoption("--thorough") else 1


@pytest.fixture(scope="session")
def amount(request: pytest.FixtureRequest, times: int) -> Callable[[int], int]:
    """How much is tried where the usual is so much: a hundred times that, or a small part."""
    quick = request.config.getoption("--quick")
    return lambda usual: max(1, usual // QUICK) if quick else usual * times


@pytest.fixture(scope="session")
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own."""
    if program("postgres") is None:
        pytest.skip(MISSING)
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def postgres(running_postgres: Postgres) -> Postgres:
    """The same, running again if a test stopped it."""
    if not running_postgres.running:
        running_postgres.start()
    return running_postgres
