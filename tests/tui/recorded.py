"""Games as they were once played, move by move, so that pictures of them depend on no bot.

`python -m tests.tui.recorded` plays and keeps those that are missing.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from keltis_engine.position import Move, View
from keltis_engine.record import Entry, Player, Record, write
from keltis_engine.rules import RULE_SETS
from keltis_words.games.catalogue import GAME_WORDS
from screenshots.played import NAMES, Played

KEPT: Final = Path(__file__).parent / "games"
OF_THE_DEALER: Final = ("deal", "roll")
PHASES: Final = {
    game: " ".join(phase for phase in words.others_asked if phase not in OF_THE_DEALER)
    for game, words in GAME_WORDS.items()
}
"""Every phase in which somebody is asked; the first one begins a turn."""
RARE: Final = ("spare", "spiral", "leprechaun", "bonus")


class Kind(NamedTuple):
    """A game to be kept, and the questions that the first seat comes to in it."""

    game: str
    seats: int
    options: Mapping[str, str] = {}
    phases: str = ""


KINDS: Final = {
    **{f"{game}-{seats}": Kind(game, seats) for game in RULE_SETS for seats in (3, 4)},
    **{f"{game}-2": Kind(game, 2, {}, PHASES[game]) for game in RULE_SETS},
    "oracle-4": Kind("oracle", 4, {}, PHASES["oracle"]),
    "keltis-match": Kind("keltis", 3, {"games": "2"}),
    "oracle-match": Kind("oracle", 3, {"games": "2"}),
    "dice-match": Kind("dice", 3, {"side": "both"}),
    "stones-match": Kind("stones", 3, {"games": "2"}),
    "dice-hard": Kind("dice", 4, {"side": "hard"}),
    "oracle-free-clovers": Kind("oracle", 3, {"free_clovers": "on"}, "clover"),
}


def asks(phase: str) -> Callable[[View], bool]:
    """Whether the first seat is asked this in the middle of a game."""
    late = 8 if phase in RARE else 20
    return lambda view: view.to_act == 0 and view.phase == phase and view.turn > late


class Recorded(Played):
    """A kept game, as far as it has been told."""

    def __init__(self, name: str) -> None:
        kind = KINDS[name]
        super().__init__(kind.game, kind.seats, name, kind.options)
        rules = RULE_SETS[kind.game]
        moves = msgspec.json.Decoder(rules.player_moves | rules.dealer_moves)
        lines = (KEPT / f"{name}.jsonl").read_bytes().splitlines()
        self._moves: list[Move] = [moves.decode(line) for line in reversed(lines)]

    def until(self, enough: Callable[[View], bool]) -> "Recorded":
        """Go on until what seat 0 sees is enough, or the game is over."""
        while self.position.to_act is not None and not enough(self.position.view(0)):
            self.play(self._moves.pop())
        return self


@lru_cache(maxsize=8)
def file_of(name: str) -> str:
    """A kept game as the file that the server would give; it proves nothing."""
    played = Recorded(name)
    entries: list[Entry] = []
    while played.position.to_act is not None:
        move = played._moves.pop()
        entries.append(Entry(played.position.to_act, 1000 * len(entries), move))
        played.play(move)
    kind, rules = KINDS[name], RULE_SETS[KINDS[name].game]
    return write(
        Record(
            rules=rules.id,
            version=rules.version,
            options=rules.agreed(kind.options),
            players=tuple(Player("person", NAMES[seat]) for seat in range(kind.seats)),
            first=None,
            started="2026-11-16T15:00:00Z",
            commitment=bytes(32),
            entries=tuple(entries),
            result=tuple(sheet.total for sheet in played.position.scores()),
        )
    )


class Recorder(Played):
    """A game that remembers its moves."""

    def __init__(self, kind: Kind, seed: str) -> None:
        super().__init__(kind.game, kind.seats, seed, kind.options)
        self.moves: list[Move] = []
        self.seen: list[View] = []

    def play(self, move: Move) -> None:
        """Make a move and remember it."""
        self.moves.append(move)
        super().play(move)
        self.seen.append(self.position.view(0))


def main() -> None:
    """Play until there is a game of every kind that comes to all that is wanted of it."""
    KEPT.mkdir(exist_ok=True)
    for name, kind in KINDS.items():
        number = 0
        while not (KEPT / f"{name}.jsonl").exists():
            game = Recorder(kind, f"{name} {number}")
            game.until(lambda _: False)
            number += 1
            if all(any(map(asks(phase), game.seen)) for phase in kind.phases.split()):
                lines = [msgspec.json.encode(move) + b"\n" for move in game.moves]
                (KEPT / f"{name}.jsonl").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
