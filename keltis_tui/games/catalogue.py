"""The games that can be shown, in the order they are offered."""

from typing import Final

from keltis_tui.games.dice.descriptor import DICE
from keltis_tui.games.keltis.descriptor import KELTIS
from keltis_tui.games.oracle.descriptor import ORACLE
from keltis_tui.games.stones.descriptor import STONES
from keltis_tui.table.descriptor import GameDescriptor

GAMES: Final[dict[str, GameDescriptor]] = {game.id: game for game in (KELTIS, ORACLE, DICE, STONES)}
