"""Looking on at a table: its board as all may see it, or through the eyes that a player lends."""

from keltis_protocol.messages import GameChanged, JoinTable, LeaveTable, WatchTable
from keltis_tui.canvas.bars import EVERYWHERE, Key
from keltis_tui.canvas.fitting import without_keys
from keltis_tui.client import Client
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.table import PAGE, TableScreen
from keltis_tui.screens.waiting import WaitingScreen
from keltis_tui.table import texts
from keltis_tui.table.picture import Texts
from keltis_tui.table.scene import Scene
from keltis_tui.table.watched import Onlooking, WatchedGame
from keltis_words.words import N_


def look_again(client: Client) -> None:
    """Look through the next eyes that are lent, and after the last as everybody does."""
    table = client.table
    if table is None:
        return
    lent = [seat for seat, state in enumerate(table.seats) if state.open]
    after = [seat for seat in lent if table.eyes is None or seat > table.eyes]
    eyes = after[0] if after else None
    client.ask(lambda command: WatchTable(id=command, table=table.table, eyes=eyes))


class WatchScreen(TableScreen):
    """A running game in which one has no seat."""

    def __init__(self, client: Client, navigator: Navigator, fact: GameChanged) -> None:
        game = WatchedGame(fact)
        super().__init__(client, navigator, game)
        self.decision = Onlooking(game, self.board)

    @property
    def _lent(self) -> bool:
        """Whether somebody lets watchers see what they see, or did until now."""
        table = self.client.table
        return table is not None and (
            table.eyes is not None or any(seat.open for seat in table.seats)
        )

    def key_bar(self) -> list[Key]:
        """What is always there, and through whose eyes one may look."""
        return [*([Key("e", N_("other eyes"))] if self._lent else []), *self.usual_keys()]

    def press(self, key: str) -> None:
        """Look around, talk or leave; nothing on the board can be chosen."""
        self.client.message = ""
        match key:
            case "e" if self._lent:
                look_again(self.client)
            case "enter" if self.game.ended:
                self.navigator.open_dialog(WatchedScores(self.client, self.navigator, self.game))
            case "pageup" if self._log.longer:
                self._scroll(PAGE)
            case "pagedown" if self._log.back:
                self._scroll(-PAGE)
            case "q" | "escape":
                self._leave()
            case _:
                self.unused(key)

    def _leave(self) -> None:
        leave(self.client)

    def _texts(self, scene: Scene, width: int) -> Texts:
        said = super()._texts(scene, width)
        table, words = self.client.table, self.words
        if self.game.ended:
            status = self._question()
        elif table is not None and table.eyes is not None and self.game.view.seat is not None:
            name = scene.names[table.eyes]
            status = words._("What {name} knew a round ago.", name=name)
        else:
            status = texts.waiting(self.board, scene)
        return said._replace(who=self.client.you.name, status=status)

    def _onlookers(self) -> list[str]:
        """That one looks on, and how many besides."""
        words, more = self.words, self.client.table.watchers - 1 if self.client.table else 0
        if more < 1:
            return [words._("you look on")]
        text = words.ngettext("you and {count} more look on", "you and {count} more look on", more)
        return [text]


class WatchedScores(ScoreSheets):
    """The score sheet for one who looks on, and may step in where strangers are let."""

    @property
    def _may_step_in(self) -> bool:
        table = self.client.table
        lets = table is not None and table.settings.get("refill") == "yes"
        return lets and self._game.over and _seat_free(self.client)

    def key_bar(self) -> list[Key]:
        """Step in, save the game, back to the board, or leave."""
        sit = [Key("enter", N_("sit down"))] if self._may_step_in else []
        replay = [Key("v", N_("replay"))] if self._game.over else []
        unread = self.client.talk.unread
        talk = [Key("/", N_("talk"), f"[{unread}] /")] if unread else []
        always = [Key("?", N_("keys")), Key("q", N_("leave"))]
        return [*sit, *talk, *replay, Key("escape", N_("see the board")), *always]

    def press(self, key: str) -> None:
        """Step in, save, look or leave."""
        if key == "enter" and self._may_step_in:
            sit_down(self.client)
        elif key == "escape":
            self.navigator.close_dialog()
        elif key == "q":
            leave(self.client)
        elif key in ("v", "s") and self._game.over and self.client.table is not None:
            code = self.client.table.table
            if key == "s":
                self._save(code)
            else:
                self.navigator.play_back(code)
        else:
            self.unused(key)

    def _asked(self, room: int) -> str:
        """Nothing is asked of one who looks on, but who may step in is told so."""
        if self._may_step_in:
            return without_keys(self.words._("You look on. Enter sits down on a free seat."), room)
        return without_keys(self.words._("Esc shows the board, q leads to the lobby."), room)


class WatchWaiting(WaitingScreen):
    """The waiting room for one who looks on, and may sit down."""

    def key_bar(self) -> list[Key]:
        """Sit down, talk, help, leave."""
        sit = [Key("enter", N_("sit down"))] if _seat_free(self.client) else []
        talk = [Key("/", N_("talk"))] if self.client.company else []
        return [*sit, *talk, Key("?", N_("keys")), Key("q", N_("leave"))]

    def more_keys(self) -> list[Key]:
        """What every screen has: nothing here is ours to settle."""
        return list(EVERYWHERE)

    def press(self, key: str) -> None:
        """Sit down or leave."""
        if key == "enter" and _seat_free(self.client):
            sit_down(self.client)
        elif key in ("q", "escape"):
            leave(self.client)
        else:
            self.unused(key)

    def _question(self) -> str:
        if _seat_free(self.client):
            return self.words._("You look on. Enter sits down on a free seat.")
        return self.words._("You look on; the game has not begun yet.")


def leave(client: Client) -> None:
    """Go back to the lobby; one who looks on leaves nothing behind."""
    table = client.table
    if table is not None:
        client.ask(lambda command: LeaveTable(id=command, table=table.table))


def sit_down(client: Client) -> None:
    """Take a free seat at the table at which one looks on."""
    table = client.table
    if table is not None:
        client.ask(lambda command: JoinTable(id=command, table=table.table))


def _seat_free(client: Client) -> bool:
    table = client.table
    return table is not None and any(seat.kind == "free" for seat in table.seats)
