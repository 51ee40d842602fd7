"""Where `keltis join` goes once it is connected, as words after the server say it."""

from collections.abc import Sequence

from keltis_tui.entrance import Entrance


def entrance(words: Sequence[str]) -> Entrance | None:
    """A friend's table by its code, one to look on at, or the lobby; None if it is none of them."""
    match words:
        case []:
            return Entrance()
        case ["watch", code]:
            return Entrance(watch=code.upper())
        case [code]:
            return Entrance(join=code.upper())
    return None
