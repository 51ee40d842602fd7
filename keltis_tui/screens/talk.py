"""The dialogs in which people talk: what was said, the line being typed, and whom to hear."""

from keltis_protocol.messages import Command, Report, ReportInLobby, Say, SayInLobby
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.typed import TypedDialog
from keltis_tui.table.talk import Speaker, Spoken, Talk
from keltis_tui.table.talk_lines import paint_talk, sign_of
from keltis_words.words import N_

LONGEST = 200
"""How many characters a line has at most."""
WIDEST, TALLEST = 96, 32
"""How large the dialog is at most."""


class Conversation(TypedDialog):
    """Stays open until Esc, so that an answer can be read."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator, InputLine(LONGEST, history=self._said))
        self.talk.read()
        self._chosen: Speaker | None = None
        """Whom mute and report are about."""

    @property
    def talk(self) -> Talk:
        """What was said."""
        raise NotImplementedError

    @property
    def heading(self) -> str:
        """Where this is said."""
        raise NotImplementedError

    def saying(self, command: str, text: str) -> Command:
        """What says something."""
        raise NotImplementedError

    def reporting(self, command: str, line: Spoken) -> Command:
        """What has somebody who said this looked at."""
        raise NotImplementedError

    def why_silent(self) -> str:
        """Why nobody would hear it; empty if somebody would."""
        return ""

    @property
    def too_long(self) -> str:
        """How much may be said at once."""
        return self.words._("That is as much as can be said at once.")

    def _said(self) -> list[str]:
        """What this person said before."""
        return [line.text for line in self.talk.lines if line.mine]

    def key_bar(self) -> list[Key]:
        """Say it, choose somebody, and what can be done about them."""
        say = [Key("enter", N_("say it"))] if self.text else []
        choose = [Key("tab", N_("somebody"))] if self.talk.others else []
        about = [Key("ctrl+x", N_("mute"), "^X"), Key("ctrl+r", N_("report"), "^R")]
        if self._chosen in self.talk.muted:
            about[0] = Key("ctrl+x", N_("listen again"), "^X")
        chosen = about if self._chosen is not None else []
        return [*say, *choose, *chosen, Key("escape", N_("back"))]

    def press(self, key: str) -> None:
        """Type, say, choose somebody, mute, report or go back."""
        others, chosen = list(self.talk.others), self._chosen
        match key:
            case "enter" if self.text.strip():
                self._say(self.text)
            case "enter":
                self.refused("line_empty")
            case "escape":
                self.navigator.close_dialog()
            case "tab" if others:
                after = others.index(chosen) + 1 if chosen in others else 0
                self._chosen = others[after % len(others)]
            case "ctrl+x" if chosen is not None:
                self.talk.mute(chosen)
            case "ctrl+r" if chosen in others:
                self._report(self.talk.others[chosen])
            case _:
                super().press(key)

    def _say(self, text: str) -> None:
        def said() -> None:
            if self.text == text:
                self.line.text = ""

        self.client.ask(lambda command: self.saying(command, text), done=said)

    def _report(self, line: Spoken) -> None:
        def reported() -> None:
            self.client.message = self.words._("Whoever runs this server will see it.")

        self.client.ask(lambda command: self.reporting(command, line), done=reported)

    def paint(self, canvas: Canvas) -> None:
        """The last lines, who is chosen, and the line typed so far."""
        words, talk, glyphs = self.words, self.talk, self.client.glyphs
        talk.fresh = None
        talk.read()
        width, height = min(WIDEST, canvas.width - 4), min(TALLEST, canvas.height - 4)
        x, y = self.paint_box(canvas, width, height, self.heading)
        room, rows = width - 6, height - 8
        if talk.lines:
            paint_talk(canvas, glyphs, talk.lines, (x, y, room, rows))
        else:
            canvas.put(x, y, words._("Nobody has said anything yet."), "ground faint", limit=room)
        chosen = None if self._chosen is None else talk.others.get(self._chosen)
        if chosen is not None:
            muted = self._chosen in talk.muted
            told = words._("{name} is muted.", name=chosen.name) if muted else chosen.name
            canvas.put(x, y + rows + 1, *sign_of(glyphs, chosen.seat))
            canvas.put(x + 2, y + rows + 1, told, "ground text", limit=room - 2)
        why_not = self.why_silent() or self.client.message or self.problem
        canvas.put(x, y + rows + 2, why_not, "ground problem", limit=room)
        self.line.paint(canvas, x, y + rows + 3, room)


class TalkDialog(Conversation):
    """The talk at our table, or of those who look on at one."""

    def __init__(self, client: Client, navigator: Navigator, table: str) -> None:
        super().__init__(client, navigator)
        self._table = table

    @property
    def talk(self) -> Talk:
        """What was said at the table."""
        return self.client.talk

    @property
    def heading(self) -> str:
        """At the table, or beside it."""
        if self.client.watching:
            return self.words._("Talk of those who look on: players read it after the game")
        return self.words._("Talk at the table")

    def saying(self, command: str, text: str) -> Command:
        """To everyone who sits here."""
        return Say(id=command, table=self._table, text=text)

    def reporting(self, command: str, line: Spoken) -> Command:
        """Who sits on that seat, or looks on."""
        watcher = line.speaker if isinstance(line.speaker, str) else ""
        return Report(id=command, table=self._table, seat=max(0, line.seat), watcher=watcher)

    def why_silent(self) -> str:
        """If nobody else sits here."""
        if self.client.company:
            return ""
        if self.client.watching:
            return self.words._("Nobody else looks on to talk to.")
        return self.words._("Nobody else sits at this table to talk to.")


class LobbyTalkDialog(Conversation):
    """The talk in the lobby."""

    @property
    def talk(self) -> Talk:
        """What was said in the lobby."""
        return self.client.lobby_talk

    @property
    def heading(self) -> str:
        """In the lobby."""
        return self.words._("Talk in the lobby")

    def saying(self, command: str, text: str) -> Command:
        """To everyone who is at no table."""
        return SayInLobby(id=command, text=text)

    def reporting(self, command: str, line: Spoken) -> Command:
        """Who said that line."""
        return ReportInLobby(id=command, number=line.number)
