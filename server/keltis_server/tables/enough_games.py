"""Which tables count against one who wants to sit down at one more: those where others are."""

from collections.abc import Callable, Collection, Sequence

from keltis_server.tables.line import Line


def others_are_there(line: Line, who: str, present: Collection[str]) -> bool:
    """Whether somebody who sits at a table is waited for, or may be, by another who is there.

    Not at one where only bots play, nor where the others are away or gave up, nor after the game.
    """
    return line.state != "over" and any(other in present for other in line.people if other != who)


def unfinished(lines: Sequence[Line]) -> list[Line]:
    """The tables whose game is not over, or has not begun."""
    return [line for line in lines if line.state != "over"]


def against_bots_alone(line: Line, who: str) -> bool:
    """Whether no other person sits at a table whose game is not over."""
    return line.state != "over" and line.people.keys() <= {who}


def surplus(
    who: str,
    lines: Sequence[Line],
    most: int,
    anybody_at: Callable[[str], bool],
    went: Callable[[str, str], int],
) -> list[Line]:
    """What makes room for one more: tables with bots alone and nobody there, longest left first.

    Of those that were left before this process began, the one that was written to first.
    """
    too_many = len(unfinished(lines)) - most + 1
    if too_many <= 0:
        return []
    left = [line for line in lines if against_bots_alone(line, who) and not anybody_at(line.table)]
    return sorted(left, key=lambda line: (went(line.table, who), line.at))[:too_many]
