"""What the keys choose at a table: from what is picked to the move that is made of it."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from keltis_engine.position import PlayerMove
from keltis_tui.canvas.canvas import Target
from keltis_tui.table.board import Board
from keltis_tui.table.choosing import Choice, Picking, click, means_something, picked, press
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.hand_places import hand_places, numbered

DECK: Final = " "
"""The key that draws from the deck."""
AHEAD: Final = 8
"""How many keys wait while a move is on its way."""


class Decision:
    """One person's decisions in one game; it knows neither the line nor what is painted."""

    def __init__(self, game: ClientGame, board: Board, confirm: Callable[[], str]) -> None:
        self.game = game
        self.board = board
        self.picking = Picking()
        self._confirm = confirm
        """How much is asked again: this person's setting."""
        self._sent_at: int | None = None
        """The ply at which a move was sent that has not been answered."""
        self._ahead: deque[str] = deque(maxlen=AHEAD)
        self._asked: tuple[object, ...] = ()
        """What the choices were last worked out for …"""
        self._offered: dict[str, tuple[Choice, ...]] = {}
        """… and what they are, by mode."""

    @property
    def sent(self) -> bool:
        """Whether a move is on its way: keys wait until it is answered."""
        return self._sent_at is not None

    @property
    def now(self) -> tuple[Choice, ...]:
        """What can be picked as things stand."""
        return self.choices(self.picking.mode)

    @property
    def focus(self) -> Choice | None:
        """The choice in focus, or the one that is offered."""
        return picked(self.picking, self.now)

    def choices(self, mode: str) -> tuple[Choice, ...]:
        """What can be picked in a mode.

        The only move there is is offered, so that nobody has to hunt for it. After the end there
        is nothing.
        """
        if self.game.ended:
            return ()
        asked = (self.game.view, self.game.moves, self._confirm())
        if self._asked != asked:  # a key and its picture ask several times, in several modes
            self._asked, self._offered = asked, {}
        if mode not in self._offered:
            self._offered[mode] = self._work_out(mode)
        return self._offered[mode]

    def _work_out(self, mode: str) -> tuple[Choice, ...]:
        choices = self.board.choices(self.game.view, self.game.moves, mode)
        choices = numbered(choices, hand_places(self.game))
        if len(self.game.moves) == 1:
            choices = tuple(choice._replace(offered=choice.legal) for choice in choices)
        if (confirm := self._confirm()) != "risky":
            at_once = confirm == "never"
            choices = tuple(choice._replace(at_once=at_once) for choice in choices)
        return choices

    def press(self, key: str) -> PlayerMove | None:
        """The move that a key makes, if it makes one; while one is on its way the key waits."""
        if self.sent:
            self._ahead.append(key)
            return None
        if (move := self.answered_ahead(key)) is not None:
            return move
        self.picking, move = press(self.picking, key, self.choices, self.modes())
        return move

    def answered_ahead(self, key: str) -> PlayerMove | None:
        """The move in focus if a key answers what it leads to; the key then waits for that."""
        focus = self.focus
        if focus is None or not self.leads_on(focus, key):
            return None
        self.forget()
        self._ahead.append(key)
        return focus.move

    def leads_on(self, focus: Choice, key: str) -> bool:
        """Whether a key answers what the choice in focus leads to.

        A draw cannot be taken back: before it, a card must have been named by the last key.
        """
        if not focus.legal or self._confirm() == "always":
            return False
        if key == DECK and not self.picking.named:
            return False
        return self.board.leads_on(self.game, focus, key)

    def knows(self, key: str) -> bool:
        """Whether a key means something now."""
        focus = self.focus
        if self.sent or (focus is not None and self.leads_on(focus, key)):
            return True
        return means_something(self.picking, key, self.now, self.modes())

    def show(self, picking: Picking | None) -> None:
        """Put something in focus that this person has not named."""
        if picking is not None and not self.sent:
            self.picking = picking

    def look_away(self) -> None:
        """What is in focus stays there, but was not just named."""
        self.picking = replace(self.picking, named=False)

    def click(self, target: Target) -> PlayerMove | None:
        """The move that a click makes, if it makes one."""
        if self.sent:
            return None
        self.picking, move = click(self.picking, target, self.choices)
        return move

    def send(self) -> int:
        """A move goes out; the ply it is made at comes back."""
        self._sent_at = self.game.ply
        return self.game.ply

    def forget(self) -> None:
        """Have nothing picked any more."""
        self.picking = Picking()

    def refused(self) -> None:
        """What was sent did not count, nor does what was typed after it."""
        self._sent_at = None
        self._ahead.clear()

    def hear(self) -> PlayerMove | None:
        """The game has changed: keys that were typed ahead count now, up to the next move."""
        self.look_away()
        if self._sent_at is not None and self.game.ply != self._sent_at:
            self._sent_at = None
        move = None
        while self._ahead and move is None and not self.sent:
            move = self.press(self._ahead.popleft())
        return move

    def settle(self) -> None:
        """Forget a mode that means nothing any more."""
        if self.game.my_turn and not self.board.knows_mode(self.game.view, self.picking.mode):
            self.picking = replace(self.picking, mode="")

    def modes(self) -> dict[str, str]:
        """The keys that change what picking means, if anything could be picked then."""
        modes = self.board.modes(self.game.view).items()
        return {key: mode for key, mode in modes if any(each.legal for each in self.choices(mode))}
