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
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.decision import Decision
from keltis_tui.table.scene import Scene
from keltis_words.game_words import GameWords
from keltis_words.glyphs import Glyphs
from keltis_words.hints import hint_begins, other_hint, reason_said
from keltis_words.words import Words

_REASON: Final = msgspec.msgpack.Decoder(Reason)


class ToldHint(NamedTuple):
    """A hint for the position after so many moves."""

    ply: int
    bot: str
    move: PlayerMove
    reasons: tuple[Reason, ...]


class Advice:
    """The hints that were given for the position as it stands, one of each bot."""

    def __init__(self) -> None:
        self._hints: list[ToldHint] = []

    def hear(self, fact: Hint, decision: Decision) -> None:
        """Take a hint in; the first one puts its move in focus, a later one moves nothing."""
        if fact.ply != decision.game.ply:
            return
        told = ToldHint(
            fact.ply,
            fact.bot,
            decision.game.move_of(fact.move),
            tuple(map(_REASON.decode, fact.reasons)),
        )
        known = self._known(decision.game)
        self._hints = [*(hint for hint in known if hint.bot != told.bot), told]
        if not known:
            decision.show(where(decision, told.move))

    def go_on(self, decision: Decision) -> bool:
        """Put the next move that is known in focus; False if none is."""
        moves = list(dict.fromkeys(hint.move for hint in self._known(decision.game)))
        if not moves:
            return False
        focus = decision.focus
        at = moves.index(focus.move) + 1 if focus and focus.move in moves else 0
        decision.show(where(decision, moves[at % len(moves)]))
        return True

    def _known(self, game: ClientGame) -> list[ToldHint]:
        return [hint for hint in self._hints if hint.ply == game.ply]

    def said(self, scene: Scene, game: GameWords, room: int) -> str:
        """The hint in a line, while its move is in focus, and what another bot says."""
        known, focus = self._known(scene.game), scene.choice.move if scene.choice else None
        hint = next((hint for hint in known if hint.move == focus), None)
        if hint is None:
            return ""
        words, move = scene.words, _made(scene, game, hint.move)
        beginnings = hint_begins(words, hint.bot, move), hint_begins(words, hint.bot)
        others = [
            other_hint(
                words, other.bot, "" if other.move == focus else _made(scene, game, other.move)
            )
            for other in known
            if other is not hint
        ]
        after = "".join(f" {scene.glyphs.dot} {other}" for other in others)
        left = room - width_of(after)
        said = advice_said(words, scene.glyphs, scene.names, beginnings, hint.reasons, left)
        return said + after


def _made(scene: Scene, game: GameWords, move: PlayerMove) -> str:
    """A move in words."""
    events = scene.game.outcome(move).events
    return game.word_move(scene.words, scene.glyphs, scene.game.view, move, events)


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


def advice_said(
    words: Words,
    glyphs: Glyphs,
    names: Sequence[str],
    beginnings: Sequence[str],
    reasons: Sequence[Reason],
    room: int,
) -> str:
    """As many reasons as there is room for, at least one if it fits after any of the beginnings."""
    parts = [reason_said(words, glyphs, names, reason) for reason in reasons]
    parts = [part for part in parts if part]
    if not parts:
        return beginnings[0].removesuffix(":")
    begins = next(
        (each for each in beginnings if width_of(f"{each} {parts[0]}") <= room), beginnings[-1]
    )
    said = f"{begins} {parts[0]}"
    for part in parts[1:]:  # a shorter one may fit where a longer one does not
        said = f"{said}, {part}" if width_of(f"{said}, {part}") <= room else said
    return said
