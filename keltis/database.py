"""Where everything is kept: in a file, or in a database that several machines share."""

from pathlib import Path
from typing import TYPE_CHECKING

from keltis_server.store import sqlite_file
from keltis_server.store.contract import StoreFailed, StoreRefused
from keltis_server.store.sqlite import SqliteStore
from keltis_words.command_line import DATABASE_PROBLEMS
from keltis_words.words import Words

if TYPE_CHECKING:
    from keltis_server.cluster.broadcast import BroadcastBus
    from keltis_server.store.postgres import PostgresStore

GAMES = "games.db"
"""The file in the data folder that everything is kept in unless there is a database."""


async def open_database(address: str) -> "PostgresStore":
    """The store in the database at an address, or `StoreRefused`."""
    try:
        from keltis_server.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise StoreRefused("no_driver") from error
    if not address.startswith(("postgresql://", "postgres://")):
        raise StoreRefused("bad_address")
    return await PostgresStore.open(address)


async def open_store(data: Path, address: str) -> "SqliteStore | PostgresStore":
    """The store in the database at an address, or without one in a file in the data folder."""
    return await open_database(address) if address else SqliteStore.open(data / GAMES)


async def notes_in(data: Path, address: str) -> dict[str, str]:
    """The notes that are kept there, unchanged; or `StoreRefused` as if it was opened."""
    if not address:
        return sqlite_file.look(data / GAMES) if (data / GAMES).exists() else {}
    try:
        from keltis_server.store import postgres_form
    except ModuleNotFoundError as error:
        raise StoreRefused("no_driver") from error
    return await postgres_form.look(address)


async def join_nodes(store: "PostgresStore", listen: str) -> "BroadcastBus":
    """The bus to all other processes on a database, which is heard at the address `listen`."""
    from keltis_server.cluster.broadcast import BroadcastBus
    from keltis_server.store.postgres_channel import PostgresChannel

    return await BroadcastBus.connect(PostgresChannel(store, listen))


def database_problem(words: Words, where: Path | str, error: StoreFailed) -> str:
    """What is wrong with the file or the database there."""
    shown = shown_address(where) if isinstance(where, str) else where
    if isinstance(error, StoreRefused):
        return words._(DATABASE_PROBLEMS[str(error)], path=shown)
    if isinstance(where, str):
        return words._("{path} cannot be used ({reason}).", path=shown, reason=error)
    return words._("{path} cannot be read ({reason}). Put it back from your backup.",
        path=shown, reason=error)  # fmt: skip


def shown_address(address: str) -> str:
    """An address as it may be shown: without the password."""
    scheme, slashes, rest = address.partition("?")[0].partition("//")
    user, at, place = rest.rpartition("@")
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{place}"
