"""Why a server could not start, with workers or without, in words."""

import argparse
from pathlib import Path

from keltis.folder import FolderInUse
from keltis_server.limits import BadLimits
from keltis_words.words import Words


def start_problem(
    words: Words, chosen: argparse.Namespace, data: Path, error: FolderInUse | BadLimits | OSError
) -> str:
    """What is wrong, and what to change."""
    _ = words._
    if isinstance(error, FolderInUse):
        return _("{folder} is used by another keltis; choose one with --data.", folder=data)
    if isinstance(error, BadLimits):
        return _("{path} does not hold limits: {reason}", path=chosen.limits, reason=error)
    return _("Cannot serve on port {port} with data in {folder}: {reason}.",
        port=chosen.port, folder=data, reason=error.strerror or error)  # fmt: skip
