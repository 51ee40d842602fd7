"""How many bytes this process hands to its sockets, counted where it does."""

import asyncio
import contextlib
from asyncio import selector_events
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass
class Sent:
    """What was sent so far."""

    count: int = 0


@contextlib.contextmanager
def counted() -> Iterator[Sent]:
    """Count everything that any connection sends: key exchanges and padding too."""
    sent = Sent()
    transport: Any = vars(selector_events)["_SelectorSocketTransport"]
    write = transport.write

    def counting(self: asyncio.WriteTransport, data: bytes) -> None:
        sent.count += len(data)
        write(self, data)

    transport.write = counting
    try:
        yield sent
    finally:
        transport.write = write
