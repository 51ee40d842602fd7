"""The dialog in which a table that stands is settled anew, or what is agreed there is read."""

from collections.abc import Mapping

from keltis_protocol.messages import ArrangeTable, TableChanged
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.terms import TermsDialog, of_kind
from keltis_words.words import N_


class ArrangeDialog(TermsDialog):
    """Whose table it is changes it; everybody else reads it."""

    heading = N_("What is agreed at this table")
    confirming = N_("have it so")

    def __init__(self, client: Client, navigator: Navigator, table: TableChanged) -> None:
        agreed = {f"option {name}": value for name, value in table.options.items()}
        agreed |= {f"setting {name}": value for name, value in table.settings.items()}
        agreed |= {"seats": str(len(table.seats)), "private": "on" if table.private else "off"}
        super().__init__(client, navigator, agreed)
        self._table = table.table
        self._game = table.game

    @property
    def game(self) -> str:
        """That of the table."""
        return self._game

    @property
    def may_change(self) -> bool:
        """Whether it is our table, and no game runs."""
        table = self.client.table
        return table is not None and table.owner and table.state != "playing"

    def confirm(self, agreed: Mapping[str, str]) -> None:
        """Settle the table anew."""
        self.client.ask(
            lambda command: ArrangeTable(
                id=command,
                table=self._table,
                seats=int(agreed["seats"]),
                options=of_kind("option ", agreed),
                private=agreed["private"] == "on",
                settings=of_kind("setting ", agreed),
            )
        )
