"""What a store does: it keeps every table's log, append-only, and who holds which key."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log; its sequence number is its place, from 0."""

    body: bytes
    """The encoded record."""
    at: int
    """When it was written, in milliseconds since 1970, UTC."""
    command: str = ""
    """The command that caused it; empty for what followed from the same command."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who came with a key."""

    id: str
    name: str
    """Empty until one is chosen."""


class KeyTaken(Exception):
    """The key opens an account with a name already; nothing was written."""


class Conflict(Exception):
    """The log is not as long as expected, or holds the command already; nothing was written."""


class NameTaken(Exception):
    """Somebody else has a name that looks the same; nothing was written."""


class StoreFailed(Exception):
    """The store could not write or read; what was asked for did not happen."""


class Store(Protocol):
    """Where the house keeps what must not be lost; every method may raise `StoreFailed`."""

    async def append(
        self, table: str, expected_seq: int, entries: Sequence[Entry], *, last: bool = False
    ) -> None:
        """Write all entries from `expected_seq` on, or none; durable on return, else `Conflict`.

        After the `last` entries a table takes no more and is no longer listed.
        """

    async def read(self, table: str, from_seq: int = 0) -> list[Entry]:
        """The log of a table from `from_seq` on."""

    async def tables(self) -> list[str]:
        """Every table that has not had its last entry."""

    async def lengths(self) -> dict[str, int]:
        """How long the log of each such table is."""

    async def account(self, key: bytes, new_id: str) -> Account:
        """The account of a public key; a key never seen before gets a new one, `new_id`."""

    async def rename(self, account: str, name: str, skeleton: str) -> None:
        """Give an account a name, or raise `NameTaken` if another has one of that skeleton."""

    async def name_taken(self, skeleton: str) -> bool:
        """Whether an account has a name of that skeleton."""

    async def known(self, key: bytes) -> Account | None:
        """The account of a public key, if there is one."""

    async def offer_link(self, code: bytes, account: str, until: int) -> None:
        """Let the next key that names `code` (a digest) join the account, before `until` (ms)."""

    async def link(self, code: bytes, key: bytes, now: int) -> Account | None:
        """Let a key open the account that offered `code`, which is used up; None if nobody did.

        A key that has an account without a name leaves it; with a name, that is `KeyTaken`.
        """

    async def forget(self, account: str) -> None:
        """Delete an account: its name is free, its keys open nothing, nobody knows it any more."""

    async def forgotten(self) -> frozenset[str]:
        """The ids of all accounts that were deleted."""

    async def preferences(self, account: str) -> dict[str, str]:
        """What an account asked to remember."""

    async def prefer(self, account: str, preferences: Mapping[str, str]) -> None:
        """Remember these for an account, instead of those before."""

    async def close(self) -> None:
        """Finish what was begun and let go of the files."""
