"""Settings: reached from everywhere, seen at once, remembered where they belong."""

from pathlib import Path

import pytest
from msgspec import structs

from keltis_protocol.messages import PlayMove, SetPreferences
from keltis_server.server import Caller, GameServer
from keltis_tui.canvas.themes import theme_for
from keltis_tui.canvas_widget import CanvasWidget
from keltis_tui.entrance import Entrance
from keltis_tui.screens.settings import LINES, SettingsDialog
from keltis_tui.settings import Settings, choices
from keltis_tui.settings_file import SettingsFile
from keltis_tui.terminal_kinds import colours_of, signs_of
from keltis_tui.textual_app import KeltisApp
from keltis_words.bots import TEMPERS, bot_name
from keltis_words.words import words_for
from screenshots.staged import Staged, lobby, moment, table, welcome
from tests.tui.conftest import Told, Visiting


def test_f2_opens_the_settings_over_every_screen_and_closes_them_again(told: Told) -> None:
    for facts in ([], [lobby()], [table(2), Staged(2, "set").changed()]):
        session = told(*facts)
        before = session.paint(80, 24).text()
        session.press("f2")
        assert "Settings" in session.paint(80, 24).text()
        session.press("f2")
        assert session.paint(80, 24).text() == before


def test_every_value_of_every_setting_is_reached_by_arrows_and_comes_round(told: Told) -> None:
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


def test_a_changed_setting_is_sent_to_be_remembered_and_comes_back_with_the_welcome(
    told: Told,
) -> None:
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


def test_what_was_remembered_but_makes_no_sense_is_left_out() -> None:
    odd = {"theme": "\x1b[2J", "confirm": "never", "unknown": "x", "language": "../../etc"}
    assert Settings.of(odd) == Settings(confirm="never")


async def test_an_account_finds_its_look_again(visiting: Visiting) -> None:
    async with visiting() as seen:
        await seen.press("f2", "right", "right")
        assert seen.session.theme is theme_for("light")
        await seen.until(lambda: not seen.session.outbox)
    async with visiting() as seen:
        assert seen.session.theme is theme_for("light")


def test_b_in_the_lobby_has_a_stronger_bot_in_quick_games_and_is_remembered(told: Told) -> None:
    session = told(lobby())
    seen = []
    for _ in range(4):
        session.press("b")
        canvas = session.paint(80, 24)
        shown = canvas.text()
        seen.append(session.settings.bot)
        usual = session.settings.bot == "club"
        assert (f"the bot: {bot_name(words_for('en'), seen[-1])}" in shown) != usual
        assert TEMPERS[seen[-1]] in shown.splitlines()[22]
        assert canvas.styles[22][3] == "ground faint", "it is no problem"
    assert seen == ["master", "any", "novice", "club"]
    sent = [each for each in session.outbox if isinstance(each, SetPreferences)]
    assert sent[0].preferences == {"bot": "master"}
    assert sent[-1].preferences == {}
    session.press("down")
    assert TEMPERS["club"] not in session.paint(80, 24).text(), "until the next key"


async def test_at_home_the_settings_are_kept_in_a_file_and_not_by_the_server(
    game_server: GameServer, tmp_path: Path
) -> None:
    home = SettingsFile(tmp_path / "config" / "settings.toml")
    for expected in (Settings(), Settings(theme="contrast", mouse="off")):
        link = await game_server.visit(Caller(key=b"home", login="ann"))
        app = KeltisApp(link, words_for("en"), Entrance(), home)
        async with app.run_test(size=(80, 24)) as pilot:
            assert app.session.settings == expected
            if expected == Settings():
                await pilot.press("f2", *["right"] * 3, *["down"] * 4, "right")
    text = (tmp_path / "config" / "settings.toml").read_text()
    assert text == 'theme = "contrast"\nmouse = "off"\n'
    visit = await game_server.visit(Caller(key=b"home", login="ann"))
    assert visit.preferences == {}


@pytest.mark.parametrize("text", ["theme = ", "theme = 3", "\xff\xfe", "[theme]\nx = 1"])
def test_a_file_that_makes_no_sense_does_no_harm(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="latin-1")
    assert Settings.of(SettingsFile(path).preferences()) == Settings()


@pytest.mark.parametrize(
    ("term", "environment", "colours"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm", {"COLORTERM": "truecolor"}, "full"),
        ("xterm-256color", {"COLORTERM": "yes"}, "256"),
        ("linux", {}, "16"),
        ("screen-16color", {}, "16"),
        ("vt100", {}, "none"),
        ("xterm-kitty", {"NO_COLOR": "1"}, "none"),
        *((term, {}, "full") for term in (
            "xterm-kitty", "alacritty", "alacritty-direct", "foot", "foot-extra", "xterm-ghostty",
            "wezterm", "xterm-direct", "tmux-direct", "xterm-truecolor",
        )),
    ],
)  # fmt: skip
def test_the_terminal_s_colours_are_known_by_its_environment(
    term: str, environment: dict[str, str], colours: str
) -> None:
    assert colours_of(term, environment) == colours


@pytest.mark.parametrize(
    ("term", "environment", "signs"),
    [
        ("xterm-256color", {}, "drawn"),
        ("xterm-256color", {"LANG": "de_DE.UTF-8"}, "drawn"),
        ("xterm-256color", {"LANG": "C.UTF-8"}, "drawn"),
        ("xterm-256color", {"LANG": "de_DE.utf8@euro"}, "drawn"),
        ("xterm-256color", {"LANG": "de_DE"}, "drawn"),
        ("xterm-256color", {"LANG": "C"}, "ascii"),
        ("xterm-256color", {"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "ascii"),
        ("xterm-256color", {"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-1"}, "ascii"),
        ("linux", {"LANG": "de_DE.UTF-8"}, "ascii"),
        ("vt100", {}, "ascii"),
    ],
)
def test_a_terminal_gets_signs_that_it_has(
    term: str, environment: dict[str, str], signs: str
) -> None:
    assert signs_of(term, environment) == signs


@pytest.mark.parametrize(
    ("kept", "colours"), [({"theme": "sixteen"}, "16"), ({"theme": "mono"}, "none")]
)
def test_a_look_of_few_colours_that_was_chosen_long_ago_still_holds(
    kept: dict[str, str], colours: str
) -> None:
    assert Settings.of(kept) == Settings(colours=colours)


async def test_the_mouse_is_switched_off_and_on_at_the_terminal(
    visiting: Visiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting() as seen:
        written: list[str] = []
        monkeypatch.setattr(seen.app._driver, "write", written.append)
        await seen.press("f2", *["down"] * 4, "right")
        assert "\x1b[?1000l" in "".join(written)
        written.clear()
        await seen.press("right")
        assert "\x1b[?1000h" in "".join(written)


async def test_another_look_is_drawn_at_once(visiting: Visiting) -> None:
    async with visiting() as seen:
        widget = seen.app.query_one(CanvasWidget)
        await seen.press("f2", "right", "right")
        style = widget.render_line(0)._segments[0].style
        assert style is not None
        assert style.bgcolor == theme_for("light").style("bar").bgcolor


def test_in_plain_signs_everything_but_letters_is_ascii(told: Told) -> None:
    for facts in ([lobby()], [table(4), Staged(4, "plain").until(lambda v: v.turn > 40).changed()]):
        session = told(*facts)
        session.client.set(Settings(signs="ascii"))
        for key in ("", "1", "?"):
            session.press(key)
            for size in ((80, 24), (140, 45)):
                for character in set(session.paint(*size).text()):
                    assert character.isascii() or character.isalpha(), character


@pytest.mark.parametrize(("confirm", "presses"), [("never", 1), ("risky", 2), ("always", 2)])
def test_confirm_says_how_often_a_card_is_pressed(told: Told, confirm: str, presses: int) -> None:
    staged = Staged(2, "confirm").until(lambda view: view.to_act == 0 and view.phase == "play")
    session = told(table(2), staged.changed())
    session.client.set(Settings(confirm=confirm))
    session.outbox.clear()
    for _ in range(presses):
        assert not session.outbox
        session.press("1")
    assert session.outbox


def test_confirm_always_asks_again_even_at_the_deck(told: Told) -> None:
    staged = Staged(2, "confirm").until(lambda view: view.to_act == 0 and view.phase == "draw")
    session = told(table(2), staged.changed())
    session.client.set(Settings(confirm="always"))
    session.outbox.clear()
    session.press(" ")
    assert not session.outbox
    session.press(" ")
    assert session.outbox


def test_the_only_move_there_is_is_offered_and_enter_makes_it(told: Told) -> None:
    lone = moment(2, lambda view: view.phase == "start" and view.large[0] is not None)
    assert len(lone.position.legal_moves()) == 1
    session = told(table(2), lone.changed())
    session.outbox.clear()
    assert "small figure starts on" in session.paint(80, 24).text(), "the preview tells it"
    session.press("enter")
    (sent,) = session.outbox
    assert isinstance(sent, PlayMove)


def test_the_dialog_is_a_dialog_of_its_own(told: Told) -> None:
    session = told()
    session.press("f2")
    assert isinstance(session.screen, SettingsDialog)
    session.press("escape")
    assert not isinstance(session.screen, SettingsDialog)
