"""Commands on their way to the server, and what is to be done when they are answered."""

import secrets
from collections import deque
from collections.abc import Callable

from keltis_protocol.messages import Command

Answers = tuple[Callable[[], None] | None, Callable[[str], None] | None]
"""What is done once a command is done, and what with the reason if it is refused."""


class Requests:
    """Each command has an id of its own; its answer comes back under it."""

    def __init__(self, hello: Command) -> None:
        self.outbox: deque[Command] = deque([hello])
        """What is to be sent, in order."""
        self._waiting: dict[str, Answers] = {}
        self._mark = secrets.token_hex(4)
        self._count = 0

    @property
    def open(self) -> bool:
        """Whether a command has not been answered."""
        return bool(self._waiting)

    def ask(
        self,
        make: Callable[[str], Command],
        done: Callable[[], None] | None = None,
        refused: Callable[[str], None] | None = None,
    ) -> None:
        """Send a command under an id of its own, and hear how it was answered."""
        self._count += 1
        command = f"{self._mark}-{self._count}"
        self._waiting[command] = (done, refused)
        self.outbox.append(make(command))

    def done(self, command: str) -> None:
        """A command was done."""
        done, _ = self._waiting.pop(command, (None, None))
        if done is not None:
            done()

    def refused(self, command: str, reason: str) -> bool:
        """A command was refused; whether whoever asked takes care of that."""
        _, refused = self._waiting.pop(command, (None, None))
        if refused is not None:
            refused(reason)
        return refused is not None
