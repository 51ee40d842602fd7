"""What can be chosen looks unlike what cannot, and what is picked unlike both, in every look."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import Raw, structs
from rich.style import Style

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import GameChanged
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.themes import THEMES
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from tests.tui.recorded import PHASES
from tests.tui.scenes import SCENES, Scene, session_of

SIZE = (80, 24)
LOOKS = [
    *(Settings(theme=name, colours=depth) for name, depth in THEMES),
    Settings(signs="ascii"),
]
QUESTIONS = [f"{game}-{phase}" for game in RULE_SETS for phase in PHASES[game].split()]

Seen = list[tuple[str, Style]]


def unasked(scene: Scene) -> Scene:
    """The same moment, if another were asked."""
    table, changed = scene.facts()
    assert isinstance(changed, GameChanged)
    view = msgspec.msgpack.decode(changed.view, type=RULE_SETS[changed.game].view_type)
    another = Raw(msgspec.msgpack.encode(structs.replace(view, to_act=1)))
    return scene._replace(facts=lambda: (table, structs.replace(changed, view=another, moves=[])))


def places(canvas: Canvas) -> dict[Target, set[tuple[int, int]]]:
    """The cells that choose each target, and those before them."""
    owners: dict[tuple[int, int], Target] = {}
    for left, top, width, height, target in canvas.areas:
        for y in range(top, top + height):
            owners.update(((x, y), target) for x in range(left, left + width))
    found: dict[Target, set[tuple[int, int]]] = {}
    for (x, y), target in owners.items():
        found.setdefault(target, set()).update({(x, y), (max(0, x - 1), y)})
    return found


def cells(session: Session, canvas: Canvas, there: set[tuple[int, int]]) -> Seen:
    """How cells are seen."""
    style = session.theme.style
    return [(canvas.texts[y][x], style(canvas.styles[y][x])) for x, y in sorted(there)]


def legal_targets(session: Session) -> Iterator[Target]:
    screen = session.screen
    assert isinstance(screen, TableScreen)
    yield from (each.target for each in screen.decision.choices("") if each.legal)


@pytest.mark.law
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.theme or look.signs)
def test_the_table_lights_exactly_what_can_be_chosen(look: Settings) -> None:
    for name in QUESTIONS:
        session = session_of(SCENES[name], settings=look)
        dark = session_of(unasked(SCENES[name]), settings=look)
        lit, unlit = session.paint(*SIZE), dark.paint(*SIZE)
        there = places(lit)
        targets = [target for target in legal_targets(session) if target in there]
        assert targets, name
        for target in targets:
            usual = cells(session, unlit, there[target])
            assert cells(session, lit, there[target]) != usual, f"{name}: {target}"


@pytest.mark.law
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.theme or look.signs)
def test_what_is_picked_stands_out_from_the_rest(look: Settings) -> None:
    for name in QUESTIONS:
        before = session_of(SCENES[name], settings=look)
        after = session_of(SCENES[name], settings=look)
        plain = before.paint(*SIZE)
        after.press("right")
        screen = after.screen
        assert isinstance(screen, TableScreen)
        there = places(plain).get(screen.decision.picking.focus or Target(""))
        if there is None or screen.decision.choices("")[0].offered:
            continue
        usual = cells(before, plain, there)
        assert cells(after, after.paint(*SIZE), there) != usual, name
