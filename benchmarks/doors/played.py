"""What a whole game costs in bytes, key by key: cards laid down and cursors moved at 80 by 24."""

from collections.abc import Iterator

from keltis_engine.parts.cards import Discard, PlayCard
from keltis_engine.position import DEALER
from keltis_server.terminal.client import describe
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.entrance import Entrance
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.choosing import Picking
from keltis_words.words import words_for
from screenshots.staged import Staged, table, welcome


class Glass:
    """A person's terminal that only counts."""

    def __init__(self, term: str) -> None:
        self.sent = 0
        client = describe(term, (80, 24), {})
        writer = TerminalWriter(self.receive, client)
        writer.take(mouse=True)
        self.picture = Picture(writer)
        self.session = Session(words_for("en"), Entrance())
        self.session.client.colours = client.depth.value

    def receive(self, data: bytes) -> None:
        self.sent += len(data)

    def bytes_shown(self) -> int:
        """What it takes to show how things stand now."""
        before = self.sent
        self.session.effects.light = None
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
            screen = session.navigation.base
            assert isinstance(screen, TableScreen)
            if isinstance(move, PlayCard | Discard):
                mode = "discard" if isinstance(move, Discard) else ""
                screen.decision.picking = Picking(mode=mode)
                session.press(str(staged.view().cards.hand.index(move.card) + 1))
                glass.bytes_shown()
                for key in ("right", "left"):
                    session.press(key)
                    yield "cursor", glass.bytes_shown()
                screen.decision.picking = Picking()
        mine = staged.position.to_act == 0
        staged.play(move)
        if mine and staged.position.to_act is not None:
            session.hear(staged.changed(can_take_back=True))
            laid = isinstance(move, PlayCard | Discard)
            yield "card" if laid else "other", glass.bytes_shown()
