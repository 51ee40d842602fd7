"""Clients without an account: one whose key is linked elsewhere, one who is forgotten meanwhile."""

import asyncio
from functools import partial
from typing import Any

import asyncssh

from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, frame
from keltis_protocol.messages import (
    VERSION,
    Closing,
    Command,
    Done,
    Hello,
    Refused,
    SetName,
    SetPreferences,
)
from tests.attacks.honest import Paid

ATTACKERS = tuple(f"127.0.0.{host}" for host in range(2, 102))
"""One address may delete only a few accounts at once."""
NAMELESS = "root"
"""A login that is nobody's name, so that the account has none."""
FAILURES = (OSError, asyncssh.Error, TimeoutError)


async def attack(port: int, seconds: float, *, victim: str = "", done: list[str]) -> Paid:
    """Again and again come in, lose the account, and write on; `done` gets what was carried out.

    With a victim the key is linked elsewhere and the name claimed, else the account is forgotten
    and preferences are written. The first time it takes as long as it takes.
    """
    paid, end = Paid(), asyncio.get_running_loop().time() + seconds
    try:
        async with asyncio.timeout(None) as limit:
            while True:
                try:
                    await _once(port, victim, done, paid)
                except FAILURES:
                    paid.refused += 1
                    await asyncio.sleep(0.2)
                limit.reschedule(end)
    except TimeoutError:
        return paid


async def _once(port: int, victim: str, done: list[str], paid: Paid) -> None:
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    address = ATTACKERS[paid.connections // 2 % len(ATTACKERS)]
    connect = partial(_connect, port, address, paid=paid)
    async with connect(key) as ghost, connect(key) as again:
        process = await ghost.create_process(subsystem="keltis", encoding=None)
        _send(process, Hello(version=VERSION))
        reader = FrameReader(SERVER_LIMIT)
        list(reader.feed(await process.stdout.read(65536)))  # the account is made by now
        if victim:
            async with connect(other) as offering:
                offer = await offering.run("link")
            code = str(offer.stdout).split()[-1]
            await again.run(f"link {code}")
        else:
            await again.run("forget-me somebody")
        for number in range(20):
            command: Command = SetPreferences(id=f"{number}", preferences={"theme": "light"})
            if victim:
                command = SetName(id=f"{number}", name=victim)
            _send(process, command)
        await _hear(process, reader, done, paid)


def _connect(port: int, address: str, key: asyncssh.SSHKey, *, paid: Paid) -> Any:
    paid.connections += 1
    return asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(address, 0),
        username=NAMELESS,
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
    )


def _send(process: Any, command: Command) -> None:
    process.stdin.write(frame(encode(command), CLIENT_LIMIT))


async def _hear(process: Any, reader: FrameReader, done: list[str], paid: Paid) -> None:
    """Hear the answers until the server hangs up or all have come."""
    answers = 0
    async with asyncio.timeout(5):
        while answers < 20 and (data := await process.stdout.read(65536)):
            for fact in map(decode_fact, reader.feed(data)):
                match fact:
                    case Done():
                        answers += 1
                        done.append(fact.id)
                    case Refused():
                        answers += 1
                        paid.refused += 1
                    case Closing():
                        paid.refused += 1
                        return
