"""Anybody does anything, with accounts linked, forgotten and renamed in between: the laws hold."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from keltis_protocol.messages import Command
from tests.fuzz.server_machine import KINDS, PEOPLE, Machine, Op, ops
from tests.postgres import Postgres

SEEDS, NODES_SEEDS, STEPS, FEWEST = 8, 3, 60, 10
Amount = Callable[[int], int]
CHOICES = st.integers(0, 65535)
OPS = st.tuples(st.sampled_from(sorted(set(KINDS))), st.integers(0, PEOPLE - 1), CHOICES)


@pytest.mark.law
@pytest.mark.parametrize("seed", range(SEEDS))
async def test_whatever_people_do_the_laws_hold(tmp_path: Path, seed: int, amount: Amount) -> None:
    await do_anything(Machine(tmp_path), seed, max(FEWEST, amount(STEPS)))


@pytest.mark.law
@pytest.mark.parametrize("seed", range(NODES_SEEDS))
async def test_whatever_people_do_the_laws_hold_on_two_nodes(
    tmp_path: Path, postgres: Postgres, seed: int, amount: Amount
) -> None:
    address = await asyncio.to_thread(postgres.new_schema)
    await do_anything(Machine(tmp_path, address), seed, max(FEWEST, amount(STEPS)))


async def do_anything(machine: Machine, seed: int, steps: int) -> None:
    random, tasks = Random(seed), asyncio.all_tasks()
    await machine.open()
    try:
        for number in range(steps):
            happening = ops(random)
            try:
                await machine.step(happening)
            except AssertionError as error:
                error.add_note(f"seed {seed}, step {number}: {happening}")
                raise
    finally:
        await machine.close()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == tasks
    assert machine.answers[""] > steps, "most of it was refused"


async def test_every_command_there_is_is_among_what_people_do(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    await machine.open()
    try:
        tried = {type(command) for command in machine.anything_at_a_table(Random(1))}
    finally:
        await machine.close()
    assert tried == set(Command.__args__), "name what is missing in `Machine._at_table`"


class Anything(RuleBasedStateMachine):
    """The same, for Hypothesis to find the shortest way to whatever breaks."""

    @initialize()
    def open(self) -> None:
        self.folder = TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.machine = Machine(Path(self.folder.name))
        self.loop.run_until_complete(self.machine.open())

    @rule(op=OPS)
    def one(self, op: Op) -> None:
        self.loop.run_until_complete(self.machine.step([op]))

    @rule(happening=st.lists(OPS, min_size=2, max_size=4))
    def at_once(self, happening: list[Op]) -> None:
        self.loop.run_until_complete(self.machine.step(happening))

    @rule(choice=CHOICES)
    def restart(self, choice: int) -> None:
        self.loop.run_until_complete(self.machine.step([("restart", 0, choice)]))

    def teardown(self) -> None:
        if hasattr(self, "machine"):
            self.loop.run_until_complete(self.machine.close())
            self.loop.run_until_complete(asyncio.sleep(0.01))  # for the bell's sockets
            self.loop.close()
            self.folder.cleanup()


def test_nothing_that_anybody_does_breaks_a_law(amount: Amount) -> None:
    run_state_machine_as_test(
        Anything,
        settings=settings(
            max_examples=amount(10),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
