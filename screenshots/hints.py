"""Positions of many kinds as a person sees them, with the hint for each: for a reader to judge.

`python -m screenshots.hints --positions 50 --seed S`: out of games between club players, the same
again from the same seed; each game, number of players, part of a game and kind of decision in turn.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import Hint
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_words.words import words_for
from screenshots.played import CODE, Played
from screenshots.staged import welcome

GAMES: Final = 9
"""Games of each kind that are played to choose from."""
PARTS: Final = ("opening", "middle", "endgame")


class Moment(NamedTuple):
    """A decision of the first seat, by its place in a game that can be played again."""

    played: int
    ply: int
    kind: str
    """What is asked, and what kind of answer club gives."""
    part: int
    """Which third of the game."""


def game_of(game: str, seed: str, number: int) -> Played:
    """One of the games to choose from: two to four players, every option in turn."""
    options = {
        option.name: option.choices[number // 3 % len(option.choices)]
        for option in RULE_SETS[game].options
        if option.name != "games"
    }
    return Played(game, 2 + number % 3, f"{seed} {number}", options)


def to_decide(played: Played) -> Iterator[PlayerMove]:
    """What club does wherever the first seat has a choice, until the game is over."""
    while played.until(lambda view: view.to_act == 0).position.to_act is not None:
        best = played.best()
        if len(played.position.legal_moves()) > 1:
            yield best
        played.play(best)


def moments(game: str, seed: str) -> list[Moment]:
    """Every decision of the first seat in all the games."""
    found: list[Moment] = []
    for number in range(GAMES):
        played = game_of(game, seed, number)
        decided = [
            (played.ply, f"{played.position.view(0).phase}: {type(move).__name__}")
            for move in to_decide(played)
        ]
        found += [Moment(number, ply, kind, min(2, 3 * ply // played.ply)) for ply, kind in decided]
    return found


def chosen(game: str, seed: str, wanted: int) -> list[Moment]:
    """As many of them, each kind in turn, and of each kind each part of a game in turn."""
    left, taken = moments(game, seed), list[Moment]()
    kinds = sorted({moment.kind for moment in left})
    for turn in count():
        for at, kind in enumerate(kinds):
            part, played = (turn + at) % len(PARTS), (turn + 2 * at) % GAMES
            fitting = [moment for moment in left if moment.kind == kind]
            if not fitting or len(taken) == wanted:
                continue
            best = min(
                fitting,
                key=lambda moment: (
                    moment.part != part,
                    (moment.played - played) % GAMES,
                    hash_of(seed, moment),
                ),
            )
            left.remove(best)
            taken.append(best)
        if len(taken) == wanted or not left:
            return taken
    return taken


def hash_of(seed: str, moment: Moment) -> int:
    """An order without order, the same again from the same seed."""
    return sum(seed.encode()) * 7919 * (moment.ply + 1) % 1009


def picture(played: Played) -> str:
    """What a person at the table sees once `h` was answered."""
    view, moves = played.position.view(0), played.position.legal_moves()
    move = GAME_PLAYERS[played.game].club(view, moves, played.chance)
    reasons = GAME_PLAYERS[played.game].explain(view, move)
    session = Session(words_for("en"), Entrance())
    for fact in (*welcome(), played.table(), played.changed()):
        session.hear(fact)
    session.hear(
        Hint(
            table=CODE,
            ply=played.ply,
            bot="club",
            move=Raw(msgspec.msgpack.encode(move)),
            reasons=[Raw(msgspec.msgpack.encode(reason)) for reason in reasons],
        )
    )
    return f"{session.paint(80, 24).text().rstrip()}\n{move}\n{reasons}"


def main() -> None:
    """Print them one below the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", default="hints")
    parser.add_argument("--games", nargs="*", default=list(RULE_SETS))
    wanted = parser.parse_args()
    number = 0
    for at, game in enumerate(wanted.games):
        share = len(range(at, wanted.positions, len(wanted.games)))
        for moment in chosen(game, wanted.seed, share):
            played = game_of(game, wanted.seed, moment.played)
            for _ in to_decide(played):
                if played.ply == moment.ply:
                    break
            number += 1
            what = f"{number}. {game}, {played.seats} players, {PARTS[moment.part]}, {moment.kind}"
            sys.stdout.write(f"\n=== {what}\n{picture(played)}\n")


if __name__ == "__main__":
    main()
