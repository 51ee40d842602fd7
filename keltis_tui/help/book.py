"""The rules of every game, page by page."""

from typing import Final

from keltis_tui.help import dice, keltis, oracle, stones
from keltis_tui.help.page import Page

BOOK: Final[dict[str, tuple[Page, ...]]] = {
    "keltis": keltis.PAGES,
    "oracle": oracle.PAGES,
    "dice": dice.PAGES,
    "stones": stones.PAGES,
}


def page_for(game: str, phase: str) -> int:
    """The number of the page on which a phase of a turn is told; the first if there is none."""
    pages = BOOK[game]
    return next((number for number, page in enumerate(pages) if phase in page.phases), 0)
