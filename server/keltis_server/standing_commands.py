"""The commands that ask for leaderboards, pages and what a game did to ratings: a method each."""

from functools import partial

from keltis_protocol.messages import FetchLadder, FetchPage, FetchRatings
from keltis_server.costs import Budget
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.tables.standings import Standings


class StandingCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, standings: Standings, budget: Budget) -> None:
        self._standings = standings
        self._budget = budget

    async def ladder(self, visit: Visit, command: FetchLadder) -> None:
        """Tell a leaderboard."""
        source, pay = _source(visit), partial(self._budget.charge, visit)
        found = await self._standings.ladder(command.game, command.bots, source, pay)
        visit.finish(command.id)
        visit.tell(found)

    async def page(self, visit: Visit, command: FetchPage) -> None:
        """Tell somebody's games."""
        source, pay = _source(visit), partial(self._budget.charge, visit)
        page = await self._standings.page(visit.who, command.name, command.game, source, pay)
        visit.finish(command.id)
        visit.tell(page)

    async def ratings(self, visit: Visit, command: FetchRatings) -> None:
        """Tell what the last game at the table one sits or looks on at did to ratings."""
        if command.table not in (visit.table, visit.watching):
            raise Refusal("not_at_table")
        pay = partial(self._budget.charge, visit)
        found = await self._standings.ratings(command.table, _source(visit), pay)
        visit.finish(command.id)
        visit.tell(found)


def _source(visit: Visit) -> str:
    return visit.source or visit.who.id
