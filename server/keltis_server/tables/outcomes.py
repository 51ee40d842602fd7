"""What pages and ladders are told of a game that ended: who had which place, and if it counts."""

from collections.abc import Sequence

from keltis_engine.position import Seat
from keltis_server.rating import BOT, ladder_of
from keltis_server.store.played import Ended, SeatPlayed
from keltis_server.tables.records import GameOver, Record
from keltis_server.tables.state import Entrant
from keltis_server.tables.table import Table


def ended_of(table: Table, decided: Sequence[Record]) -> Ended | None:
    """What is stored of the game that these records ended, if any and if anybody has a page.

    The table is as it is after them. Whoever gave up has the last place, whatever a bot made of it.
    """
    over = next((record for record in decided if isinstance(record, GameOver)), None)
    if over is None or not any(map(_account, table.entrants)):
        return None
    ranks = [(_gave_up(table, seat), -total) for seat, total in enumerate(over.totals)]
    seats = [
        SeatPlayed(
            who=BOT + entrant.bot if entrant.bot else _account(entrant),
            name=entrant.name if entrant.who is not None and entrant.who.guest else "",
            place=1 + sum(other < ranks[seat] for other in ranks),
            total=over.totals[seat],
        )
        for seat, entrant in enumerate(table.entrants)
    ]
    return Ended(
        game=table.rules, listed=not table.private, ladder=_ladder(table), seats=tuple(seats)
    )


def _ladder(table: Table) -> str:
    """Where the game counts: nowhere if it was not rated or anybody has no account."""
    people = [entrant for entrant in table.entrants if not entrant.bot]
    if not table.rated or not all(map(_account, people)):
        return ""
    return ladder_of(table.rules, bots=len(people) < len(table.entrants))


def _account(entrant: Entrant) -> str:
    return entrant.who.account if entrant.who is not None else ""


def _gave_up(table: Table, seat: Seat) -> bool:
    """Whether the person who began on a seat has left it for good."""
    return table.entrants[seat].who is not None and table.places[seat].who is None
