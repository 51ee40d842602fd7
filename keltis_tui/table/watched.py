"""A game that somebody only looks at: nothing is asked of them and nothing can be chosen."""

from keltis_engine.position import Event
from keltis_tui.table.board import Board
from keltis_tui.table.choosing import Choice
from keltis_tui.table.client_game import ClientGame, turns_back
from keltis_tui.table.decision import Decision


class WatchedGame(ClientGame):
    """Whoever's view it is, it is nobody's turn here."""

    @property
    def my_turn(self) -> bool:
        """Never, through whose eyes one may look."""
        return False

    def news(self, told: int | None = None) -> list[Event]:
        """What was done in the last turn in which anything was."""
        story = self.story if told is None else self.story[:told]
        return next((events for seat, events in turns_back(story) if seat is not None), [])


class Onlooking(Decision):
    """No decision at all."""

    def __init__(self, game: ClientGame, board: Board) -> None:
        super().__init__(game, board, lambda: "risky")

    def choices(self, mode: str) -> tuple[Choice, ...]:  # noqa: ARG002 - whatever is asked
        """Nothing can be picked."""
        return ()
