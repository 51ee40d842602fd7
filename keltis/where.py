"""Where `keltis join` goes once it is connected, as words after the server say it."""

from collections.abc import Sequence

from keltis_tui.entrance import Entrance, replay_of


def entrance(words: Sequence[str]) -> Entrance | None:
    """A friend's table, one to look on at, a game to play back, or the lobby; None if neither."""
    match words:
        case []:
            return Entrance()
        case ["replay", name]:
            return replay_of(name)
        case ["watch", code]:
            return Entrance(watch=code.upper())
        case [code]:
            return Entrance(join=code.upper())
    return None
