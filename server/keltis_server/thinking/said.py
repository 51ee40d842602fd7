"""What is said between a server and the processes in which its bots think."""

from typing import Final

import msgspec

from keltis_protocol.messages import Chances, CostlyMove

HEAD: Final = 4
"""So many bytes before each message tell its length."""
MOST: Final = 1 << 20
"""A longer message is a mistake."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A decision that a bot is to make."""

    game: str
    view: msgspec.Raw
    """What its seat may know, and nothing else."""
    moves: msgspec.Raw
    """What it may do."""
    seconds: float
    """How long it may think."""
    seed: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Which of the moves it makes."""

    choice: int
    problem: str = ""
    """Why there is none."""


class Reviewed(msgspec.Struct, frozen=True, array_like=True):
    """What is said of a finished game."""

    chances: list[Chances]
    costly: list[CostlyMove]


READY: Final = Answer(0, "ready")
"""What a process says first, once it has loaded what it needs."""

encoder = msgspec.msgpack.Encoder()


def framed(message: Question | Answer) -> bytes:
    """A message with its length before it."""
    body = encoder.encode(message)
    return len(body).to_bytes(HEAD, "big") + body
