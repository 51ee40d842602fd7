"""The terminal that `play` and `join` run in: is there one, what is typed there, has it gone."""

import asyncio
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from keltis_tui.textual_app import KeltisApp
from keltis_words.words import Words

INPUT: Final = 0
LONGEST_ANSWER: Final = 4096
GRACE: Final = 2.0
"""Seconds in which everything is to be closed once the terminal is gone."""
NO_TERMINAL: Final = 1
_SIGNALS: Final = (signal.SIGHUP, signal.SIGTERM)


def missing_terminal(words: Words) -> bool:
    """Whether there is no terminal to play in, which is then said."""
    # Textual reads from the standard input and draws where errors go.
    if os.isatty(INPUT) and sys.__stderr__ is not None and sys.__stderr__.isatty():
        return False
    print(words._("Keltis needs a terminal: it can neither be piped nor redirected."),
        file=sys.stderr)  # fmt: skip
    return True


async def answer(question: str) -> str | None:
    """What somebody types, None at the end of input; unlike `input` it can be stopped."""
    print(question, end="", flush=True)
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    loop.add_reader(INPUT, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(INPUT)
    typed = os.read(INPUT, LONGEST_ANSWER)
    return typed.decode(errors="replace") if typed else None


async def run_app(app: KeltisApp) -> int:
    """Run an app until it ends, is told to, or its terminal is gone; the exit code."""
    loop = asyncio.get_running_loop()
    told: list[int] = []

    def end(code: int) -> None:
        told.append(code)
        app.exit()

    for number in _SIGNALS:
        loop.add_signal_handler(number, end, 128 + number)
    try:
        with _watched(partial(loop.call_soon_threadsafe, end, 128 + signal.SIGHUP)):
            await app.run_async()
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
    return told[0] if told else app.return_code or 0


@contextmanager
def _watched(gone: "partial[asyncio.Handle]") -> Iterator[None]:
    """Call `gone` if the terminal hangs up; a thread of its own, for the loop may wait for it."""
    reader, writer = os.pipe()
    over = threading.Event()

    def watch() -> None:
        poll = select.poll()
        poll.register(INPUT, 0)  # keys are not ours to see, the end of the line always is
        poll.register(reader, select.POLLIN)
        if any(fd == INPUT and what & select.POLLHUP for fd, what in poll.poll()):
            _let_go()
            gone()
            if not over.wait(GRACE):
                os._exit(128 + signal.SIGHUP)  # every move is on the disk already

    thread = threading.Thread(target=watch, name="terminal", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        os.close(writer)
        thread.join()
        os.close(reader)


def _let_go() -> None:
    """Write to nowhere from now on: what goes to a terminal that is gone fails, or waits."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        if os.isatty(descriptor) or not _writable(descriptor):
            os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _writable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return not any(what & (select.POLLHUP | select.POLLERR) for _, what in poll.poll(0))
