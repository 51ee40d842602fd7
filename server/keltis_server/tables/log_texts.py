"""What whoever runs the server reads of tables: which games begin and end, and which cannot."""

import logging

from keltis_engine.rules import RULE_SETS
from keltis_server.tables.line import Line

log = logging.getLogger(__name__)


def other_rules(known: Line) -> str:
    """Why a table cannot go on under the rules of this program; empty if it can."""
    version = RULE_SETS[known.game].version if known.game in RULE_SETS else 0
    if known.version in (0, version):
        return ""
    if not version:
        return f"this program does not know the game {known.game!r}"
    return (
        f"this game was played under {known.game} rules {known.version};"
        f" this program plays {version}"
    )


def log_change(before: Line | None, now: Line, *, closed: bool) -> None:
    """Log that a game begins, is over or was ended before its end, and who played it.

    A table that is closed while a game is played there stays `playing` in its line.
    """
    playing = now.playing and not closed
    if before is None or before.playing == playing:
        return
    names = ", ".join(place.name for place in (now if playing else before).places)
    ended = "is over" if now.state == "over" and not now.forsaken else "was ended before its end"
    what = "begins" if playing else ended
    log.info("table %s: a game of %s %s: %s", now.table, now.game, what, names)
