"""What people do with who they are: a second key, coming back as a guest, being forgotten."""

import hashlib
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Final

from keltis_server import codes, judge
from keltis_server.judge import Refusal
from keltis_server.names import SOMEBODY
from keltis_server.reception import Caller, guest_id
from keltis_server.records import Who
from keltis_server.store import KeyTaken

if TYPE_CHECKING:
    from keltis_server.house import House

LINK_CODE: Final = 10
"""How many letters the code has that joins a key to an account: 47 bits."""


class Declined(Refusal):
    """Not done, for a reason that only somebody at the door can meet: no message carries it."""


async def offer_link(house: "House", caller: Caller) -> str:
    """A code with which another key can join this account once, for a short while."""
    if caller.key is None:
        raise Declined("key_needed")
    account = await house.store.account(caller.key, f"a{secrets.token_hex(8)}")
    code = codes.code(LINK_CODE)
    until = _now() + int(house.limits.link_seconds * 1000)
    await house.store.offer_link(_digest(code), account.id, until)
    return code


async def link(house: "House", caller: Caller, code: str) -> str:
    """Join this caller's key to the account that gave out `code`; the account's name."""
    if caller.key is None:
        raise Declined("key_needed")
    house.tries.check(caller.address)
    try:
        account = await house.store.link(_digest(code), caller.key, _now())
    except KeyTaken as error:
        raise Declined("key_taken") from error
    if account is None:
        house.tries.count(caller.address)
        raise Declined("no_such_code")
    return account.name


async def come_back(house: "House", caller: Caller, code: str) -> tuple[Caller, str]:
    """Take up a guest's seat again: who comes in now, and the table.

    Without a key it is the same guest; with one the seats become the key owner's.
    """
    house.tries.check(caller.address)
    guest = guest_id(code)
    seats = [keeper for keeper in house.keepers.values() if guest in keeper.table.people]
    if not seats:
        house.tries.count(caller.address)
        raise Declined("no_such_code")
    if caller.key is None:
        name = seats[0].table.places[seats[0].table.people[guest]].name
        return Caller(None, name, caller.address, code), seats[0].table.code
    who = await house.reception.identify(caller)
    if not who.name:
        raise Refusal("name_needed")
    for keeper in seats:
        await keeper.change("", partial(judge.hand_over, who=guest, heir=who))
    house.send_off(guest)  # only now: the seats of a guest who goes are freed
    return caller, seats[0].table.code


async def to_forget(house: "House", caller: Caller) -> str:
    """The word with which this caller's account can be deleted: its name."""
    if caller.key is None:
        raise Declined("key_needed")
    account = await house.store.known(caller.key)
    if account is None:
        raise Declined("no_account")
    return account.name or SOMEBODY


async def forget(house: "House", caller: Caller, word: str) -> None:
    """Delete this caller's account if `word` is right: keys, name, likings and seats."""
    if word != await to_forget(house, caller) or caller.key is None:
        raise Declined("wrong_word")
    account = await house.store.known(caller.key)
    if account is None:
        return
    house.send_off(account.id)
    for keeper in list(house.keepers.values()):
        nobody = Who(id=f"x{secrets.token_hex(8)}", name=SOMEBODY, guest=True)
        await keeper.change("", partial(judge.forget, who=account.id, nobody=nobody))
    await house.store.forget(account.id)
    house.hall.notice.changed()


def _digest(code: str) -> bytes:
    """The code as it is kept: whoever reads the store cannot use it."""
    return hashlib.sha256(code.upper().encode()).digest()


def _now() -> int:
    return time.time_ns() // 1_000_000
