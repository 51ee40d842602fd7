"""Games driven by Hypothesis, which shrinks a broken law to its shortest game."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Move, Position
from tests.engine.every_game import Case, cases, state, wire

SINGLE = [case for case in cases() if case.single]


class Play(RuleBasedStateMachine):
    """A dealer and players who may choose any legal move."""

    games: tuple[Case, ...] = ()
    case: Case
    position: Position
    history: list[Move]

    @initialize(data=st.data(), secret=st.binary(max_size=4))
    def begin(self, data: st.DataObject, secret: bytes) -> None:
        """Sit down and let the dealer act."""
        self.case = data.draw(st.sampled_from(self.games))
        self.position = self.case.start()
        self.history = []
        self._play(self.position.deal(Stream(secret)))

    def _play(self, move: Move) -> None:
        self.history.append(move)
        self.position = self.position.play(move)

    @precondition(lambda self: self.position.to_act == DEALER)
    @rule(secret=st.binary(max_size=4))
    def deal(self, secret: bytes) -> None:
        """The dealer acts."""
        self._play(self.position.deal(Stream(secret)))

    @precondition(lambda self: self.position.to_act not in (None, DEALER))
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """A player makes one of the legal moves."""
        moves = self.position.legal_moves()
        self._play(moves[data.draw(st.integers(0, len(moves) - 1))])

    @precondition(lambda self: self.position.to_act is None)
    @rule()
    def over(self) -> None:
        """Nothing is left to do."""
        assert not self.position.legal_moves()

    @invariant()
    def hidden_things_stay_hidden(self) -> None:
        """A position imagined from a view answers its viewer in the same bytes."""
        if not hasattr(self, "position"):
            return
        position, rules = self.position, self.case.rules
        for viewer in (*range(position.seats), None):
            view = position.view(viewer)
            twin = rules.imagine(view, Stream(b"other"))
            assert wire(twin.view(viewer)) == wire(view)
            if viewer is not None and viewer == position.to_act:
                assert wire(*twin.legal_moves()) == wire(*position.legal_moves())

    @invariant()
    def the_moves_are_the_game(self) -> None:
        """Playing the same moves again gives the same position."""
        if hasattr(self, "position"):
            again = self.case.start()
            for move in self.history:
                again.apply(move)
            assert state(again) == state(self.position)


@pytest.mark.parametrize("game", sorted({case.rules.id for case in SINGLE}))
def test_no_game_of_any_choices_breaks_a_law(game: str, amount: Callable[[int], int]) -> None:
    chosen = tuple(case for case in SINGLE if case.rules.id == game)
    machine = type(f"Play_{game}", (Play,), {"games": chosen})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=amount(12),
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
