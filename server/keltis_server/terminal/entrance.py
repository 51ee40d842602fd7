"""Where an app goes first, for those who ask for one and do not know the app itself."""

from keltis_tui.entrance import Entrance, replay_of

__all__ = ["Entrance", "replay_of"]
