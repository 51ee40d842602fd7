"""A real server in a process of its own, and people who come to it with the real `ssh`."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import pexpect
import pyte
import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""
SILENCE = 1.0
"""Seconds without a byte after which a terminal is taken to show all there is to be seen."""
NAMED = {
    "enter": "\r",
    "escape": "\x1b[27u",
    "right": "\x1b[C",
    "down": "\x1b[B",
    "up": "\x1b[A",
}


class Server:
    """`keltis serve` on a free port with data of its own."""

    def __init__(
        self,
        data: Path,
        limits: str = "",
        workers: int = 1,
        program: str = "keltis",
        database: str = "",
        options: Sequence[str] = (),
    ) -> None:
        self.data = data
        self._options = options
        self._database = database
        self._program = program
        self._workers = workers
        self._limits = data.parent / "limits.toml"
        self._limits.write_text(limits, encoding="utf-8")
        self.port = 0
        self.fingerprint = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> "Server":
        """Start, and wait until it is open; again on the same port if it was open before."""
        command = [sys.executable, "-m", self._program, "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        command += ["--limits", str(self._limits), "--workers", str(self._workers), *self._options]
        with (self.data.parent / "server.log").open("a") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env=os.environ | {"LC_ALL": "C.UTF-8", "KELTIS_DATABASE": self._database},
            )
        assert self._process.stdout is not None
        if not any(map(self._opened, self._process.stdout)):
            raise AssertionError(f"the server did not start: {self.log}")
        return self

    def _opened(self, said: str) -> bool:
        """Note the port from what the server says; whether that is all it says when it opens."""
        if found := re.search(r"ssh -p (\d+) ", said):
            self.port = int(found[1])
        if found := re.search(r"(SHA256:\S+)", said):
            self.fingerprint = found[1]
        return found is not None

    @property
    def log(self) -> str:
        return (self.data.parent / "server.log").read_text()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        """Stop it and say how many seconds it took."""
        assert self._process is not None
        began = time.monotonic()
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return time.monotonic() - began

    @property
    def running(self) -> bool:
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The processes it has started."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(child) for child in children.read_text().split()]

    @property
    def memory(self) -> int:
        """Bytes of memory it holds now."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def files(self) -> int:
        """Files and sockets it has open now."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the server said beside a story that went wrong."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    if report.failed and isinstance(server, Server):
        report.sections.append(("what the server said", server.log[-20_000:]))
    return report


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One for all stories of a file; a story that stops it may start it again.

    A file may set limits of its own in `LIMITS`, as in the file for `keltis serve --limits`, how
    many processes the server has in `WORKERS`, and a module to run in its place in `PROGRAM`.
    """
    if shutil.which("ssh") is None:
        pytest.skip("these stories need OpenSSH's `ssh`; on Debian: apt install openssh-client")
    limits = getattr(request.module, "LIMITS", "")
    workers = getattr(request.module, "WORKERS", 1)
    program = getattr(request.module, "PROGRAM", "keltis")
    made = Server(tmp_path_factory.mktemp("server") / "data", limits, workers, program).start()
    yield made
    if made.running:
        made.stop(signal.SIGKILL)


class Terminal:
    """A pseudo-terminal with a program in it, and what a person would see there."""

    def __init__(self, command: list[str], env: dict[str, str], size: tuple[int, int]) -> None:
        width, height = size
        self._child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0], command[1:], env=env, dimensions=(height, width), timeout=PATIENCE
        )
        # Keys go out at once; what is typed ahead is the app's to keep.
        self._child.delaybeforesend = None
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._lines: list[str] | None = None
        self.data = b""
        self.ended = False

    @property
    def pid(self) -> int:
        """The process in it."""
        assert self._child.pid is not None
        return self._child.pid

    @property
    def lines(self) -> list[str]:
        if self._lines is None:
            self._lines = list(self._screen.display)
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._child.send(NAMED.get(key, key))

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)
        self._lines = None
        self._child.setwinsize(height, width)

    def until(self, seen: Callable[[], bool], patience: float = PATIENCE) -> bool:
        """Read until something is seen; False if it never is."""
        end = time.monotonic() + patience
        while not (self._whole and seen()):
            left = end - time.monotonic()
            if left <= 0 or self.ended:
                return seen()
            self._read(left)
        return True

    def quiet(self) -> None:
        """Wait until nothing more comes."""
        seen = -1
        while seen != len(self.data):
            seen = len(self.data)
            self.until(lambda: len(self.data) > seen, SILENCE)  # noqa: B023

    def look(self) -> None:
        """Take in what has come by now, up to a whole picture."""
        self._read(0.01)
        self.until(lambda: True)

    @property
    def _whole(self) -> bool:
        """Whether the last picture has come whole, as terminals show them."""
        return self.data.rfind(b"\x1b[?2026h") <= self.data.rfind(b"\x1b[?2026l")

    def see(self, text: str) -> None:
        """Wait for a text to be on the screen."""
        assert self.until(lambda: text in self.text), f"never saw {text!r} on:\n{self.text}"

    def see_gone(self, text: str) -> None:
        """Wait for a text to leave the screen: who is here may be told a moment late."""
        assert self.until(lambda: text not in self.text), f"{text!r} stays on:\n{self.text}"

    def wait(self) -> int:
        """Read to the end; the program's exit status."""
        self.until(lambda: self.ended)
        # Some programs let go of the terminal before they end, and closing it would kill them.
        end = time.monotonic() + PATIENCE
        while self._child.isalive() and time.monotonic() < end:
            time.sleep(0.01)
        self._child.close()
        return self._child.exitstatus if self._child.exitstatus is not None else -1

    def close(self) -> None:
        self._child.close(force=True)

    def _read(self, patience: float) -> None:
        try:
            data = self._child.read_nonblocking(65536, timeout=min(patience, 1.0))
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            self.ended = True
            return
        self.data += data
        self._stream.feed(data)
        self._lines = None
        if b"\x1b[?2026$p" in data:
            # A modern terminal says that it can show a picture at once.
            self._child.send("\x1b[?2026;2$y")


class Player:
    """Plays at a table by looking at the screen and pressing keys, as a person would."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._turn = 0

    @property
    def question(self) -> str:
        """What the app asks, empty if it asks nothing of this player."""
        asked = [line for line in self.terminal.lines if line.startswith(" ▶ ")]
        return asked[0].strip() if asked else ""

    @property
    def over(self) -> bool:
        return "total" in self.terminal.text and "see the board" in self.terminal.text

    @property
    def preview(self) -> str:
        """What the thing in focus would do, or why it cannot be done."""
        return self.terminal.lines[21].strip()

    def decide(self) -> None:
        """Answer the question on the screen, whatever it is, and wait until it is another."""
        answer = "enter"
        if "play a card" in self.question:
            self._turn += 1
            self._play_or_discard()
        elif "Space for the deck" in self.question:
            answer = " "
        else:
            self._focus_an_answer()
        before = self._position()
        self.terminal.press(answer)
        changed = self.terminal.until(lambda: self._position() != before or self.over)
        assert changed, f"no answer was taken:\n{self.terminal.text}"

    def _focus_an_answer(self) -> None:
        """Go on until something is in focus that can be done; why not would be a sentence."""

        def possible() -> bool:
            return self.preview != "" and not self.preview.endswith(".")

        for _ in range(12):
            if possible():
                return
            self.terminal.press("right")
            self.terminal.until(possible, 1.0)
        raise AssertionError(f"nothing can be done:\n{self.terminal.text}")

    def _play_or_discard(self) -> None:
        """Focus a card that fits; start with another each time, so that all colours begin."""
        for card in range(8):
            if self._focus((self._turn + card) % 8 + 1).startswith("plays "):
                return
        self.terminal.press("escape", "d")
        self._focus(1)

    def _focus(self, card: int) -> str:
        self.terminal.press(str(card))
        in_focus = (f"┏{card}━", f"▐╭{card}─")  # one that can be played, and one that cannot
        shown = self.terminal.until(lambda: any(mark in self.terminal.text for mark in in_focus))
        assert shown, self.terminal.text
        return self.preview

    def _position(self) -> list[str]:
        """What changes with every move, and with nothing else: the title and the log."""
        log = [line.partition("│")[2] for line in self.terminal.lines[5:15]]
        return [self.terminal.lines[0], *log]

    def totals(self) -> list[int]:
        """The last line of the score sheet."""
        (line,) = [line for line in self.terminal.lines if "total" in line]
        return [int(number) for number in re.findall(r"-?\d+", line)]


class Person:
    """Somebody with a home, perhaps with a key in it, and with `ssh`."""

    def __init__(self, home: Path, server: Server) -> None:
        self.home = home
        self.port: int = server.port
        self._server = server
        (home / ".ssh").mkdir(parents=True, mode=0o700)
        self._open: list[Terminal] = []

    @property
    def key(self) -> Path:
        return self.home / ".ssh" / "id_ed25519"

    def make_key(self, kind: str = "ed25519") -> "Person":
        """Make a key pair the usual way."""
        subprocess.run(
            ["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", str(self.key)], check=True
        )
        return self

    @property
    def options(self) -> list[str]:
        """Nothing of the machine the tests run on."""
        known = self.home / ".ssh" / "known_hosts"
        given = ["-F", "none", "-o", "StrictHostKeyChecking=accept-new", "-o", "LogLevel=ERROR"]
        given += ["-o", f"UserKnownHostsFile={known}", "-o", "IdentityAgent=none"]
        given += ["-o", f"IdentityFile={self.key}" if self.key.exists() else "IdentityFile=none"]
        return given

    @property
    def env(self) -> dict[str, str]:
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TERM": "xterm-256color"}
        return kept | {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "USER": "somebody"}

    def ssh(
        self,
        login: str,
        *words: str,
        options: tuple[str, ...] = (),
        size: tuple[int, int] = (80, 24),
    ) -> Terminal:
        """`ssh -t login@server words` in a terminal."""
        command = ["ssh", "-t", *self.options, *options, "-p", str(self._server.port)]
        return self.run([*command, "-l", login, "127.0.0.1", *words], size)

    def run(self, command: list[str], size: tuple[int, int] = (80, 24)) -> Terminal:
        """Any program in a terminal."""
        terminal = Terminal(command, self.env, size)
        self._open.append(terminal)
        return terminal

    def plain(self, *words: str, options: tuple[str, ...] = ()) -> tuple[int, str]:
        """`ssh server words` without a terminal: exit status and everything said."""
        command = ["ssh", "-T", *options, *self.options, "-p", str(self._server.port)]
        return self.done([*command, "-l", "ann", "127.0.0.1", *words])

    def done(self, command: list[str]) -> tuple[int, str]:
        """Any program to its end: exit status and everything said."""
        done = subprocess.run(
            command,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def leave(self) -> None:
        for terminal in self._open:
            terminal.close()


@pytest.fixture
def person(server: Server, tmp_path: Path) -> Iterator[Callable[[str], Person]]:
    """Makes people, who all leave at the end."""
    people: list[Person] = []
    if not server.running:
        server.start()

    def person(name: str) -> Person:
        people.append(Person(tmp_path / f"home_{name}", server))
        return people[-1]

    yield person
    for each in people:
        each.leave()


def play(players: list[Player], enough: Callable[[], bool] = lambda: False) -> None:
    """Play until every player sees the score sheet, or it is enough."""
    while not all(player.over for player in players) and not enough():
        for player in players:
            player.terminal.look()
            if player.over:
                continue
            if "score sheet" in player.terminal.lines[-1]:
                player.terminal.press("enter")
                player.terminal.see("total")
            elif player.question:
                player.decide()


@pytest.fixture
def playing() -> tuple[type[Player], Callable[..., None]]:
    """Who plays by looking, and how several of them play a game."""
    return Player, play
