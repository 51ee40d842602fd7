"""How a server starts, with workers or without; if it cannot, why, in words."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from keltis.database import GAMES, database_problem
from keltis.folder import FolderInUse, server_folder
from keltis.handover import Handover
from keltis_server import ssh
from keltis_server.limits import BadLimits
from keltis_server.store.contract import StoreFailed
from keltis_words.command_line import HOST_KEY_PROBLEMS
from keltis_words.words import Words

Problem = FolderInUse | BadLimits | OSError | StoreFailed | ssh.HostKeyRefused


async def start(
    chosen: argparse.Namespace, words: Words, serving: Callable[[Path, Handover], Awaitable[int]]
) -> int:
    """Serve with the data in a folder; the exit code, and on stderr what kept it from starting."""
    data = server_folder(chosen.data)
    handover = Handover()
    try:
        return await serving(data, handover)
    except (FolderInUse, BadLimits, OSError, StoreFailed, ssh.HostKeyRefused) as error:
        problem = _in_words(words, chosen, data, error)
    finally:
        handover.close()
    print(problem, file=sys.stderr)
    return 1


def _in_words(words: Words, chosen: argparse.Namespace, data: Path, error: Problem) -> str:
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
