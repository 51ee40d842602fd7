"""The rules in the app: every game and phase has its page, and each page fits."""

import re
from importlib import import_module

import pytest
from wcwidth import wcswidth

from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.text import width_of
from keltis_tui.canvas.themes import THEMES
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lobby_games import BOX, EMBLEM_LINES
from keltis_tui.screens.rules import WIDTH, RulesDialog
from keltis_words.games.catalogue import GAME_WORDS
from keltis_words.glyphs import ASCII, DRAWN
from keltis_words.pages.page import Page
from screenshots.staged import lobby, moment, table
from tests.tui.conftest import Told

NUMBERED = {"C": 12, "K": 9, "O": 15, "D": 10, "S": 8}
"""How many rules each part of the specification has."""
NOBODY_IS_ASKED = {"deal", "roll"}
PAGES = [
    pytest.param(game.game, page, id=f"{game.game}-{page.title}")
    for game in GAME_WORDS.values()
    for page in game.pages
]


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_phase_in_which_somebody_is_asked_has_a_page(game: str) -> None:
    phases = import_module(f"keltis_engine.rules.{game}").PHASES
    told = {phase for page in GAME_WORDS[game].pages for phase in page.phases}
    assert told == set(phases) - NOBODY_IS_ASKED


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_drawing_belongs_to_a_page(game: str) -> None:
    names = [page.name for page in GAME_WORDS[game].pages]
    assert len(set(names)) == len(names)
    assert set(GAMES[game].drawings) <= set(names)


@pytest.mark.parametrize(("game", "page"), PAGES)
def test_every_page_fits_cites_its_rules_and_is_drawn_in_known_signs(
    told: Told, game: str, page: Page
) -> None:
    session = told()
    dialog = RulesDialog(session.client, session.navigation, game)
    dialog._number = GAME_WORDS[game].pages.index(page)
    session.navigation.open_dialog(dialog)
    inside = slice((80 - WIDTH) // 2 + 1, (80 + WIDTH) // 2 - 1)
    text = " ".join("".join(line[inside]) for line in session.paint(80, 24).texts)
    text = " ".join(text.split())
    for paragraph in page.text:
        assert " ".join(paragraph.split()) in text
    for rule in page.rules.split():
        named = re.fullmatch(r"([CKODS])(\d+)", rule)
        assert named is not None, rule
        part, number = named.groups()
        assert part in ("C", game[0].upper())
        assert 1 <= int(number) <= NUMBERED[part]
    for glyphs in (DRAWN, ASCII):
        for line in GAMES[game].drawings.get(page.name, ()):
            for piece, style in line:
                drawn = piece.format(g=glyphs)
                assert wcswidth(drawn) == len(drawn)
                for theme in THEMES.values():
                    assert theme.style(f"ground {style}") is not None


TOLD = [
    ("keltis", "C1", "five colours, each value from 0 to 10 twice"),
    ("keltis", "C2", "If two play, 30 of them are set aside unseen"),
    ("keltis", "C9", "several players with the same most points all win"),
    ("keltis", "C12", "the piles are closed until somebody does"),
    ("keltis", "K6", "A clover lets you, if you like, move any figure"),
    ("oracle", "C1", "five colours, each value from 0 to 10 twice"),
    ("oracle", "C2", "If two play, 30 of them are set aside unseen"),
    ("oracle", "C9", "several players with the same most points all win"),
    ("oracle", "C12", "the piles are closed until somebody does"),
    ("oracle", "O5", "the card can only be discarded"),
    ("oracle", "O6", "on the same stone as a figure of yours, not beside it"),
    ("oracle", "O6", "A figure that moves onto her stone scores nothing"),
    ("oracle", "O7", "the start stone too, but not to the one on which it stood when your turn"),
    ("oracle", "O7", "Each spiral moves a figure once in a turn"),
    ("oracle", "O9", "before you draw, after a discard too"),
    ("oracle", "O15", "only a variant lets another figure go"),
    ("oracle", "O15", "lets any one of your figures go on to its next stone"),
    ("dice", "C9", "several players with the same most points all win"),
    ("dice", "D3", "when nobody's points have changed for ten turns of every player"),
    ("dice", "D4", "if you like, move any stone of yours one field"),
    ("dice", "D4", "The field it reaches acts too, another clover as well"),
    ("dice", "D5", "not with a clover's step either"),
    ("dice", "D6", "three dice or more start a stone there"),
    ("dice", "D10", "over both sides of the board"),
    ("stones", "C9", "several players with the same most points all win"),
    ("stones", "S3", "Nobody passes while a stone lies face down. Once none does, you may pass"),
]
"""What the pages once left out or told wrongly."""


@pytest.mark.parametrize(("game", "rule", "words"), TOLD)
def test_a_page_that_cites_the_rule_tells_it(game: str, rule: str, words: str) -> None:
    pages = [page for page in GAME_WORDS[game].pages if rule in page.rules.split()]
    assert any(words in " ".join(page.text) for page in pages)


@pytest.mark.parametrize(("game", "page"), PAGES)
def test_the_numbers_of_the_rules_are_shown_only_if_asked_for(
    told: Told, game: str, page: Page
) -> None:
    session = told()
    dialog = RulesDialog(session.client, session.navigation, game)
    dialog._number = GAME_WORDS[game].pages.index(page)
    session.navigation.open_dialog(dialog)
    without = session.paint(80, 24).text()
    session.press("#")
    cited = session.paint(80, 24).text()
    assert f"╰{'─' * (WIDTH - 2)}╯" in cited, "nothing is written over the frame"
    assert [line.split("│")[1].strip() for line in changed(without, cited)] == [page.rules]
    session.press("#")
    assert session.paint(80, 24).text() == without


def changed(before: str, after: str) -> list[str]:
    """The lines of a picture that differ from an earlier one."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    return [line for earlier, line in pairs if line != earlier]


@pytest.mark.law
@pytest.mark.parametrize("phase", ["play", "start", "clover", "draw"])
def test_f1_opens_the_rules_at_the_phase_that_is_played(told: Told, phase: str) -> None:
    session = told(table(2), moment(2, lambda view: view.phase == phase).changed())
    session.press("f1")
    words = GAME_WORDS["keltis"]
    page = words.pages[words.page_for(phase)]
    assert phase in page.phases
    assert page.title in session.paint(80, 24).text()


def test_the_book_is_leafed_through_and_tab_opens_the_next_game(told: Told) -> None:
    session = told(lobby())
    session.press("f1")
    for game in GAME_WORDS.values():
        for page in game.pages:
            assert page.title in session.paint(80, 24).text()
            session.press("right")
        session.press("tab")
    session.press("escape")
    assert "Your turn" in session.paint(80, 24).text()


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_figure_that_is_drawn_stands_on_its_stone_and_does_not_hide_it(game: str) -> None:
    drawings = (*GAMES[game].drawings.values(), GAMES[game].emblem)
    for text, style in (piece for drawing in drawings for line in drawing for piece in line):
        if "stone." in style or "goal." in style:
            assert "seat." not in style or not text.count(" "), text


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_game_has_an_emblem_that_fits_its_box_in_the_lobby(game: str) -> None:
    emblem = GAMES[game].emblem
    assert len(emblem) == EMBLEM_LINES
    for line in emblem:
        assert sum(width_of(text.format(g=DRAWN)) for text, _ in line) <= BOX - 4
