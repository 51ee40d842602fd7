"""Draw every screenshot from the running app: `python -m screenshots.make [NAME …]`."""

import asyncio
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keltis_engine.parts.cards import Discard, PlayCard
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import Fact
from keltis_tui.app import KeltisApp
from keltis_tui.settings import Settings
from keltis_tui.words import words_for
from screenshots.played import Played, asked
from screenshots.staged import Staged, StagedLink, lobby, table, welcome

HERE = Path(__file__).parent
SMALL, ROOMY, LARGE, GRAND = (80, 24), (100, 30), (140, 45), (200, 60)
FONTS = "'DejaVu Sans Mono', 'Menlo', 'Consolas', 'Liberation Mono', monospace"
OTHER_LOOK = {"keltis": "light", "oracle": "safe", "dice": "contrast", "stones": "light"}
"""The second look in which each game is shown."""
PRESSED = {"oracle": "8"}
"""What is pressed in the middle of a game, to show where it would lead."""


class Picture(NamedTuple):
    """One screenshot: what is told, what is pressed, how large and in which look."""

    name: str
    size: tuple[int, int]
    facts: Sequence[Fact]
    keys: Sequence[str] = ()
    settings: Settings = Settings()


def tidy(svg: str) -> str:
    """The picture without fonts to be fetched and without anybody's address."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: (?:Fira Code, monospace|arial)", f"font-family: {FONTS}", svg)


async def shoot(picture: Picture) -> str:
    """Run the app on these facts, press the keys, and return what is seen."""
    link = StagedLink([*welcome(picture.settings.preferences()), *picture.facts])
    app = KeltisApp(link, words_for("en"))
    async with app.run_test(size=picture.size) as pilot:
        await link.told.wait()
        await pilot.press(*picture.keys)
        await pilot.pause()
        return tidy(app.export_screenshot(title="Keltis"))


def pictures() -> Iterator[Picture]:
    """All of them."""
    middle = Staged(3, "an evening in spring").until(
        lambda view: view.turn > 42 and view.to_act == 0 and view.phase == "play"
    )
    full = Staged(4, "an evening in autumn").until(
        lambda view: view.turn > 64 and view.to_act == 0 and view.phase == "play"
    )
    over = Staged(3, "an evening in spring").until(lambda _: False)
    yield Picture("lobby", SMALL, [lobby()])
    yield Picture("settings", SMALL, [lobby()], ["f2"])
    yield Picture("lesson", SMALL, [lobby()], ["t", "enter", "enter", "4"])
    yield Picture("rules", SMALL, [table(3), middle.changed()], ["f1", "right", "right", "right"])
    yield Picture("table-80x24", SMALL, [table(3), middle.changed()], [_playable(middle)])
    yield Picture("table-140x45", LARGE, [table(4), full.changed()], [_playable(full)])
    yield Picture("score-sheet", SMALL, [table(3, "over"), over.changed()])
    for look in ("light", "contrast", "safe", "sixteen", "mono"):
        yield Picture(
            f"look-{look}",
            SMALL,
            [table(3), middle.changed()],
            [_playable(middle)],
            Settings(theme=look),
        )
    yield Picture(
        "look-ascii",
        SMALL,
        [table(3), middle.changed()],
        [_playable(middle)],
        Settings(signs="ascii"),
    )
    for game in RULE_SETS:
        yield from _of_game(game)


def _of_game(game: str) -> Iterator[Picture]:
    """One game: its opening, its middle small and large and in another look, its score sheet."""
    opening = asked(game, 3, lambda view: view.turn >= 1)
    middle = asked(game, 3, lambda view: view.turn > 24)
    full = asked(game, 4, lambda view: view.turn > 36)
    over = Played(game, 3, "an evening by the fire").until(lambda _: False)
    other = Settings(theme=OTHER_LOOK[game])
    yield Picture(f"{game}-opening", SMALL, _told(opening))
    keys = PRESSED.get(game, "")
    yield Picture(f"{game}-80x24", SMALL, _told(middle), keys)
    yield Picture(f"{game}-100x30", ROOMY, _told(middle), keys)
    yield Picture(f"{game}-140x45", LARGE, _told(full), keys)
    yield Picture(f"{game}-200x60", GRAND, _told(full), keys)
    yield Picture(f"{game}-{other.theme}", SMALL, _told(middle), keys, other)
    yield Picture(f"{game}-score-sheet", SMALL, _told(over))


def _told(game: Played) -> list[Fact]:
    return [game.table(), game.changed()]


def _playable(game: Staged) -> str:
    """The key of the card that looks best to the one to act."""
    move = game.best()
    assert isinstance(move, PlayCard | Discard)
    return str(game.view().cards.hand.index(move.card) + 1)


async def main() -> None:
    """Draw all, or those that are named."""
    wanted = frozenset(sys.argv[1:])
    for picture in pictures():
        if not wanted or picture.name in wanted:
            svg = await shoot(picture)
            (HERE / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
