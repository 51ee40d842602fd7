"""A program that plays through the real `ssh`: frames over the subsystem `keltis`."""

import os
import random
import re
import select
import subprocess
import time
from itertools import count
from typing import Any, TypeVar

import msgspec

from keltis_engine.fair import Stream
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, frame
from keltis_protocol.messages import (
    VERSION,
    Command,
    Done,
    Fact,
    GameChanged,
    Hello,
    PlayMove,
    Refused,
    Welcome,
)

F = TypeVar("F")
PATIENCE = 30.0
_IDS = count()


def worker_of(server: Any, login: str) -> int:
    """The process of the server where somebody came in last, as the log tells."""
    return int(re.findall(rf"\[(\d+)\] INFO \w+ '{login}' came in", server.log)[-1])


class Talker:
    """Says hello, sends commands, remembers every fact."""

    def __init__(self, person: Any, server: Any, login: str) -> None:
        command = ["ssh", "-T", *person.options, "-p", str(server.port), "-l", login]
        self._ssh = subprocess.Popen(
            [*command, "-s", "127.0.0.1", "keltis"],
            env=person.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._reader = FrameReader(SERVER_LIMIT)
        self._unread: list[Fact] = []
        self.heard: list[Fact] = []
        self._send(Hello(version=VERSION))
        self.hear(Welcome)
        self.worker = worker_of(server, login)
        """The process of the server that this program talks to."""

    def do(self, kind: type[Command], **fields: Any) -> None:
        """Send a command that must not be refused."""
        answer = self.ask(kind, **fields)
        assert isinstance(answer, Done), answer

    def ask(self, kind: type[Command], **fields: Any) -> Done | Refused:
        """Send a command and hear its answer."""
        name = f"c{next(_IDS)}"
        self._send(kind(**fields | {"id": name}))
        end = time.monotonic() + PATIENCE
        while True:
            answer = self._next(Done, end)
            if isinstance(answer, Done | Refused) and answer.id == name:
                return answer

    def hear(self, kind: type[F], check: Any = lambda _: True) -> F:
        """The next fact of a kind that passes the check."""
        end = time.monotonic() + PATIENCE
        while True:
            fact = self._next(kind, end)
            if isinstance(fact, kind) and check(fact):
                return fact

    def _next(self, kind: type, end: float) -> Fact:
        """The next fact, while one of a kind is waited for until the clock says `end`."""
        while not self._unread:
            assert self._read(end - time.monotonic()), f"never heard {kind}, last {self.heard[-1:]}"
        self.heard.append(self._unread.pop(0))
        return self.heard[-1]

    @property
    def game(self) -> GameChanged:
        """The newest position that was heard."""
        return next(fact for fact in reversed(self.heard) if isinstance(fact, GameChanged))

    @property
    def to_act(self) -> int | None:
        """Whose decision is awaited."""
        seat: int | None = msgspec.msgpack.decode(self.game.view)["to_act"]
        return seat

    @property
    def totals(self) -> list[int]:
        """What everyone's position is worth, as far as this seat can know."""
        rules = RULE_SETS[self.game.game]
        view = msgspec.msgpack.decode(self.game.view, type=rules.view_type)
        return [sheet.total for sheet in rules.imagine(view, Stream(b"any")).scores()]

    def play(self, chance: random.Random) -> None:
        """Make some move."""
        now = self.game
        self.do(PlayMove, table=now.table, ply=now.ply, move=chance.choice(now.moves))
        self.hear_until(now.ply + 1)

    def hear_until(self, ply: int) -> None:
        while self.game.ply < ply:
            self.hear(GameChanged)

    @property
    def alive(self) -> bool:
        """Whether the line still stands."""
        return self._ssh.poll() is None

    def leave(self) -> None:
        assert self._ssh.stdin is not None
        assert self._ssh.stdout is not None
        self._ssh.kill()
        self._ssh.wait()
        self._ssh.stdin.close()
        self._ssh.stdout.close()

    def _send(self, command: Command) -> None:
        assert self._ssh.stdin is not None
        self._ssh.stdin.write(frame(encode(command), CLIENT_LIMIT))
        self._ssh.stdin.flush()

    def _read(self, patience: float) -> bool:
        assert self._ssh.stdout is not None
        ready, _, _ = select.select([self._ssh.stdout], [], [], max(0.0, patience))
        data = os.read(self._ssh.stdout.fileno(), 65536) if ready else b""
        self._unread += [decode_fact(body) for body in self._reader.feed(data)]
        return bool(data)
