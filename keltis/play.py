"""`keltis play`: a house of your own for one evening, with bots and no network."""

import argparse
import getpass
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_data_path

from keltis.folder import FolderInUse, claimed
from keltis.keep import keep
from keltis_server import names
from keltis_server.house import Caller, House
from keltis_server.sqlite_store import SqliteStore
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.home import Home, colours_of
from keltis_tui.words import Words

HOME = b"the person at this keyboard"
"""Stands where a public key would: at home there is one account."""


async def play(chosen: argparse.Namespace, words: Words) -> int:
    """Open the house and play until the player leaves; an unfinished game is kept."""
    entrance = Entrance(
        game=chosen.game, bots=chosen.bots, options=dict(chosen.option), new=chosen.new
    )
    with ExitStack() as stack:
        try:
            data = stack.enter_context(claimed(user_data_path("keltis") / "home"))
        except FolderInUse:  # a second game at the same time can be played, but is not kept
            data = Path(stack.enter_context(TemporaryDirectory(prefix="keltis-")))
        house = await House.open(SqliteStore.open(data / "games.db"))
        try:
            visit = await house.visit(Caller(key=HOME, login=_name()))
            await KeltisApp(visit, words, entrance, Home(), colours_of(), keep).run_async()
        finally:
            await house.close()
    return 0


def _name() -> str:
    """What the bots call the player: the user's name, unless it is one like `root`."""
    user = getpass.getuser()
    return user if names.refusal(user) is None else "player"
