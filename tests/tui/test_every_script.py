"""Names, words and talk in every script, on every screen: no box bursts and no letter is lost."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest
from msgspec import structs
from rich.cells import cell_len

from keltis_protocol.messages import (
    Fact,
    Lobby,
    Person,
    Said,
    SeatState,
    TableChanged,
    Welcome,
)
from keltis_tui.canvas.canvas import BOXES, Canvas
from keltis_tui.canvas.text import BEHIND_WIDE, CUT
from keltis_tui.settings import Settings
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for
from screenshots.staged import CODE, StagedLink, welcome
from tests.tui.hosted import draw, lines, shown
from tests.tui.scenes import SCENES, WIDEST, Scene, session_of
from tests.tui.test_text import FAMILY

FOREIGN: Final = {
    "ann": "漢字",
    "Bran": "q\u0303x\u0323\u0301q\u0303",
    "Eithne": FAMILY,
    "Oisin": "한👍🏽🇩🇪",
    "shamrock": "का漢q\u0303",
    "cleo": "नमस्ते世界",
    "jürgen": "東京都大阪府北海道中国上海北京人",
}
"""What people wrote, by what they wrote in the scenes: wide, with marks, joined, flags."""
SEEN: Final = FOREIGN | {"Eithne": "👨👩👧", "Oisin": "한👍DE", "shamrock": "का\u00a0漢q\u0303"}
"""How it is drawn: joined signs one by one, a flag by its letters, room beside a mark."""
EVENLY: Final = {
    old: letter * cell_len(new) for letter, (old, new) in zip("VWXYZQJ", SEEN.items(), strict=True)
}
"""Letters of one cell that take the same room, for comparison."""
DRAWN: Final = frozenset("".join(BOXES.values()))
LINE: Final = "".join(chr(0x4E00 + number) for number in range(80))


def told(names: dict[str, str], fact: Fact) -> Fact:
    """A fact in which people are called otherwise and said something else."""

    def called(name: str) -> str:
        return names.get(name, name)

    def seats(states: list[SeatState]) -> list[SeatState]:
        return [
            structs.replace(seat, name=called(seat.name), word=called(seat.word)) for seat in states
        ]

    def person(you: Person) -> Person:
        return structs.replace(you, name=called(you.name))

    match fact:
        case Welcome():
            return structs.replace(fact, you=person(fact.you))
        case Lobby():
            tables = [structs.replace(each, seats=seats(each.seats)) for each in fact.tables]
            results = [
                structs.replace(each, winners=[*map(called, each.winners)]) for each in fact.results
            ]
            here = [*map(person, fact.here)]
            you = person(fact.you)
            return structs.replace(fact, you=you, tables=tables, here=here, results=results)
        case TableChanged():
            return structs.replace(fact, seats=seats(fact.seats))
        case Said():
            return structs.replace(fact, name=called(fact.name), text=called(fact.text))
    return fact


def paint(scene: Scene, names: dict[str, str], settings: Settings) -> Iterator[Canvas]:
    for size in scene.sizes:
        yield session_of(scene, settings=settings, tell=partial(told, names)).paint(*size)


def burst(canvas: Canvas) -> list[str]:
    """The lines that are not as wide as they should be, or hold half a letter."""
    return [
        "".join(texts)
        for texts in canvas.texts
        if cell_len("".join(texts)) != canvas.width
        or any(
            cell_len(text) != (2 if after == BEHIND_WIDE else text != BEHIND_WIDE)
            for text, after in zip(texts, [*texts[1:], " "], strict=True)
        )
    ]


def drawn(canvas: Canvas) -> set[tuple[int, int, str]]:
    """Every piece of a frame."""
    return {
        (x, y, text)
        for y, texts in enumerate(canvas.texts)
        for x, text in enumerate(texts)
        if text in DRAWN
    }


@pytest.mark.law
@pytest.mark.parametrize("name", SCENES)
def test_no_box_bursts_and_whoever_fits_is_named_in_full(name: str) -> None:
    scene = SCENES[name]
    pictures = zip(*(paint(scene, names, Settings()) for names in (FOREIGN, EVENLY)), strict=True)
    for foreign, evenly in pictures:
        assert burst(foreign) == []
        assert drawn(foreign) == drawn(evenly)
        for old, new in SEEN.items():
            there = foreign.text().count(new)
            assert there == evenly.text().count(EVENLY[old]), f"{new}\n{foreign.text()}"


@pytest.mark.law
@pytest.mark.parametrize("name", SCENES)
def test_nor_in_ascii(name: str) -> None:
    for canvas in paint(SCENES[name], FOREIGN, Settings(signs="ascii")):
        assert burst(canvas) == []
        assert drawn(canvas) == set()


def saying(text: str) -> Scene:
    """A game at which somebody said this, while the talk is open."""
    facts = SCENES["talk"].facts()
    line = Said(table=CODE, number=9, seat=1, name="漢字", text=text)
    return Scene(lambda: (*facts, line), ["/"])


def test_a_line_of_eighty_chinese_letters_is_shown_to_its_end() -> None:
    text = session_of(saying(LINE)).paint(80, 24).text()
    assert [letter for letter in LINE if letter not in text] == []


def test_in_a_large_window_it_stands_beside_the_board_too() -> None:
    session = session_of(saying(LINE))
    session.press("escape")
    session.press("left")
    text = session.paint(*WIDEST).text()
    assert [letter for letter in LINE if letter not in text] == []


def test_above_the_question_there_is_room_for_its_beginning_only_and_that_is_said() -> None:
    scene = saying(LINE)
    text = session_of(scene._replace(keys=())).paint(80, 24).text()
    assert f"漢字: {LINE[:35]}{CUT}" in text


SHOWN: Final = ("lobby", "waiting", "talk", "keltis-picked", "oracle-score-sheet", "stones-over")
AGREED: Final = FOREIGN | {"shamrock": "漢q\u0303", "cleo": "漢字"}
"""Without marks beside a letter: the terminal in the test does not know them."""


def foreign_scene(name: str) -> Scene:
    scene = SCENES[name]
    return scene._replace(facts=lambda: tuple(told(AGREED, fact) for fact in scene.facts()))


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
async def test_a_terminal_shows_it_as_it_was_painted(name: str) -> None:
    scene = foreign_scene(name)
    terminal = await draw(scene._replace(keys=()), "256 colours")
    assert lines(shown(terminal.data)) == terminal.canvas.text().splitlines()
    assert any(SEEN[old] in terminal.canvas.text() for old in ("ann", "Bran", "Oisin"))


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
async def test_textual_shows_it_as_it_was_painted(name: str) -> None:
    scene = foreign_scene(name)
    link = StagedLink([*welcome(), *scene.facts()])
    app = KeltisApp(link, words_for("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await link.told.wait()
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        painted = app.session.paint(80, 24).text()
    assert [strip.text.rstrip() for strip in strips] == painted.splitlines()
