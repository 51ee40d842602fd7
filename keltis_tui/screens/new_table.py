"""The dialog that opens a table: game, seats, options and settings, whatever the server offers."""

from collections.abc import Mapping

from keltis_protocol.messages import OpenTable
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.terms import Lines, TermsDialog, of_kind
from keltis_words.words import N_


class NewTable(TermsDialog):
    """The game too is chosen here."""

    heading = N_("A new table")
    confirming = N_("open the table")

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator, {})

    @property
    def game(self) -> str:
        """The game in the first line."""
        games = [offer.id for offer in self.client.games]
        return self.value("game", games)

    def lines(self) -> Lines:
        """The game first."""
        return [("game", [offer.id for offer in self.client.games]), *super().lines()]

    def confirm(self, agreed: Mapping[str, str]) -> None:
        """Open the table."""
        self.client.ask(
            lambda command: OpenTable(
                id=command,
                game=agreed["game"],
                seats=int(agreed["seats"]),
                options=of_kind("option ", agreed),
                private=agreed["private"] == "on",
                settings=of_kind("setting ", agreed),
            )
        )
