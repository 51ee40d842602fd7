"""The question what is to be done while the game waits for somebody who is away."""

from functools import partial
from typing import Final

from keltis_protocol.messages import DecideAbsence, TableChanged
from keltis_tui.canvas.bars import Key
from keltis_tui.client import Client
from keltis_tui.screens.by_days import by_days
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.screen import Navigator
from keltis_tui.table.client_game import ClientGame
from keltis_words import absence
from keltis_words.words import N_

CHOICES: Final = {"w": "wait", "b": "turn", "B": "bot", "e": "end"}
"""What each key says."""
KEYS: Final = (
    Key("w", N_("wait")),
    Key("b", N_("bot once")),
    Key("B", N_("bot plays on")),
    Key("e", N_("end it")),
)


class AbsentQuestion:
    """Asks those who are there; it is up for as long as the game waits for one who is not."""

    def __init__(self, client: Client, navigator: Navigator, game: ClientGame) -> None:
        self._client = client
        self._navigator = navigator
        self._game = game

    @property
    def about(self) -> int | None:
        """Whom the game waits for in vain, by seat."""
        table, view = self._client.table, self._game.view
        if table is None or table.seat is None or table.state != "playing":
            return None
        if table.late is not None:
            return table.late if table.late != table.seat else None
        if by_days(table):
            return None
        between = self._game.between_games
        if not between and (view.to_act is None or view.to_act < 0):
            return None
        for seat, state in enumerate(table.seats):
            waited_for = not state.ready if between else seat == view.to_act
            if waited_for and state.away and not state.stand_in and seat != table.seat:
                return seat
        return None

    @property
    def keys(self) -> list[Key]:
        """The keys that answer it."""
        table, about = self._client.table, self.about
        if table is None or about is None:
            return []
        return list(KEYS) if table.seats[about].away else list(KEYS[:2])

    @property
    def text(self) -> str:
        """Who is away, since when, and which keys answer; empty if nobody is."""
        table, about, words = self._client.table, self.about, self._client.words
        if table is None or about is None:
            return ""
        span = absence.span(words, self._away_for(table, about))
        name = table.seats[about].name
        if not table.seats[about].away:
            return words._("{name}'s time is up: what now?", name=name) + " (w b)"
        if table.late == about:
            text = words._("{name} is away and the time is up: what now?", name=name)
            return f"{text} (w b B e)"
        text = words._("{name} has been away for {span}: what now?", name=name, span=span)
        return f"{text} (w b B e)"

    @property
    def votes(self) -> str:
        """What was said about it so far, if more than one has a say."""
        table = self._client.table
        if table is None or self.about is None:
            return ""
        return absence.votes(self._client.words, table.seats)

    @property
    def tick(self) -> float | None:
        """In how many seconds it says something else by itself."""
        table, about = self._client.table, self.about
        if table is None or about is None or table.late is not None:
            return None
        return absence.until_next(self._away_for(table, about))

    def press(self, key: str) -> bool:
        """Say what a key stands for; whether it is one of these keys."""
        table, about = self._client.table, self.about
        if table is None or about is None or key not in {each.key for each in self.keys}:
            return False
        say = partial(self._say, table, about, CHOICES[key])
        if CHOICES[key] != "end":
            say()
            return True
        words = self._client.words
        text = words._(
            "End the game for everybody? Nobody wins it, and it cannot be taken up again."
        )
        title = words._("End the game")
        self._navigator.open_dialog(Question(self._client, self._navigator, title, text, say))
        return True

    def _say(self, table: TableChanged, about: int, choice: str) -> None:
        absent = table.seats[about].returns
        self._client.ask(
            lambda command: DecideAbsence(
                id=command, table=table.table, seat=about, absence=absent, choice=choice
            )
        )

    def _away_for(self, table: TableChanged, about: int) -> float:
        return max(0.0, (self._client.clocks.server_now - table.seats[about].away_since) / 1000)
