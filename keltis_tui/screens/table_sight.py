"""What is seen of a table on which a game is played."""

from keltis_tui.canvas.bars import paint_keys
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import cut
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.absent import AbsentQuestion
from keltis_tui.screens.by_days import offered
from keltis_tui.screens.screen import Navigator, Screen
from keltis_tui.table import texts
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.decision import Decision
from keltis_tui.table.hints import Advice
from keltis_tui.table.picture import Box, LogView, Texts, paint_log_and_talk, paint_table
from keltis_tui.table.scene import Scene
from keltis_words.absence import agreed_to_days, beside_name


class TableSight(Screen):
    """Has everything painted that lies on the table, and what is said around it."""

    def __init__(self, client: Client, navigator: Navigator, game: ClientGame) -> None:
        super().__init__(client, navigator)
        self.game = game
        self.board = GAMES[game.rules.id].board
        self.decision = Decision(game, self.board, lambda: client.settings.confirm)
        self._absent = AbsentQuestion(client, navigator, game)
        self._log = LogView()
        self._advice = Advice()
        self._log_from = 0
        """How long the story was when the log was scrolled back."""

    @property
    def title(self) -> str:
        """The game and its table, and a sign in front while this person is waited for."""
        words, code = self.words, self.client.table.table if self.client.table else ""
        name = words._(self.board.wording.short_name)
        here = f"{name} {code}".rstrip()
        if not self.game.my_turn:
            return here
        asked = words._("your turn")
        return f"{self.client.glyphs.large[0]} {asked} {self.client.glyphs.dot} {here}"

    @property
    def tick(self) -> float | None:
        """When the time that somebody has been away, or has left, is another."""
        ticks = [tick for tick in (self._absent.tick, self.client.clocks.tick) if tick is not None]
        return min(ticks, default=None)

    def paint(self, canvas: Canvas) -> None:
        """Everything that lies on the table."""
        scene = self._scene()
        said = self._texts(scene, canvas.width)

        def paint_side(area: Box) -> LogView:
            return self._paint_side(canvas, scene, area)

        self._log = paint_table(canvas, self.board, scene, said, paint_side)
        paint_keys(canvas, canvas.height - 1, self.key_bar(), self.words, self.more_keys())

    def _paint_side(self, canvas: Canvas, scene: Scene, area: Box) -> LogView:
        """Beside the board, under the players: the log, and what people said if there is room."""
        talk = self.client.talk
        return paint_log_and_talk(canvas, self.board, scene, talk, area, self._log.back)

    def _scene(self) -> Scene:
        client, game, choice = self.client, self.game, self.decision.focus
        light = client.effects.light
        seats = client.table.seats if client.table else []
        return Scene(
            words=self.words,
            glyphs=client.glyphs,
            game=game,
            names=client.seat_names() or [client.glyphs.nothing] * game.view.seats,
            away={
                s: beside_name(self.words, seat, client.clocks.time_left(s))
                for s, seat in enumerate(seats)
            },
            picking=self.decision.picking,
            choices=self.decision.now,
            choice=choice,
            outcome=game.outcome(choice.move) if choice and choice.legal else None,
            news=game.news(light.told if light else None),
            counted=light is None or light.counted,
            told=self._log_from if self._log.back else len(game.story),
            tumble=client.effects.tumble,
        )

    def _texts(self, scene: Scene, width: int) -> Texts:
        view, absent = self.game.view, self._absent.text
        asked = self.game.my_turn or self.game.ended
        sign = f"{scene.glyphs.large[view.seat]} " if view.seat is not None else ""
        return Texts(
            facts=[
                *self._way_back(),
                *texts.title_facts(self.words, view, self._place()),
                *self._onlookers(),
            ],
            who=f"{sign}{self.client.you.name}",
            side=self._side_title(),
            preview=self._preview(scene, width),
            status=absent or (self._question() if asked else texts.waiting(self.board, scene)),
            asked=asked or bool(absent),
            sent=self.decision.sent,
        )

    def _onlookers(self) -> list[str]:
        """How many look on, if anybody does."""
        count = self.client.table.watchers if self.client.table else 0
        return [self.words.ngettext("{count} looks on", "{count} look on", count)] * bool(count)

    def _place(self) -> str:
        """Where this is played."""
        table = self.client.table
        return self.words._("table {code}", code=table.table if table else "")

    def _way_back(self) -> list[str]:
        """A guest's code to come back with, until it has been seen elsewhere."""
        code = self.client.identity.code_to_show
        return [self.words._("way back: {code}", code=code)] if code else []

    def _side_title(self) -> str:
        """What stands beside the board, under the players."""
        return self.words._("log")

    def _question(self) -> str:
        """What this person is asked; at the end why it has come."""
        ending = self.game.ending
        if ending is not None:
            why = self.board.wording.word_event(self.words, self.client.glyphs, ending)
            return self.words._("{why} Enter shows the score.", why=why)
        decision = self.decision
        mode = decision.picking.mode
        return self.board.question(self.words, self.game.view, mode, decision.now)

    def _preview(self, scene: Scene, width: int) -> texts.Styled:
        """A refusal, what was said of one away, why a choice is dimmed, or what would follow."""
        fresh, room = self.client.talk.fresh, width - 3
        said = cut(f"{fresh.name}: {fresh.text}", room) if fresh else ""
        return texts.first_of(
            (self.client.message, "ground problem"),
            (cut(self._absent.votes, room), "ground bright"),
            texts.why_not(self.board, scene),
            (self._advice.said(scene, self.board.wording, room), "ground preview"),
            (said, "ground bright"),
            (self._time_up, "ground problem"),
            texts.outcome(self.board, scene, room),
            (cut(self._days, room), "ground bright"),
        )

    @property
    def _time_up(self) -> str:
        """That one's own time is up, as long as one may still move."""
        table = self.client.table
        if table is None or table.seat is None or table.late != table.seat:
            return ""
        return self.words._("Your time is up: the others may have a bot play this turn.")

    @property
    def _days(self) -> str:
        """Who would go on by days, if that can be."""
        table = self.client.table
        return agreed_to_days(self.words, table.seats) if table and offered(table) else ""
