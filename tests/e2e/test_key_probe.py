"""T3: a public key that was only shown makes nobody its owner, however the requests are mixed.

Unknown names and wrong keys get the same answer in the same time by design (T19): every name is
let in, with any key or none, so there is nothing to tell apart.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from tests.e2e.raw_client import Guest, connect, deafen, offer, who_am_i

pytestmark = pytest.mark.e2e

LIMITS = """
[door]
arrivals_burst = 500
penalty_patience = 9999
sessions_per_source = 50
"""

VICTIM = asyncssh.generate_private_key("ssh-ed25519")
OWN = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
async def port(server: Any) -> int:
    """The port of a server that knows the victim."""
    async with connect(server.port, client_keys=[VICTIM]) as conn:
        assert await who_am_i(conn) == ("victim", False)
    return int(server.port)


def test_stock_ssh_with_the_victims_public_file_comes_in_as_a_guest(
    person: Callable[[str], Any], port: int
) -> None:
    thief = person("thief").make_key()
    victim = VICTIM.export_public_key("openssh")
    thief.key.write_bytes(victim)
    thief.key.with_name("id_ed25519.pub").write_bytes(victim)
    terminal = thief.ssh("victim")
    terminal.see("guest-")
    terminal.see_gone("victim")


def test_ones_own_key_under_the_victims_name_makes_nobody_that_person(
    person: Callable[[str], Any], port: int
) -> None:
    other = person("other").make_key().ssh("victim")
    other.see("What shall the others call you?")
    other.see("victim: Somebody else has that name")
    assert other.text.count("victim") == 1


GARBAGE = String("ssh-ed25519") + String(b"\x00" * 64)


def offer_twice(conn: Any, key: bytes) -> None:
    offer(conn, key)
    offer(conn, key)


BEFORE: dict[str, Callable[[Any], object]] = {
    "one probe": lambda conn: offer(conn, VICTIM.public_data),
    "two probes": lambda conn: offer_twice(conn, VICTIM.public_data),
    "a forged signature": lambda conn: offer(conn, VICTIM.public_data, signature=GARBAGE),
    "an empty signature": lambda conn: offer(conn, VICTIM.public_data, signature=String("")),
    "a case-changed kind": lambda conn: offer(conn, VICTIM.public_data, b"SSH-ED25519"),
    "a longer key": lambda conn: offer(conn, VICTIM.public_data + b"\x00"),
    "a shorter key": lambda conn: offer(conn, VICTIM.public_data[:-1]),
}


@pytest.mark.parametrize("how", BEFORE)
async def test_what_is_pipelined_before_the_way_for_guests_counts_for_nothing(
    port: int, how: str
) -> None:
    async with connect(port, client_factory=lambda: Guest(BEFORE[how])) as conn:
        name, guest = await who_am_i(conn)
    assert guest
    assert name.startswith("guest-")


class Pipelining(asyncssh.SSHClient):
    """Signs with its own key and, in the same breath, offers the victim's."""

    def __init__(self, order: str) -> None:
        self._order = order

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        honest = conn.send_userauth_request

        async def both(method: bytes, *args: bytes, key: Any = None, **more: Any) -> None:
            if key is not None:
                deafen(conn)
            if key is not None and "before" in self._order:
                offer(conn, VICTIM.public_data)
            await honest(method, *args, key=key, **more)
            if key is not None and "after" in self._order:
                offer(conn, VICTIM.public_data)

        conn.send_userauth_request = both  # type: ignore[method-assign]

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return []


@pytest.mark.parametrize("order", ["before", "after", "before and after"])
async def test_a_probe_pipelined_around_ones_own_signature_makes_nobody_the_victim(
    port: int, order: str
) -> None:
    for _ in range(5):
        async with (
            asyncio.timeout(20),
            connect(port, client_keys=[OWN], client_factory=lambda: Pipelining(order)) as conn,
        ):
            assert await who_am_i(conn) == ("", False), "the own key's account, which has no name"


async def test_the_victim_is_still_the_victim_afterwards(port: int) -> None:
    async with connect(port, client_keys=[VICTIM]) as conn:
        assert await who_am_i(conn) == ("victim", False)
    async with connect(port, client_keys=[OWN]) as conn:
        name, guest = await who_am_i(conn)
        assert (name, guest) == ("", False)
