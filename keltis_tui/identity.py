"""How somebody gets here and back: the server's name, the way back, a name that was refused."""

from keltis_protocol.messages import Welcome
from keltis_tui.entrance import Entrance
from keltis_words.refusals import refusal
from keltis_words.ssh_lines import ssh_line
from keltis_words.words import Words


class Identity:
    """What a person here should know of it."""

    def __init__(self, entrance: Entrance) -> None:
        self.host, self.port = entrance.host, entrance.port
        """What leads to the server: as typed here, or else as it calls itself."""
        self.return_code = ""
        """With it a guest takes up the seat again by `ssh`."""
        self.name_problem = ""
        """Why this person is not called as they came, until they have chosen a name."""
        self._unseen = False
        """Whether a guest has not seen the way back to the seat yet."""
        self._shown = False
        """Whether it is shown now, whole."""

    def hear(self, welcome: Welcome, words: Words) -> None:
        """The server says who we are."""
        if welcome.return_code != self.return_code:
            self._unseen = bool(welcome.return_code)
        self.return_code = welcome.return_code
        if not self.host:
            self.host, self.port = welcome.host, welcome.port
        if welcome.name_refused:
            why = refusal(words, welcome.name_refused)
            self.name_problem = f"{welcome.wished}: {why}" if welcome.wished else why

    def acknowledge(self) -> None:
        """What is shown has been seen."""
        self._unseen = self._unseen and not self._shown
        self._shown = False

    @property
    def code_to_show(self) -> str:
        """A guest's code, as long as the way back was not seen whole."""
        return self.return_code if self._unseen else ""

    def way_back(self) -> str:
        """What a guest writes to take up the seat again, for whoever shows it; empty for others."""
        self._shown = True
        return self.line_for("back", self.return_code) if self.return_code else ""

    def line_for(self, *command: str) -> str:
        """What somebody writes in a terminal to do that at this server."""
        return ssh_line(self.host, self.port, *command)
