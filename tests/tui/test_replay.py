"""A finished game played back: every step as it was, whoever looks, and the way about in it."""

import json
from collections.abc import Callable, Iterator

import msgspec
import pytest

from keltis_engine.record import Entry, read, write
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchGame, GameFile
from keltis_server.terminal.cast import cast_of
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.entrance import Entrance, replay_of
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.table import film as films
from keltis_tui.table.chart import paint_chart
from keltis_tui.table.film import ALL, Film, Score, Viewer, film_of
from keltis_words.glyphs import ASCII, DRAWN
from keltis_words.words import words_for
from screenshots.staged import CODE, welcome
from tests.tui.hosted import shown as on_a_terminal
from tests.tui.recorded import Recorded, file_of
from tests.tui.scenes import SCENES, session_of

SIZE = (80, 24)
GAMES = [f"{game}-4" for game in RULE_SETS] + [f"{game}-match" for game in RULE_SETS]


def whole(name: str) -> Film:
    film = Film(file_of(name))
    while not film.whole:
        film.develop()
        assert not film.problem
    return film


def screen_of(session: Session) -> ReplayScreen:
    screen = session.screen
    assert isinstance(screen, ReplayScreen)
    return screen


@pytest.mark.law
@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_what_it_was_to_every_seat_and_to_strangers(name: str) -> None:
    film, played = whole(name), Recorded(name)
    for step in range(film.last):
        viewers: list[int | None] = [*range(played.seats), None]
        for viewer in viewers[step % len(viewers) :][:1]:
            assert film.position(step).view(viewer) == played.position.view(viewer)
            told = played.story[viewer]
            assert (
                list(film.story(step, viewer)) == told[len(told) - len(film.story(step, viewer)) :]
            )
        played.play(played._moves.pop())
    assert film.position(film.last).view(None) == played.position.view(None)
    totals = tuple(sheet.total for sheet in played.position.scores())
    assert film.scores[-1] == Score(film.last, totals)


@pytest.mark.parametrize("name", GAMES)
def test_a_round_begins_with_the_first_seat_to_play(name: str) -> None:
    film = whole(name)
    assert film.rounds[0] == film.first
    assert film.rounds == sorted(set(film.rounds))
    for step in film.rounds:
        assert (film.position(step).turn - 1) % film.position(step).seats == 0


def test_what_was_taken_back_is_left_out() -> None:
    record = read(file_of("keltis-2"), RULE_SETS)
    entries = list(record.entries)
    first = next(n for n, entry in enumerate(entries) if entry.who >= 0)
    entries[first:first] = [entries[first], Entry(entries[first].who, 0, None)]
    film = Film(write(msgspec.structs.replace(record, entries=tuple(entries))))
    while not film.whole:
        film.develop()
    assert film.last == whole("keltis-2").last


def test_all_cards_open_shows_what_nobody_saw_and_only_in_a_film() -> None:
    film = whole("stones-4")
    assert -1 in film.position(film.first).view(None).field  # type: ignore[attr-defined]
    assert -1 not in film.position(film.first).open_view().field  # type: ignore[attr-defined]
    session = session_of(SCENES["keltis-replay"])
    screen = screen_of(session)
    assert screen.viewer == ALL
    text = session.paint(*SIZE).text()
    for seat in range(4):
        hand = film_of(file_of("keltis-4")).position(60).view(seat).cards.hand  # type: ignore[attr-defined]
        assert len(hand) >= 7
    assert all(f"{sign} {name}" in text for sign, name in zip("●■▲▼", screen.names, strict=True))


def test_open_stones_are_not_the_last_ones_before_the_last_was_turned_up() -> None:
    session = session_of(SCENES["stones-replay"])
    for key, said in (("home", False), ("end", True)):
        session.press(key)
        assert ("The last stone is up" in session.paint(*SIZE).text()) == said


def test_a_broken_file_is_a_sentence() -> None:
    for text in (
        "",
        "nonsense\n",
        file_of("keltis-2")[:-40],
        file_of("keltis-2").replace("1 ", "2 ", 3),
    ):
        session = session_of(SCENES["keltis-over"])
        session.press("enter")
        session.press("v")
        session.hear(GameFile(table=CODE, text=text))
        for _ in range(200):
            session.advance()
        assert not isinstance(session.screen, ReplayScreen)
        assert "cannot be played back" in session.client.message


def test_films_are_kept_for_all_who_look_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST", 2)
    first = film_of("one")
    assert film_of("one") is first
    film_of("two")
    film_of("three")
    assert film_of("one") is not first
    assert len(films._films) <= 2


# The way about


def test_arrows_brackets_numbers_home_and_end_go_where_they_say() -> None:
    session = session_of(SCENES["keltis-replay"])
    screen = screen_of(session)
    film = screen.film
    assert screen.step == 60
    for keys, step in (
        (["right"], 61),
        (["left", "left"], 59),
        (["home"], film.first),
        (["left"], film.first),
        (["end"], film.last),
        (["right"], film.last),
        ([*"37", "enter"], 37),
        ([*"99999", "enter"], film.last),
        (["home", "]"], film.rounds[1]),
        (["]"], film.rounds[2]),
        (["["], film.rounds[1]),
        ([*"12", "escape", "right"], film.rounds[1] + 1),
    ):
        for key in keys:
            session.press(key)
        assert screen.step == step, keys
    session.press("q")
    assert isinstance(session.screen, ScoreSheets)


def test_it_plays_by_itself_as_fast_as_is_wished_and_stops_at_the_end() -> None:
    session = session_of(SCENES["keltis-replay"])
    screen = screen_of(session)

    def pause() -> float | None:
        return session.effects.pause

    assert pause() is None, "nothing ticks while nothing plays"
    session.press(" ")
    usual = pause()
    assert usual
    session.advance()
    assert screen.step == 61
    session.press("+")
    faster = pause()
    assert faster
    assert 0 < faster < usual
    session.press("-")
    session.press("-")
    assert pause()
    assert (pause() or 0) > usual
    session.press(" ")
    assert pause() is None
    session.press("end")
    session.press("left")
    session.press(" ")
    session.advance()
    assert (screen.step, pause()) == (screen.film.last, None)
    session.press(" ")
    assert screen.step == screen.film.first, "once more from the beginning"
    session.press("q")
    assert not screen.playing


def test_eyes_go_round_all_seats() -> None:
    session = session_of(SCENES["oracle-replay"])
    screen = screen_of(session)
    seen: list[Viewer] = []
    for _ in range(6):
        session.press("e")
        seen.append(screen.viewer)
        assert screen.game.view.seat == (screen.viewer if isinstance(screen.viewer, int) else None)
    assert seen == [0, 1, 2, 3, None, ALL]


def test_replay_leads_there_from_outside_at_a_turn() -> None:
    session = Session(words_for("en"), Entrance(replay="K7QF", number=2, turn=5), Settings())
    for fact in welcome():
        session.hear(fact)
    (asked,) = [command for command in session.outbox if isinstance(command, FetchGame)]
    assert (asked.table, asked.number) == ("K7QF", 2)
    session.hear(GameFile(table="K7QF", text=file_of("dice-3")))
    while session.effects.tick is not None:
        session.advance()
    assert screen_of(session).game.view.turn == 5


def test_file_of_one_s_own_is_shown_at_a_turn_without_being_fetched() -> None:
    entrance = Entrance(film=file_of("dice-3"), turn=5, alone=True)
    session = Session(words_for("en"), entrance, Settings())
    for fact in welcome():
        session.hear(fact)
    while session.effects.tick is not None:
        session.advance()
    assert not [command for command in session.outbox if isinstance(command, FetchGame)]
    assert screen_of(session).game.view.turn == 5
    session.press("right")
    session.press("q")
    assert not isinstance(session.screen, ReplayScreen)


@pytest.mark.parametrize("depth", [1, 6, 30])
@pytest.mark.parametrize("shown", ["board", "chart"])
def test_the_path_of_a_saved_game_is_shown_whole_however_long_it_is(depth: int, shown: str) -> None:
    session = session_of(SCENES["keltis-replay"])
    folder = "/" + "/".join(f"home of ann {number}" for number in range(depth))
    kept: list[str] = []

    def keep(name: str, text: str) -> str:
        assert text == screen_of(session).film.text
        kept.append(f"{folder}/{name}")
        return kept[-1]

    session.client.save = keep
    if shown == "chart":
        session.press("c")
    before = session.paint(*SIZE).text()
    session.press("s")
    seen = session.paint(*SIZE).text()
    assert "".join(kept[0].split()) in "".join(seen.split())
    assert seen.splitlines()[-2:] == before.splitlines()[-2:], "the step and the keys stay"
    session.press("right")
    session.press("left")
    assert session.paint(*SIZE).text() == before


def test_over_ssh_the_commands_for_file_and_film_are_shown_whole() -> None:
    session = session_of(SCENES["keltis-replay"])
    session.press("s")
    seen = " ".join(session.paint(*SIZE).text().split())
    assert f"ssh HOST game {CODE} > game.keltis" in seen
    assert f"ssh HOST cast {CODE} > game.cast" in seen


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("k7qf", ("K7QF", 0, 0)),
        ("K7QF.2", ("K7QF", 2, 0)),
        ("K7QF@12", ("K7QF", 0, 12)),
        ("K7QF.2@12", ("K7QF", 2, 12)),
        ("K7QF@", None),
        ("K7QF.0", None),
        ("K7QF@1;id", None),
        ("../../x", None),
        ("K7QF@²", None),
    ],
)
def test_name_of_a_finished_game(text: str, way: tuple[str, int, int] | None) -> None:
    found = replay_of(text)
    assert (found and (found.replay, found.number, found.turn)) == way


# The chart


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
def test_chart_has_every_seat_s_sign_at_its_points_in_any_colours(glyphs: object) -> None:
    canvas = Canvas(60, 14)
    scores = [Score(step, (step, 10 - step, -5)) for step in range(11)]
    paint_chart(canvas, glyphs, (1, 1, 58, 12), scores, 10, ["ann", "bob", "cleo"])  # type: ignore[arg-type]
    text = canvas.text()
    signs = glyphs.large  # type: ignore[attr-defined]
    assert text.count(signs[2]) == 12, "never moved, and once beside its name"
    for name, end in (("ann", 10), ("bob", 0), ("cleo", -5)):
        assert f"{name} {end}" in text
    top = next(line for line in canvas.text().splitlines() if line.strip().startswith("10"))
    assert signs[0] in top
    assert signs[1] in top


# The film for elsewhere


def frames(text: str) -> Iterator[list[object]]:
    head, *events = [line for line in cast_of(text, words_for("en"), CODE) if line]
    assert json.loads(head)["version"] == 2
    yield from map(json.loads, events)


def test_every_frame_of_an_asciicast_is_the_screen_of_its_step(
    amount: Callable[[int], int],
) -> None:
    text = file_of("keltis-3")
    events = list(frames(text))
    film = whole("keltis-3")
    assert len(events) == film.last - film.first + 3
    session = Session(words_for("en"), Entrance(replay=CODE), Settings())
    session.client.colours = "256"
    for fact in welcome():
        session.hear(fact)
    session.hear(GameFile(table=CODE, text=text))
    while session.effects.tick is not None:
        session.advance()
    session.client.you = msgspec.structs.replace(session.client.you, name="")
    data = b""
    for number, event in enumerate(events[: max(5, amount(60))]):
        assert event[1] == "o"
        assert event[0] == number
        data += str(event[2]).encode()
        lines = [line.rstrip() for line in on_a_terminal(data, SIZE).display]
        assert lines == session.paint(*SIZE).text().splitlines()
        session.press("right")


def test_an_asciicast_of_no_game_has_no_line() -> None:
    assert [line for line in cast_of("nonsense", words_for("en")) if line] == []
