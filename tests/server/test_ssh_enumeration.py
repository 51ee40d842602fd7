"""T19: nobody learns by asking which keys and names the house knows.

A key that is only offered is answered without a look into the store, so there is no difference that
a clock could find: 1,000 offers, every other one of a key that has an account.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.auth import ClientAuth

from keltis_server.server import GameServer
from keltis_server.ssh import SshLimits, serve
from tests.e2e.raw_client import KEY_WELCOME, Guest, connect, offer, who_am_i

OFFERS = 40
"""As many as one connection may make."""


class Prober(Guest):
    """Offers keys without ever signing, and writes down which of them are welcome."""

    def __init__(self, keys: list[bytes]) -> None:
        super().__init__()
        self._keys = keys
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.welcome: list[bool] = []

    async def kbdint_auth_requested(self) -> None:  # type: ignore[override]
        self.conn.offered = set()
        for key in self._keys:
            offer(self.conn, key)
            self.welcome.append(key in await self._answers.get())

    def heard(self, pkttype: int, packet: Any) -> bool:
        if pkttype == KEY_WELCOME:
            self._answers.put_nowait(packet.get_remaining_payload())
        return True


async def test_known_and_unknown_keys_are_answered_alike_and_unseen(
    game_server: GameServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    amount: Callable[[int], int],
) -> None:
    limits = SshLimits(arrivals_burst=100, noauth_penalty=0)
    listener = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key", limits=limits)
    known = asyncssh.generate_private_key("ssh-ed25519")
    async with connect(listener.port, client_keys=[known]) as conn:
        assert await who_am_i(conn) == ("victim", False)
    asked: list[str] = []
    honest = ClientAuth.process_packet
    for name in ("known", "account"):
        look = getattr(game_server.store, name)

        def watched(*given: Any, look: Any = look, name: str = name, **more: Any) -> Any:
            asked.append(name)
            return look(*given, **more)

        monkeypatch.setattr(game_server.store, name, watched)
    welcome = []
    rounds = min(1000 // OFFERS, amount(1000 // OFFERS))
    for _ in range(rounds):
        strange = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(OFFERS // 2)]
        prober = Prober([key.public_data for each in strange for key in (known, each)])
        monkeypatch.setattr(
            ClientAuth,
            "process_packet",
            lambda _, kind, __, packet, p=prober: p.heard(kind, packet),
        )
        with pytest.raises(asyncssh.PermissionDenied):
            async with asyncio.timeout(20):
                await connect(listener.port, client_factory=lambda p=prober: p)
        welcome += prober.welcome
    monkeypatch.setattr(ClientAuth, "process_packet", honest)
    assert welcome == [True] * OFFERS * rounds
    assert asked == [], "the store was not asked about any of them"
    async with connect(listener.port, client_keys=[known]) as conn:
        assert await who_am_i(conn) == ("victim", False)
    assert asked, "so the line above can fail"
    await listener.close()
