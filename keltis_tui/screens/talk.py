"""The dialog in which people talk: what was said, the line being typed, and whom to hear."""

from keltis_protocol.messages import Report, Say
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.typed import TypedDialog
from keltis_tui.table.talk import WATCHER, Speaker, speaker_of
from keltis_tui.table.talk_lines import paint_talk, sign_of
from keltis_words.words import N_

LONGEST = 200
"""How many characters a line has at most."""
WIDEST, TALLEST = 96, 32
"""How large the dialog is at most."""


class TalkDialog(TypedDialog):
    """Stays open until Esc, so that an answer can be read."""

    def __init__(self, client: Client, navigator: Navigator, table: str) -> None:
        super().__init__(client, navigator, InputLine(LONGEST, history=self._said))
        self._table = table
        self._chosen: Speaker | None = None
        """Whom mute and report are about."""

    @property
    def _others(self) -> list[Speaker]:
        """Everyone else who said something, by seat, watchers after them by name."""
        others = [each for each in self.client.talk.speakers if each != self.client.speaker]
        return sorted(others, key=_place)

    @property
    def too_long(self) -> str:
        """How much may be said at once."""
        return self.words._("That is as much as can be said at once.")

    def _said(self) -> list[str]:
        """What this person said before."""
        me = self.client.speaker
        return [line.text for line in self.client.talk.lines if speaker_of(line) == me]

    def key_bar(self) -> list[Key]:
        """Say it, choose somebody, and what can be done about them."""
        say = [Key("enter", N_("say it"))] if self.text else []
        choose = [Key("tab", N_("somebody"))] if self._others else []
        about = [Key("ctrl+x", N_("mute"), "^X"), Key("ctrl+r", N_("report"), "^R")]
        if self._chosen in self.client.talk.muted:
            about[0] = Key("ctrl+x", N_("listen again"), "^X")
        chosen = about if self._chosen is not None else []
        return [*say, *choose, *chosen, Key("escape", N_("back"))]

    def press(self, key: str) -> None:
        """Type, say, choose somebody, mute, report or go back."""
        talk, chosen = self.client.talk, self._chosen
        match key:
            case "enter" if self.text.strip():
                self._say(self.text)
            case "enter":
                self.refused("line_empty")
            case "escape":
                self.navigator.close_dialog()
            case "tab" if self._others:
                others = self._others
                after = others.index(chosen) + 1 if chosen in others else 0
                self._chosen = others[after % len(others)]
            case "ctrl+x" if chosen is not None:
                talk.mute(chosen)
            case "ctrl+r" if chosen is not None:
                self._report(chosen)
            case _:
                super().press(key)

    def _say(self, text: str) -> None:
        def said() -> None:
            if self.text == text:
                self.line.text = ""

        self.client.ask(lambda command: Say(id=command, table=self._table, text=text), done=said)

    def _report(self, chosen: Speaker) -> None:
        seat, watcher = (0, chosen) if isinstance(chosen, str) else (chosen, "")

        def reported() -> None:
            self.client.message = self.words._("Whoever runs this server will see it.")

        self.client.ask(
            lambda command: Report(id=command, table=self._table, seat=seat, watcher=watcher),
            done=reported,
        )

    def paint(self, canvas: Canvas) -> None:
        """The last lines, who is chosen, and the line typed so far."""
        words, talk, glyphs = self.words, self.client.talk, self.client.glyphs
        talk.fresh = None
        talk.read()
        width, height = min(WIDEST, canvas.width - 4), min(TALLEST, canvas.height - 4)
        x, y = self.paint_box(canvas, width, height, self._heading)
        room, rows = width - 6, height - 8
        if talk.lines:
            paint_talk(canvas, glyphs, talk.lines, (x, y, room, rows))
        else:
            canvas.put(x, y, words._("Nobody has said anything yet."), "ground faint", limit=room)
        if self._chosen is not None:
            name = talk.speakers.get(self._chosen, "")
            muted = self._chosen in talk.muted
            told = words._("{name} is muted.", name=name) if muted else name
            seat = WATCHER if isinstance(self._chosen, str) else self._chosen
            canvas.put(x, y + rows + 1, *sign_of(glyphs, seat))
            canvas.put(x + 2, y + rows + 1, told, "ground text", limit=room - 2)
        canvas.put(x, y + rows + 2, self._why_not(), "ground problem", limit=room)
        self.line.paint(canvas, x, y + rows + 3, room)

    def _why_not(self) -> str:
        """Why what is typed cannot be sent, as soon as that is known."""
        if not self.client.company:
            if self.client.watching:
                return self.words._("Nobody else looks on to talk to.")
            return self.words._("Nobody else sits at this table to talk to.")
        return self.client.message or self.problem

    @property
    def _heading(self) -> str:
        if self.client.watching:
            return self.words._("Talk of those who look on: players read it after the game")
        return self.words._("Talk at the table")


def _place(speaker: Speaker) -> tuple[bool, int, str]:
    """Where somebody stands among all who said something."""
    return (True, 0, speaker) if isinstance(speaker, str) else (False, speaker, "")
