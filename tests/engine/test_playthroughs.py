"""One seeded game of each kind, told line by line, stays what it was.

After a change of the rules: pytest tests/engine/test_playthroughs.py --regenerate-playthroughs
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Move, Position
from tests.engine.every_game import Case, cases

FOLDER = Path(__file__).parent.parent / "playthroughs"
DEFAULTS = [
    case
    for case in cases()
    if all(option.default == case.options[option.name] for option in case.rules.options)
]


def plain(thing: object) -> str:
    """A value as it would be sent, but readable."""
    return msgspec.json.encode(thing).decode()


def chosen(position: Position, random: Random) -> Move:
    """The move of a player who would rather do something than decline or discard."""
    if position.to_act == DEALER:
        return position.deal(Stream(random.randbytes(32)))
    moves = position.legal_moves()
    dull = ("Discard", "Decline", "MovePriestess")
    eager = [move for move in moves if type(move).__name__ not in dull]
    return random.choice(eager if eager and random.random() < 0.95 else moves)


def playthrough(case: Case) -> Iterator[str]:
    """The whole game: at each position all it answers, then the move and what each is told."""
    random = Random(str(case))
    position = case.start()
    yield f"# {case.rules.id} version {case.rules.version}, {case.seats} players"
    ply = 0
    while position.to_act is not None:
        move = chosen(position, random)
        after = position.play(move)
        yield ""
        yield f"ply {ply}"
        yield from answers(position)
        yield f"move {plain(move)}"
        public = plain(position.events(move, after, None))
        yield f"tells all {public}"
        for viewer in range(case.seats):
            private = plain(position.events(move, after, viewer))
            if private != public:
                yield f"tells seat {viewer} {private}"
        position, ply = after, ply + 1
    yield ""
    yield f"ply {ply}"
    yield from answers(position)
    for seat, sheet in enumerate(position.scores()):
        yield f"sheet of seat {seat}: {sheet.total} = {plain(sheet)}"


def answers(position: Position) -> Iterator[str]:
    """What a position says of itself; the whole views now and then, as they are long."""
    view = position.view(None)
    yield f"to act {position.to_act}, phase {view.phase}, turn {position.turn}"
    yield f"scores {plain(view.totals)}"
    yield "legal " + " ".join(map(plain, position.legal_moves()))
    if position.turn % 20 == 1:
        for viewer in (*range(position.seats), None):
            yield f"view of {viewer} {plain(position.view(viewer))}"


@pytest.mark.parametrize("case", DEFAULTS, ids=lambda case: f"{case.rules.id}-{case.seats}")
def test_the_playthrough_is_line_by_line_what_it_was(
    case: Case, request: pytest.FixtureRequest
) -> None:
    file = FOLDER / f"{case.rules.id}-{case.seats}.txt"
    lines = list(playthrough(case))
    if request.config.getoption("--regenerate-playthroughs"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n")
    assert file.exists(), f"{file.name} is missing; write it with --regenerate-playthroughs"
    committed = file.read_text().splitlines()
    pairs = enumerate(zip(lines, committed, strict=False), 1)
    different = [f"line {n}:\n- {old}\n+ {new}" for n, (new, old) in pairs if new != old]
    assert not different, f"{file.name}\n" + "\n".join(islice(different, 5))
    assert len(lines) == len(committed)


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    known = {f"{case.rules.id}-{case.seats}.txt" for case in DEFAULTS}
    assert {file.name for file in FOLDER.glob("*.txt")} == known
