"""What must be true of everybody's name and account at any time, whatever was done at once."""

from collections import defaultdict
from collections.abc import Iterable

from keltis_server.people.names import SOMEBODY, skeleton
from keltis_server.server import GameServer
from keltis_server.store.contract import Store
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_database import Database
from keltis_server.store.sqlite import SqliteStore


def _database(store: Store) -> Database:
    assert isinstance(store, PostgresStore)
    return store.database


async def ghosts(houses: Iterable[GameServer]) -> list[str]:
    """Visits with a key whose account is not there, and every name that two people hold."""
    found: list[str] = []
    holders: dict[str, set[str]] = defaultdict(set)
    for game_server in houses:
        store = game_server.store
        ask = store._ask if isinstance(store, SqliteStore) else _database(store).ask
        rows = [(who, name) for who, name in await ask("select id, name from account")]
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
