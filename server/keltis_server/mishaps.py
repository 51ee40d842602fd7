"""Our own mistakes: each ends here, leaves a line in the log, and touches nobody else."""

import logging
import traceback
from collections.abc import Awaitable
from typing import Final

_log: Final = logging.getLogger(__name__)


async def survived(what: str, work: Awaitable[None]) -> bool:
    """Whether `work` came to its end. What breaks in it ends here, and only here in the server.

    A session, a command and a bot's move each run in one of these.
    """
    try:
        await work
    except Exception as error:  # noqa: BLE001 (nothing that breaks for one may touch another)
        log_mishap(what, error)
        return False
    return True


def log_mishap(what: str, error: BaseException) -> None:
    """Log where it happened, but neither values nor messages: they may be somebody's cards."""
    places = traceback.extract_tb(error.__traceback__)
    way = " < ".join(f"{place.filename}:{place.lineno} {place.name}" for place in reversed(places))
    _log.error("%s broke: %s at %s", what, type(error).__name__, way)
