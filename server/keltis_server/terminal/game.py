"""The game itself, made fit to be hosted."""

from keltis_protocol.link import Link
from keltis_server.terminal.airlock import Airlock
from keltis_server.terminal.hosted import Hosted
from keltis_server.terminal.wire import Wire
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.words import words_for


class GameAtTheDoor(Hosted, KeltisApp):
    """The same app that people run at home, for somebody who came by plain `ssh`."""

    def settle(self, wire: Wire) -> None:
        """Look as it fits the colours of the client's terminal."""
        super().settle(wire)
        self.session.colours = wire.depth.value


def game_app(link: Link, language: str, join: str = "") -> Hosted:
    """An app for one visit; with `join` it goes straight to that table."""
    return GameAtTheDoor(Airlock(link), words_for(language), Entrance(join=join))
