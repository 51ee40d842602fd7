"""T11: frames of a native client with anything changed in them, through the real house."""

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, FrameTooLarge, frame
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    Command,
    FetchGame,
    GiveLuckyWord,
    Hello,
    JoinTable,
    LeaveTable,
    OpenTable,
    PlayMove,
    SetName,
    SetPreferences,
    StartGame,
    TakeBack,
    Welcome,
)
from keltis_server.server import Caller, GameServer
from keltis_server.ssh.native import NativeSession

MOVE = Raw(msgspec.msgpack.encode({"type": "PlayCard", "card": 7}))
HONEST: tuple[Command, ...] = (
    Hello(version=VERSION),
    SetName(id="a", name="Anna"),
    SetPreferences(id="b", preferences={"theme": "light"}),
    OpenTable(id="c", game="keltis", seats=2, options={"games": "1"}),
    JoinTable(id="d", table="K7QFAB", seat=1),
    AddBot(id="e", table="K7QFAB", bot="simple"),
    GiveLuckyWord(id="f", table="K7QFAB", word="luck"),
    StartGame(id="g", table="K7QFAB"),
    PlayMove(id="h", table="K7QFAB", ply=3, move=MOVE),
    TakeBack(id="i", table="K7QFAB", ply=3),
    FetchGame(id="j", table="K7QFAB", number=1),
    LeaveTable(id="k", table="K7QFAB"),
)
BATCH = 100


def mutated(random: Random, body: bytes) -> bytes:
    """A body with a few things changed: bits, bytes, pieces, numbers, nesting."""
    changed = bytearray(body)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(changed) + 1)
        match random.randrange(7):
            case 0 if changed:
                changed[place - 1] ^= 1 << random.randrange(8)
            case 1:
                changed[place:place] = random.randbytes(random.randint(1, 6))
            case 2:
                del changed[place : place + random.randint(1, 6)]
            case 3:
                changed[place:place] = changed[random.randrange(len(changed) + 1) :][:40]
            case 4:  # a number, a text or a list that says it is huge
                changed[place:place] = bytes([random.choice(b"\xcf\xd3\xdb\xdd\xdf\xc6\xc9")]) + (
                    b"\xff" * random.randint(1, 8)
                )
            case 5:  # a bomb of nesting
                changed[place:place] = b"\x91" * random.choice((10, 500, 5000))
            case _:
                changed[place:place] = random.choice(
                    (b"\xc0", b"\xc1", b"\xca\x7f\xc0\x00\x00", b"\xa4\xff\xfe\xfd\xfc", b"\x80")
                )
    return bytes(changed[:CLIENT_LIMIT])


class Line:
    """A talk with the house, and how often it welcomed us."""

    def __init__(self, talk: NativeSession) -> None:
        self.talk = talk
        self.running = asyncio.create_task(talk.run())


async def called(game_server: GameServer, welcomes: asyncio.Semaphore) -> Line:
    """A guest who speaks frames and may be wrong as often as they like."""
    reader = FrameReader(SERVER_LIMIT)

    def told(data: bytes) -> None:
        for body in reader.feed(data):
            if isinstance(decode_fact(body), Welcome):
                welcomes.release()

    visit = await game_server.visit(Caller(None, ""))
    return Line(NativeSession(visit, told, bad_frames=1 << 60))


async def answered(line: Line, welcomes: asyncio.Semaphore) -> bool:
    """Whether a hello is answered; not on a line that ended or waits for the rest of a frame."""
    if line.talk.ended or line.talk.unfinished:
        return False
    while not welcomes.locked():
        await welcomes.acquire()
    line.talk.feed(frame(encode(Hello(version=VERSION)), CLIENT_LIMIT))
    welcome = asyncio.create_task(welcomes.acquire())
    done, _ = await asyncio.wait(
        (welcome, line.running), timeout=30, return_when=asyncio.FIRST_COMPLETED
    )
    assert done, "no answer"
    welcome.cancel()
    return welcome in done


async def test_whatever_is_changed_in_a_frame_nothing_breaks(
    game_server: GameServer, amount: Callable[[int], int], caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(11)
    broken: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: broken.append(context))
    bodies = [encode(command) for command in HONEST]
    welcomes = asyncio.Semaphore(0)
    line = await called(game_server, welcomes)
    slowest = 0.0
    with caplog.at_level(logging.ERROR):
        for _ in range(amount(10_000) // BATCH):
            for _ in range(BATCH):
                data = frame(mutated(random, random.choice(bodies)), CLIENT_LIMIT)
                if random.random() < 0.02:
                    data = mutated(random, data)
                began = time.thread_time()
                line.talk.feed(data)
                slowest = max(slowest, time.thread_time() - began)
                if line.talk.ended:
                    break
            # Let the house do what it understood, until it answers a hello.
            while not await answered(line, welcomes):
                line.talk.hang_up()
                await line.running
                line = await called(game_server, welcomes)
    line.talk.hang_up()
    await line.running
    print(f"slowest frame {slowest * 1000:.2f} ms of processor time")
    assert [record.getMessage() for record in caplog.records] == []
    assert broken == []


def test_a_length_beyond_the_limit_is_refused_before_its_body_comes() -> None:
    reader = FrameReader(CLIENT_LIMIT)
    with pytest.raises(FrameTooLarge):
        list(reader.feed((CLIENT_LIMIT + 1).to_bytes(4)))
    assert reader.kept <= 4
