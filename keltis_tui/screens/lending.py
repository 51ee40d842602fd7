"""Whether those who look on may see what one sees oneself, a round late."""

from keltis_protocol.messages import OpenHand
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.screen import Navigator


class Lending(Question):
    """Asks before anybody sees one's cards, and before nobody does any more."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        words, table = client.words, client.table
        seat = table.seat if table else None
        lent = table is not None and seat is not None and table.seats[seat].open
        text = words._("Let those who look on see what you see, always a whole round late?")
        if lent:
            text = words._("Those who look on see what you see, a round late. Stop that?")

        def settle() -> None:
            if table is not None:
                code = table.table
                client.ask(lambda command: OpenHand(id=command, table=code, open=not lent))

        super().__init__(client, navigator, words._("Watchers"), text, settle)
