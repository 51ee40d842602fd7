"""A process in which bots think: a question on its input, the choice on its output, one by one.

It ends when its input does, so none is left when its server is gone.
"""

import os
import sys
from contextlib import suppress
from typing import BinaryIO, Final

import msgspec

from keltis_bots.budgets import by_seconds
from keltis_bots.masters import master
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import IllegalMove
from keltis_engine.rules import RULE_SETS
from keltis_server.thinking.said import HEAD, READY, Answer, Question, framed

COURTESY: Final = 5
"""How much less urgent thinking is than the people who are served."""


def answer(question: Question) -> Answer:
    """The choice of the master of this game."""
    rules = RULE_SETS[question.game]
    view = msgspec.msgpack.decode(question.view, type=rules.view_type)
    moves = msgspec.msgpack.decode(question.moves, type=list[rules.player_moves])  # type: ignore[name-defined]
    bot = master(question.game, by_seconds(question.seconds))
    return Answer(moves.index(bot(view, moves, QuickChance(question.seed))))


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    decoder = msgspec.msgpack.Decoder(Question)
    for game in RULE_SETS:  # what masters have learned is loaded before the first one thinks
        master(game, by_seconds(0.0))
    answered.write(framed(READY))
    answered.flush()
    while len(head := asked.read(HEAD)) == HEAD:
        question = decoder.decode(asked.read(int.from_bytes(head, "big")))
        try:
            said = answer(question)
        except (ArithmeticError, AssertionError, IllegalMove, LookupError, ValueError) as error:
            said = Answer(-1, type(error).__name__)  # no more: it may be somebody's cards
        answered.write(framed(said))
        answered.flush()


def main() -> None:
    """Think below everybody else."""
    with suppress(OSError):
        os.nice(COURTESY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
