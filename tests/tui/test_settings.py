"""Settings: reached from everywhere, seen at once, remembered where they belong."""

from pathlib import Path

import pytest
from msgspec import structs

from keltis_protocol.messages import PlayMove, SetPreferences
from keltis_server.house import Caller
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.home import Home, colours_of
from keltis_tui.screens.settings import LINES, SettingsDialog
from keltis_tui.settings import Settings, choices
from keltis_tui.themes import THEMES
from keltis_tui.widgets.canvas_widget import CanvasWidget
from keltis_tui.words import words_for
from screenshots.staged import Staged, lobby, moment, table, welcome


def test_f2_opens_the_settings_over_every_screen_and_closes_them_again(told):
    for facts in ([], [lobby()], [table(2), Staged(2, "set").changed()]):
        session = told(*facts)
        before = session.paint(80, 24).text()
        session.press("f2")
        assert "Settings" in session.paint(80, 24).text()
        session.press("f2")
        assert session.paint(80, 24).text() == before


def test_every_value_of_every_setting_is_reached_by_arrows_and_comes_round(told):
    session = told()
    session.press("f2")
    for name in LINES:
        seen = []
        for _ in choices(name):
            session.press("right")
            seen.append(getattr(session.settings, name))
        assert set(seen) == set(choices(name))
        assert session.settings == Settings()
        session.press("down")


def test_a_changed_setting_is_sent_to_be_remembered_and_comes_back_with_the_welcome(told):
    session = told()
    session.outbox.clear()
    session.press("f2")
    session.press("right")
    (sent,) = session.outbox
    assert isinstance(sent, SetPreferences)
    assert sent.preferences == {"theme": session.theme.name}
    first, *rest = welcome()
    again = told(structs.replace(first, preferences=sent.preferences), *rest)
    assert again.theme is session.theme


def test_what_was_remembered_but_makes_no_sense_is_left_out():
    odd = {"theme": "\x1b[2J", "confirm": "never", "unknown": "x", "language": "../../etc"}
    assert Settings.of(odd) == Settings(confirm="never")


async def test_an_account_finds_its_look_again(visiting):
    async with visiting() as seen:
        await seen.press("f2", "right", "right")
        assert seen.session.theme is THEMES["light"]
        await seen.until(lambda: not seen.session.outbox)
    async with visiting() as seen:
        assert seen.session.theme is THEMES["light"]


async def test_at_home_the_settings_are_kept_in_a_file_and_not_by_the_server(house, tmp_path: Path):
    home = Home(tmp_path / "config" / "settings.toml")
    for expected in (Settings(), Settings(theme="contrast", mouse="off")):
        link = await house.visit(Caller(key=b"home", login="ann"))
        app = KeltisApp(link, words_for("en"), Entrance(), home)
        async with app.run_test(size=(80, 24)) as pilot:
            assert app.session.settings == expected
            if expected == Settings():
                await pilot.press("f2", "right", "right", "right", "down", "down", "down", "right")
    text = (tmp_path / "config" / "settings.toml").read_text()
    assert text == 'theme = "contrast"\nmouse = "off"\n'
    visit = await house.visit(Caller(key=b"home", login="ann"))
    assert visit.preferences == {}


@pytest.mark.parametrize("text", ["theme = ", "theme = 3", "\xff\xfe", "[theme]\nx = 1"])
def test_a_file_that_makes_no_sense_does_no_harm(tmp_path: Path, text: str):
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="latin-1")
    assert Settings.of(Home(path).preferences()) == Settings()


def test_the_terminal_s_colours_are_read_from_the_environment():
    assert colours_of({"TERM": "xterm-256color"}) == "256"
    assert colours_of({"TERM": "xterm", "COLORTERM": "truecolor"}) == "full"
    assert colours_of({"TERM": "linux"}) == "16"
    assert colours_of({"TERM": "xterm-kitty", "NO_COLOR": "1"}) == "none"


async def test_the_mouse_is_switched_off_and_on_at_the_terminal(visiting, monkeypatch):
    async with visiting() as seen:
        written: list[str] = []
        monkeypatch.setattr(seen.app._driver, "write", written.append)
        await seen.press("f2", "down", "down", "down", "right")
        assert "\x1b[?1000l" in "".join(written)
        written.clear()
        await seen.press("right")
        assert "\x1b[?1000h" in "".join(written)


async def test_another_look_is_drawn_at_once(visiting):
    async with visiting() as seen:
        widget = seen.app.query_one(CanvasWidget)
        await seen.press("f2", "right", "right")
        style = widget.render_line(0)._segments[0].style
        assert style is not None
        assert style.bgcolor == THEMES["light"].style("bar").bgcolor


def test_in_plain_signs_everything_but_letters_is_ascii(told):
    for facts in ([lobby()], [table(4), Staged(4, "plain").until(lambda v: v.turn > 40).changed()]):
        session = told(*facts)
        session.set(Settings(signs="ascii"))
        for key in ("", "1", "?"):
            session.press(key)
            for size in ((80, 24), (140, 45)):
                for character in set(session.paint(*size).text()):
                    assert character.isascii() or character.isalpha(), character


@pytest.mark.parametrize(("confirm", "presses"), [("never", 1), ("risky", 2), ("always", 2)])
def test_confirm_says_how_often_a_card_is_pressed(told, confirm, presses):
    staged = Staged(2, "confirm").until(lambda view: view.to_act == 0 and view.phase == "play")
    session = told(table(2), staged.changed())
    session.set(Settings(confirm=confirm))
    session.outbox.clear()
    for _ in range(presses):
        assert not session.outbox
        session.press("1")
    assert session.outbox


def test_confirm_always_asks_again_even_at_the_deck(told):
    staged = Staged(2, "confirm").until(lambda view: view.to_act == 0 and view.phase == "draw")
    session = told(table(2), staged.changed())
    session.set(Settings(confirm="always"))
    session.outbox.clear()
    session.press(" ")
    assert not session.outbox
    session.press(" ")
    assert session.outbox


def test_the_only_move_there_is_is_offered_and_enter_makes_it(told):
    lone = moment(2, lambda view: view.phase == "start" and view.large[0] is not None)
    assert len(lone.position.legal_moves()) == 1
    session = told(table(2), lone.changed())
    session.outbox.clear()
    assert "small figure starts on" in session.paint(80, 24).text(), "the preview tells it"
    session.press("enter")
    (sent,) = session.outbox
    assert isinstance(sent, PlayMove)


def test_the_dialog_is_a_dialog_of_its_own(told):
    session = told()
    session.press("f2")
    assert isinstance(session.screen, SettingsDialog)
    session.press("escape")
    assert not isinstance(session.screen, SettingsDialog)
