"""The way from a finished game's file to its being shown: made ready in slices between keys."""

from typing import Final

from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.screens.screen import Navigator
from keltis_tui.table.film import Film

BREATH: Final = 0.01
"""Seconds between two slices of the work, for the keys of others."""


class Projection:
    """Makes a film ready in slices between keys and then shows it."""

    def __init__(
        self,
        client: Client,
        navigator: Navigator,
        film: Film,
        table: str,
        turn: int = 0,
        number: int = 0,
    ) -> None:
        self._client = client
        self._navigator = navigator
        self._film = film
        self._table = table
        self._turn = turn
        self._number = number
        if film.whole:
            self._show()
        else:
            client.effects.tick, client.effects.tick_pause = self._go_on, BREATH

    def _go_on(self) -> None:
        self._film.develop()
        if self._film.problem:
            self._client.effects.tick = None
            self._client.message = self._client.words._("That game cannot be played back.")
        elif self._film.whole:
            self._client.effects.tick = None
            self._show()

    def _show(self) -> None:
        if self._film.game not in GAMES or not self._film.last:
            self._client.message = self._client.words._("That game cannot be played back.")
            return
        screen = ReplayScreen(
            self._client, self._navigator, self._film, self._table, self._turn, self._number
        )
        self._navigator.open_dialog(screen)
