"""The way of a card: every function of ours between the bytes of one player's Enter and the bytes
that another player is sent, over plain ssh (`make walk`).

Two people sit at a table through real SSH connections. From the Enter that plays a card on, each
callback that the event loop is asked to run remembers which functions of ours asked for it, and so
does each piece of work for the store's writing thread. The way is what the last of these chains
holds when the first byte for the other player is written.
"""

import asyncio
import queue
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import Context
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, TypeVarTuple
from unittest.mock import patch

import asyncssh

from keltis_protocol.messages import JoinTable, OpenTable, StartGame, TableChanged
from keltis_server.server import Caller, GameServer
from keltis_server.ssh import serve
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player

OURS = ("keltis_server", "keltis_tui", "keltis_words", "keltis_engine", "keltis_protocol")
GENERATED = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<lambda>")
MOST = 45
"""As many functions may stand between one player's Enter and the other's picture."""
Way = tuple[FrameType, ...]
Ts = TypeVarTuple("Ts")


class Recorder:
    """Knows, while it is on, which frames of ours led to what runs now."""

    def __init__(self) -> None:
        self.on = False
        self._led_here = threading.local()

    def here(self) -> Way:
        """The frames of ours that led here, oldest first, none of them twice."""
        before: Way = getattr(self._led_here, "way", ())
        frame: FrameType | None = sys._getframe(1)
        stack: list[FrameType] = []
        while frame is not None:
            if is_ours(frame.f_code) and frame not in before:
                stack.append(frame)
            frame = frame.f_back
        return (*before, *reversed(stack))

    def run(self, way: Way, work: Callable[[*Ts], object], *arguments: *Ts) -> None:
        """Run work that `way` has led to."""
        before: Way = getattr(self._led_here, "way", ())
        self._led_here.way = way
        try:
            work(*arguments)
        finally:
            self._led_here.way = before

    def take_up(self, way: Way) -> None:
        """What this thread does from now on is what `way` has led to."""
        self._led_here.way = way


recorder = Recorder()


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose callbacks know who asked for them."""

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Run soon, with the way that led here."""
        if not recorder.on:
            return super().call_soon(callback, *args, context=context)
        way = recorder.here()
        return super().call_soon(recorder.run, way, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run later, with the way that led here."""
        if not recorder.on:
            return super().call_at(when, callback, *args, context=context)
        way = recorder.here()
        return super().call_at(when, recorder.run, way, callback, *args, context=context)

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Run soon from another thread, with the way that led there."""
        if not recorder.on:
            return super().call_soon_threadsafe(callback, *args, context=context)
        way = recorder.here()
        return super().call_soon_threadsafe(recorder.run, way, callback, *args, context=context)


class Jobs:
    """The queue of the store's writer: whoever takes a job goes the way of whoever brought it."""

    def __init__(self) -> None:
        self._jobs: queue.Queue[tuple[Any, Way]] = queue.Queue()

    def put(self, job: Any) -> None:
        """Bring a job."""
        self._jobs.put((job, recorder.here() if recorder.on else ()))

    def get(self, *arguments: Any, **options: Any) -> Any:
        """Take a job."""
        job, way = self._jobs.get(*arguments, **options)
        recorder.take_up(way)
        return job

    def get_nowait(self) -> Any:
        """Take a job if there is one."""
        return self.get(block=False)


def is_ours(code: CodeType) -> bool:
    """Whether a function stands in one of our packages; what Python makes of a line is none."""
    parts = Path(code.co_filename).parts
    return any(package in parts for package in OURS) and code.co_name not in GENERATED


def name(code: CodeType) -> str:
    """A function as people say it: module and qualified name."""
    parts = Path(code.co_filename).with_suffix("").parts
    first = next(place for place, part in enumerate(parts) if part in OURS)
    return f"{'.'.join(parts[first:])}: {code.co_qualname}"


async def seated(game_server: GameServer, keys: dict[str, asyncssh.SSHKey]) -> str:
    """A table at which the owners of these keys have begun a game of Keltis; its code."""
    players = []
    for login, key in keys.items():
        visit = await game_server.visit(Caller(key.public_data, login, "127.0.0.1"))
        players.append(Player(visit))
        await players[-1].greet()
    first, *others = players
    await first.do(OpenTable, game="keltis", seats=len(players), options={}, private=False)
    code = (await first.hear(TableChanged)).table
    for player in others:
        await player.do(JoinTable, table=code)
    for player in players:
        await player.do(StartGame, table=code)
    for player in players:
        await player.visit.close()
    return code


class Screen:
    """One player's end of an SSH session."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self.shown = b""

    async def settle(self) -> None:
        """Read until nothing more comes."""
        try:
            while True:
                async with asyncio.timeout(1.0):
                    self.shown += await self._process.stdout.read(65536)
        except TimeoutError:
            pass

    def press(self, keys: bytes) -> None:
        """Press some keys."""
        self._process.stdin.write(keys)


async def sit_down(port: int, login: str, key: asyncssh.SSHKey, code: str) -> Screen:
    """A person at the table with a terminal of the usual size."""
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=login, client_keys=[key], known_hosts=None, config=None
    )
    process = await connection.create_process(
        f"join {code}", term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    screen = Screen(process)
    await screen.settle()
    return screen


async def walked(folder: Path) -> Way:
    """The way of one card."""
    with patch.object(queue, "SimpleQueue", Jobs):
        store = SqliteStore.open(folder / "games.db")
    game_server = await GameServer.open(store, QUICK)
    listener = await serve(game_server, "127.0.0.1", 0, folder / "host_key")
    keys = {login: asyncssh.generate_private_key("ssh-ed25519") for login in ("ann", "bob")}
    code = await seated(game_server, keys)
    screens = {login: await sit_down(listener.port, login, keys[login], code) for login in keys}
    game = game_server.live_tables[code].table.game
    assert game is not None
    assert game.to_act is not None
    mover = list(keys)[game.to_act]
    watcher = next(login for login in keys if login != mover)
    arrived = watch(watcher)
    screens[mover].press(b"1")
    await screens[mover].settle()
    recorder.on = True
    screens[mover].press(b"\r")
    async with asyncio.timeout(20):
        way = await arrived
    recorder.on = False
    await listener.close()
    await game_server.close()
    return way


def watch(login: str) -> asyncio.Future[Way]:
    """The way that leads to the first bytes for the person of this login name, once it does."""
    arrived: asyncio.Future[Way] = asyncio.get_running_loop().create_future()
    write = asyncssh.SSHServerChannel.write

    def written(chan: Any, data: bytes, *arguments: Any) -> None:
        theirs = chan.get_connection().get_extra_info("username") == login
        if recorder.on and not arrived.done() and theirs:
            arrived.set_result(recorder.here())
        write(chan, data, *arguments)

    asyncssh.SSHServerChannel.write = written  # type: ignore[method-assign,assignment]
    return arrived


def hops(way: Way) -> Iterator[str]:
    """Each function on the way, in its order."""
    for frame in way:
        yield name(frame.f_code)


def main() -> None:
    """Print the way, and fail if it is too long or comes by the same place twice."""
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=Loop) as runner:
        way = runner.run(walked(Path(folder)))
    for number, hop in enumerate(hops(way), 1):
        print(f"{number:3} {hop}")
    visits = Counter((name(frame.f_code), id(frame.f_locals.get("self"))) for frame in way)
    twice = sorted(hop for (hop, _), times in visits.items() if times > 1)
    print(f"{len(way)} hops of {MOST}; twice for one object: {', '.join(twice) or 'none'}")
    sys.exit(bool(twice) or len(way) > MOST)


if __name__ == "__main__":
    main()
