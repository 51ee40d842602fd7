"""Why something that was asked for is not done."""


class Refusal(Exception):
    """A command that is not carried out; `reason` is a code that the client words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
