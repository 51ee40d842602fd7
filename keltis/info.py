"""`keltis info`: what is installed here, and what of it makes the bots stronger."""

import argparse
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from keltis_bots.masters import learned_games
from keltis_engine import position
from keltis_server.limits import Limits
from keltis_server.thinking.thinkers import processes
from keltis_words.games.catalogue import game_name
from keltis_words.words import Words


def info(_: argparse.Namespace, words: Words) -> int:
    """Print it, a line each."""
    print("\n".join(lines(words)))
    return 0


def lines(words: Words) -> list[str]:
    """What is to be said."""
    _, limits = words._, Limits()
    learned, numpy = learned_games(), _version("numpy") or _("not installed")
    masters = (
        _("masters have learned {games}", games=", ".join(game_name(words, g) for g in learned))
        if learned
        else _(
            "masters play without what they learned, a little weaker: pip install 'keltis[bots]'"
        )
    )
    return [
        f"keltis {version('keltis')}, Python {platform.python_version()}",
        _("engine: compiled")
        if is_compiled()
        else _("engine: plain Python; masters think several times less (see: make compiled)"),
        f"numpy: {numpy}; {masters}",
        _("stores: {stores}", stores=", ".join(stores())),
        _(
            "a master thinks {seconds} s at most, in {processes} of {cores} cores",
            seconds=f"{limits.bot_seconds:g}",
            processes=str(processes(limits)),
            cores=str(os.cpu_count()),
        ),
    ]


def is_compiled() -> bool:
    """Whether the engine that is loaded is the C extension."""
    return Path(position.__file__ or "").suffix != ".py"


def stores() -> list[str]:
    """The databases that a server can keep its games in."""
    return ["SQLite", *(["PostgreSQL"] if _version("asyncpg") else [])]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
