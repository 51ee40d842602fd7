"""What must be true of everybody's name and account at any time, whatever was done at once."""

from collections import defaultdict
from collections.abc import Iterable

from keltis_server.people.names import SOMEBODY, skeleton
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore


async def ghosts(houses: Iterable[GameServer]) -> list[str]:
    """Visits with a key whose account is not there, and every name that two people hold."""
    found: list[str] = []
    holders: dict[str, set[str]] = defaultdict(set)
    for game_server in houses:
        assert isinstance(game_server.store, SqliteStore)
        rows = await game_server.store._ask("select id, name from account")
        accounts = dict(rows)
        for visit in list(game_server.visits.values()):
            if not visit.who.guest and visit.who.id not in accounts:
                found.append(f"a visit without an account: {visit.who}")
            holders[skeleton(visit.who.name)].add(visit.who.id)
        for who, name in rows:
            holders[skeleton(name)].add(who)
        for line in game_server.lines.values():
            for place in line.places:
                if place.who and place.name != SOMEBODY:
                    holders[skeleton(place.name)].add(place.who)
    holders.pop("", None)
    found += [f"{shape} is held by {sorted(who)}" for shape, who in holders.items() if len(who) > 1]
    return found
