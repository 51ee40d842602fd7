"""The table: passes keys to the decision and sends what follows."""

from typing import Final

import msgspec

from keltis_engine.position import PlayerMove
from keltis_protocol.messages import FetchHint, GameChanged, Hint, LeaveTable, PlayMove, TakeBack
from keltis_tui.canvas.bars import ANOTHER_NAME, Key
from keltis_tui.canvas.canvas import Target
from keltis_tui.screens.by_days import ByDaysDialog, offered
from keltis_tui.screens.leave import LeaveDialog
from keltis_tui.screens.lending import Lending
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table_sight import TableSight
from keltis_tui.table.choosing import answers, confirmable
from keltis_tui.table.client_game import seat_of
from keltis_tui.table.effects import Tumble, light_for
from keltis_words.words import N_

PAGE: Final = 3
"""How many lines of the log a key scrolls."""

AHEAD: Final = (Key("s", N_("play, small")), Key(" ", N_("play, draw")))
"""Keys that make the move in focus and answer what it leads to."""


class TableScreen(TableSight):
    """A running game."""

    # What is told

    def hear(self, fact: GameChanged) -> None:
        """The game has changed: what is new is shown, and keys that were typed ahead count."""
        effects, motion = self.client.effects, self.client.settings.motion == "on"
        before = self.game.my_turn
        told, ended = len(self.game.story), self.game.ended
        self.game.hear(fact)
        if motion:
            self._show_motion(told, ends=self.game.ended and not ended)
        self._catch_up()
        effects.bell = effects.bell or (self.game.my_turn and not before)

    def hear_hint(self, fact: Hint) -> None:
        """A bot says what it would do: that is put in focus, and Enter does it."""
        if self.client.table is not None and fact.table == self.client.table.table:
            self._advice.hear(fact, self.decision)

    def _show_motion(self, told: int, *, ends: bool) -> None:
        """Have what is new in the story seen: dice tumble, another's move or the last lights up."""
        effects, new = self.client.effects, self.game.story[told:]
        dice = self.board.rolled(new)
        if dice:
            effects.tumble = Tumble(dice)
        done = [seat_of(event) for event in new]
        if ends or any(seat not in (None, self.game.view.seat) for seat in done):
            effects.light = light_for(told, len(self.game.story))
        effects.ending = ends

    def _catch_up(self) -> None:
        self._play(self.decision.hear())
        self.decision.settle()

    def _refused(self, reason: str) -> None:
        self.decision.refused()
        self.client.message = self.board.wording.refusal(self.words, reason)

    # What is pressed

    def key_bar(self) -> list[Key]:
        """What answers the question, then what is always there."""
        choices, picking = self.decision.now, self.decision.picking
        several = {
            "r": answers(choices, "path", "pile", "row", "face").replace(" ", ""),
            "1": answers(choices, "card"),
            "a": answers(choices, "line").replace(" ", ""),
        }
        asked = [
            Key(several[key][0], word, several[key])
            if several.get(key)
            else Key(key, word, self.board.cap(self.game.view, key))
            for key, word in self.board.keys(self.game.view, self.game.moves)
        ]
        if picking.mode:  # what led to it leads back
            modes = self.decision.modes()
            asked = [
                Key(each.key, N_("back")) if modes.get(each.key) == picking.mode else each
                for each in asked
            ]
        undo = [Key("u", N_("undo"))] if self.game.can_take_back else []
        confirmed = confirmable(picking, choices)
        if self.game.my_turn and confirmed and "enter" not in confirmed.keys:
            asked = [Key("enter", N_("do it")), *(key for key in asked if key.key != "enter")]
        return [*self._absent.keys, *asked, *undo, *self.usual_keys()]

    def usual_keys(self) -> list[Key]:
        """What is there whatever is asked."""
        scores = [Key("enter", N_("score sheet"))] if self.game.ended else []
        log = [Key("pageup", N_("log"))] if self._log.longer else []
        unread = self.client.talk.unread
        talk = [Key("/", N_("talk"), f"[{unread}] /")] if unread else []
        always = [Key("?", N_("keys")), Key("q", N_("leave"))]
        return [*scores, *talk, *log, *always]

    def more_keys(self) -> list[Key]:
        """Talk, if there is somebody to talk to, and keys that answer more than is asked."""
        unread, focus = self.client.talk.unread, self.decision.focus
        talk = [Key("/", N_("talk"))] if self.client.company and not unread else []
        hint = [Key("h", N_("hint"))] if self.advised else []
        lend = [Key("V", N_("watchers see me"))] if self._may_lend else []
        days = [Key("K", N_("by days"))] if offered(self.client.table) else []
        ahead = [key for key in AHEAD if focus and self.decision.leads_on(focus, key.key)]
        return [*hint, *talk, *super().more_keys(), *ahead, *days, *lend, ANOTHER_NAME]

    @property
    def _may_lend(self) -> bool:
        """Whether somebody looks on whom one may let see what one sees, or no longer."""
        table = self.client.table
        if table is None or table.seat is None or self._rated:
            return False
        return bool(table.watchers) or table.seats[table.seat].open

    def legend(self) -> list[tuple[str, str, str]]:
        """What the signs on the board mean."""
        return self.board.legend(self.words, self.client.glyphs)

    def press(self, key: str) -> None:
        """Do what a key stands for; those that choose wait while a move is on its way."""
        self.client.message = ""
        match key:
            case _ if self._absent.press(key):
                pass
            case "q":
                self._leave()
            case "pageup" if self._log.longer:
                self._scroll(PAGE)
            case "pagedown" if self._log.back:
                self._scroll(-PAGE)
            case "K" if self.client.table is not None and offered(self.client.table):
                dialog = ByDaysDialog(self.client, self.navigator, self.client.table)
                self.navigator.open_dialog(dialog)
            case "V" if self._may_lend:
                self.navigator.open_dialog(Lending(self.client, self.navigator))
            case "enter" if self.game.ended:
                self.navigator.open_dialog(ScoreSheets(self.client, self.navigator, self.game))
            case "h" if not self.game.ended and self.game.view.seat is not None:
                self._ask_for_hint()
            case "u" if not self.decision.sent:
                self._take_back()
            case _ if self.decision.knows(key):
                self._play(self.decision.press(key))
            case _:
                self.decision.look_away()
                self.unused(key)

    def click(self, target: Target) -> None:
        """A click chooses what it falls on."""
        self._play(self.decision.click(target))

    def _play(self, move: PlayerMove | None) -> None:
        table = self.client.table
        if move is None or table is None:
            return
        ply = self.decision.send()
        body = msgspec.Raw(msgspec.msgpack.encode(move))
        self.client.ask(
            lambda command: PlayMove(id=command, table=table.table, ply=ply, move=body),
            refused=self._refused,
        )

    @property
    def advised(self) -> bool:
        """Whether a bot may be asked what to do: not where people play for a rating."""
        return self.game.my_turn and not self._rated

    @property
    def _rated(self) -> bool:
        """Whether people play for a rating here."""
        table = self.client.table
        return table is not None and table.settings.get("rated") == "yes"

    def _ask_for_hint(self) -> None:
        """Have a bot say what it would do, or go to what the next one said; or say why not."""
        table = self.client.table
        if not self.advised:
            why = "no_hints" if self._rated else "not_your_turn"
            self.client.message = self.board.wording.refusal(self.words, why)
        elif table is not None and not self.decision.sent and not self._advice.go_on(self.decision):
            self.client.ask(
                lambda command: FetchHint(id=command, table=table.table, ply=self.game.ply)
            )

    def _take_back(self) -> None:
        table = self.client.table
        self.decision.forget()
        if not self.game.can_take_back:
            self.client.message = self.board.wording.refusal(self.words, "cannot_take_back")
        elif table is not None:
            ply = self.decision.send()
            self.client.ask(
                lambda command: TakeBack(id=command, table=table.table, ply=ply),
                refused=self._refused,
            )

    def _scroll(self, lines: int) -> None:
        if not self._log.back:
            self._log_from = len(self.game.story)
        self._log = self._log._replace(back=max(0, self._log.back + lines))

    def _leave(self) -> None:
        table = self.client.table
        if table is None:
            return
        code = table.table
        if self.game.over:
            self.client.ask(lambda command: LeaveTable(id=command, table=code))
        else:
            turned = self.game.turned
            self.navigator.open_dialog(
                LeaveDialog(self.client, self.navigator, table, turned=turned)
            )
