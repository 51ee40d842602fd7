"""What a row and the cards held of its colour promise (C4), worked out once and looked up later."""

from typing import Final

from keltis_engine.parts.cards import ANY_VALUE, COLOURS, TWICE, VALUES
from keltis_engine.parts.rows import DOWNWARDS, UPWARDS

ROOM: Final = VALUES + 1
"""A promise is one number: cards held that fit x 12 + how many values the row will take."""
VALUE_WORTH: Final = 0.2
"""What a value that a row still takes is worth, against a card in hand that fits."""

REMEMBERED: Final = 2048
"""For how many hands a row's outlooks are kept, so that they never fill the memory."""

COLOURS_IN: Final = tuple(
    tuple(colour for colour in range(COLOURS) if colours >> colour & 1)
    for colours in range(1 << COLOURS)
)
"""The colours of each set of them, the set as bits."""

Outlook = tuple[int, int, int, int, int]
"""The value to play, the promise now and once it is played; the value to discard and the promise
without it. A value is -1 if there is none."""


class Outlooks(dict[int, Outlook]):
    """For one state of a row the outlook with each hand, coded as `parts.cards` does."""

    def __init__(self, last: int, playable: int) -> None:
        super().__init__()
        self.last = last
        """The last value of the row; -1 if it is empty."""
        self.playable = playable

    def __missing__(self, held: int) -> Outlook:
        """Work it out, as this hand is met for the first time."""
        if len(self) == REMEMBERED:
            self.clear()
        now = _promise(self.last, self.playable, held)
        play = discard = -1
        played = discarded = 0
        for value in range(VALUES):
            if not held >> value & 1:
                continue
            twice = 1 << value + TWICE
            left = held ^ (twice if held & twice else 1 << value)
            far = abs(value - self.last)
            kept = _promise(self.last, self.playable, left)
            if discard < 0 or (_rank(kept), far) > (_rank(discarded), abs(discard - self.last)):
                discard, discarded = value, kept
            if self.playable >> value & 1:
                then = _promise(value, self._playable_after(value), left)
                if play < 0 or (_rank(then), -far) > (_rank(played), -abs(play - self.last)):
                    play, played = value, then
        self[held] = outlook = (play, now, played, discard, discarded)
        return outlook

    def _playable_after(self, value: int) -> int:
        """What the row takes once `value` has been added to it."""
        if self.playable == ANY_VALUE and self.last in (-1, value):
            return ANY_VALUE
        rises = self.playable >> VALUES - 1 & (value >= self.last)
        return UPWARDS[value] if rises else DOWNWARDS[value]


def _promise(last: int, playable: int, held: int) -> int:
    """The better promise of the ways that a row can go."""
    ways = [playable]
    if playable == ANY_VALUE:
        if last >= 0:  # one value so far
            ways = [UPWARDS[last], DOWNWARDS[last]]
        elif held:  # an empty row best begins at either end of the cards held
            once = held & ANY_VALUE
            ways = [ANY_VALUE & -(once & -once), (1 << once.bit_length()) - 1]
    return max(
        ((held & (way | way << TWICE)).bit_count() * ROOM + way.bit_count() for way in ways),
        key=_rank,
    )


def _rank(promise: int) -> float:
    fitting, room = divmod(promise, ROOM)
    return fitting + VALUE_WORTH * room


OPEN_ROW: Final = tuple(Outlooks(last, ANY_VALUE) for last in range(VALUES))
"""The outlooks on a row of one value, which can still go either way."""


def _any_row() -> tuple[Outlooks, ...]:
    rows = [Outlooks(-1, ANY_VALUE)] * (ANY_VALUE + 1)
    for last in range(VALUES):
        for playable in (UPWARDS[last], DOWNWARDS[last]):
            if playable != ANY_VALUE:
                rows[playable] = Outlooks(last, playable)
    return tuple(rows)


ANY_ROW: Final = _any_row()
"""The outlooks on any other row by the values it takes, also on an empty one."""


def outlooks_on(row: tuple[int, ...], playable: int) -> Outlooks:
    """The outlooks on a row that takes the values `playable`."""
    return OPEN_ROW[row[0]] if row and playable == ANY_VALUE else ANY_ROW[playable]
