"""Painters that are not asked again: whatever was painted before, the picture is the right one."""

import copy
import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import Raw

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Event, Move
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.table.cached import cached
from keltis_tui.table.scene import Scene
from screenshots.staged import CODE, moment, table
from tests.tui.at_table import screen_of
from tests.tui.conftest import Told

KEYS = [*"12345678rypgbdsnla", " ", "left", "right", "up", "down", "enter", "escape", "pageup"]
SIZES = [(80, 24), (100, 30), (140, 45)]


def raw(thing: object) -> Raw:
    return Raw(msgspec.msgpack.encode(thing))


def moments(game: str, chance: random.Random) -> Iterator[GameChanged]:
    """A game as the server tells it to seat 0, move by move."""
    dealer = Stream(game.encode())
    position, ply = RULE_SETS[game].start(2), 0
    events: list[Event] = []
    while position.to_act is not None:
        if position.to_act == DEALER:
            move: Move = position.deal(dealer)
        else:
            move = chance.choice(position.legal_moves())
        after = position.play(move)
        events += position.events(move, after, 0)
        position, ply = after, ply + 1
        if position.to_act == DEALER:
            continue
        moves = position.legal_moves() if position.to_act == 0 else ()
        yield GameChanged(
            table=CODE,
            game=game,
            ply=ply,
            view=raw(position.view(0)),
            moves=[raw(move) for move in moves],
            can_take_back=False,
            since=0,
            events=[raw(event) for event in events],
        )


def painted_anew(session: Session, size: tuple[int, int]) -> Canvas:
    """The picture by painters who remember nothing."""
    screen = screen_of(session)
    game, screen.game = screen.game, copy.copy(screen.game)
    canvas = session.paint(*size)
    screen.game = game
    return canvas


def same(one: Canvas, other: Canvas) -> bool:
    return (one.texts, one.styles, one.areas) == (other.texts, other.styles, other.areas)


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
def test_whatever_is_pressed_the_picture_is_as_if_painted_anew(told: Told, game: str) -> None:
    chance = random.Random(1)
    session = told(table(2))
    often: Counter[str] = Counter()
    for fact in moments(game, random.Random(8)):  # a leprechaun comes by in this game
        session.hear(fact)
        session.navigation.dialogs.clear()
        screen = screen_of(session)
        phase = screen.game.view.phase if screen.game.my_turn else "waiting"
        often[phase] += 1
        for _ in range(16 if often[phase] == 1 else 2 if often[phase] < 12 else 0):
            size = chance.choice(SIZES) if chance.random() < 0.1 else SIZES[0]
            session.paint(*size)  # a log scrolled too far back comes to rest
            assert same(session.paint(*size), painted_anew(session, size))
            session.press(chance.choice(KEYS))
            screen.decision.refused()
            session.outbox.clear()
        if chance.random() < 0.05:
            session.client.set(Settings(colours=chance.choice(["full", "none"]), signs="ascii"))


def test_a_painter_is_asked_again_only_if_what_it_follows_has_changed(told: Told) -> None:
    asked = []

    @cached("path")
    def painter(canvas: Canvas, scene: Scene, word: str) -> int:
        asked.append(word)
        canvas.target(0, 0, 1, 1, Target("path"))
        return canvas.put(0, 0, word, "ground")

    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    screen = screen_of(session)
    for keys, word, times in (
        ([], "one", 1),
        (["right"], "one", 1),
        (["2"], "one", 1),
        ([], "two", 2),
        (["d", "d"], "two", 2),
    ):
        for key in keys:
            session.press(key)
        canvas = Canvas(80, 24)
        assert painter(canvas, screen._scene(), word) == 3
        assert canvas.text().startswith(word)
        assert canvas.target_at(0, 0) == Target("path")
        assert len(asked) == times
    staged.play(staged.best())
    session.hear(staged.changed())
    painter(Canvas(80, 24), screen._scene(), "two")
    assert len(asked) == 3


def test_names_of_wide_characters_are_painted_right_beside_what_is_remembered(told: Told) -> None:
    staged = moment(2, lambda view: view.turn > 10 and view.phase == "play")
    session = told(table(2), staged.changed())
    session.paint(80, 24)
    session.client.names = ["ann", "日本日本"]
    assert same(session.paint(80, 24), painted_anew(session, (80, 24)))
    session.client.names = ["ann", "bob"]
    assert same(session.paint(80, 24), painted_anew(session, (80, 24)))
