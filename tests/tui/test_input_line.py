"""The line in which something is typed: its keys, its limit, its cursor; at home and hosted."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from textual import events
from textual._xterm_parser import XTermParser

from keltis_protocol.messages import Said, Say, SeatState
from keltis_server.people import names
from keltis_server.tables import texts
from keltis_server.terminal.input.keyboard import Keyboard
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import END, InputLine
from keltis_tui.canvas.text import BEHIND_WIDE, cells, letters, plain, width_of
from keltis_tui.screens import lucky_word, name
from keltis_tui.screens import talk as talk_screen
from keltis_tui.screens.typed import TypedDialog
from keltis_tui.session import Session
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for
from screenshots.staged import CODE, StagedLink, moment, table, welcome
from tests.tui.at_table import known
from tests.tui.conftest import Told
from tests.tui.hosted import draw, shown
from tests.tui.pictures import LOOKS
from tests.tui.scenes import SCENES, Scene, session_of
from tests.tui.test_text import FAMILY

SENT = {
    "left": (b"\x1b[D", b"\x1bOD"),
    "right": (b"\x1b[C",),
    "home": (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~"),
    "end": (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~"),
    "delete": (b"\x1b[3~",),
    "backspace": (b"\x7f", b"\x08"),
    "ctrl+a": (b"\x01", b"\x1b[97;5u"),
    "ctrl+e": (b"\x05", b"\x1b[101;5u"),
    "ctrl+u": (b"\x15",),
    "ctrl+w": (b"\x17", b"\x1b\x7f"),
    "ctrl+k": (b"\x0b", b"\x1b[107;5u"),
    "ctrl+left": (b"\x1b[1;5D", b"\x1bb", b"\x1bOd"),
    "ctrl+right": (b"\x1b[1;5C", b"\x1bf", b"\x1bOc"),
    "alt+left": (b"\x1b[1;3D",),
    "alt+right": (b"\x1b[1;3C",),
    "alt+b": (b"\x1b[98;3u",),
    "alt+f": (b"\x1b[102;3u",),
    "alt+d": (b"\x1bd", b"\x1b[100;3u"),
    "alt+backspace": (b"\x1b[127;3u",),
}
"""What terminals send for a key."""
CURSORS = ("line.chosen cursor", "line.chosen gold")


def typed(text: str, *keys: str, longest: int = 40) -> InputLine:
    line = InputLine(longest, text)
    for key in keys:
        assert line.press(key)
    return line


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        (["left", "left", "X"], "one two thrXee", 12),
        (["left", "right", "right", "X"], "one two threeX", 14),
        (["home", "X"], "Xone two three", 1),
        (["ctrl+a", "delete"], "ne two three", 0),
        (["ctrl+a", "ctrl+e", "backspace"], "one two thre", 12),
        (["home", "end"], "one two three", 13),
        (["home", "left", "backspace"], "one two three", 0),
        (["delete", "right"], "one two three", 13),
        (["ctrl+left"], "one two three", 8),
        (["alt+left", "alt+b"], "one two three", 4),
        (["home", "ctrl+right"], "one two three", 3),
        (["home", "alt+f", "alt+right"], "one two three", 7),
        (["ctrl+w"], "one two ", 8),
        (["ctrl+w", "alt+backspace"], "one ", 4),
        (["ctrl+left", "ctrl+u"], "three", 0),
        (["ctrl+left", "ctrl+k"], "one two ", 8),
        (["home", "alt+d", "alt+d"], " three", 0),
        (["up", "down"], "one two three", 13),
    ],
)  # fmt: skip
def test_the_keys_of_every_terminal_line(keys: Sequence[str], text: str, cursor: int) -> None:
    line = typed("one two three", *keys)
    assert (line.text, line.cursor) == (text, cursor)


def test_the_cursor_steps_over_letters_not_over_their_parts() -> None:
    line = typed("q\u0303漢🎲", "left", "left", "left")
    assert line.cursor == 0
    assert typed("q\u0303漢🎲", "home", "right", "delete").text == "q\u0303🎲"
    assert typed("aq\u0303", "backspace").text == "a"
    assert typed("q", "\u0303").text == "q\u0303"
    assert typed(FAMILY, "backspace").text == plain(FAMILY)[:2]


def test_ends_of_lines_and_tabs_are_spaces_and_nothing_steers() -> None:
    line = typed("ab", "left")
    line.insert("1\r\n2\n3\t4\x1b[2J\n")
    assert line.text == "a1 2 3 4[2Jb"
    assert line.cursor == 11


def test_what_does_not_fit_is_not_taken_in_and_said() -> None:
    line = typed("abc", longest=4)
    assert line.press("d")
    assert not line.full
    assert line.press("e")
    assert (line.text, line.full) == ("abcd", True)
    assert line.press("left")
    assert not line.full
    line.insert("xy")
    assert (line.text, line.full) == ("abcd", True)


def test_a_mark_that_does_not_fit_takes_no_letter_away() -> None:
    assert typed("abcq", "\u0303", longest=4).text == "abcq"


def test_other_keys_are_not_its_own() -> None:
    line = typed("abc")
    assert not any(map(line.press, ("enter", "escape", "tab", "ctrl+x", "f1", "pageup")))
    assert line.text == "abc"


def test_earlier_lines_come_back_and_so_does_what_was_being_typed() -> None:
    line = InputLine(40, "draft", history=lambda: ["one", "two"])
    seen = []
    for key in ("up", "up", "up", "down", "down", "down"):
        line.press(key)
        seen.append(line.text)
    assert seen == ["two", "one", "one", "two", "draft", "draft"]


keys = st.one_of(
    st.sampled_from([*SENT, "up", "down"]), st.sampled_from("ab 漢é\u0303🎲\u200d🏽🇩ﾡ")
)


@given(st.text(max_size=20), st.lists(keys, max_size=30), st.integers(4, 16))
def test_whatever_is_typed_it_stays_within_the_limit_and_the_cursor_in_the_box(
    text: str, pressed: list[str], room: int
) -> None:
    line = InputLine(24, text, history=lambda: ["漢" * 12, "q\u0303" * 12])
    for key in pressed:
        line.press(key)
        assert len(line.text) <= 24
        assert line.text == plain(line.text)
        assert 0 <= line.cursor <= len(letters(line.text))
        canvas = Canvas(room + 2, 1)
        line.paint(canvas, 1, 0, room)
        assert (canvas.texts[0][0], canvas.texts[0][-1]) == (" ", " ")
        assert canvas.styles[0] == ["ground", *canvas.styles[0][1:-1], "ground"]
        cursor = next(x for x, style in enumerate(canvas.styles[0]) if style in CURSORS)
        under = letters(line.text)[line.cursor] if line.cursor < len(letters(line.text)) else END
        assert canvas.texts[0][cursor] == cells(under)[0]


def test_a_long_line_is_scrolled_by_letters_and_says_so() -> None:
    line = typed("漢字" * 10)
    canvas = Canvas(12, 1)
    line.paint(canvas, 0, 0, 12)
    assert canvas.text() == f"…漢字漢字{END}\n"
    for _ in range(20):
        line.press("left")
    line.paint(canvas, 0, 0, 12)
    assert canvas.text() == " 漢字漢字漢…\n"


@pytest.mark.parametrize("look", LOOKS)
def test_the_cursor_is_seen_in_every_look(look: str) -> None:
    scene = Scene(SCENES["talk"].facts, ["/", *"I do", "left"])
    session = session_of(scene, settings=LOOKS[look])
    canvas = session.paint(80, 24)
    row = next(y for y, line in enumerate(canvas.texts) if "I do" in "".join(line))
    x = "".join(canvas.texts[row]).index("I do")
    usual, under = (session.theme.style(canvas.styles[row][x + at]) for at in (0, 3))
    assert canvas.texts[row][x + 3] == "o"
    differing = [usual.reverse != under.reverse, usual.bgcolor != under.bgcolor]
    assert any(differing)


def test_the_fields_take_as_much_as_the_server_does() -> None:
    assert name.LONGEST == names.LONGEST
    assert lucky_word.LONGEST == texts.LONGEST_WORD
    Say(id="a", table=CODE, text="x" * talk_screen.LONGEST)


@pytest.mark.parametrize(
    ("scene", "text", "said"),
    [
        (Scene(SCENES["name"].facts, ["N", "ctrl+u"]), "x" * 17, "16 letters at most"),
        (Scene(SCENES["waiting"].facts, ["w", "ctrl+u"]), "x" * 65, "64 letters at most"),
        (Scene(SCENES["talk"].facts, ["/"]), "x" * 201, "as much as can be said at once"),
    ],
)
def test_every_field_says_why_it_takes_no_more(scene: Scene, text: str, said: str) -> None:
    session = session_of(scene)
    session.paste(text[:-1])
    assert said not in session.paint(80, 24).text()
    session.press("x")
    assert said in session.paint(80, 24).text()
    session.press("backspace")
    assert said not in session.paint(80, 24).text()


def test_what_one_said_comes_back_with_the_key_up(told: Told) -> None:
    seats = [SeatState(kind="person", name=f"Name{seat}") for seat in range(2)]
    people = replace(table(2), seats=seats)
    session = told(people, moment(2, lambda view: view.phase == "play").changed())
    for number, (seat, text) in enumerate([(0, "mine"), (1, "theirs"), (0, "again")], 1):
        session.hear(Said(table=CODE, number=number, seat=seat, name="x", text=text))
    session.press("/")
    for key, expected in (("up", "again"), ("up", "mine"), ("up", "mine"), ("down", "again")):
        session.press(key)
        assert known(session.screen, TypedDialog).text == expected


@pytest.mark.parametrize(("key", "data"), [(key, each) for key in SENT for each in SENT[key]])
def test_a_key_arrives_by_the_same_name_at_home_and_hosted(key: str, data: bytes) -> None:
    keyboard = Keyboard()
    hosted = keyboard.feed(data)
    assert keyboard.patience is None
    parser = XTermParser()
    at_home = [*parser.feed(data.decode()), *parser.feed("")]
    for found in (hosted, at_home):
        assert [each.key for each in found if isinstance(each, events.Key)] == [key]


async def test_keys_and_a_paste_of_many_lines_edit_the_talk_of_somebody_hosted() -> None:
    sent = [
        "/",
        *"one three",
        "\x1bb",
        "\x1b[200~two\r\nlines\nmore \x1b[201~",
        "\x01",
        "\x1bd",
        "1",
    ]
    wanted = "1 two lines more three"
    scene = Scene(SCENES["talk"].facts, sent)

    def so(session: Session) -> bool:
        return isinstance(session.screen, TypedDialog) and session.screen.text == wanted

    drawn = await draw(scene, "256 colours", so=so)
    assert any(wanted in line for line in shown(drawn.data).display)


async def test_keys_with_alt_type_no_letter_at_home() -> None:
    link = StagedLink([*welcome(), *SCENES["talk"].facts()])
    app = KeltisApp(link, words_for("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await link.told.wait()
        await pilot.press("/", *"one two", "ctrl+left", "X")
        for each in (events.Key("alt+f", "f"), events.Key("alt+b", "b"), events.Key("alt+d", "d")):
            app.post_message(each)
        app.post_message(events.Paste("a\nb"))
        await pilot.pause()
        assert known(app.session.screen, TypedDialog).text == "one a b"


def test_wide_letters_in_the_field_stay_whole() -> None:
    line = typed("漢字", "left")
    canvas = Canvas(10, 1)
    line.paint(canvas, 0, 0, 10)
    assert canvas.texts[0][1:5] == ["漢", BEHIND_WIDE, "字", BEHIND_WIDE]
    assert width_of("".join(canvas.texts[0])) == 10
