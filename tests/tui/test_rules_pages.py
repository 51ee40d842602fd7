"""The rules in the app: every game and phase has its page, and each page fits."""

import re
from importlib import import_module

import pytest
from wcwidth import wcswidth

from keltis_engine.rules import RULE_SETS
from keltis_tui.help.book import BOOK, page_for
from keltis_tui.help.page import Page
from keltis_tui.screens.rules import WIDTH, RulesDialog
from keltis_tui.themes import ASCII, DRAWN, THEMES
from screenshots.staged import lobby, moment, table

NUMBERED = {"C": 12, "K": 9, "O": 15, "D": 10, "S": 8}
"""How many rules each part of the specification has."""
NOBODY_IS_ASKED = {"deal", "roll"}
PAGES = [
    pytest.param(game, page, id=f"{game}-{page.title}")
    for game, pages in BOOK.items()
    for page in pages
]


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_phase_in_which_somebody_is_asked_has_a_page(game):
    phases = import_module(f"keltis_engine.rules.{game}").PHASES
    told = {phase for page in BOOK[game] for phase in page.phases}
    assert told == set(phases) - NOBODY_IS_ASKED


@pytest.mark.parametrize(("game", "page"), PAGES)
def test_every_page_fits_cites_its_rules_and_is_drawn_in_known_signs(told, game, page: Page):
    session = told()
    dialog = RulesDialog(session, game)
    dialog._number = BOOK[game].index(page)
    session.open_dialog(dialog)
    inside = slice((80 - WIDTH) // 2 + 1, (80 + WIDTH) // 2 - 1)
    text = " ".join("".join(line[inside]) for line in session.paint(80, 24).texts)
    text = " ".join(text.split())
    for paragraph in page.text:
        assert " ".join(paragraph.split()) in text
    for rule in page.rules.split():
        part, number = re.fullmatch(r"([CKODS])(\d+)", rule).groups()
        assert part in ("C", game[0].upper())
        assert 1 <= int(number) <= NUMBERED[part]
    for glyphs in (DRAWN, ASCII):
        for line in page.drawing:
            for piece, style in line:
                drawn = piece.format(g=glyphs)
                assert wcswidth(drawn) == len(drawn)
                assert all(theme.style(f"ground {style}") for theme in THEMES.values())


@pytest.mark.parametrize("phase", ["play", "start", "clover", "draw"])
def test_f1_opens_the_rules_at_the_phase_that_is_played(told, phase):
    session = told(table(2), moment(2, lambda view: view.phase == phase).changed())
    session.press("f1")
    page = BOOK["keltis"][page_for("keltis", phase)]
    assert phase in page.phases
    assert page.title in session.paint(80, 24).text()


def test_the_book_is_leafed_through_and_tab_opens_the_next_game(told):
    session = told(lobby())
    session.press("f1")
    for pages in BOOK.values():
        for page in pages:
            assert page.title in session.paint(80, 24).text()
            session.press("right")
        session.press("tab")
    session.press("escape")
    assert "Your turn" in session.paint(80, 24).text()
