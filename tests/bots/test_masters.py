"""The strongest player of each game, as it is asked at a table: it sees no more than its seat."""

import pytest

from keltis_bots.masters import master
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.master import by_playouts
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Position
from tests.engine.every_game import Case, cases, state

EACH = 9
"""One of so many decisions is asked for twice."""


def mixed(case: Case, position: Position, number: int) -> Position:
    """The same for the seat to act, with whatever it cannot see lying otherwise."""
    return case.rules.imagine(position.view(position.to_act), Stream(b"mixed", act=number))


@pytest.mark.law
@pytest.mark.parametrize("case", [case for case in cases() if case.single], ids=str)
def test_a_master_decides_alike_wherever_the_hidden_cards_are(case: Case) -> None:
    bot, chance = master(case.rules.id, by_playouts(24)), QuickChance(11)
    position, others = case.start(), 0
    for number in range(100):
        if position.to_act is None:
            break
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
            continue
        if number % EACH == 1:
            twin = mixed(case, position, number)
            others += state(twin) != state(position)
            moves = [
                bot(each.view(each.to_act), each.legal_moves(), Stream(b"same", act=number))
                for each in (position, twin)
            ]
            assert moves[0] == moves[1]
            assert moves[0] in position.legal_moves()
        legal = position.legal_moves()
        position.apply(legal[chance.below(len(legal))])
    assert others or case.rules.id == "dice", "nothing lay otherwise"
