"""Chance for playouts: quick, the same again from the same seed, too plain to deal a game with."""

from typing import Final

MODULUS: Final = 2_147_483_647
MULTIPLIER: Final = 48_271
"""Lehmer's generator with the numbers of the "minimal standard": small ints all the way."""


class QuickChance:
    """Numbers that only look like chance; two playouts with the same seed meet the same luck."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed % (MODULUS - 1) + 1

    def below(self, limit: int, /) -> int:
        """A whole number below `limit`."""
        self._state = state = self._state * MULTIPLIER % MODULUS
        return state * limit // MODULUS
