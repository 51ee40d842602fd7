"""How a running game with a live clock goes on with one by days: all who are there agree to it."""

from collections.abc import Collection
from typing import Final

from keltis_server.refusal import Refusal
from keltis_server.tables import decide
from keltis_server.tables.clocks import KINDS
from keltis_server.tables.records import AgreedToDays, ClockTurned, Record
from keltis_server.tables.table import Decision, Table

BY_DAYS: Final = tuple(name for name, kind in KINDS.items() if kind.each)
"""The clocks that one may agree to."""


def agree(
    table: Table, who: str, clock: str, present: Collection[str], just_gone: Collection[str]
) -> Decision:
    """Say by which clock one would go on, or by none; once all who are there say the same it is so.

    Of those who are away only somebody who has just gone, and may be back at once, is waited for.
    """
    seat = decide.seat_of(table, who)
    if table.game is None:
        raise Refusal("no_game")
    if not table.playing:
        raise Refusal("game_over")
    if not table.clocks.live:
        raise Refusal("no_live_clock")
    if clock not in ("", *BY_DAYS):
        raise Refusal("bad_choice")
    agreed = table.clocks.agreed | {seat: clock}
    said = agreed[seat] != table.clocks.agreed.get(seat, "")
    records: list[Record] = [AgreedToDays(seat=seat, clock=clock)] if said else []
    others = {one for one, at in table.people.items() if agreed.get(at, "") != clock}
    if clock and not others & set(present):
        if others & set(just_gone):
            raise Refusal("away_too_short")
        records.append(ClockTurned(clock=clock))
    return Decision(tuple(records))
