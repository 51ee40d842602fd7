"""Who comes in and what they are called."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from keltis_server.cluster.bus import Present
from keltis_server.cluster.presence import Presence
from keltis_server.people import codes, names
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.rate_limits import Tries
from keltis_server.refusal import Refusal
from keltis_server.store.contract import AccountGone, NameTaken, Store

GUEST_CODE: Final = 10
"""How many letters the code has with which a guest comes back: 47 bits."""


class Caller(msgspec.Struct, frozen=True):
    """Who has logged in, or has come as a guest."""

    key: bytes | None
    """The public key that signed the login; None is a guest."""
    login: str
    """The name wished for."""
    address: str = ""
    back: str = ""
    """The code that makes a guest: whoever has it is that guest."""
    before: str = ""
    """What that guest was called before."""


class Identified(NamedTuple):
    """Who somebody is, and why not called as wished for, if so."""

    who: Who
    refused: str = ""


def guest_id(code: str) -> str:
    """The id of the guest whom a code makes; the code cannot be found from it."""
    return f"g{hashlib.sha256(code.upper().encode()).hexdigest()[:24]}"


class Identity:
    """Knows the accounts, and everyone who is here."""

    def __init__(
        self,
        store: Store,
        visits: Mapping[str, Visit],
        presence: Presence,
        first_names: Tries,
        guest_sits: Callable[[str, str], bool],
    ) -> None:
        self._store = store
        self._visits = visits
        self._presence = presence
        self._first_names = first_names
        """First names, by where those come from who took them."""
        self._guest_sits = guest_sits
        """Whether a guest has a seat under a name of this skeleton, but for this one."""
        self._claims: list[tuple[str, str]] = []
        """Who is about to have a name of which skeleton, while the store is asked."""

    async def identify(self, caller: Caller) -> Identified:
        """The person behind a key, or a guest for the length of this visit."""
        if caller.key is None:
            return await self._guest(caller)
        account = await self._store.account(caller.key, f"a{secrets.token_hex(8)}")
        who = Who(id=account.id, name=account.name)
        if who.name:
            return Identified(who)
        try:
            return Identified(await self.rename(who, caller.login, caller.address))
        except Refusal as refusal:
            return Identified(who, refusal.reason)
        except AccountGone:
            return Identified(who)

    async def _guest(self, caller: Caller) -> Identified:
        """A guest, under the name of before or that of the login if nobody else has it by now."""
        guest = guest_id(caller.back or codes.code(GUEST_CODE))
        wish = names.tidy(caller.login)
        refused = "" if caller.before or not wish else names.refusal(wish) or ""
        name = caller.before or ("" if refused or not wish else names.as_guest(wish))
        if name:
            shape = names.skeleton(name)
            try:
                with self._claimed(shape, guest):
                    await self._check(shape, guest)
            except NameTaken:
                name, refused = "", "name_taken"
        while not name or self._taken_by_another(names.skeleton(name), guest):
            name = names.guest_name()
        return Identified(Who(id=guest, name=name, guest=True), refused)

    async def preferences(self, who: Who) -> dict[str, str]:
        """What a person asked to remember, or `AccountGone`; nothing for a guest."""
        return {} if who.guest else await self._store.preferences(who.id)

    async def remember(self, who: Who, preferences: Mapping[str, str]) -> None:
        """Remember what a person likes; a guest's likings end with the visit."""
        if not who.guest:
            await self._store.prefer(who.id, preferences)

    async def rename(self, who: Who, wish: str, address: str = "") -> Who:
        """The person under a new name, or the refusal of the name.

        Somebody who has a key and no name yet takes one of those that an address may take.
        """
        name = names.tidy(wish)
        shape = names.skeleton(name)
        reason = names.refusal(name)
        if reason is not None:
            raise Refusal(reason)
        first = not who.guest and not who.name
        if first:
            self._first_names.check(address)
        try:
            with self._claimed(shape, who.id):
                if not who.guest:
                    await self._store.rename(who.id, name, shape)
                else:
                    await self._check(shape, who.id)
        except NameTaken as error:
            raise Refusal("name_taken") from error
        if first:
            self._first_names.count(address)
        return Who(id=who.id, name=names.as_guest(name) if who.guest else name, guest=who.guest)

    def give_way(self, number: int, people: Iterable[Present]) -> Iterator[Visit]:
        """Guests here lose names that somebody in process `number` has too; whose these are.

        Two processes may give a name away at once. An account's is its own; of two guests the one
        who came first keeps it.
        """
        mine = self._presence.number
        there = {names.skeleton(each.name): each for each in people if each.name}
        for visit in list(self._visits.values()) if there else ():
            other = there.get(names.skeleton(visit.who.name)) if visit.who.guest else None
            if other is None or other.who == visit.who.id:
                continue
            if not other.guest or (visit.since, mine) > (other.since, number):
                visit.who = Who(id=visit.who.id, name=names.guest_name(), guest=True)
                yield visit

    async def _check(self, shape: str, guest: str) -> None:
        """Raise `NameTaken` if an account has a name, or a guest who is here or has a seat."""
        if await self._store.name_taken(shape) or self._taken_by_another(shape, guest):
            raise NameTaken

    def _taken_by_another(self, shape: str, guest: str) -> bool:
        """Whether somebody else is here under a name, or another guest has a seat under it."""
        return self._in_use(shape, but=guest) or self._guest_sits(shape, guest)

    @contextmanager
    def _claimed(self, shape: str, who: str) -> Iterator[None]:
        """Keep a name for somebody while the store is asked, or raise `NameTaken`."""
        if self._in_use(shape, but=who):
            raise NameTaken
        claim = (who, shape)
        self._claims.append(claim)
        try:
            yield
        finally:
            self._claims.remove(claim)

    def _in_use(self, shape: str, but: str = "") -> bool:
        """Whether somebody here has a name that looks the same, or is about to."""
        if any(claimed == shape for who, claimed in self._claims if who != but):
            return True
        here = ((visit.who.id, visit.who.name) for visit in self._visits.values())
        there = ((present.who, present.name) for present in self._presence)
        return any(names.skeleton(name) == shape for who, name in chain(here, there) if who != but)
