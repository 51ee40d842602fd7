"""The seats of one person at every table: renamed, handed over, freed."""

import logging
import secrets
from collections.abc import Callable, Collection
from functools import partial

from keltis_server.people import names
from keltis_server.people.accounts import Seat
from keltis_server.people.names import SOMEBODY
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store, StoreFailed
from keltis_server.tables import decide
from keltis_server.tables.line import Line
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.table import Decision, Table

log = logging.getLogger(__name__)


class Seats:
    """Changes all tables at which somebody sits; the contract of `accounts.Seats`."""

    def __init__(self, store: Store, registry: TableRegistry) -> None:
        self._store = store
        self._registry = registry

    def of(self, who: str) -> list[Seat]:
        """Every seat of a person, that of the oldest table first."""
        return [_seat(line, who) for line in self._registry.index.of(who)]

    async def rename(self, who: Who) -> None:
        """Have every seat of a person show the name, and no seat that a guest left behind."""
        for line in self._registry.index.of(who.id):
            await self._change(line.table, partial(decide.rename, who=who.id, name=who.name))
        for code, guest in self._guests_like(names.skeleton(who.name), but=who.id):
            await self._change(code, partial(decide.rename, who=guest, name=names.guest_name()))

    def guest_sits(self, shape: str, but: str) -> bool:
        """Whether a guest but for this one has a seat under a name that looks like that."""
        return bool(self._guests_like(shape, but))

    def _guests_like(self, shape: str, but: str) -> list[tuple[str, str]]:
        """Seats of guests whose names look like that: the table, and who sits there."""
        return [
            (line.table, guest.who)
            for line in self._registry.index.of_guests_like(shape)
            for guest in line.guests
            if guest.who != but and names.skeleton(guest.name) == shape
        ]

    async def hand_over(self, who: str, heir: Who) -> None:
        """Give every seat of a person to another, or none if that one sits at a table of them."""
        seats = self._registry.index.of(who)
        if any(heir.id in line.people for line in seats):
            raise Refusal("at_table")
        for line in seats:
            hand_over = partial(decide.hand_over, who=who, heir=heir)
            await self._change(line.table, hand_over, by=heir.account)

    async def forget(self, people: Collection[str]) -> None:
        """Take people who are forgotten off every table, as far as its log goes by now.

        A table that cannot be changed now is cleared when the server starts again.
        """
        index = self._registry.index
        sat = {line.table for who in people for line in index.of(who)}
        for code, length in (await self._store.lengths()).items() if people else ():
            if index.length(code) >= length and code not in sat:
                continue
            try:
                await self._registry.catch_up(code)
                line = index.lines.get(code)
                for who in line.people.keys() & people if line is not None else ():
                    nobody = Who(id=f"x{secrets.token_hex(8)}", name=SOMEBODY, guest=True)
                    await self._change(code, partial(decide.forget, who=who, nobody=nobody))
            except (Refusal, StoreFailed) as error:
                log.error("table %s still shows somebody who is forgotten: %s", code, error)

    async def _change(self, code: str, decide: Callable[[Table], Decision], by: str = "") -> None:
        """Change a table, if it still stands."""
        async with self._registry.hold(code) as live:
            if live is not None:
                await live.change("", decide, by=by)


def _seat(line: Line, who: str) -> Seat:
    """The seat of a person at a table."""
    mine = line.people[who]
    return Seat(
        table=line.table,
        name=line.places[mine].name,
        playing=line.playing,
        game=line.game,
        awaited=line.awaits(mine),
        since=line.at,
        others=tuple(
            place.name for seat, place in enumerate(line.places) if seat != mine and place.name
        ),
    )
