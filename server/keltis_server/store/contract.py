"""What a store does: it keeps every table's log, append-only, and who holds which key."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from keltis_server.store.pages import Pages
from keltis_server.store.played import Ended


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log; its sequence number is its place, from 0."""

    body: bytes
    """The encoded record."""
    at: int
    """When it was written, in milliseconds since 1970, UTC."""
    command: str = ""
    """The command that caused it; empty for what followed from the same command."""


AT_ONCE: Final = 500
"""For how many tables lines are asked together: no more are held twice while a server starts."""


class StoredLine(msgspec.Struct, frozen=True):
    """A table that has not had its last entry, as a lobby needs to know it."""

    table: str
    seq: int
    """How long its log is."""
    line: bytes | None
    """What was given with the last entries; None if nothing was."""


class Written(msgspec.Struct, frozen=True):
    """What is written for a table whose time has come; without entries only its time changes."""

    entries: Sequence[Entry] = ()
    line: bytes | None = None
    last: bool = False
    result: bytes = b""
    due: int | None = None
    ended: Ended | None = None


Judge = Callable[[int], Written]
"""What is due at a table at that time (ms since 1970, by the store's clock).

Called while nobody else can write to the table, perhaps more than once; only the last counts.
"""


class LobbyLine(msgspec.Struct, frozen=True):
    """A line that was said in the lobby."""

    number: int
    """Lines are numbered in the order in which they were said, none twice."""
    at: int
    """When it was said, in milliseconds since 1970, UTC."""
    who: str
    body: bytes
    """Empty if whoever said it is forgotten."""


class DueTables(msgspec.Struct, frozen=True):
    """Tables whose time has come, and how long it is until the next."""

    tables: Sequence[str]
    """Those that have waited longest first."""
    next_in: int | None
    """Milliseconds until another table's time comes; None if no other waits for one."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who came with a key."""

    id: str
    name: str
    """Empty until one is chosen."""


class Linked(msgspec.Struct, frozen=True):
    """A key opens an account from now on."""

    account: Account
    left: str = ""
    """The id of the account without a name that the key opened before, which is deleted."""


class AccountGone(Exception):
    """The account for which something should be written is deleted; nothing was written."""


class KeyTaken(Exception):
    """The key opens an account with a name already; nothing was written."""


class Conflict(Exception):
    """The log is not as long as expected, or holds the command already; nothing was written."""


class NameTaken(Exception):
    """Somebody else has a name that looks the same; nothing was written."""


class StoreFailed(Exception):
    """The store could not write or read; what was asked for did not happen."""


class StoreRefused(StoreFailed):
    """The store cannot be opened, for one of the reasons in `REFUSED`."""


REFUSED: Final = frozenset(
    {"newer", "damaged", "read_only", "unreadable", "locked", "full", "failing"}
    | {"no_answer", "not_let_in", "no_database", "not_utf8", "bad_address", "no_driver"}
)
"""Why a store is not opened: what `StoreRefused` may say."""


class Store(Protocol):
    """Where the server keeps what must not be lost; every method may raise `StoreFailed`.

    Whatever is written for an account raises `AccountGone` if that account is deleted.
    """

    async def append(
        self,
        table: str,
        expected_seq: int,
        entries: Sequence[Entry],
        *,
        line: bytes | None = None,
        last: bool = False,
        by: str = "",
        result: bytes = b"",
        due: int | None = None,
        ended: Ended | None = None,
    ) -> None:
        """Write all entries from `expected_seq` on, or none; durable on return, else `Conflict`.

        In the same transaction `line` becomes what `lines` tells of the table; a store does not
        look into it. After the `last` entries a table takes no more and is no longer listed. `by`
        is the account that asks for it; empty for a guest, and for what the server does by itself.
        `result` is what `results` is to tell of the game that the last of the entries ends, `ended`
        what `pages` are to tell of it: every game of its ladder that ended then or later is rated
        anew. `due` is when the table is to be looked at though nobody does anything (ms
        since 1970, by `now`); None: never. No entries write nothing.
        """

    def now(self) -> int:
        """The time of day by the store's clock, which all processes share, in ms since 1970."""

    async def due(self, most: int) -> DueTables:
        """The tables whose time has come by the store's clock, so many at most."""

    async def fire(self, table: str, expected_seq: int | None, judge: Judge) -> Written | None:
        """Claim a table whose time has come and write in the same transaction what `judge` says.

        What was written comes back, durable; None, and nothing is written, if its time has not come
        by the store's clock, another claims it right now, or its log is not as long as expected
        (None: however long). Of all who fire one deadline one writes. What `judge` raises comes
        back, and nothing is written.
        """

    async def read(self, table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        """The log of a table from `from_seq` on, or so many entries of it at most."""

    async def standing(self, table: str) -> bool:
        """Whether there is such a table and it has not had its last entry."""

    async def holds(self, table: str, command: str) -> bool:
        """Whether a command stands in the log of a table."""

    async def tables(self) -> list[str]:
        """Every table that has not had its last entry, the oldest first."""

    async def lengths(self) -> dict[str, int]:
        """How long the log of each such table is."""

    async def lines(self, tables: Sequence[str]) -> list[StoredLine]:
        """The lines of these tables (`AT_ONCE` at most) in this order, but of none that is gone."""

    async def keep_line(self, table: str, seq: int, line: bytes) -> None:
        """Have `lines` tell this of a table; nothing happens if its log is longer or had its last.

        For tables whose entries came without a line, or with one of an older program.
        """

    async def results(self, most: int) -> list[bytes]:
        """What was written as the result of so many games at most, the newest first."""

    @property
    def pages(self) -> Pages:
        """Reads ladders and everybody's games."""

    async def say(self, command: str, who: str, body: bytes, most: int, *, by: str = "") -> None:
        """Keep a line said in the lobby, and only the last so many; durable on return.

        Nothing happens if the command has said one of those already. If `by` is an account that is
        deleted, raise `AccountGone`.
        """

    async def said(self, since: int) -> list[LobbyLine]:
        """The lines kept of those said in the lobby after the one of that number, in order."""

    async def saw(self, account: str, seen: Mapping[str, int]) -> None:
        """Remember how much of which tables' logs an account has seen, instead of what before."""

    async def seen(self, account: str) -> dict[str, int]:
        """What an account has seen of which table's log."""

    async def note(self, what: str) -> str:
        """What is kept under a name; empty if nothing is."""

    async def keep_note(self, what: str, text: str) -> str:
        """Keep a text under a name unless another is kept there already; the one that is."""

    async def set_note(self, what: str, text: str) -> None:
        """Keep a text under a name instead of whatever was kept there."""

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

    async def link(self, code: bytes, key: bytes, now: int) -> Linked | None:
        """Let a key open the account that offered `code`, which is used up; None if nobody did.

        If the key opens an account without a name, that one is deleted; one with a name is
        `KeyTaken`.
        """

    async def forget(self, account: str) -> None:
        """Delete an account: its name is free, its keys open nothing, nobody knows it any more.

        What it said in the lobby is gone too. Once this returns, nothing is written for it, whoever
        still believes that it exists.
        """

    async def forgotten(self) -> frozenset[str]:
        """The ids of all accounts that were deleted."""

    async def called(self, account: str) -> str:
        """The name of an account, empty until one is chosen; or raise `AccountGone`."""

    async def preferences(self, account: str) -> dict[str, str]:
        """What an account asked to remember, or raise `AccountGone`."""

    async def prefer(self, account: str, preferences: Mapping[str, str]) -> None:
        """Remember these for an account, instead of those before."""

    async def close(self) -> None:
        """Finish what was begun and let go of the files."""
