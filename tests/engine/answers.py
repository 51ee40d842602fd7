"""All that the engine answers in certain random games, as lines by which two builds are compared.

`python -m tests.engine.answers` prints them for whichever build of the engine it finds first, and
then where each of its modules was found.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from random import Random

from keltis_engine import perft
from keltis_engine.bots.catalogue import bots_for
from keltis_engine.bots.playouts import playout
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Move, Position
from tests.engine.every_game import Case, any_moves, cases, walk, wire

LONGEST_MATCH = "2"
"""Games in a match: a third is played no differently from the second."""
PLIES = 800
"""Nearly all games are over by then."""
DEPTH = 3
"""So many decisions ahead the moves are counted."""


def answers(case: Case, position: Position, move: Move, random: Random) -> Iterator[object]:
    """What is known, told, refused, imagined and advised where `move` is about to be played."""
    after, moves = position.play(move), position.legal_moves()
    yield from (position.scores(), position.reveals(move))
    yield from (position.refusal(other) for other in any_moves(case.rules, random, 4))
    for viewer in (*range(position.seats), None):
        view = position.view(viewer)
        imagined = case.rules.imagine(view, Stream(random.randbytes(8)))
        yield from (view, imagined.view(None), imagined.legal_moves(), imagined.scores())
        yield from (position.events(move, after, viewer), case.rules.score_sheets(view))
        if viewer == position.to_act:
            for bot in bots_for(case.rules.id).values():
                yield bot(view, moves, Stream(random.randbytes(8)))
    if case.single and position.to_act != DEALER:
        yield playout(position.copy(), Stream(random.randbytes(8)))


def lines() -> Iterator[str]:
    """A line for each game, player count and option, with a hash over all answers."""
    for case in cases():
        if case.options["games"] > LONGEST_MATCH:
            continue
        heard, random = sha256(), Random(f"{case}")
        for position, move in islice(walk(case, 9000), PLIES):
            heard.update(wire(position.to_act, move, *position.legal_moves()))
            if random.random() < (0.05 if case.single else 0.01):
                heard.update(wire(*answers(case, position, move, random)))
        for start in perft.starts(case.rules, case.seats, case.options, b"answers"):
            heard.update(wire(perft.count(start, DEPTH, b"answers")))
        yield f"{case} {heard.hexdigest()}"


if __name__ == "__main__":
    print(*lines(), sep="\n")
    for name, module in sys.modules.items():
        if name.startswith("keltis_engine."):
            print(f"{name} is {module.__file__}")
