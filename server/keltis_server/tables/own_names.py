"""One name for one person in every window, in every process and on every seat."""

from collections.abc import Mapping

from keltis_server.cluster.bus import Bus, Named
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.store.contract import Store
from keltis_server.tables.live import LiveTable
from keltis_server.tables.seats import Seats


class OwnNames:
    """Sees to it that visits and seats bear the name that the store knows."""

    def __init__(self, store: Store, visits: Mapping[str, Visit], seats: Seats, bus: Bus) -> None:
        self._store = store
        self._visits = visits
        self._seats = seats
        self._bus = bus

    def changed(self, visit: Visit, who: Who) -> None:
        """A visit's person has a new name: so has the visit that took it over meanwhile."""
        visit.who = who
        here = self._visits.get(who.id)
        if here is not None:
            here.who = who
        elif not who.guest:
            self._bus.publish(Named(who.id))

    async def look_up(self, who: str) -> None:
        """Have an account's visit here bear the name that the store tells, or `AccountGone`."""
        while (here := self._visits.get(who)) is not None and not here.who.guest:
            name = await self._store.called(who)
            if here.who.name == name:
                return
            here.who = Who(id=who, name=name)  # which may be another again by now
            await self._seats.rename(here.who)

    async def show(self, visit: Visit, live: LiveTable) -> None:
        """Have a seat show the name that its person got while sitting down."""
        seat = live.table.people.get(visit.who.id)
        if seat is not None and live.table.places[seat].name != visit.who.name:
            await self._seats.rename(visit.who)
