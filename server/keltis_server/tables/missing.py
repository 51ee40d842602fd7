"""Whom a running game waits for, and whether they are there."""

from collections.abc import Collection

from keltis_engine.position import DEALER, Seat
from keltis_server.tables.table import Table


def awaited(table: Table) -> list[Seat]:
    """The seats whose person a running game waits for; of a bot, and of the dealer, none."""
    to_act = table.to_act
    if to_act is None:
        return []
    if to_act != DEALER:
        return [] if table.bot(to_act) else [to_act]
    return [seat for seat in range(len(table.places)) if not table.is_ready(seat)]


def missing(table: Table, present: Collection[str]) -> Seat | None:
    """The seat of the person whom a running game waits for though that one is not there.

    In a game by days nobody has to be: until the time is up there is nothing to decide.
    """
    if table.clocks.by_days:
        return None
    for seat in awaited(table):
        who = table.places[seat].who
        if who is not None and who.id not in present:
            return seat
    return None


def wanted(table: Table, present: Collection[str]) -> Seat | None:
    """The seat for which the others may have a bot play: its time is up or its person missing."""
    late = table.clocks.too_late
    return missing(table, present) if late is None else late


def votes_now(table: Table, present: Collection[str]) -> dict[Seat, str]:
    """What those who are present say about the one who is missing, by seat."""
    about = wanted(table, present)
    if about is None or table.game is None:
        return {}
    votes = table.stand_ins.votes_about(table.stand_ins.absence(about, table.game))
    there = {seat for who, seat in table.people.items() if who in present}
    return {seat: choice for seat, choice in votes.items() if seat in there}
