"""Draw every screenshot from the running app: `python -m screenshots.make`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from keltis_engine.parts.cards import Discard, PlayCard
from keltis_protocol.messages import Fact
from keltis_tui.app import KeltisApp
from keltis_tui.words import words_for
from screenshots.staged import Staged, StagedLink, lobby, table, welcome

HERE = Path(__file__).parent
SMALL, LARGE = (80, 24), (140, 45)


async def shoot(
    name: str, size: tuple[int, int], facts: Sequence[Fact], keys: Sequence[str] = ()
) -> None:
    """Run the app on these facts, press the keys, and keep what is seen."""
    link = StagedLink([*welcome(), *facts])
    app = KeltisApp(link, words_for("en"))
    async with app.run_test(size=size) as pilot:
        await link.told.wait()
        await pilot.press(*keys)
        await pilot.pause()
        (HERE / f"{name}.svg").write_text(app.export_screenshot(title="Keltis"), encoding="utf-8")


async def main() -> None:
    """All of them."""
    middle = Staged(3, "an evening in spring").until(
        lambda view: view.turn > 42 and view.to_act == 0 and view.phase == "play"
    )
    full = Staged(4, "an evening in autumn").until(
        lambda view: view.turn > 64 and view.to_act == 0 and view.phase == "play"
    )
    over = Staged(3, "an evening in spring").until(lambda _: False)
    await shoot("lobby", SMALL, [lobby()])
    await shoot("table-80x24", SMALL, [table(3), middle.changed()], [_playable(middle)])
    await shoot("table-140x45", LARGE, [table(4), full.changed()], [_playable(full)])
    await shoot("score-sheet", SMALL, [table(3, "over"), over.changed()])


def _playable(game: Staged) -> str:
    """The key of the card that looks best to the one to act."""
    move = game.best()
    assert isinstance(move, PlayCard | Discard)
    return str(game.view().cards.hand.index(move.card) + 1)


if __name__ == "__main__":
    asyncio.run(main())
