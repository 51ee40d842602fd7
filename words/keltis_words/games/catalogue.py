"""The words of every game, in the order the games are offered."""

from collections.abc import Mapping
from typing import Final

from keltis_words.game_words import GameWords
from keltis_words.games.dice import DICE_WORDS
from keltis_words.games.keltis import KELTIS_WORDS
from keltis_words.games.oracle import ORACLE_WORDS
from keltis_words.games.stones import STONES_WORDS
from keltis_words.options import OPTIONS, VALUES
from keltis_words.words import Words

GAME_WORDS: Final[dict[str, GameWords]] = {
    game.game: game for game in (KELTIS_WORDS, ORACLE_WORDS, DICE_WORDS, STONES_WORDS)
}


def game_name(words: Words, game: str) -> str:
    """What a game is called; one without words by its id."""
    return words._(GAME_WORDS[game].name) if game in GAME_WORDS else game


def title(words: Words, game: str) -> str:
    """What stands in the title of every screen of a game; one without words by its id."""
    return words._(GAME_WORDS[game].title) if game in GAME_WORDS else game


def short_name(words: Words, game: str) -> str:
    """What a game is called among the others."""
    return words._(GAME_WORDS[game].short_name) if game in GAME_WORDS else game


def summary(words: Words, game: str) -> str:
    """How a game is played, in a sentence; nothing if it has no words."""
    return words._(GAME_WORDS[game].summary) if game in GAME_WORDS else ""


def length(words: Words, game: str) -> str:
    """About how long a game takes; nothing if it has no words."""
    return words._("{count} min", count=GAME_WORDS[game].minutes) if game in GAME_WORDS else ""


def option_name(words: Words, game: str, option: str) -> str:
    """What an option of a game is called; one without words by its code."""
    return words._({**OPTIONS, **_own_options(game)}.get(option, "")) or option


def option_value(words: Words, game: str, value: str) -> str:
    """What a value of an option of a game is called; one without words by its code."""
    return words._({**VALUES, **_own_options(game)}.get(value, "")) or value


def _own_options(game: str) -> Mapping[str, str]:
    return GAME_WORDS[game].options if game in GAME_WORDS else {}
