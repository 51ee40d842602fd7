"""How many moves a second each game plays at random, beside engines of other projects, and how
many times a second it is played out sensibly from the middle.

Every engine runs in a process of its own and they take turns in short slices, so that a busy
machine slows all alike; a ratio is the median over the rounds. The peers are fetched into
`.venv-peers` when `--peers` is given.
"""

import argparse
import gc
import os
import random
import subprocess
import sys
import time
import venv
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a peer's own environment has none of our engine
    from keltis_engine.position import Position

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".venv-peers"
PEER_PACKAGES = ("open_spiel", "chess")
SLICE = 0.05
"""Seconds of the processor an engine plays before the next one's turn."""
PLAYOUTS = "playouts:"
"""What the name of an engine begins with that plays games out from the middle."""
MIDDLES = 32
"""How many games the playouts start in the middle of."""
PLAYOUTS_GOAL = 2_000


class Chance:
    """Python's own random numbers, as the peers use them."""

    def __init__(self, pick: Callable[[], float] = random.random) -> None:
        self.pick = pick

    def below(self, limit: int, /) -> int:
        """A whole number below `limit`."""
        return int(self.pick() * limit)


def play_ours(game: str, seats: int) -> Iterator[int]:
    """Play random games for ever; yields the moves of each, the dealer's among them."""
    from keltis_engine.position import DEALER
    from keltis_engine.rules import SINGLE_GAMES

    pick, chance = random.random, Chance()
    while True:
        moves, position = 0, SINGLE_GAMES[game].start(seats)
        while (actor := position.to_act) is not None:
            if actor == DEALER:
                position.apply(position.deal(chance))
            else:
                choices = position.legal_moves()
                position.apply(choices[int(pick() * len(choices))])
            moves += 1
        yield moves


def play_sensibly(game: str, seats: int, deal: int, most: int) -> "tuple[Position, int]":
    """A game from its deal on, at most so many decisions far, and how many it took."""
    from keltis_engine.bots.catalogue import GAME_PLAYERS
    from keltis_engine.position import DEALER
    from keltis_engine.rules import SINGLE_GAMES

    chance = Chance(random.Random(f"{game} {seats} {deal}").random)
    position, decisions = SINGLE_GAMES[game].start(seats), 0
    while position.to_act is not None and decisions < most:
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
        else:
            position.apply(GAME_PLAYERS[game].policy(position))
            decisions += 1
    return position, decisions


def half_a_game(game: str, seats: int) -> int:
    """Half of the decisions that a game takes on average, played by the policy of playouts."""
    lengths = [play_sensibly(game, seats, deal, sys.maxsize)[1] for deal in range(MIDDLES)]
    return round(mean(lengths) / 2)


def play_out(game: str, seats: int) -> Iterator[int]:
    """Play the same middle games out for ever, each from a copy; yields 1 for each."""
    from keltis_engine.bots.chance import QuickChance
    from keltis_engine.bots.playouts import playout

    half, chance = half_a_game(game, seats), QuickChance(seats)
    middles = [play_sensibly(game, seats, deal, half)[0] for deal in range(MIDDLES)]
    middles = [position for position in middles if position.to_act is not None]
    while True:
        for position in middles:
            playout(position.copy(), chance)
            yield 1


def play_hearts(bare: bool) -> Iterator[int]:
    """OpenSpiel's hearts; `bare` takes its chance moves for equally likely without asking."""
    import pyspiel  # type: ignore[import-not-found]

    game, pick = pyspiel.load_game("hearts"), random.random
    while True:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if not bare and state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                choices = state.legal_actions()
                state.apply_action(choices[int(pick() * len(choices))])
            moves += 1
        yield moves


def play_hearts_example() -> Iterator[int]:
    """OpenSpiel's hearts with the very calls of its own `python/examples/example.py`."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("hearts")
    while True:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(outcomes, p=weights))
            else:
                state.apply_action(random.choice(state.legal_actions(state.current_player())))
            moves += 1
        yield moves


def play_chess() -> Iterator[int]:
    """python-chess, to the end of each game."""
    import chess  # type: ignore[import-not-found]

    pick = random.random
    while True:
        moves, board = 0, chess.Board()
        while not board.is_game_over():
            choices = list(board.legal_moves)
            board.push(choices[int(pick() * len(choices))])
            moves += 1
            if moves == 20:  # games are long: a part of one is reported at a time
                yield moves
                moves = 0
        yield moves


def play_nothing() -> Iterator[int]:
    """The loop of `play_ours` without any engine in it: every answer is there already."""
    choices = deque(range(12))
    position = SimpleNamespace(to_act=0, legal_moves=weakref.ref(choices), apply={}.get)
    pick = random.random
    while True:
        moves = 0
        while (actor := position.to_act) is not None and moves < 100:
            if actor == -1:
                position.apply(None)
            else:
                choices = position.legal_moves()
                position.apply(choices[int(pick() * len(choices))])
            moves += 1
        yield moves


PLAYERS: dict[str, Callable[[], Iterator[int]]] = {
    "nothing": play_nothing,
    "hearts": lambda: play_hearts(False),
    "hearts-bare": lambda: play_hearts(True),
    "hearts-example": play_hearts_example,
    "chess": play_chess,
}


PEER_ROWS = {
    "hearts": (
        "OpenSpiel hearts",
        "chance nodes are asked for their outcomes and odds, one is drawn with random.choices",
    ),
    "hearts-example": (
        "hearts, example.py",
        "the calls of OpenSpiel's own example: numpy.random.choice for chance, random.choice",
    ),
    "hearts-bare": (
        "hearts, bare loop",
        "chance nodes are never asked for odds: right only where all are equally likely",
    ),
    "chess": ("python-chess", "list(board.legal_moves) and board.push to the end of each game"),
}
"""The other engines: the name of each row, and what it does."""
GOALS = {"OpenSpiel hearts": 2.5, "python-chess": 30.0}
"""How many times as fast as these each of our games should be."""


def work(engine: str) -> None:
    """A worker: for every line read, play one slice and write its moves, or games, per second."""
    random.seed(engine)
    game, _, seats = engine.removeprefix(PLAYOUTS).partition("/")
    if game in PLAYERS:
        games = PLAYERS[game]()
    else:
        games = (play_out if engine.startswith(PLAYOUTS) else play_ours)(game, int(seats))
    next(games)
    gc.freeze()  # what the engine is made of is no garbage; a server does the same
    for _ in sys.stdin:
        began, moves = time.process_time(), 0
        while (spent := time.process_time() - began) < SLICE:
            moves += next(games)
        print(moves / spent, flush=True)


class Worker:
    """One engine in its own process, and the speeds it reached."""

    def __init__(self, name: str, engine: str, python: Path, found_in: Path | None = None) -> None:
        """`found_in` is a folder whose engine is taken instead of the usual one."""
        self.name = name
        self.speeds: list[float] = []
        self.process = subprocess.Popen(
            [python, __file__, "--worker", engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(found_in)} if found_in else None,
        )

    def slice(self) -> float:
        """Play one slice; its moves per second."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def peer_python() -> Path:
    """The interpreter of the peers' own environment, made on first use."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        venv.create(PEERS, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PEER_PACKAGES], check=True)
    return python


def measure(workers: list[Worker], rounds: int) -> None:
    """Let every worker warm up, then let them take turns."""
    for worker in workers:
        for _ in range(10):
            worker.slice()
    for _ in range(rounds):
        for worker in workers:
            worker.speeds.append(worker.slice())
    for worker in workers:
        worker.close()


def table(workers: list[Worker], peers: list[Worker]) -> Iterator[str]:
    """The results, one line an engine, with its ratio to each peer."""
    yield f"{'random play, moves/s':32}{'median':>10}{'best':>10}" + "".join(
        f"{'/ ' + peer.name:>22}" for peer in peers
    )
    for worker in workers:
        ratios = (
            median(mine / theirs for mine, theirs in zip(worker.speeds, peer.speeds, strict=True))
            for peer in peers
        )
        yield (
            f"{worker.name:32}{median(worker.speeds):>10,.0f}{max(worker.speeds):>10,.0f}"
            + "".join(f"{ratio:>22.2f}" for ratio in ratios)
        )


def goals(ours: list[Worker], peers: list[Worker]) -> Iterator[str]:
    """For each game whether it is as many times as fast as the peers as it should be."""
    wanted = [(peer, GOALS[peer.name]) for peer in peers if peer.name in GOALS]
    for game in dict.fromkeys(worker.name.partition(",")[0] for worker in ours):
        rows = [worker for worker in ours if worker.name.partition(",")[0] == game]
        for peer, goal in wanted:
            ratio = median(
                mine / theirs
                for worker in rows
                for mine, theirs in zip(worker.speeds, peer.speeds, strict=True)
            )
            reached = "reached" if ratio >= goal else "MISSED "
            yield f"  {reached}  {game}, 2 to 4 players, to {peer.name}: {ratio:.2f} of {goal}"


def playout_table(playouts: list[Worker], ours: list[Worker]) -> Iterator[str]:
    """The playouts, one line a game, beside the goal and the same game's random moves."""
    yield (
        f"{'sensible playouts from mid-game, a second':42}{'median':>10}{'best':>10}"
        f"{'goal':>8}{'random moves in the time of one':>34}"
    )
    for worker, at_random in zip(playouts, ours, strict=True):
        pairs = zip(worker.speeds, at_random.speeds, strict=True)
        cost = median(moves / games for games, moves in pairs)
        yield (
            f"{worker.name:42}{median(worker.speeds):>10,.0f}{max(worker.speeds):>10,.0f}"
            f"{PLAYOUTS_GOAL:>8,}{cost:>34,.0f}"
        )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure other engines beside ours")
    parser.add_argument("--rounds", type=int, default=40, help="slices for each engine")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker)
        return

    from keltis_engine.rules import SINGLE_GAMES

    ours = [
        Worker(f"{game}, {seats} players", f"{game}/{seats}", Path(sys.executable))
        for game, rules in SINGLE_GAMES.items()
        for seats in rules.seats
    ]
    playouts = [
        Worker(
            f"{game}, {seats} players, after {half_a_game(game, seats)} decisions",
            f"{PLAYOUTS}{game}/{seats}",
            Path(sys.executable),
        )
        for game, rules in SINGLE_GAMES.items()
        for seats in rules.seats
    ]
    peers: list[Worker] = []
    if arguments.peers:
        python = peer_python()
        peers = [Worker(name, engine, python) for engine, (name, _) in PEER_ROWS.items()]
    measure(ours + playouts + peers, arguments.rounds)
    print("\n".join([*table(ours + peers, peers), *goals(ours, peers)]))
    print("\nA move is one decision or one act of chance; one of `legal_moves()` is drawn as")
    print("choices[int(random.random() * len(choices))] wherever nothing else is said.")
    for name, does in PEER_ROWS.values() if peers else ():
        print(f"{name}: {does}.")
    print()
    print("\n".join(playout_table(playouts, ours)))
    print(
        f"\nThe policy of the playouts plays {MIDDLES} games; half of the decisions that they take"
    )
    print(
        "on average is the middle. The same games up to there are copied and played to their end,"
    )
    print("the scores included. Time is the processor's.")


if __name__ == "__main__":
    main()
