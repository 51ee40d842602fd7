"""The command of whoever leads the others at a table through a finished game: nothing is kept."""

from keltis_protocol.messages import ShowStep, StepShown
from keltis_server.cluster.bus import Bus, Shown
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.tables.registry import TableRegistry


class TogetherCommands:
    """It answers its command, or raises a `Refusal`."""

    def __init__(self, registry: TableRegistry, bus: Bus) -> None:
        self._registry = registry
        self._bus = bus

    async def show(self, visit: Visit, command: ShowStep) -> None:
        """Tell the others at the table, here and in other processes, at which step one looks."""
        if command.table not in (visit.table, visit.watching):
            raise Refusal("not_at_table")
        live = self._registry.live_tables[command.table]
        if not live.table.over or command.number > live.table.games:
            raise Refusal("game_not_over")
        visit.finish(command.id)
        shown = StepShown(
            table=command.table,
            name=visit.who.name,
            step=command.step,
            number=command.number,
            leads=command.leads,
        )
        live.tell_shown(shown, but=visit.who.id)
        self._bus.publish(
            Shown(shown.table, shown.name, shown.step, shown.number, leads=shown.leads)
        )
