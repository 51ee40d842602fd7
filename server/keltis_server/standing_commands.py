"""The commands that ask for leaderboards, pages and what a game did to ratings: a method each."""

from keltis_protocol.messages import FetchLadder, FetchPage, FetchRatings
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.tables.standings import Standings


class StandingCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    async def ladder(self, visit: Visit, command: FetchLadder) -> None:
        """Tell a leaderboard."""
        found = await self._standings.ladder(command.game, command.bots, _source(visit))
        visit.finish(command.id)
        visit.tell(found)

    async def page(self, visit: Visit, command: FetchPage) -> None:
        """Tell somebody's games."""
        page = await self._standings.page(visit.who, command.name, command.game, _source(visit))
        visit.finish(command.id)
        visit.tell(page)

    async def ratings(self, visit: Visit, command: FetchRatings) -> None:
        """Tell what the last game at the table one sits or looks on at did to ratings."""
        if command.table not in (visit.table, visit.watching):
            raise Refusal("not_at_table")
        found = await self._standings.ratings(command.table)
        visit.finish(command.id)
        visit.tell(found)


def _source(visit: Visit) -> str:
    return visit.source or visit.who.id
