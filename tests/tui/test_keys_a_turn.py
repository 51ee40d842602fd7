"""How many keys a turn takes a person, counted over every kept game, the shortest way each."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import pytest

from keltis_engine.position import PlayerMove
from keltis_tui.games.catalogue import GAMES
from keltis_tui.table.choosing import Picking
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.decision import Decision
from tests.tui.at_table import known
from tests.tui.recorded import KINDS, Recorded

OF_THE_TURN: Final = {
    "keltis": ("play", "start", "draw"),
    "oracle": ("play", "move", "draw"),
    "dice": ("keep", "choose"),
    "stones": ("turn", "take"),
}
"""What every turn asks; anything else is a question that a tile adds."""
MOST: Final = {"keltis": 3, "oracle": 4, "dice": 3, "stones": 3}
NAMES: Final = [f"{game}-{seats}" for game in MOST for seats in (2, 3, 4)]


AHEAD: Final = ("s", "a", "b", "c", " ")
"""What may be typed ahead: a key that plays the card in focus and answers what that leads to."""


class Answered(NamedTuple):
    """One decision of a kept game: the question, and how many keys answer it at least.

    A key that answered it together with the one before is none.
    """

    phase: str
    keys: int


def fewest(decision: Decision, move: PlayerMove) -> dict[str, int]:
    """How many keys make a move at least, of those that stand on things, modes and Enter.

    By the key that then waits to answer what comes next; empty if none does.
    """
    waiting = deque([(Picking(), 0)])
    seen = {Picking()}
    found: dict[str, int] = {}
    while waiting:
        before, count = waiting.popleft()
        if found and count >= min(found.values()):
            break
        keys = {key for choice in decision.choices(before.mode) for key in choice.keys}
        capitals = {key.upper() for key in keys}
        for key in sorted({*keys, *capitals, *decision.modes(), *AHEAD, "enter"}):
            decision.picking = before
            made = decision.press(key)
            if made == move:
                found.setdefault(decision._ahead.pop() if decision._ahead else "", count + 1)
            elif made is None and decision.picking not in seen:
                seen.add(decision.picking)
                waiting.append((decision.picking, count + 1))
            decision._ahead.clear()
    assert found, f"no keys make {move}"
    return found


def answered(name: str) -> Iterator[Answered]:
    """Every decision of the first seat in a kept game."""
    played = Recorded(name)
    ahead: dict[str, int] = {}
    while played.until(lambda view: view.to_act == 0).position.to_act is not None:
        game = ClientGame(played.changed())
        decision = Decision(game, GAMES[played.game].board, lambda: "risky")
        move = known(played._moves[-1], PlayerMove)
        keys = fewest(decision, move)
        decision.picking = Picking()
        more = [
            count - min(ahead.values())
            for key, count in ahead.items()
            if key and decision.press(key) == move
        ]
        yield Answered(game.view.phase, min([*more, *keys.values()]))
        ahead = keys
        played.play(played._moves.pop())


@cache
def turns_of(name: str) -> list[list[Answered]]:
    """The turns of the first seat in a kept game."""
    turns: list[list[Answered]] = []
    for each in answered(name):
        turns += [[]] if each.phase == OF_THE_TURN[name.split("-")[0]][0] else []
        turns[-1].append(each)
    return turns


@pytest.mark.law
@pytest.mark.parametrize("name", NAMES)
def test_a_turn_takes_few_keys(name: str) -> None:
    """Keltis 3, 4 if a figure starts; Oracle 4, Dice 3, Stones 3; what a tile adds takes two."""
    game = name.split("-")[0]
    turns = turns_of(name)
    assert len(turns) > 8
    for turn in turns:
        own = {each.phase: each.keys for each in turn if each.phase in OF_THE_TURN[game]}
        assert sum(own.values()) <= MOST[game] + ("start" in own), turn
        assert all(each.keys <= 2 for each in turn if each.phase not in own), turn


@pytest.mark.law
@pytest.mark.parametrize("game", ["keltis", "oracle"])
def test_a_turn_takes_as_few_keys_on_average_whatever_tiles_ask(game: str) -> None:
    """Keltis 3, Oracle 4, the starts of figures and the questions of tiles among them."""
    turns = [turn for name in KINDS if KINDS[name].game == game for turn in turns_of(name)]
    assert sum(each.keys for turn in turns for each in turn) <= MOST[game] * len(turns)
