"""Draw every screenshot from what `ssh` shows: `python -m screenshots.make [NAME …]`."""

import asyncio
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from keltis_engine.rules import RULE_SETS
from keltis_tui.settings import Settings
from screenshots.drawing import draw
from screenshots.stored import Wanted, store
from screenshots.visit import Server, make_key, visit

HERE: Final = Path(__file__).parent
SIZES: Final = ((80, 24), (140, 45), (200, 60))
SMALL: Final = SIZES[0]
PICKED: Final = {"keltis": "4", "oracle": "5", "dice": "4", "stones": ""}
"""What is pressed in the middle of a game, to show where it would lead."""
CODES: Final = dict(zip(RULE_SETS, "KPDS", strict=True))
"""The letter with which the codes of each game's tables begin."""
LOOKS: Final = {
    "light": Settings(theme="light"),
    "contrast": Settings(theme="contrast"),
    "safe": Settings(theme="safe"),
    "sixteen": Settings(colours="16"),
    "mono": Settings(colours="none"),
    "ascii": Settings(signs="ascii"),
}
SHEETS: Final = ("oracle", "stones")
"""Games whose score sheets are shown besides that of Keltis."""


class Picture(NamedTuple):
    """One screenshot: at which table, what is pressed, how large and in which look."""

    name: str
    wish: Sequence[str]
    keys: Sequence[str] = ()
    size: tuple[int, int] = SMALL
    settings: Settings = Settings()
    full: bool = False
    """Whether the terminal says that it shows 16 million colours."""
    evening: bool = False
    """Whether it shows an evening in the lobby, with fewer tables of Ann's and others' besides."""


def tables() -> Iterator[Wanted]:
    """The tables at which Ann sits."""
    for game, letter in CODES.items():
        yield Wanted(f"{letter}7QF", game, 3, lambda view: view.turn > 24)
        yield Wanted(f"{letter}4XA", game, 4, lambda view: view.turn > 36)
        yield Wanted(f"{letter}9TB", game, 3, None)


def evening() -> Iterator[Wanted]:
    """The tables at which Ann sits, or sat, on an evening in the lobby."""
    yield Wanted("K7QF", "keltis", 3, lambda view: view.turn > 24)
    for game, letter in CODES.items():
        yield Wanted(f"{letter}9TB", game, 3, None, private=False)


def pictures() -> Iterator[Picture]:
    """All of them."""
    yield Picture("lobby", (), evening=True)
    yield Picture("settings", (), ["f2"])
    yield Picture("lesson", (), ["t", "enter", "enter", "4"])
    yield Picture("rules", ("join", "K7QF"), ["f1", "right", "right", "right"])
    yield Picture("score-sheet", ("join", "K9TB"))
    for game in SHEETS:
        yield Picture(f"{game}-score-sheet", ("join", f"{CODES[game]}9TB"))
    for game, letter in CODES.items():
        keys = list(PICKED[game])
        for size in SIZES:
            seats = "7QF" if size == SMALL else "4XA"
            name = f"{game}-{size[0]}x{size[1]}"
            yield Picture(name, ("join", f"{letter}{seats}"), keys, size)
        middle = SIZES[1]
        yield Picture(f"{game}-24-bit", ("join", f"{letter}4XA"), keys, middle, full=True)
    for look, settings in LOOKS.items():
        game = "oracle" if look == "safe" else "keltis"
        wish = ("join", f"{CODES[game]}7QF")
        yield Picture(f"look-{look}", wish, PICKED[game], settings=settings)


def shoot(
    wanted: Sequence[Picture], settings: Settings, folder: Path, sat: Iterable[Wanted]
) -> None:
    """Have a server told the tables and the look, come to it, and draw what is seen."""
    key, data = folder / "key", folder / "data"
    data.mkdir(parents=True)
    wishes = {"motion": "off", **settings.preferences()}
    asyncio.run(store(data / "games.db", make_key(key), list(sat), wishes))
    server = Server(data)
    try:
        for name, wish, keys, size, _, full, _ in wanted:
            screen = visit(server.port, key, size, wish=wish, keys=keys, full=full)
            draw(screen, HERE / f"{name}.png")
    finally:
        server.stop()


def main() -> None:
    """Draw all, or those that are named."""
    if shutil.which("ssh") is None:
        sys.exit("pictures need OpenSSH's `ssh`; on Debian: apt install openssh-client")
    wanted = frozenset(sys.argv[1:])
    with TemporaryDirectory(prefix="keltis-pictures-") as folder:
        chosen = [each for each in pictures() if not wanted or each.name in wanted]
        kinds = dict.fromkeys((each.settings, each.evening) for each in chosen)
        for number, kind in enumerate(kinds):
            same = [each for each in chosen if (each.settings, each.evening) == kind]
            shoot(same, kind[0], Path(folder) / str(number), evening() if kind[1] else tables())


if __name__ == "__main__":
    main()
