"""The table: the board, the log, the preview, the question, and what the keys choose."""

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from keltis_engine.position import PlayerMove
from keltis_protocol.messages import LeaveTable, PlayMove, TakeBack
from keltis_tui.boards.board import Scene
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.choosing import Choice, Picking, answers, click, picked, press
from keltis_tui.game import Game
from keltis_tui.painters.bars import Key, paint_keys, paint_rule, paint_title
from keltis_tui.painters.fitting import without_keys
from keltis_tui.painters.log import paint_log
from keltis_tui.painters.talk import height_of, paint_talk
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.help import Help
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.screen import Screen
from keltis_tui.screens.talk import TalkDialog
from keltis_tui.widgets.canvas import Canvas, Target, width_of
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

AHEAD = 8
"""How many keys wait while a move is on its way."""
PAGE = 3
"""How many lines of the log a key scrolls."""
TALKING = 10
"""From this height on, the place of the log holds the talk too."""


class TableScreen(Screen):
    """A running game."""

    def __init__(self, session: "Session", game: Game) -> None:
        super().__init__(session)
        self.game = game
        self.board = BOARDS[game.rules.id]
        self.picking = Picking()
        self._log_back = 0
        """How many lines the log is scrolled back, and from where in the story."""
        self._log_from = 0
        self._log_longer = False
        """Whether there is more of the log than is shown at once."""
        self._sent_at: int | None = None
        """The ply at which a move was sent that has not been answered."""
        self._ahead: deque[str] = deque(maxlen=AHEAD)
        self._asked: tuple[object, ...] = ()
        """What the choices were last worked out for …"""
        self._offered: tuple[Choice, ...] = ()
        """… and what they are."""
        self._moved_in: int | None = None
        """How many games of the match were over when this person last made a move."""

    # What is told

    def hear(self) -> None:
        """The game has changed: keys that were typed ahead count now."""
        if self._sent_at is not None and self.game.ply != self._sent_at:
            self._sent_at = None
        while self._ahead and self._sent_at is None:
            self._choose(self._ahead.popleft())
        if self.game.my_turn and not self.board.knows_mode(self.game.view, self.picking.mode):
            self.picking = replace(self.picking, mode="")

    def _refused(self, reason: str) -> None:
        self._sent_at = None
        self._ahead.clear()
        self.session.message = self.board.word_refusal(self.words, reason)

    # What is pressed

    def key_bar(self) -> list[Key]:
        """What answers the question, then what is always there."""
        choices = self._choices(self.picking.mode)
        several = {
            "r": answers(choices, "path", "pile", "row").replace(" ", ""),
            "1": answers(choices, "card"),
        }
        asked = [
            Key(several[key][0], word, several[key])
            if several.get(key)
            else Key(key, word, self.board.cap(self.game.view, key))
            for key, word in self.board.keys(self.game.view, self.game.moves)
        ]
        undo = [Key("u", N_("undo"))] if self.game.can_take_back else []
        focus = picked(self.picking, choices)
        if self.game.my_turn and focus and focus.legal and focus.target == self.picking.focus:
            asked = [Key("enter", N_("do it")), *(key for key in asked if key.key != "enter")]
        scores = [Key("enter", N_("score sheet"))] if self.game.over else []
        log = [Key("pageup", N_("log"))] if self._log_longer else []
        always = [Key("?", N_("keys")), Key("q", N_("leave"))]
        return [*asked, *undo, *scores, *log, *always]

    def more_keys(self) -> list[Key]:
        """Talk, if there is somebody to talk to."""
        talk = [Key("/", N_("talk"))] if self.session.company else []
        return [*talk, *super().more_keys()]

    def legend(self) -> list[tuple[str, str, str]]:
        """What the signs on the board mean."""
        return self.board.legend(self.words, self.session.glyphs)

    def press(self, key: str) -> None:
        """Do what a key stands for; keys wait while a move is on its way."""
        self.session.message = ""
        match key:
            case "?":
                self.session.open_dialog(Help(self.session, self))
            case "q":
                self._leave()
            case "/" if self.session.company and self.session.table:
                self.session.open_dialog(TalkDialog(self.session, self.session.table.table))
            case "pageup":
                self._scroll(PAGE)
            case "pagedown":
                self._scroll(-PAGE)
            case "enter" if self.game.over:
                self.session.open_dialog(ScoreSheets(self.session, self.game))
            case _ if self._sent_at is not None:
                self._ahead.append(key)
            case "u":
                self._take_back()
            case _:
                self._choose(key)

    def click(self, target: Target) -> None:
        """A click chooses what it falls on."""
        if self._sent_at is None:
            self.picking, move = click(self.picking, target, self._choices)
            self._play(move)

    def _choose(self, key: str) -> None:
        self.picking, move = press(self.picking, key, self._choices, self._modes())
        self._play(move)

    def _choices(self, mode: str) -> tuple[Choice, ...]:
        """What the board shows; how much is asked again is this person's setting.

        The only move there is is offered, so that nobody has to hunt for it.
        """
        confirm = self.session.settings.confirm
        asked = (self.game.view, self.game.moves, mode, confirm)
        if self._asked != asked:  # a key and its picture ask several times
            choices = self.board.choices(self.game.view, self.game.moves, mode)
            if len(self.game.moves) == 1:
                choices = tuple(choice._replace(offered=choice.legal) for choice in choices)
            if confirm != "risky":
                at_once = confirm == "never"
                choices = tuple(choice._replace(at_once=at_once) for choice in choices)
            self._asked, self._offered = asked, choices
        return self._offered

    def _modes(self) -> dict[str, str]:
        """The keys that change what picking means, if anything could be picked then."""
        modes = self.board.modes(self.game.view).items()
        return {key: mode for key, mode in modes if any(each.legal for each in self._choices(mode))}

    def _play(self, move: PlayerMove | None) -> None:
        table = self.session.table
        if move is None or table is None:
            return
        self._sent_at = ply = self.game.ply
        match = self.game.view.match
        self._moved_in = len(match.scores) if match else None
        body = msgspec.Raw(msgspec.msgpack.encode(move))
        self.session.ask(
            lambda command: PlayMove(id=command, table=table.table, ply=ply, move=body),
            refused=self._refused,
        )

    def _take_back(self) -> None:
        table = self.session.table
        self.picking = Picking()
        if table is not None and self.game.can_take_back:
            self._sent_at = ply = self.game.ply
            self.session.ask(
                lambda command: TakeBack(id=command, table=table.table, ply=ply),
                refused=self._refused,
            )

    def _scroll(self, lines: int) -> None:
        if not self._log_back:
            self._log_from = len(self.game.story)
        self._log_back = max(0, self._log_back + lines)

    def _leave(self) -> None:
        words, table = self.words, self.session.table
        if table is None:
            return
        code = table.table

        def leave() -> None:
            self.session.ask(lambda command: LeaveTable(id=command, table=code))

        if self.game.over:
            leave()
        else:
            text = words._("Go to the lobby? The game goes on and your seat stays yours.")
            self.session.open_dialog(Question(self.session, words._("Leave"), text, leave))

    # What is seen

    def paint(self, canvas: Canvas) -> None:
        """Everything that lies on the table."""
        scene = self._scene()
        layout = self.board.layout(canvas.width, canvas.height)
        self._paint_title(canvas, scene)
        below = self.board.paint(canvas, scene)
        for y in range(1, layout.panel_end):
            canvas.put(layout.board_width, y, scene.glyphs.upright, "ground rule")
        x, width = layout.panel, layout.panel_width
        if layout.log_width:  # the log beside the players, not below them
            x, width, below = layout.panel + layout.panel_width + 2, layout.log_width - 2, 1
            for y in range(1, layout.panel_end):
                canvas.put(x - 1, y, scene.glyphs.upright, "ground rule")
        paint_rule(canvas, x, below, width, scene.glyphs, self._side_title())
        self._paint_side(canvas, scene, (x + 1, below + 1, width - 1, layout.panel_end - below - 1))
        self._paint_preview(canvas, scene, layout.preview)
        self._paint_status(canvas, scene, layout.status)
        paint_keys(canvas, layout.keys, self.key_bar(), self.words, self.more_keys())

    def _side_title(self) -> str:
        """What stands beside the board, under the players."""
        return self.words._("log")

    def _paint_side(self, canvas: Canvas, scene: Scene, area: tuple[int, int, int, int]) -> None:
        """Beside the board, under the players: the log, and what people said if there is room."""
        lines = self.session.talk.lines
        x, y, width, height = area
        if lines and height >= TALKING:
            rows = height_of(lines, width, height // 3)
            height -= rows + 1
            paint_rule(canvas, x - 1, y + height, width, scene.glyphs, self.words._("talk"))
            paint_talk(canvas, scene.glyphs, lines, (x, y + height + 1, width, rows))
            area = (x, y, width, height)
        self._log_back, self._log_longer = paint_log(
            canvas, scene, self.board, area, self._log_back
        )

    def _scene(self) -> Scene:
        choices = self._choices(self.picking.mode)
        choice = picked(self.picking, choices)
        legal = choice is not None and choice.legal
        seats = self.session.table.seats if self.session.table else []
        return Scene(
            words=self.words,
            glyphs=self.session.glyphs,
            game=self.game,
            names=self.session.seat_names() or [self.session.glyphs.nothing] * self.game.view.seats,
            away=frozenset(seat for seat, state in enumerate(seats) if state.away),
            picking=self.picking,
            choices=choices,
            choice=choice,
            outcome=self.game.outcome(choice.move) if choice and legal else None,
            news=self.game.news(),
            told=self._log_from if self._log_back else len(self.game.story),
            tumble=self.session.tumble,
        )

    def _paint_title(self, canvas: Canvas, scene: Scene) -> None:
        words, view = self.words, self.game.view
        facts = [self._place(), words._("turn {count}", count=view.turn)]
        if view.match is not None:
            number = len(view.match.scores) + 1
            games = view.match.games
            facts.append(words._("game {number} of {games}", number=number, games=games))
            if view.match.scores:
                sums = map(sum, zip(*view.match.scores, strict=True))
                facts.append(words._("so far {scores}", scores=" : ".join(map(str, sums))))
        sign = f"{scene.glyphs.large[view.seat]} " if view.seat is not None else ""
        who = f"{sign}{self.session.you.name}"
        paint_title(canvas, self.board.title(words), facts, who, scene.glyphs.dot)

    def _place(self) -> str:
        """Where this is played."""
        table = self.session.table
        return self.words._("table {code}", code=table.table if table else "")

    def _paint_preview(self, canvas: Canvas, scene: Scene, y: int) -> None:
        """A refusal, why the choice in focus is dimmed, or what it would do."""
        if self.session.message:
            canvas.put(2, y, self.session.message, "ground problem")
        elif scene.choice is not None and not scene.choice.legal:
            why = self.board.word_refusal(self.words, self.game.refusal(scene.choice.move))
            canvas.put(2, y, why, "ground problem")
        elif self.session.talk.fresh is not None:
            said = self.session.talk.fresh
            canvas.put(2, y, f"{said.name}: {said.text}", "ground bright", limit=canvas.width - 3)
        elif self._last_game(scene):
            canvas.put(2, y, self._last_game(scene), "ground gold")
        elif scene.outcome is not None:
            parts = self._preview(scene)
            while len(parts) > 1 and width_of(", ".join(parts)) > canvas.width - 3:
                parts = parts[1:]  # what is played is seen anyway; what follows is not
            canvas.put(2, y, ", ".join(parts), "ground preview")

    def _last_game(self, scene: Scene) -> str:
        """How the last game of a match ended, until this person moves in the next."""
        match = self.game.view.match
        picking = scene.picking.focus is not None or scene.picking.mode
        if match is None or not match.scores or len(match.scores) == self._moved_in:
            return ""
        pairs = zip(scene.names, match.scores[-1], strict=True)
        scores = ", ".join(f"{name} {points}" for name, points in pairs)
        number = len(match.scores)
        over = self.words._("Game {number} is over: {scores}.", number=number, scores=scores)
        return "" if picking else over

    def _preview(self, scene: Scene) -> list[str]:
        """What the choice in focus would do, part by part."""
        assert scene.outcome is not None
        words, seat = self.words, self.game.view.seat or 0
        told = [self.board.word_event(words, scene.glyphs, event) for event in scene.outcome.events]
        parts = [part for part in told if part] + self.board.word_outcome(scene, scene.outcome)
        before, after = self.game.view.totals[seat], scene.outcome.view.totals[seat]
        if before != after:
            parts.append(words._("total {before} to {after}", before=before, after=after))
        return parts

    def _question(self) -> str:
        """What this person is asked."""
        mode = self.picking.mode
        return self.board.question(self.words, self.game.view, mode, self._choices(mode))

    def _paint_status(self, canvas: Canvas, scene: Scene, y: int) -> None:
        view = self.game.view
        if self.game.my_turn or self.game.over:
            style = "ask"
            text = self._question()
        else:
            style = "wait"
            acting = view.to_act if view.to_act is not None and view.to_act >= 0 else None
            name = scene.names[acting] if acting is not None else ""
            text = self.board.waiting(self.words, view, name)
        canvas.fill(0, y, canvas.width, 1, style)
        start = canvas.put(1, y, scene.glyphs.turn if style == "ask" else " ", style)
        canvas.put(start + 1, y, without_keys(text, canvas.width - start - 1), style)
        if self._sent_at is not None:
            sent = self.words._("sent …")
            canvas.put(canvas.width - width_of(sent) - 1, y, sent, style)
