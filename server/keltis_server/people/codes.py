"""Short random codes that can be said aloud and written down without mistakes."""

import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ3479"
"""Capital letters and digits of which no two look alike."""
TABLE: Final = 6
"""How many letters a table's code has: 28 bits."""


def code(length: int = TABLE) -> str:
    """A random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))
