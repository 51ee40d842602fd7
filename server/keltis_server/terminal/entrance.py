"""Where an app goes first, for those who ask for one and do not know the app itself."""

from keltis_tui.entrance import Entrance

__all__ = ["Entrance"]
