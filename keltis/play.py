"""`keltis play`: a house of your own for one evening, with bots and no network."""

import argparse
import getpass
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_data_path

from keltis.database import database_problem
from keltis.folder import FolderInUse, claimed
from keltis.saved_games import save
from keltis.terminal import NO_TERMINAL, missing_terminal, run_app
from keltis_server.people import names
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import StoreFailed
from keltis_server.store.sqlite import SqliteStore
from keltis_tui.entrance import Entrance
from keltis_tui.settings_file import SettingsFile
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import Words

HOME = b"the person at this keyboard"
"""Stands where a public key would: at home there is one account."""


async def play(chosen: argparse.Namespace, words: Words) -> int:
    """Open the house and play until the player leaves; an unfinished game is kept."""
    if missing_terminal(words):
        return NO_TERMINAL
    entrance = Entrance(
        game=chosen.game,
        bots=len(chosen.bots),
        strengths=chosen.bots,
        options=dict(chosen.option),
        resume=not chosen.game,
        alone=True,
        new=chosen.new,
    )
    return await at_home(entrance, words)


async def at_home(entrance: Entrance, words: Words) -> int:
    """Open the house and stay until the player leaves."""
    with ExitStack() as stack:
        try:
            data = stack.enter_context(claimed(user_data_path("keltis") / "home"))
        except FolderInUse:  # a second game at the same time can be played, but is not kept
            data = Path(stack.enter_context(TemporaryDirectory(prefix="keltis-")))
        path = data / "games.db"
        try:
            game_server = await GameServer.open(SqliteStore.open(path))
        except StoreFailed as error:
            print(database_problem(words, path, error), file=sys.stderr)
            return 1
        try:
            visit = await game_server.visit(Caller(key=HOME, login=_name()))
            app = KeltisApp(visit, words, entrance, SettingsFile(), os.environ, save)
            return await run_app(app)
        finally:
            await game_server.close()


def _name() -> str:
    """What the bots call the player: the user's name, unless it is one like `root`."""
    user = getpass.getuser()
    return user if names.refusal(user) is None else "player"
