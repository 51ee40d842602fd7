"""A process that looks at a finished game again: its file on the input, the review put out."""

import os
import sys
from contextlib import suppress
from hashlib import sha256

import msgspec
from msgspec import Raw

from keltis_engine import record as game_file
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.bots.review import Costly, Played, review
from keltis_engine.position import Move, PlayerMove, Position
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import Chances, CostlyMove
from keltis_server.thinking.said import Reviewed, encoder
from keltis_server.thinking.worker import COURTESY


def reviewed(text: str) -> Reviewed:
    """The review of a game file, the same again for the same file."""
    record = game_file.read(text, RULE_SETS)
    line: list[Move] = []
    for entry in record.entries:
        if entry.move is not None:
            line.append(entry.move)
        else:
            line.pop()
    position = RULE_SETS[record.rules].start(len(record.players), record.options, record.first)
    played: list[tuple[Position, Move]] = []
    for move in line:
        played.append((position, move))
        position = position.play(move)
    seed = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
    found = review(played, QuickChance(seed))
    return Reviewed(
        [
            Chances(step=step, shares=[round(1000 * share) for share in shares])
            for step, shares in found.chances
        ],
        [_told(costly, played) for costly in found.costly],
    )


def _told(costly: Costly, played: Played) -> CostlyMove:
    position, made = played[costly.ply]
    explain, view = GAME_PLAYERS[position.rules.id].explain, position.view(costly.seat)
    assert isinstance(made, PlayerMove)
    lost = [each.number for each in explain(view, made) if each.code == "ends_behind"]
    reasons = [Reason("not_yet", by) for by in lost] + explain(view, costly.better)
    return CostlyMove(
        step=costly.ply,
        seat=costly.seat,
        cost=round(1000 * costly.cost),
        better=Raw(msgspec.msgpack.encode(costly.better)),
        reasons=[Raw(msgspec.msgpack.encode(reason)) for reason in reasons],
    )


def main() -> None:
    """Review below everybody else."""
    with suppress(OSError):
        os.nice(COURTESY)
    sys.stdout.buffer.write(encoder.encode(reviewed(sys.stdin.buffer.read().decode())))


if __name__ == "__main__":
    main()
