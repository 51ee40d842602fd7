"""textual-serve with the very same app: a web server that starts a process for each visitor.

It draws in a browser, over a web socket without encryption. What can be compared is measured here
by a client that speaks its web socket: the first picture, memory, CPU a key. Run by an interpreter
that has textual-serve; says what it found as JSON, in seconds and kilobytes.
"""

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.doors.processes import cpu, memory

SERVER = "import sys; from textual_serve.server import Server; Server(sys.argv[1], port={}).serve()"
KEYS = ("\x1b[C", "\x1b[D")


class Window:
    """A browser's window, without the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.data = bytearray()

    async def press(self, key: str) -> None:
        """Press a key."""
        self.data.clear()
        await self._socket.send_json(["stdin", key])

    async def until(self, text: bytes) -> None:
        """Wait for some bytes, or for any."""
        async with asyncio.timeout(60):
            while text not in self.data or not self.data:
                message = await self._socket.receive()
                if message.type == aiohttp.WSMsgType.BINARY:
                    self.data += message.data


async def measure(port: int, process: int, one_by_one: int, together: int, keys: int) -> object:
    """Everything that can be compared."""
    address = f"http://127.0.0.1:{port}/ws?width=80&height=24"
    async with aiohttp.ClientSession() as session:

        async def come() -> Window:
            window = Window(await session.ws_connect(address))
            await window.until(b"quit")
            return window

        first = []
        for _ in range(one_by_one + 1):
            begin = time.perf_counter()
            window = await come()
            first.append(time.perf_counter() - begin)
            await window._socket.close()
        await asyncio.sleep(2)
        before = memory(process)
        windows = [await come() for _ in range(together)]
        await asyncio.sleep(1)
        size = (memory(process) - before) / together
        window = windows[0]
        await window.press(" ")
        await window.until(b"discard one")
        await asyncio.sleep(1)
        worked = cpu(process)
        for number in range(keys):
            await window.press(KEYS[number % 2])
            await window.until(b"")
            await asyncio.sleep(random.uniform(0.02, 0.04))
        return {
            "first": median(first[1:]),
            "memory": size,
            "cpu_per_key": (cpu(process) - worked) / keys,
        }


def main(command: str) -> None:
    """Serve on one core, look on from the others."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    cores = sorted(os.sched_getaffinity(0))
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER.format(port), command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if len(cores) > 1:
        os.sched_setaffinity(server.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        print(json.dumps(asyncio.run(measure(port, server.pid, 4, 5, 100))))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(sys.argv[1])
