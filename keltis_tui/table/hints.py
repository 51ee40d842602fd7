"""A hint: what a bot would do in this person's place, put in focus and said in a line."""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import PlayerMove
from keltis_protocol.messages import Hint
from keltis_tui.canvas.text import width_of
from keltis_tui.table.choosing import Picking
from keltis_tui.table.decision import Decision
from keltis_tui.table.scene import Scene
from keltis_words.glyphs import Glyphs
from keltis_words.hints import bot_said, reason_said
from keltis_words.words import Words

_REASON: Final = msgspec.msgpack.Decoder(Reason)


class ToldHint(NamedTuple):
    """A hint for the position after so many moves."""

    ply: int
    bot: str
    move: PlayerMove
    reasons: tuple[Reason, ...]


class Advice:
    """The last hint; it counts for the position that it was asked about."""

    def __init__(self) -> None:
        self._hint: ToldHint | None = None

    def hear(self, fact: Hint, decision: Decision) -> None:
        """Take a hint in, and put its move in focus."""
        if fact.ply != decision.game.ply:
            return
        reasons = tuple(map(_REASON.decode, fact.reasons))
        move = decision.game.move_of(fact.move)
        self._hint = ToldHint(fact.ply, fact.bot, move, reasons)
        decision.show(where(decision, move))

    def said(self, scene: Scene, room: int) -> str:
        """The hint in a line, while its move is in focus."""
        hint, choice = self._hint, scene.choice
        if hint is None or choice is None or hint.ply != scene.game.ply or choice.move != hint.move:
            return ""
        who = bot_said(scene.words, hint.bot)
        return reasons_said(scene.words, scene.glyphs, scene.names, who, hint.reasons, room)


def where(decision: Decision, move: PlayerMove) -> Picking | None:
    """How a move is picked on the board, in whatever mode: Enter makes it then."""
    modes, seen = deque(("", *decision.modes().values())), set[str]()
    while modes:
        mode = modes.popleft()
        if mode in seen:
            continue
        seen.add(mode)
        for choice in decision.choices(mode):
            if choice.leads_to is not None:
                modes.append(choice.leads_to)
            elif choice.move == move and choice.legal:
                return Picking(focus=choice.target, mode=mode)
    return None


def reasons_said(
    words: Words,
    glyphs: Glyphs,
    names: Sequence[str],
    before: str,
    reasons: Sequence[Reason],
    room: int,
) -> str:
    """As many reasons as there is room for, after what they are reasons for."""
    parts = [reason_said(words, glyphs, names, reason) for reason in reasons]
    parts = [part for part in parts if part]
    while len(parts) > 1 and width_of(f"{before} {', '.join(parts)}") > room:
        parts.pop()
    return f"{before} {', '.join(parts)}"
