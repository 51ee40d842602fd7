"""A whole match stands in one game file and is proven like one game."""

from random import Random

import pytest
from msgspec.structs import replace

from keltis_engine.fair import commitment
from keltis_engine.game import Game
from keltis_engine.position import DEALER, Move
from keltis_engine.record import BadRecord, Entry, Player, Record, verify, write
from keltis_engine.rules import RULE_SETS

SECRET = bytes(range(32))
WISHES = {"dice": {"games": "2", "side": "both"}}


def finished_match(game: str) -> Record:
    """Two games, on both sides of the board if it has two."""
    rules, choice = RULE_SETS[game], Random(game)
    options = rules.agreed(WISHES.get(game, {"games": "2"}))
    played = Game(rules.start(2, options, 1))
    entries: list[Entry] = []
    while (who := played.position.to_act) is not None:
        move: Move = (
            played.next_deal(SECRET, ("", ""))
            if who == DEALER
            else choice.choice(played.position.legal_moves())
        )
        played.play(who, move)
        entries.append(Entry(who, len(entries), move))
    return Record(
        rules=game,
        version=rules.version,
        options=options,
        players=(Player("person", "white", ""), Player("person", "brown", "")),
        first=1,
        started="2026-11-16T15:00:00Z",
        commitment=commitment(SECRET),
        secret=SECRET,
        entries=tuple(entries),
        result=tuple(sheet.total for sheet in played.position.scores()),
    )


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_file_of_a_match_is_proven_and_read_back_whole(game: str) -> None:
    record = finished_match(game)
    assert verify(write(record), RULE_SETS) == record


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_file_of_a_match_that_stops_after_its_first_game_is_not_a_whole_match(
    game: str,
) -> None:
    record = finished_match(game)
    deals = [at for at, entry in enumerate(record.entries) if hasattr(entry.move, "first")]
    assert len(deals) == 2
    stopped = replace(record, entries=record.entries[: deals[1]])
    with pytest.raises(BadRecord):
        verify(write(stopped), RULE_SETS)
