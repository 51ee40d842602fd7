"""What every game lets its players settle, in words; a game names its own options itself."""

from typing import Final

from keltis_words.words import N_

OPTIONS: Final = {
    "game": N_("game"),
    "seats": N_("players"),
    "private": N_("by code only"),
    "games": N_("games in the match"),
}
"""What each option is called."""
VALUES: Final = {
    "on": N_("yes"),
    "off": N_("no"),
    "both": N_("a match over both"),
}
"""What each value is called."""
