"""People come and go: the newest visit of each counts, and what they were at is told of both."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from keltis_protocol.messages import Command
from keltis_server.cluster.bus import Bus, Gone, Here
from keltis_server.cluster.moments import Moments
from keltis_server.cluster.presence import Presence
from keltis_server.limits import Limits
from keltis_server.people import codes
from keltis_server.people.identity import GUEST_CODE, Caller, Identity
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.store.contract import AccountGone, StoreFailed
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.looks import Looks
from keltis_server.tables.own_names import OwnNames
from keltis_server.tables.registry import TableRegistry

log = logging.getLogger(__name__)


class Coming:
    """Begins visits, and sees to what follows when one is elsewhere or over."""

    def __init__(
        self,
        identity: Identity,
        visits: dict[str, Visit],
        presence: Presence,
        moments: Moments,
        bus: Bus,
        lobby: LobbyFeed,
        looks: Looks,
        own_names: OwnNames,
        registry: TableRegistry,
        carry_out: Callable[[Visit, Command], Coroutine[Any, Any, None]],
        limits: Limits,
    ) -> None:
        self._identity = identity
        self._visits = visits
        self._presence = presence
        self._moments = moments
        self._bus = bus
        self._lobby = lobby
        self._looks = looks
        self._own_names = own_names
        self._registry = registry
        self._carry_out = carry_out
        self._limits = limits
        self.closing = ""
        """Why nobody is let in any more, once the server closes."""

    async def visit(self, caller: Caller) -> Visit:
        """Let somebody in; a second visit of the same person takes over the first.

        While the server closes, or if its store fails, the visit is over at once and says why.
        """
        closing = ""
        if caller.key is None and not caller.back:
            caller = Caller(None, caller.login, caller.address, codes.code(GUEST_CODE))
        refused = ""
        try:
            who, refused = await self._identity.identify(caller)
        except StoreFailed as error:
            log.error("nobody can come in: %s", error)
            who, closing = Who(id="", name=""), "store_failed"
        since = self._moments.now()
        visit = Visit(
            who, self._limits.unread_facts, self._carry_out, self._moved, self._gone, since
        )
        visit.address, visit.return_code = caller.address, caller.back
        visit.wished, visit.name_refused = caller.login if refused else "", refused
        closing = self.closing or closing
        if closing:
            visit.dismiss(closing)
            return visit
        before = self._visits.get(who.id)
        self._visits[who.id] = visit
        if before is not None:
            before.dismiss("taken_over")
        self._moved(visit)
        self._lobby.changed()
        await self._make_sure(visit)
        return visit

    async def _make_sure(self, visit: Visit) -> None:
        """End a visit whose account was deleted before anybody could know that it is here.

        Whoever deletes an account sends its visits off afterwards: one that began before the
        deletion is found by that, one that was not here yet finds the account gone.
        """
        problem = "hung_up"  # if whoever waits for the visit is stopped
        try:
            visit.preferences = await self._identity.preferences(visit.who)
            await self._looks.recall(visit)
            await self._own_names.look_up(visit.who.id)
            problem = ""
        except AccountGone:
            problem = "account_gone"
        except StoreFailed as error:
            log.error("somebody cannot come in: %s", error)
            problem = "store_failed"
        finally:
            if problem:
                visit.dismiss(problem)

    def _moved(self, visit: Visit) -> None:
        """A visit is at another place or has another name: the other processes are told."""
        if self._visits.get(visit.who.id) is visit:
            self._bus.publish(Here(visit.present))

    def _gone(self, visit: Visit) -> None:
        """A visit is over: its seat shows it, and a guest's is freed before a game."""
        who = visit.who
        if self._visits.get(who.id) is visit:
            del self._visits[who.id]
            self._bus.publish(Gone(who.id))
        if visit.table in self._registry.live_tables:
            self._looks.note(visit, self._registry.live_tables[visit.table].table)
            self._registry.live_tables[visit.table].go(who.id, visit)
        if visit.watching:
            self._registry.stop_watching(visit)
        if self.closing:
            return
        if who.guest and who.id not in self._visits and who.id not in self._presence:
            self._registry.clear_seats(who.id)
        self._lobby.changed()
