"""The very same app as a process of its own: what OpenSSH's ForceCommand starts for each visitor.

It plays in a house in its own process, as `keltis play` does. A house shared by all would cost a
second connection for every key; this is the cheaper way, in favour of the other side.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for


async def play() -> None:
    """Open a house, go to its lobby, play until the visitor leaves."""
    with TemporaryDirectory(prefix="keltis-") as folder:
        game_server = await GameServer.open(SqliteStore.open(Path(folder) / "games.db"))
        try:
            visit = await game_server.visit(Caller(key=b"visitor", login="visitor"))
            await KeltisApp(visit, words_for("en")).run_async()
        finally:
            await game_server.close()


if __name__ == "__main__":
    asyncio.run(play())
