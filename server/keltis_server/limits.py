"""How much one person, one table and one visit may ask for."""

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit of the house behind its door, with its default."""

    tables_per_person: int = 3
    """Tables that a person owns and that are not over."""
    tables: int = 5000
    """Tables in the whole house."""
    wrong_codes: int = 20
    """Unknown codes that one address (IPv6: one /64) may try at once."""
    wrong_code_seconds: float = 30.0
    """How long it takes until one of them is forgiven."""
    link_seconds: float = 600.0
    """How long the code for a second key is good."""
    guest_return_seconds: float = 1800.0
    """How long a running game waits when only guests play it and all are gone."""
    unread_facts: int = 256
    """Facts that may wait for a visit to read them; one more and it is too slow."""
    lobby_tables: int = 200
    """Tables that one list of the lobby holds."""
    lobby_pause: float = 0.1
    """Seconds between two lists of the lobby."""
    empty_table: float = 120.0
    """Seconds that a table without a running game waits for somebody to come back."""
    bot_pause: float = 0.6
    """Seconds a bot takes for a small move, so that people can follow."""
    retry_pause: float = 5.0
    """Seconds until a bot tries again after something has failed."""
