"""The house: everyone who visits, the hall with its tables, and the store under it all."""

import logging
from functools import partial

from keltis_server import codes
from keltis_server.addresses import Tries
from keltis_server.bell import Bell, Gone, Here, SentOff, Silent
from keltis_server.commands import carry_out
from keltis_server.elsewhere import Elsewhere
from keltis_server.hall import Hall
from keltis_server.keeper import Keeper
from keltis_server.limits import Limits
from keltis_server.neighbours import Neighbours, SharedTries, present
from keltis_server.reception import GUEST_CODE, Caller, Reception
from keltis_server.records import Who
from keltis_server.store import Store, StoreFailed
from keltis_server.visit import Visit

__all__ = ["Caller", "House"]

log = logging.getLogger(__name__)


class House:
    """Where people meet and play."""

    def __init__(self, store: Store, limits: Limits, bell: Bell) -> None:
        self.store = store
        self.limits = limits
        self.bell = bell
        self.visits: dict[str, Visit] = {}
        """Everyone who is here in this process, by person."""
        self.elsewhere = Elsewhere()
        self.reception = Reception(store, self.visits, self.elsewhere)
        self.hall = Hall(store, self.visits, limits, self.elsewhere, bell)
        self._neighbours = Neighbours(self)
        self.tries = SharedTries(limits, bell)
        """Wrong codes, by where they came from."""
        self.talk = Tries(limits.lines, limits.line_seconds, "too_much_talk")
        """What people said lately."""
        self._closing = ""

    @classmethod
    async def open(
        cls, store: Store, limits: Limits | None = None, bell: Bell | None = None
    ) -> "House":
        """A house in which every table stands as its log tells.

        With a bell it is one of several processes that are one house to everybody.
        """
        house = cls(store, limits or Limits(), bell or Silent())
        if bell is not None:
            house._neighbours.listen()
        await house.hall.set_up()
        return house

    @property
    def keepers(self) -> dict[str, Keeper]:
        """Every table that stands, by its code."""
        return self.hall.keepers

    async def visit(self, caller: Caller) -> Visit:
        """Let somebody in; a second visit of the same person takes over the first.

        While the house closes, or if its store fails, the visit is over at once and says why.
        """
        closing = ""
        if caller.key is None and not caller.back:
            caller = Caller(None, "", caller.address, codes.code(GUEST_CODE))
        preferences: dict[str, str] = {}
        try:
            who = await self.reception.identify(caller)
            preferences = await self.reception.preferences(who)
        except StoreFailed as error:
            log.error("nobody can come in: %s", error)
            who, closing = Who(id="", name=""), "store_failed"
        obey = partial(carry_out, self)
        visit = Visit(who, self.limits.unread_facts, obey, self._moved, self._gone)
        visit.preferences = preferences
        visit.address, visit.return_code = caller.address, caller.back
        closing = self._closing or closing
        if closing:
            visit.dismiss(closing)
            return visit
        before = self.visits.get(who.id)
        self.visits[who.id] = visit
        if before is not None:
            before.dismiss("taken_over")
        self._moved(visit)
        self.hall.notice.changed()
        return visit

    def send_off(self, who: str) -> None:
        """End the visit of somebody whose place another has taken, wherever it is."""
        here = self.visits.get(who)
        if here is not None:
            here.dismiss("taken_over")
        self.bell.ring(SentOff(who))

    async def close(self, reason: str = "shutdown") -> None:
        """Tell everyone, finish what was begun and close the store."""
        self._closing = reason
        visits = list(self.visits.values())
        for visit in visits:
            visit.dismiss(reason)
        for visit in visits:
            await visit.close()
        await self._neighbours.close()
        await self.hall.close()
        await self.store.close()

    def _moved(self, visit: Visit) -> None:
        """A visit is at another place or has another name: the other processes are told."""
        if self.visits.get(visit.who.id) is visit:
            self.bell.ring(Here(present(visit)))

    def _gone(self, visit: Visit) -> None:
        """A visit is over: its seat shows it, and a guest's is freed before a game."""
        who = visit.who
        if self.visits.get(who.id) is visit:
            del self.visits[who.id]
            self.bell.ring(Gone(who.id))
        if visit.table in self.keepers:
            self.keepers[visit.table].go(who.id, visit)
        if self._closing:
            return
        if who.guest and who.id not in self.visits and who.id not in self.elsewhere:
            self.hall.clear_seats(who.id)
        self.hall.notice.changed()
