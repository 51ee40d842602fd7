"""The pictures that are kept as files, each once: what every other one must be is told by laws.

Every board in every size in one look; every look in every depth of colour, and its signs, at one
size; every other screen once.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.themes import THEMES
from tests.tui.pictures import colours, paint, spelled
from tests.tui.recorded import PHASES
from tests.tui.scenes import SCENES, SIZES

KEPT: Final = Path(__file__).parent / "snapshots"
MOST: Final = 80
"""More files than that nobody looks through."""
SMALL: Final = SIZES[0]
BOARDS: Final = (*(f"{game}-picked" for game in RULE_SETS), "dice-hard-side")
SIGNS: Final = {"framed": "sixteen colours", "ascii": "ASCII"}
"""The looks that draw with other signs than the usual one."""
ONCE: Final = (
    "lobby", "lobby-empty", "lobby-keys", "ladder", "page",
    "welcome", "name", "settings", "learn", "waiting",
    "waiting-ready", "lucky-word", "talk-heard", "talk", "keltis-rules", "keltis-lesson",
    "watch-waiting", "watch-talk", "keltis-watch", "keltis-replay", "keltis-replay-chart",
    "keltis-new-table", "keltis-keys", "keltis-leave", "keltis-match-between",
    "away", "leave",
    *(f"{game}-score-sheet" for game in RULE_SETS),
    *(f"{game}-{phase}" for game in RULE_SETS for phase in PHASES[game].split()[1:]),
)  # fmt: skip


def _picture(scene: str, size: tuple[int, int], look: str = "colour") -> str:
    return spelled(paint(SCENES[scene], size, look))


def _every() -> dict[str, Callable[[], str]]:
    kept: dict[str, Callable[[], str]] = {}
    for board in BOARDS:
        for size in SCENES[board].sizes:
            kept[f"{board}-{size[0]}x{size[1]}"] = partial(_picture, board, size)
    for signs, look in SIGNS.items():
        for board in BOARDS:
            kept[f"{board}-{signs}"] = partial(_picture, board, SMALL, look)
    for look in dict.fromkeys(look for look, _ in THEMES):
        kept[f"look-{look}"] = partial(colours, look)
    for screen in ONCE:
        kept[screen] = partial(_picture, screen, SMALL)
    kept["too-small"] = partial(_picture, "too-small", (40, 10))
    return kept


PICTURES: Final = _every()
"""What is drawn for each file, by its name."""
