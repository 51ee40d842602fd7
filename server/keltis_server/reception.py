"""Who comes in and what they are called."""

import hashlib
import secrets
from collections.abc import Mapping
from itertools import chain
from typing import Final

import msgspec

from keltis_server import codes, names
from keltis_server.elsewhere import Elsewhere
from keltis_server.judge import Refusal
from keltis_server.records import Who
from keltis_server.store import NameTaken, Store
from keltis_server.visit import Visit

GUEST_CODE: Final = 10
"""How many letters the code has with which a guest comes back: 47 bits."""


class Caller(msgspec.Struct, frozen=True):
    """Who stands at the door."""

    key: bytes | None
    """The public key that signed the login; None is a guest."""
    login: str
    """The name wished for."""
    address: str = ""
    back: str = ""
    """The code that makes a guest: whoever has it is that guest, called `login` if known."""


def guest_id(code: str) -> str:
    """The id of the guest whom a code makes; the code cannot be found from it."""
    return f"g{hashlib.sha256(code.upper().encode()).hexdigest()[:24]}"


class Reception:
    """Knows the accounts, and everyone who is here."""

    def __init__(self, store: Store, visits: Mapping[str, Visit], elsewhere: Elsewhere) -> None:
        self._store = store
        self._visits = visits
        self._elsewhere = elsewhere

    async def identify(self, caller: Caller) -> Who:
        """The person behind a key, or a guest for the length of this visit."""
        if caller.key is None:
            guest = guest_id(caller.back or codes.code(GUEST_CODE))
            name = caller.login if caller.back else ""
            while not name or self._in_use(names.skeleton(name), but=guest):
                name = names.guest_name()
            return Who(id=guest, name=name, guest=True)
        account = await self._store.account(caller.key, f"a{secrets.token_hex(8)}")
        who = Who(id=account.id, name=account.name)
        if who.name:
            return who
        try:
            return await self.rename(who, caller.login)
        except Refusal:
            return who

    async def preferences(self, who: Who) -> dict[str, str]:
        """What a person asked to remember; nothing for a guest."""
        return {} if who.guest else await self._store.preferences(who.id)

    async def remember(self, who: Who, preferences: Mapping[str, str]) -> None:
        """Remember what a person likes; a guest's likings end with the visit."""
        if not who.guest:
            await self._store.prefer(who.id, preferences)

    async def rename(self, who: Who, wish: str) -> Who:
        """The person under a new name, or the refusal of the name."""
        name = names.tidy(wish)
        shape = names.skeleton(name)
        reason = names.refusal(name)
        if reason is not None:
            raise Refusal(reason)
        taken = who.guest and await self._store.name_taken(shape)
        if taken or self._in_use(shape, but=who.id):
            raise Refusal("name_taken")
        if not who.guest:
            try:
                await self._store.rename(who.id, name, shape)
            except NameTaken as error:
                raise Refusal("name_taken") from error
        return Who(id=who.id, name=name, guest=who.guest)

    def _in_use(self, shape: str, but: str = "") -> bool:
        """Whether somebody here has a name that looks the same."""
        here = ((visit.who.id, visit.who.name) for visit in self._visits.values())
        there = ((present.who, present.name) for present in self._elsewhere)
        return any(names.skeleton(name) == shape for who, name in chain(here, there) if who != but)
