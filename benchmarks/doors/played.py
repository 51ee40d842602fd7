"""What a whole game costs in bytes, key by key: cards laid down and cursors moved at 80 by 24."""

from collections.abc import Iterator

from keltis_engine.parts.cards import Discard, PlayCard
from keltis_engine.position import DEALER
from keltis_server.terminal.client import describe
from keltis_server.terminal.picture import Picture
from keltis_server.terminal.wire import Wire
from keltis_tui.choosing import Picking
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_tui.words import words_for
from screenshots.staged import Staged, table, welcome


class Glass:
    """A person's terminal that only counts."""

    def __init__(self, term: str) -> None:
        self.sent = 0
        wire = Wire(self.receive, describe(term, (80, 24), {}))
        wire.take(mouse=True)
        self.picture = Picture(wire)
        self.session = Session(words_for("en"), Entrance())

    def receive(self, data: bytes) -> None:
        self.sent += len(data)

    def bytes_shown(self) -> int:
        """What it takes to show how things stand now."""
        before = self.sent
        self.session.flash = False
        self.picture.show(self.session.paint(80, 24), self.session.theme)
        return self.sent - before


def whole_game(glass: Glass, seed: str = "bytes") -> Iterator[tuple[str, int]]:
    """What each key of seat 0 costs: cursor moved, card laid down, anything else."""
    staged, session = Staged(2, seed), glass.session
    for fact in (*welcome(), table(2), staged.changed()):
        session.hear(fact)
    while staged.position.to_act is not None:
        if staged.position.to_act == DEALER:
            staged.play(staged.position.deal(staged.chance))
            continue
        move = staged.best()
        if staged.position.to_act == 0:
            session.hear(staged.changed())
            glass.bytes_shown()
            screen = session._screen
            if isinstance(move, PlayCard | Discard):
                mode = "discard" if isinstance(move, Discard) else ""
                screen.picking = Picking(mode=mode)
                session.press(str(screen.game.view.cards.hand.index(move.card) + 1))
                glass.bytes_shown()
                for key in ("right", "left"):
                    session.press(key)
                    yield "cursor", glass.bytes_shown()
                screen.picking = Picking()
        mine = staged.position.to_act == 0
        staged.play(move)
        if mine and staged.position.to_act is not None:
            session.hear(staged.changed(can_take_back=True))
            laid = isinstance(move, PlayCard | Discard)
            yield "card" if laid else "other", glass.bytes_shown()
