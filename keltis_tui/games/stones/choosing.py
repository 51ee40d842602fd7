"""What can be chosen at a table of The Way of Stones: a stone, and whether to take it."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis_engine.parts.cards import COLOUR, VALUE
from keltis_engine.position import PlayerMove
from keltis_engine.rules.stones import FACE_DOWN, LeaveStone, StonesView, TakeStone, TurnStone
from keltis_tui.canvas.canvas import Target
from keltis_tui.table.choosing import Choice
from keltis_words.games.stones import COLUMNS, LINES

LINE: Final = "line "
"""The mode in which a line was named, followed by its number."""
COLUMN_KEYS: Final = "1234567890-"
"""The key of each column: those in a row on the keyboard."""
ANY, TAKE, LEAVE, PASS = Target("any"), Target("take"), Target("leave"), Target("pass")


def fits(view: StonesView, place: int) -> bool:
    """S4: whether a stone lies face up on a place that fits the viewer's row."""
    stone = view.field[place]
    if stone is None or stone == FACE_DOWN:
        return False
    row, value = view.rows[view.seat or 0][COLOUR[stone]], VALUE[stone]
    return len(row) < 2 or (value > row[-1] if row[-1] > row[0] else value < row[-1])


def take_or_leave(place: int, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """S3: the stone just turned up; if it does not fit, leaving it is offered."""
    take, leave = TakeStone(place), LeaveStone()
    fitting = take in moves
    return (
        Choice(TAKE, ("t",), take, fitting, at_once=True),
        Choice(LEAVE, ("l",), leave, leave in moves, at_once=True, offered=not fitting),
    )


def stone_choices(
    view: StonesView, moves: Sequence[PlayerMove], mode: str = ""
) -> tuple[Choice, ...]:
    """S3: every stone of the field, those first that can be taken, then those face down.

    By keys a stone is named as in the log, by the letter of its line and its column; one that is
    face down is turned by that, one that is taken is shown first.
    """
    legal = set(moves)
    ranked: list[tuple[int, Choice]] = []
    for place, stone in enumerate(view.field):
        line, column = divmod(place, COLUMNS)
        move = TurnStone(place) if stone == FACE_DOWN else TakeStone(place)
        named = mode == f"{LINE}{line}"
        choice = Choice(
            Target("stone", place),
            (COLUMN_KEYS[column],) if named else (),
            move,
            move in legal,
            at_once=named and stone == FACE_DOWN,
            at=(column, line),
            gap=stone is None,
        )
        rank = 1 if stone == FACE_DOWN else 0 if choice.legal else 2
        ranked.append((rank, choice))
    stones = tuple(choice for _, choice in sorted(ranked, key=lambda pair: pair[0]))
    down = [choice.move for choice in stones if isinstance(choice.move, TurnStone)]
    lines = _lines(stones)
    if down and down[0] in legal:
        return (*stones, Choice(ANY, (" ",), down[0], True, at_once=True), *lines)
    return (*stones, *lines)


def _lines(stones: Sequence[Choice]) -> Iterator[Choice]:
    """Each line in which something can be chosen, by its letter."""
    for line, letter in enumerate(LINES):
        for choice in stones:
            if choice.legal and choice.at is not None and choice.at[1] == line:
                target, leads_to = Target("line", line), f"{LINE}{line}"
                keys = (letter.lower(),)
                yield Choice(target, keys, choice.move, True, gap=True, leads_to=leads_to)
                break
