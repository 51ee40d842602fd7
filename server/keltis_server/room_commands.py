"""The commands about a table before its game: bots, seats, what is agreed, whose it is."""

from keltis_protocol.messages import AddBot, ArrangeTable, ClearSeat, HandTable, NotReady
from keltis_server.at_table import AtTable
from keltis_server.people.visit import Visit
from keltis_server.tables import arranging
from keltis_server.tables.bots import bot_kind
from keltis_server.tables.table import Decision, Table


class RoomCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, at_table: AtTable) -> None:
        self._at_table = at_table

    async def add_bot(self, visit: Visit, command: AddBot) -> None:
        """Put a bot on a free seat, or in another's place."""

        def judged(table: Table) -> Decision:
            self._check(visit, table, may_begin=True)
            kind = bot_kind(table.rules, command.bot)
            return arranging.add_bot(table, visit.who, command.seat, kind)

        await self._at_table.change(visit, command, judged)

    async def take_back_ready(self, visit: Visit, command: NotReady) -> None:
        """Be ready no longer."""

        def judged(table: Table) -> Decision:
            self._check(visit, table)
            return arranging.take_back_ready(table, visit.who)

        await self._at_table.change(visit, command, judged)

    async def arrange(self, visit: Visit, command: ArrangeTable) -> None:
        """Settle the table anew."""

        def judged(table: Table) -> Decision:
            self._check(visit, table, may_begin=True)
            return arranging.arrange(table, visit.who, command)

        await self._at_table.change(visit, command, judged)

    async def clear_seat(self, visit: Visit, command: ClearSeat) -> None:
        """Take a bot off the table, or ask a person to leave it."""

        def judged(table: Table) -> Decision:
            self._check(visit, table)
            return arranging.clear_seat(table, visit.who, command.seat)

        await self._at_table.change(visit, command, judged)

    async def hand_over(self, visit: Visit, command: HandTable) -> None:
        """Let the table be another's."""

        def judged(table: Table) -> Decision:
            self._check(visit, table)
            return arranging.hand_table(table, visit.who, command.seat)

        await self._at_table.change(visit, command, judged)

    def _check(self, visit: Visit, table: Table, *, may_begin: bool = False) -> None:
        """Refuse what finds no room in the log."""
        self._at_table.check_room(table, visit.who.id)
        if may_begin:
            self._at_table.check_games(table)
