"""All that a fifth game needs beside its own files: one line a list."""

from typing import Any, Final

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.match import Match
from keltis_engine.rules import RULE_SETS
from keltis_tui.games.catalogue import GAMES
from keltis_words.games.catalogue import GAME_WORDS
from tests.toy.players import RACE_PLAYERS
from tests.toy.rules import RACE
from tests.toy.table import RACE_ON_TABLE
from tests.toy.words import RACE_WORDS

LISTS: Final[tuple[tuple[dict[str, Any], Any], ...]] = (
    (RULE_SETS, Match(RACE)),
    (GAME_PLAYERS, RACE_PLAYERS),
    (GAME_WORDS, RACE_WORDS),
    (GAMES, RACE_ON_TABLE),
)
"""Each list of games, and the line of The Race in it."""
