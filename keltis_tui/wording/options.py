"""Games, options and their values in words; a code that has no words is shown as it is."""

from keltis_tui.words import N_, Words

GAMES = {
    "keltis": N_("Keltis"),
    "oracle": N_("Keltis – The Oracle"),
    "dice": N_("Keltis – The Dice Game"),
    "stones": N_("Keltis – The Way of Stones"),
}
IN_SHORT = {
    "keltis": N_("Keltis"),
    "oracle": N_("The Oracle"),
    "dice": N_("The Dice Game"),
    "stones": N_("The Way of Stones"),
}
"""The names where the games stand together."""
TOLD = {
    "keltis": N_("five paths: cards that rise or fall"),
    "oracle": N_("one spiral, and a priestess"),
    "dice": N_("five dice, rolled twice"),
    "stones": N_("stones turned up, rows that grow"),
}
"""Each game in a few words, for somebody who knows none of them."""
OPTIONS = {
    "game": N_("game"),
    "seats": N_("players"),
    "private": N_("by code only"),
    "games": N_("games in the match"),
    "side": N_("side of the board"),
    "free_clovers": N_("free clovers"),
}
VALUES = {
    "on": N_("yes"),
    "off": N_("no"),
    "easy": N_("easy"),
    "hard": N_("hard"),
    "both": N_("both in turn"),
}


def game_name(words: Words, game: str) -> str:
    """What a game is called."""
    return words._(GAMES[game]) if game in GAMES else game


def game_in_short(words: Words, game: str) -> str:
    """What a game is called among the others."""
    return words._(IN_SHORT[game]) if game in IN_SHORT else game


def option_name(words: Words, name: str) -> str:
    """What an option is called."""
    code = name.removeprefix("option ")
    return words._(OPTIONS[code]) if code in OPTIONS else code


def option_value(words: Words, value: str) -> str:
    """What a value of an option is called."""
    return words._(VALUES[value]) if value in VALUES else value
