"""What is said in the lobby: kept by the store, the same in every process, told in pace."""

import hashlib
import logging
from collections import deque
from typing import Final

import msgspec
from msgspec.structs import replace

from keltis_protocol.messages import SaidInLobby
from keltis_server.cluster.bus import Bus, Spoken
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit, described
from keltis_server.refusal import Refusal
from keltis_server.store.contract import LobbyLine, Store
from keltis_server.tables.lobby import LobbyFeed, LobbySaid
from keltis_server.tables.looking import LookSoon
from keltis_server.tables.reading import decoded
from keltis_server.tables.texts import line_refusal, tidy

log = logging.getLogger(__name__)

LATELY: Final = 3
"""What one has said among one's last lines is not said again."""


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line as the store keeps it."""

    name: str
    text: str
    guest: bool = False
    address: str = ""
    """Where it was said from, for whoever runs the server."""


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(Body)
_decode: Final = _decoder.decode


class LobbyTalk:
    """Knows the last lines and has the lobby tell them."""

    def __init__(self, store: Store, bus: Bus, feed: LobbyFeed, limits: Limits) -> None:
        self._store = store
        self._bus = bus
        self._feed = feed
        self._limits = limits
        self._lines: deque[LobbyLine] = deque(maxlen=limits.lobby_lines)
        self.look_soon = LookSoon("what is said in the lobby", self.look)
        """Something was said in another process, perhaps."""
        """Whether more may have been said than the look that is under way finds."""

    async def say(self, visit: Visit, command: str, wish: str) -> None:
        """Keep what somebody says, or refuse it; who is in the lobby is told soon."""
        text = tidy(wish)
        reason = line_refusal(text)
        if reason is not None:
            raise Refusal(reason)
        mine = [_decode(line.body).text for line in self._lines if self._said_by(visit, line)]
        if text.casefold() in [each.casefold() for each in mine[-LATELY:]]:
            raise Refusal("said_already")
        who = visit.who
        body = _encode(Body(who.name, text, who.guest, visit.address))
        key, most = f"{who.id}/{command}", self._limits.lobby_lines
        await self._store.say(key, who.id, body, most, by=who.account)
        self._bus.publish(Spoken())
        await self.look()

    def report(self, visit: Visit, number: int) -> None:
        """Note what the person who said a line has said, for whoever runs the server."""
        found = next((line for line in self._lines if line.number == number and line.body), None)
        if found is None:
            raise Refusal("nothing_said")
        said = [_decode(each.body) for each in self._lines if each.who == found.who and each.body]
        lines = [(body.name, body.text) for body in said]
        body = _decode(found.body)
        text = "%s reports %s for what was said in the lobby: %r"
        log.warning(text, visit.told, described(body.name, found.who, body.address), lines)

    def _said_by(self, visit: Visit, line: LobbyLine) -> bool:
        return line.who == visit.who.id and bool(line.body)

    async def look(self) -> None:
        """Know what was said since, or raise `StoreFailed`; a damaged line says nothing."""
        since = self._lines[-1].number if self._lines else 0
        for line in await self._store.said(since):
            if not self._lines or line.number > self._lines[-1].number:
                readable = decoded(_decoder, line.body) is not None
                self._lines.append(line if readable else replace(line, body=b""))
        self._show()

    def forget(self, who: str) -> None:
        """Somebody is forgotten, and what that one said."""
        kept = [replace(line, body=b"") if line.who == who else line for line in self._lines]
        self._lines.clear()
        self._lines.extend(kept)
        self._show()

    async def close(self) -> None:
        """Hear no more."""
        await self.look_soon.close()

    def _show(self) -> None:
        last = list(self._lines)[-self._limits.lobby_lines_told :]
        self._feed.show_talk([_fact(line) for line in last if line.body])


def _fact(line: LobbyLine) -> LobbySaid:
    body = _decode(line.body)
    speaker = hashlib.blake2b(line.who.encode(), digest_size=6, person=b"keltis lobby").hexdigest()
    fact = SaidInLobby(
        number=line.number, speaker=speaker, name=body.name, guest=body.guest, text=body.text
    )
    return LobbySaid(line.who, fact)
