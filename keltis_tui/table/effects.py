"""What is heard or seen for a moment only: a bell, dice on their way, a move lit up, the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

FRAME: Final = 0.1
"""How many seconds each picture of tumbling dice lasts; no key waits for them."""
LIGHT: Final = 0.24
"""How many seconds it takes to light up what another did, step by step; nor for that."""
STEPS: Final = 4
"""How many steps that has at most, as card, figure, tile, points."""
ENDING: Final = 4.0
"""How many seconds the last move of a game is looked at before the score sheet comes by itself."""


class Tumble(NamedTuple):
    """Dice that were just rolled, shown for a moment on their way."""

    dice: int
    """Which ones, as bits."""
    frames: int = 3
    """How many pictures of it are still to come."""

    def next(self) -> "Tumble | None":
        """What the next picture shows; None once the dice lie still."""
        return self._replace(frames=self.frames - 1) if self.frames > 1 else None


class Light(NamedTuple):
    """What somebody just did, lit up in the order in which it happened."""

    steps: tuple[int, ...]
    """For each step how much of the story is marked by then; with the last one the points are."""
    step: int = 0

    @property
    def told(self) -> int:
        """How much of the story is marked now."""
        return self.steps[self.step]

    @property
    def counted(self) -> bool:
        """Whether it is seen what all of it counts."""
        return self.step + 1 == len(self.steps)

    def next(self) -> "Light | None":
        """What the next picture shows; None once all of it was lit."""
        return self._replace(step=self.step + 1) if self.step + 1 < len(self.steps) else None


def light_for(told: int, ends: int) -> Light | None:
    """The light for the events of a story from `told` up to before `ends`; None for no events."""
    new = ends - told
    count = min(STEPS - 1, new)
    steps = tuple(told + -(-new * step // count) for step in range(1, count + 1))
    return Light((*steps, ends)) if steps else None


@dataclass
class Effects:
    """What is due or still to be seen; one motion at a time."""

    bell: bool = False
    """Whether a bell is due: it has become this person's turn."""
    tumble: Tumble | None = None
    """Dice that were just rolled, for a moment."""
    light: Light | None = None
    """What somebody just did, for a moment."""
    ending: bool = False
    """Whether the game has just ended: its score sheet comes by itself, or with a key."""
    tick: Callable[[], None] | None = None
    """What goes on by itself until it is told to stop, as a game that is played back."""
    tick_pause: float = 0.0
    """Seconds until it goes on."""

    @property
    def pause(self) -> float | None:
        """In how many seconds another picture is due; None if nothing moves."""
        if self.tumble is not None:
            return FRAME
        if self.light is not None:
            return LIGHT / len(self.light.steps)
        if self.ending:
            return ENDING
        return self.tick_pause if self.tick is not None else None

    def advance(self) -> bool:
        """Go on to the next picture; whether the moment after the end of a game is over with it."""
        if self.tumble is not None:
            self.tumble = self.tumble.next()
        elif self.light is not None:
            self.light = self.light.next()
        elif self.tick is not None and not self.ending:
            self.tick()
        else:
            ended, self.ending = self.ending, False
            return ended
        return False

    def stop(self) -> None:
        """Whoever does something has seen enough."""
        self.tumble = None
        self.light = None
        self.ending = False
