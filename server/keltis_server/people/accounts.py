"""What people do with who they are: a second key, coming back as a guest, being forgotten."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol

from keltis_server.addresses import source_of
from keltis_server.people import codes
from keltis_server.people.identity import Caller, Identity, guest_id
from keltis_server.people.names import SOMEBODY
from keltis_server.people.who import Who
from keltis_server.rate_limits import Tries
from keltis_server.refusal import Refusal
from keltis_server.store.contract import AccountGone, KeyTaken, Store

LINK_CODE: Final = 10
"""How many letters the code has that joins a key to an account: 47 bits."""


class Declined(Refusal):
    """Not done, for a reason that only somebody who asks by ssh can meet: no message carries it."""


class Seat(NamedTuple):
    """A seat that somebody has."""

    table: str
    name: str
    playing: bool
    game: str = ""
    awaited: bool = False
    """Whether something is awaited of this person there."""
    since: int = 0
    """When something happened there last, in milliseconds since 1970, UTC."""
    others: tuple[str, ...] = ()
    """Who else sits there."""


class Seats(Protocol):
    """The seats of one person at every table."""

    def of(self, who: str) -> Sequence[Seat]:
        """Every seat of a person, that of the oldest table first."""

    async def hand_over(self, who: str, heir: Who) -> None:
        """Give every seat of a person to another."""

    async def forget(self, people: Collection[str]) -> None:
        """Take people who are forgotten off every table."""


class Accounts:
    """Changes what the store knows of people, and what follows from it for their visits."""

    def __init__(
        self,
        store: Store,
        identity: Identity,
        seats: Seats,
        wrong_codes: Tries,
        link_seconds: float,
        send_off: Callable[[str, str], None],
        deletions: Tries,
        charge: Callable[[str], float],
    ) -> None:
        self._store = store
        self._identity = identity
        self._seats = seats
        self._wrong_codes = wrong_codes
        self.link_seconds = link_seconds
        """How long the code for a second key is good."""
        self._send_off = send_off
        """Ends somebody's visit, wherever it is, for a reason."""
        self._deletions = deletions
        """Accounts that were deleted, by where those come from who did it."""
        self._charge = charge
        """Charges a source for a deletion: the seconds to wait before it is done."""

    async def waiting(self, caller: Caller) -> list[Seat]:
        """Where somebody with a key is waited for, longest first; this is no visit."""
        if caller.key is None:
            raise Declined("key_needed")
        account = await self._store.known(caller.key)
        seats = self._seats.of(account.id) if account is not None else ()
        return sorted((seat for seat in seats if seat.awaited), key=lambda seat: seat.since)

    async def offer_link(self, caller: Caller) -> str:
        """A code with which another key can join this account once, for a short while."""
        if caller.key is None:
            raise Declined("key_needed")
        account = await self._store.account(caller.key, f"a{secrets.token_hex(8)}")
        code = codes.code(LINK_CODE)
        until = _now() + int(self.link_seconds * 1000)
        try:
            await self._store.offer_link(_digest(code), account.id, until)
        except AccountGone as error:
            raise Declined("no_account") from error
        return code

    async def link(self, caller: Caller, code: str) -> str:
        """Join this caller's key to the account that gave out `code`; the account's name."""
        if caller.key is None:
            raise Declined("key_needed")
        self._wrong_codes.check(caller.address)
        try:
            linked = await self._store.link(_digest(code), caller.key, _now())
        except KeyTaken as error:
            raise Declined("key_taken") from error
        if linked is None:
            self._wrong_codes.count(caller.address)
            raise Declined("no_such_code")
        if linked.left:
            self._send_off(linked.left, "account_gone")
        return linked.account.name

    async def come_back(self, caller: Caller, code: str) -> tuple[Caller, str]:
        """Take up a guest's seat again: who comes in now, and the table.

        Without a key it is the same guest; with one the seats become the key owner's.
        """
        self._wrong_codes.check(caller.address)
        guest = guest_id(code)
        seats = self._seats.of(guest)
        if not seats:
            self._wrong_codes.count(caller.address)
            raise Declined("no_such_code")
        if caller.key is None:
            back = Caller(None, caller.login, caller.address, code, seats[0].name)
            return back, seats[0].table
        who, _ = await self._identity.identify(caller)
        if not who.name:
            raise Refusal("name_needed")
        try:
            await self._seats.hand_over(guest, who)
        except AccountGone as error:
            raise Refusal("account_gone") from error
        self._send_off(guest, "taken_over")  # only now: the seats of a guest who goes are freed
        return caller, seats[0].table

    def can_come_back(self, guest: str) -> bool:
        """Whether a guest left a seat behind in a game that goes on."""
        return any(seat.playing for seat in self._seats.of(guest))

    async def to_forget(self, caller: Caller) -> str:
        """The word with which this caller's account can be deleted: its name."""
        if caller.key is None:
            raise Declined("key_needed")
        account = await self._store.known(caller.key)
        if account is None:
            raise Declined("no_account")
        return account.name or SOMEBODY

    async def forget(self, caller: Caller, word: str) -> None:
        """Delete this caller's account if `word` is right: keys, name, likings and seats.

        First of all the account: from then on nothing is written for it, whoever is still here.
        """
        if word != await self.to_forget(caller) or caller.key is None:
            raise Declined("wrong_word")
        account = await self._store.known(caller.key)
        if account is None:
            return
        try:
            self._deletions.check(caller.address)
        except Refusal as refused:
            raise Declined(refused.reason) from refused
        self._deletions.count(caller.address)
        await asyncio.sleep(self._charge(source_of(caller.address)))
        await self._store.forget(account.id)
        self._send_off(account.id, "account_gone")
        await self._seats.forget({account.id})


def _digest(code: str) -> bytes:
    """The code as it is kept: whoever reads the store cannot use it."""
    return hashlib.sha256(code.upper().encode()).digest()


def _now() -> int:
    return time.time_ns() // 1_000_000
