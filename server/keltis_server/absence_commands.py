"""The commands about people who are not at the table where a game waits for them."""

from keltis_protocol.messages import AgreeToDays, DecideAbsence
from keltis_server.at_table import AtTable
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.tables import absence, by_days
from keltis_server.tables.absences import Absences
from keltis_server.tables.table import Decision, Table


class AbsenceCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, at_table: AtTable, absences: Absences, limits: Limits) -> None:
        self._at_table = at_table
        self._absences = absences
        self._limits = limits

    async def decide(self, visit: Visit, command: DecideAbsence) -> None:
        """Say what is to be done about somebody who is away."""
        live = self._at_table.live(visit, command.table)

        def judged(table: Table) -> Decision:
            self._at_table.check_room(table, visit.who.id)
            about, choice = command.seat, command.choice
            decided = absence.vote(
                table, visit.who.id, about, command.absence, choice, live.present
            )
            away_for = self._absences.away_for(table.code, table.people_at(about))
            absence.check_patience(table, about, choice, away_for, self._limits)
            return decided

        await self._at_table.change(visit, command, judged)

    async def agree_to_days(self, visit: Visit, command: AgreeToDays) -> None:
        """Say that one would have a clock by days; those who are away do not stand in the way."""
        live = self._at_table.live(visit, command.table)

        def judged(table: Table) -> Decision:
            who, least = visit.who.id, self._limits.away_seconds * 1000
            self._at_table.check_room(table, who)
            away = table.people.keys() - set(live.present)
            gone = {one for one in away if self._absences.away_for(table.code, one) < least}
            return by_days.agree(table, who, command.clock, live.present, gone)

        await self._at_table.change(visit, command, judged)
