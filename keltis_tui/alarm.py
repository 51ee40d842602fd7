"""Something that is done once, after a while, unless it is put off or called off."""

import asyncio
from collections.abc import Callable


class Alarm:
    """One thing at a time that waits for its moment."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def set(self) -> bool:
        """Whether it was set and not called off since, be its moment past or not."""
        return self._handle is not None

    def ring(self, seconds: float | None, action: Callable[[], None]) -> None:
        """Do that after so many seconds, and nothing that was to be done before; None is never."""
        self.cancel()
        if seconds is not None:
            self._handle = asyncio.get_running_loop().call_later(seconds, action)

    def cancel(self) -> None:
        """Do nothing."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
