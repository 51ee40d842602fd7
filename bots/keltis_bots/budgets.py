"""How long a master thinks about a move."""

from collections.abc import Callable
from time import perf_counter

from keltis_engine.bots.search import Budget


def by_seconds(most: float) -> Callable[[], Budget]:
    """A budget of so much time a move."""

    def begin() -> Budget:
        began = perf_counter()
        return lambda _: (perf_counter() - began) / most

    return begin
