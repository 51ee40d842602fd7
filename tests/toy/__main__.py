"""`python -m tests.toy serve …` is `keltis serve …` with The Race among the games."""

import sys

from keltis.cli import main
from tests.toy.join import LISTS
from tests.toy.rules import RACE

for _games, _line in LISTS:
    _games[RACE.id] = _line

if __name__ == "__main__":
    sys.exit(main())
