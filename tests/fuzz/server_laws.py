"""What must hold in every process of a house once nothing is under way."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import asyncpg
import msgspec

from keltis_server.people.names import SOMEBODY, skeleton
from keltis_server.server import GameServer
from keltis_server.tables.game import encode
from keltis_server.tables.line import Line, decode, line_of
from keltis_server.tables.reading import load
from keltis_server.tables.table import Table

ACCOUNTS: Final = "select id, name from account"


async def broken(houses: Sequence[GameServer], accounts: dict[str, str]) -> list[str]:
    """Every law that does not hold, in words; `accounts` are those that there are."""
    found = [*_names(houses, accounts), *_visits(houses), *_presence(houses)]
    for game_server in houses:
        found += _tables(game_server, accounts)
        found += [each async for each in _folds(game_server)]
    return found


async def accounts_of(where: Path | str) -> dict[str, str]:
    """The name of each account in a file, or in a PostgreSQL at an address."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file:
            return dict(file.execute(ACCOUNTS))
    database = await asyncpg.connect(where)
    try:
        return {account: name for account, name in await database.fetch(ACCOUNTS)}  # noqa: C416
    finally:
        await database.close()


def _names(houses: Sequence[GameServer], accounts: dict[str, str]) -> Iterator[str]:
    holders: dict[str, set[str]] = defaultdict(set)
    for account, name in accounts.items():
        holders[skeleton(name)].add(account)
    for game_server in houses:
        for visit in game_server.visits.values():
            who = visit.who
            holders[skeleton(who.name)].add(who.id)
            if not who.guest and accounts.get(who.id) != who.name:
                yield f"{who.id} is here as {who.name!r}, its account says {accounts.get(who.id)!r}"
    holders.pop("", None)
    for name, people in holders.items():
        if len(people) > 1:
            yield f"{name!r} is the name of {sorted(people)}"


def _visits(houses: Sequence[GameServer]) -> Iterator[str]:
    for game_server in houses:
        for who, visit in game_server.visits.items():
            if visit.who.id != who or visit.ended:
                yield f"{who}'s visit is {visit.who.id}'s, ended {visit.ended!r}"
            if visit.table:
                live = game_server.live_tables.get(visit.table)
                if live is None or live.listeners.get(who) is not visit:
                    yield f"{who} is at {visit.table}, which does not know"
            if visit.watching:
                live = game_server.live_tables.get(visit.watching)
                if live is None or live.watchers.listeners.get(who) is not visit or visit.table:
                    yield f"{who} watches {visit.watching}, which does not know"
        for code, live in game_server.live_tables.items():
            for who, listener in live.listeners.items():
                if (
                    game_server.visits.get(who) is not listener
                    or game_server.visits[who].table != code
                ):
                    yield f"{code} tells {who}, who is not there"
            for who, watcher in live.watchers.listeners.items():
                if game_server.visits.get(who) is not watcher or watcher.watching != code:
                    yield f"{code} tells {who}, who does not watch"
            watching = [v for each in houses for v in each.visits.values() if v.watching == code]
            if live.watchers.count != len(watching):
                yield f"{live.watchers.count} are counted watching {code}, {len(watching)} do"


def _presence(houses: Sequence[GameServer]) -> Iterator[str]:
    everybody = [who for game_server in houses for who in game_server.visits]
    if len(everybody) != len(set(everybody)):
        yield f"somebody is in two processes: {sorted(everybody)}"
    for game_server in houses:
        others = [
            visit for other in houses if other is not game_server for visit in other.visits.values()
        ]
        known = sorted((each.who, each.name, each.table) for each in game_server.presence)
        if known != sorted((visit.who.id, visit.who.name, visit.table) for visit in others):
            yield f"elsewhere are {known}"
        if len(game_server.presence) != len(others):
            yield f"{len(game_server.presence)} are counted elsewhere, {len(others)} are there"
        for code in game_server.lines:
            there = {visit.who.id for visit in others if visit.table == code}
            if set(game_server.presence.at(code)) != there:
                yield f"at {code} elsewhere: {set(game_server.presence.at(code))}, not {there}"


def _tables(game_server: GameServer, accounts: dict[str, str]) -> Iterator[str]:
    for code, live in game_server.live_tables.items():
        table = live.table
        names = [skeleton(place.name) for place in table.places if place.name != SOMEBODY]
        names = [name for name in names if name]
        if len(names) != len(set(names)):
            yield f"two at {code} are called the same: {names}"
        if table.closed:
            yield f"{code} is closed and stands"
        if table.owner and table.owner not in table.people:
            yield f"{code} belongs to {table.owner}, who does not sit there"
        for place in table.places:
            who = place.who
            if who is not None and not who.guest and who.id not in accounts:
                yield f"{who.id} sits at {code} without an account"
            if who is not None and who.id in game_server.visits:
                name = game_server.visits[who.id].who.name
                if place.name != name:
                    yield f"{who.id} is {place.name!r} at {code} and {name!r} elsewhere"
    index = game_server.registry.index
    opened_from = Counter(line.source for line in game_server.lines.values())
    if index.sources != opened_from:
        yield f"counted by source {index.sources}, standing {opened_from}"
    shapes = {skeleton(g.name) for line in game_server.lines.values() for g in line.guests}
    if set(index._guests._tables) != shapes:
        yield f"guests are found as {sorted(index._guests._tables)}, and sit as {sorted(shapes)}"
    for command, code in index.opened.items():
        if code not in game_server.lines:
            yield f"{command} opened {code}, which does not stand"


async def _folds(game_server: GameServer) -> AsyncIterator[str]:
    stored = set(await game_server.store.tables())
    if stored != set(game_server.lines):
        yield f"stored {sorted(stored)}, standing {sorted(game_server.lines)}"
    for code, live in list(game_server.live_tables.items()):
        logged = await load(game_server.store, code)
        if logged is None or state(logged) != state(live.table):
            yield f"{code} is not what its log tells"
        if not (live.listeners or live.watchers) and code not in game_server.registry.upkeep.bots:
            yield f"{code} is kept folded for nobody"
    for stored_line in await game_server.store.lines(await game_server.store.tables()):
        logged = await load(game_server.store, stored_line.table)
        line = None if logged is None else line_of(logged)
        if decode(stored_line.line) != line:
            yield f"the stored line of {stored_line.table} is not what its log tells"
        known = game_server.lines.get(stored_line.table)
        if known is None or line is None or shown(known) != shown(line):
            yield f"the line of {stored_line.table} is not what its log tells"


def shown(line: Line) -> Line:
    """A line but for what talk alone changes."""
    return msgspec.structs.replace(line, seq=0, at=0)


def state(table: Table) -> tuple[object, ...]:
    """Everything a table knows."""
    places = [
        (each.who, each.bot, each.name, each.ready, each.word, each.open) for each in table.places
    ]
    game: list[object] = []
    if table.game is not None:
        views = [encode(table.game.position.view(seat)) for seat in range(len(table.places))]
        game = [table.game.ply, table.game.to_act, views, table.game.started]
    talk = [*table.talk]
    head = (table.code, table.seq, table.owner, table.state, table.closed, table.games)
    told = (table.lines, talk, table.gallery.lines, [*table.gallery.talk])
    return (*head, places, table.players, table.committed, *told, game)
