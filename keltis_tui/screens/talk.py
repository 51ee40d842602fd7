"""The dialog in which people talk: what was said, the line being typed, and whom to hear."""

from typing import TYPE_CHECKING

from keltis_protocol.messages import Report, Say
from keltis_tui.painters.bars import Key
from keltis_tui.painters.talk import paint_talk
from keltis_tui.plain import plain
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas, width_of
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

LONGEST = 200
"""How many characters a line has at most."""


class TalkDialog(Dialog):
    """Stays open until Esc, so that an answer can be read."""

    def __init__(self, session: "Session", table: str) -> None:
        super().__init__(session)
        self._table = table
        self.text = ""
        self._chosen: int | None = None
        """The seat that mute and report are about."""

    @property
    def _others(self) -> list[int]:
        table = self.session.table
        mine = table.seat if table else None
        return [seat for seat in self.session.talk.speakers if seat != mine]

    def key_bar(self) -> list[Key]:
        """Say it, choose somebody, and what can be done about them."""
        say = [Key("enter", N_("say it"))] if self.text else []
        choose = [Key("tab", N_("somebody"))] if self._others else []
        about = [Key("ctrl+x", N_("mute"), "^X"), Key("ctrl+r", N_("report"), "^R")]
        if self._chosen in self.session.talk.muted:
            about[0] = Key("ctrl+x", N_("listen again"), "^X")
        chosen = about if self._chosen is not None else []
        return [*say, *choose, *chosen, Key("escape", N_("back"))]

    def press(self, key: str) -> None:
        """Type, say, choose somebody, mute, report or go back."""
        talk, seat = self.session.talk, self._chosen
        match key:
            case "enter" if self.text:
                self._say(self.text)
            case "escape":
                self.session.close_dialog()
            case "backspace":
                self.text = self.text[:-1]
            case "ctrl+u":
                self.text = ""
            case "tab" if self._others:
                after = [each for each in self._others if seat is None or each > seat]
                self._chosen = min(after or self._others)
            case "ctrl+x" if seat is not None:
                talk.mute(seat)
            case "ctrl+r" if seat is not None:
                self._report(seat)
            case _ if len(key) == 1:
                self.paste(key)

    def paste(self, text: str) -> None:
        """Take in text, without what cannot be drawn."""
        self.text = (self.text + plain(text))[:LONGEST]

    def _say(self, text: str) -> None:
        def said() -> None:
            if self.text == text:
                self.text = ""

        self.session.ask(lambda command: Say(id=command, table=self._table, text=text), done=said)

    def _report(self, seat: int) -> None:
        def reported() -> None:
            self.session.message = self.words._("Whoever runs this server will see it.")

        self.session.ask(
            lambda command: Report(id=command, table=self._table, seat=seat), done=reported
        )

    def paint(self, canvas: Canvas) -> None:
        """The last lines, who is chosen, and the line typed so far."""
        words, talk, glyphs = self.words, self.session.talk, self.session.glyphs
        talk.fresh = None
        width = min(76, canvas.width - 4)
        x, y = self.paint_box(canvas, width, 16, words._("Talk at the table"))
        room = width - 6
        if talk.lines:
            paint_talk(canvas, glyphs, talk.lines, (x, y, room, 8))
        else:
            canvas.put(x, y, words._("Nobody has said anything yet."), "ground faint", limit=room)
        if self._chosen is not None:
            name = talk.speakers.get(self._chosen, "")
            muted = self._chosen in talk.muted
            told = words._("{name} is muted.", name=name) if muted else name
            canvas.put(x, y + 9, glyphs.large[self._chosen], f"ground seat.{self._chosen}")
            canvas.put(x + 2, y + 9, told, "ground text", limit=room - 2)
        canvas.put(x, y + 10, self.session.message, "ground problem", limit=room)
        canvas.fill(x, y + 11, room, 1, "line.chosen")
        shown = self.text
        while width_of(shown) > room - 3:
            shown = shown[1:]
        end = canvas.put(x + 1, y + 11, shown, "line.chosen")
        canvas.put(end, y + 11, "▏", "line.chosen gold")
