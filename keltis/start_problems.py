"""Why a server could not start, with workers or without, in words."""

import argparse
from pathlib import Path

from keltis.database import GAMES, database_problem
from keltis.folder import FolderInUse
from keltis_server import ssh
from keltis_server.limits import BadLimits
from keltis_server.store.contract import StoreFailed
from keltis_words.command_line import HOST_KEY_PROBLEMS
from keltis_words.words import Words

Problem = FolderInUse | BadLimits | OSError | StoreFailed | ssh.HostKeyRefused


def start_problem(words: Words, chosen: argparse.Namespace, data: Path, error: Problem) -> str:
    """What is wrong, and what to change."""
    _ = words._
    if isinstance(error, FolderInUse):
        return _("{folder} is used by another keltis; choose one with --data.", folder=data)
    if isinstance(error, BadLimits):
        return _("{path} does not hold limits: {reason}", path=chosen.limits, reason=error)
    if isinstance(error, StoreFailed):
        return database_problem(words, chosen.database or data / GAMES, error)
    if isinstance(error, ssh.HostKeyRefused):
        return _(HOST_KEY_PROBLEMS[error.code], path=error.path)
    return _("Cannot serve on port {port} with data in {folder}: {reason}.",
        port=chosen.port, folder=data, reason=error.strerror or error)  # fmt: skip
