"""A line that comes back by itself: what was on its way is sent again under the same ids."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from keltis_protocol.link import Link, LinkClosed
from keltis_protocol.messages import (
    VERSION,
    Closing,
    Command,
    Done,
    Fact,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Refused,
    TableChanged,
    WatchTable,
    Welcome,
)

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 15.0, *(30.0,) * 20)
"""Seconds between two tries: ten minutes in all, then it is given up."""
AGAIN: Final = frozenset({"lost", "restart"})
"""Ends of a line after which it is tried again; any other was meant."""


class NotNow(Exception):
    """The server cannot be reached right now."""


Connect = Callable[[str], Awaitable[Link]]
"""Makes a new line, or raises `NotNow` if that may work later, anything else if never.

It is given the code that makes a guest who has a seat the same one again, else nothing.
"""


class SteadyLink:
    """The contract of `Link`: after a break one is back at the table, a guest by the way back."""

    def __init__(self, link: Link, connect: Connect) -> None:
        self._link = link
        self._connect = connect
        self._down = False
        self._known = False
        """Whether the server has said who we are."""
        self._return_code = ""
        """With it a guest has the seat again."""
        self._place: tuple[str, bool] | None = None
        """The table we are at, and whether we only look on."""
        self._open: dict[str, Command] = {}
        """What has not been answered, in order."""
        self._back = ""
        """The command that leads back to the table."""
        self._closed = False
        self.tell: Callable[[float | None], None] = lambda _: None
        """Hears in how many seconds the line is tried again, and None once it is there."""

    async def send(self, command: Command) -> None:
        """Send one command, now or once the line is there again; or raise `LinkClosed`."""
        if not isinstance(command, Hello):
            self._open[command.id] = command
        if self._down:
            return
        try:
            await self._link.send(command)
        except LinkClosed as closed:
            if not self._may_come_back(closed.reason):
                raise

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        while True:
            try:
                fact = await self._link.receive()
            except LinkClosed as closed:
                if not self._may_come_back(closed.reason):
                    raise
                await self._come_back(closed)
                continue
            if isinstance(fact, Closing) and self._may_come_back(fact.reason):
                await self._come_back(LinkClosed(fact.reason))
                continue
            if isinstance(fact, Refused) and fact.id == self._back:
                fact = LeftTable(table=self._at, reason="table_closed")
            self._note(fact)
            return fact

    async def close(self) -> None:
        """Hang up."""
        self._closed = True
        await self._link.close()

    @property
    def _at(self) -> str:
        return self._place[0] if self._place is not None else ""

    def _may_come_back(self, reason: str) -> bool:
        return reason in AGAIN and self._known and not self._closed

    def _note(self, fact: Fact) -> None:
        match fact:
            case Welcome():
                self._known, self._return_code = True, fact.return_code
            case TableChanged():
                self._place = fact.table, fact.seat is None
            case LeftTable():
                self._place = None
            case Done() | Refused():
                self._open.pop(fact.id, None)

    async def _come_back(self, closed: LinkClosed) -> None:
        """Make a new line and be where we were, or raise `LinkClosed` in the end."""
        self._down = True
        await self._link.close()
        for pause in PAUSES:
            self.tell(pause)
            await asyncio.sleep(pause)
            try:
                seated = self._place is not None and not self._place[1]
                self._link = await self._connect(self._return_code if seated else "")
            except NotNow:
                continue
            try:
                await self._greet()
            except LinkClosed:
                continue
            self._down = False
            self.tell(None)
            return
        raise closed

    async def _greet(self) -> None:
        """Say who we are, go to the table, and send again what was not answered."""
        await self._link.send(Hello(version=VERSION, client="keltis_tui"))
        leaves = any(isinstance(command, LeaveTable) for command in self._open.values())
        if self._place is not None and not leaves:
            table, looks_on = self._place
            self._back = f"back-{secrets.token_hex(6)}"
            back = WatchTable if looks_on else JoinTable
            await self._link.send(back(id=self._back, table=table))
        for command in list(self._open.values()):
            await self._link.send(command)
