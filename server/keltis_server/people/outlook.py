"""Which of the tables and people of a lobby somebody looks at."""

from typing import NamedTuple


class Outlook(NamedTuple):
    """What is looked for, and from which place on it is listed."""

    asked: str = ""
    """What is looked for, as it was typed …"""
    text: str = ""
    """… and as it is compared: tidied, its case folded."""
    games: frozenset[str] = frozenset()
    """Games whose tables are looked for too."""
    first: int = 0
    first_person: int = 0
