"""A finished game to be looked at step by step, made from its file in slices and kept for a while.

Moves that were taken back are left out. Of the positions every eighth is kept.
"""

from collections import OrderedDict
from collections.abc import Generator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from keltis_engine.position import DEALER, Event, IllegalMove, Move, Position, Seat
from keltis_engine.record import BadRecord, Player, reading
from keltis_engine.rules import RULE_SETS

STRIDE: Final = 8
"""Of so many positions one is kept."""
SLICE: Final = 40
"""So many lines or moves are worked through at once: a few milliseconds."""
TOLD: Final = 160
"""Of so many moves before a step the story is told."""
MOST: Final = 8
"""How many films are kept."""
ALL: Final = "all"
"""Instead of a seat: whoever sees everything."""

Viewer = Seat | str | None
"""Through whose eyes a game is seen: a seat's, a stranger's, or with all cards open."""


class Score(NamedTuple):
    """What everybody's points would have been at the end of a turn."""

    step: int
    totals: tuple[int, ...]


class Film:
    """One finished game."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.whole = False
        """Whether all of it can be looked at."""
        self.problem = ""
        """Why it never will, as a code."""
        self.game = ""
        self.players: tuple[Player, ...] = ()
        self.options: dict[str, str] = {}
        self.moves: list[Move] = []
        """The moves that stand."""
        self.first = 0
        """The first step at which there is something to see."""
        self.rounds: list[int] = []
        """The steps with which a round begins."""
        self.turns: list[int] = [0]
        """Which turn it is at each step, games of a match counted through."""
        self.scores: list[Score] = []
        """What everybody had at the end of each turn."""
        self._kept: list[Position] = []
        self._told: dict[Seat | None, list[list[Event] | None]] = {}
        self._work = self._develop()
        self._busy = True

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.moves)

    def develop(self) -> None:
        """Go on with the next slice of the work."""
        try:
            for _ in islice(self._work, SLICE):
                pass
            self.whole = self.whole or not self._busy
        except BadRecord as bad:
            self.problem = bad.reason
        except IllegalMove as refused:
            self.problem = refused.reason

    def _develop(self) -> Generator[None, None, None]:
        record = yield from reading(self.text, RULE_SETS)
        line: list[Move] = []
        for entry in record.entries:
            if entry.move is not None:
                line.append(entry.move)
            elif line:
                line.pop()
            yield
        self.game, self.players, self.options = record.rules, record.players, record.options
        rules = RULE_SETS[record.rules]
        position = rules.start(len(record.players), record.options, record.first)
        for step, move in enumerate(line):
            if step % STRIDE == 0:
                self._kept.append(position)
            before, position = position, position.play(move)
            self._note(step + 1, before, position)
            yield
        self._kept.append(position)
        self.moves = line
        self._busy = False

    def _note(self, step: int, before: Position, after: Position) -> None:
        """Note turns, rounds and points as a step leads from one position to another."""
        begins = after.turn != before.turn
        self.turns.append(self.turns[-1] + begins)
        if not begins and after.to_act is not None:
            return
        if before.turn or after.to_act is None:
            totals = tuple(sheet.total for sheet in after.scores())
            self.scores.append(Score(step, totals))
        if begins and (after.turn - 1) % after.seats == 0:
            self.first = self.first or step
            self.rounds.append(step)

    def position(self, step: int) -> Position:
        """Where the game stood after so many moves."""
        at = min(step // STRIDE, len(self._kept) - 1)
        position = self._kept[at]
        if step == self.last:
            return self._kept[-1]
        for move in self.moves[at * STRIDE : step]:
            position = position.play(move)
        return position

    def story(self, step: int, viewer: Viewer) -> Sequence[Event]:
        """What `viewer` was told of the last moves before a step."""
        seat = viewer if isinstance(viewer, int) else None
        told = self._told.setdefault(seat, [None] * self.last)
        since = max(0, step - TOLD)
        missing = [number for number in range(since, step) if told[number] is None]
        if missing:
            position = self.position(missing[0])
            for number in range(missing[0], step):
                before, position = position, position.play(self.moves[number])
                told[number] = before.events(self.moves[number], position, seat)
        return [event for events in told[since:step] for event in events or ()]

    def actor(self, step: int) -> Seat | None:
        """Who made the last move before a step; None is the dealer."""
        mover = self.position(step - 1).to_act if step else DEALER
        return None if mover == DEALER else mover

    def step_of_turn(self, turn: int) -> int:
        """The first step of a turn, or the last step there is."""
        return next((step for step, begun in enumerate(self.turns) if begun >= turn), self.last)


_films: Final[OrderedDict[bytes, Film]] = OrderedDict()


def film_of(text: str) -> Film:
    """The film of a game file; whoever looks at the same game looks at the same film."""
    key = sha256(text.encode()).digest()
    film = _films.pop(key, None) or Film(text)
    _films[key] = film
    while len(_films) > MOST:
        _films.popitem(last=False)
    return film
