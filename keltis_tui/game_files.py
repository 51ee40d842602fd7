"""Files of finished games, which come in pieces."""

from collections.abc import Callable

from keltis_protocol.messages import FetchGame, GameFile
from keltis_tui.requests import Requests


class GameFiles:
    """Brings one file at a time: the one that was asked for last."""

    def __init__(self, requests: Requests) -> None:
        self._ask = requests.ask
        self._text = ""
        """What has come so far."""
        self._wanted: Callable[[str], None] | None = None

    def fetch(self, table: str, wanted: Callable[[str], None], number: int = 0) -> None:
        """Have the file of a finished game of a table brought, the newest if none is named."""
        self._text, self._wanted = "", wanted
        self._ask(lambda command: FetchGame(id=command, table=table, number=number))

    def hear(self, fact: GameFile) -> None:
        """A piece has come; once it is whole the file goes where it is wanted."""
        if self._wanted is not None:
            self._text += fact.text
            if not fact.more:
                wanted, self._wanted = self._wanted, None
                wanted(self._text)
