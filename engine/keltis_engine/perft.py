"""Exact counts of the move tree, so that a rewrite for speed cannot change the rules silently.

`python -m keltis_engine.perft` prints the counts for every game, number of players and option,
in the form of `tests/engine/perft.txt`.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Position, RuleSet
from keltis_engine.rules import SINGLE_GAMES

DEPTH: Final = 5
"""How many decisions of players are counted from each start."""
STARTS: Final = (0, 40)
"""How many decisions have been made before the counting starts: an opening, a middle game."""

AFTER_START: Final = 1_000
"""The dealer's acts are numbered from here while counting, whatever happened before the start."""


def count(position: Position, depth: int, secret: bytes, deals: int = AFTER_START) -> int:
    """How many ways `depth` decisions can go from here, chance always falling as `secret` says."""
    while position.to_act == DEALER:
        position = position.play(position.deal(Stream(secret, (), deals)))
        deals += 1
    moves = position.legal_moves()
    if depth <= 1 or not moves:
        return len(moves) if depth else 1
    return sum(count(position.play(move), depth - 1, secret, deals) for move in moves)


def starts(
    rules: RuleSet, seats: int, options: dict[str, str], secret: bytes
) -> Iterator[Position]:
    """The fixed starts: after the deal, and later in a game of arbitrary but fixed moves."""
    position: Position = rules.start(seats, options)
    chance = Stream(secret, ("arbitrary",))
    made = deals = 0
    while position.to_act is not None:
        if position.to_act == DEALER:
            position = position.play(position.deal(Stream(secret, (), deals)))
            deals += 1
            continue
        if made in STARTS:
            yield position
        moves = position.legal_moves()
        position = position.play(moves[chance.below(len(moves))])
        made += 1


def table() -> Iterator[str]:
    """A line for each start of each game: what is counted, then the counts by depth."""
    for name, rules in SINGLE_GAMES.items():
        named = [[(option.name, choice) for choice in option.choices] for option in rules.options]
        for seats, chosen in product(rules.seats, product(*named)):
            options = dict(chosen)
            secret = f"{name} {seats}".encode()
            said = " ".join(f"{option}={choice}" for option, choice in chosen)
            for number, position in enumerate(starts(rules, seats, options, secret)):
                depths = range(1, DEPTH + 1)
                counts = " ".join(str(count(position, depth, secret)) for depth in depths)
                yield f"{name} {seats} {said} start {number}: {counts}".replace("  ", " ")


if __name__ == "__main__":
    print(*table(), sep="\n")  # noqa: T201 - the tool's whole answer
