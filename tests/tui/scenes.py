"""Every screen there is, each as what was told and what was pressed; four games at every phase."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from msgspec import structs

from keltis_engine.position import View
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    Fact,
    GameFile,
    News,
    Person,
    Refused,
    Said,
    SaidInLobby,
    SeatState,
    TableChanged,
    Welcome,
)
from keltis_tui.entrance import Entrance
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.lesson import LessonScreen
from keltis_tui.screens.practice import PracticeScreen
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_words.words import Words, words_for
from screenshots.played import Played
from screenshots.staged import CODE, NOW, lobby, welcome
from screenshots.staged_standings import changes, ladder, page
from tests.tui.recorded import PHASES, Recorded, asks, file_of

Facts = tuple[Fact, ...]
SIZES: Final = ((80, 24), (100, 30), (140, 45))
WIDEST: Final = (200, 60)
PICKED: Final = {"keltis": "3", "oracle": "2", "dice": "2", "stones": "tab"}
"""What puts something in focus at the beginning of a turn."""


class Scene(NamedTuple):
    """One screen: how it comes about, and in which sizes it is looked at."""

    facts: Callable[[], Facts]
    keys: Sequence[str] = ()
    sizes: Sequence[tuple[int, int]] = SIZES
    nameless: bool = False
    """Whether it is somebody who has no name yet."""
    learned: bool = False
    """Whether the lesson that was begun is played to its end."""
    film: str = ""
    """The kept game whose file then comes."""
    after: Sequence[str] = ()
    """What is pressed once that is played back."""


def session_of(
    scene: Scene,
    words: Words | None = None,
    settings: Settings | None = None,
    tell: Callable[[Fact], Fact] = lambda fact: fact,
) -> Session:
    """A session that shows a scene, as it is before anything is painted.

    `tell` may tell each fact otherwise.
    """
    session = Session(words or words_for("en"), Entrance(), settings)
    session.client.now = lambda: NOW
    first, *others = welcome()
    assert isinstance(first, Welcome)
    nobody = Person(name="", guest=True)
    told = [structs.replace(first, you=nobody)] if scene.nameless else [first, *others]
    for fact in (*told, *scene.facts()):
        session.hear(tell(fact))
    for key in scene.keys:
        session.press(key)
    if scene.learned:
        finish_lesson(session)
    if scene.film:
        session.hear(GameFile(table=CODE, text=file_of(scene.film)))
        while session.effects.tick is not None:
            session.advance()
    for key in scene.after:
        if key == "play out":
            play_out(session)
        else:
            session.press(key)
    return session


@lru_cache(maxsize=1)
def _evening() -> Facts:
    return (lobby(),)


@lru_cache(maxsize=1)
def _chatting() -> Facts:
    """An evening on which somebody says something in the lobby."""
    said = (("bob", "Good evening!"), ("ann", "Who plays the Oracle?"), ("cleo", "I do, in ten."))
    lines = (
        SaidInLobby(
            number=number, speaker=name, name=name, guest=False, text=text, yours=name == "ann"
        )
        for number, (name, text) in enumerate(said, 1)
    )
    return lobby(), *lines


@lru_cache(maxsize=1)
def _crowd() -> Facts:
    """An evening with more tables, people and results than there is room for."""
    here = lobby()
    tables = [
        structs.replace(line, table=f"{line.table[:2]}{number:02}", yours=False, your_turn=False)
        for number in range(10)
        for line in here.tables[2:]
    ]
    return (
        structs.replace(
            here,
            people=5000,
            tables=[*here.tables[:2], *tables],
            here=here.here * 7,
            results=here.results * 4,
        ),
    )


def _told(played: Played) -> Facts:
    undo = played.position.view(0).phase in ("draw", "choose", "take")
    return played.table(), played.changed(can_take_back=undo)


@lru_cache(maxsize=64)
def in_phase(game: str, phase: str, seats: int = 4) -> Facts:
    """The middle of a game, at a question that some games only come to late or never."""
    seats = 2 if game == "keltis" and phase in ("clover", "spare") else seats
    return _told(Recorded(f"{game}-{seats}").until(asks(phase)))


@lru_cache(maxsize=32)
def at(name: str, so: Callable[[View], bool]) -> Facts:
    """A kept game at the first moment at which what seat 0 sees is so, or at its end."""
    return _told(Recorded(name).until(so))


def opening(view: View) -> bool:
    """Whether a game has just begun."""
    return view.to_act == 0


def second_round(view: View) -> bool:
    """Whether somebody is asked in the middle of a game."""
    return view.turn > 20 and view.to_act is not None and view.to_act >= 0


def another(view: View) -> bool:
    """Whether somebody else is asked."""
    return view.to_act == 1 and view.turn > 16


def over(_: View) -> bool:
    """Never: a game that goes on until this comes to its end."""
    return False


def second_game(view: View) -> bool:
    """Whether the second game of a match has begun."""
    return bool(view.match and view.match.scores) and view.to_act == 0


@lru_cache(maxsize=8)
def _between_games(game: str) -> Facts:
    """A match whose first game has just ended."""
    played = Recorded(f"{game}-match")
    first = _told(played.until(opening))
    return *first, *_told(played.until(second_game))


_NEWS = [
    News(number=1, what="came", name="ann"),
    News(number=2, what="came", name="Eithne"),
    News(number=3, what="bot_came", name="Bran", other="club"),
    News(number=4, what="arranged", changed={"seats": "4", "setting clock": "3+15"}),
    News(number=5, what="renamed", name="Tomas", other="Thomas"),
    News(number=6, what="asked_to_leave", name="Thomas"),
    News(number=7, what="owner", name="ann"),
]
"""What happened in the waiting room."""


def waiting_room(game: str = "keltis", ready: bool = False, full: bool = False) -> Facts:
    """A table before the game, with somebody of every kind."""
    last = SeatState(kind="person", name="Oisin") if full else SeatState(kind="free")
    seats = [
        SeatState(kind="person", name="ann", ready=ready, word="shamrock"),
        SeatState(kind="person", name="Eithne", away=True),
        SeatState(kind="bot", name="Bran", bot="club"),
        last,
    ]
    options = {option.name: option.choices[0] for option in RULE_SETS[game].options}
    return (
        TableChanged(
            table=CODE, game=game, options=options, seats=seats, state="open", private=False,
            owner=True, seat=0, commitment=bytes(range(32)), host=0, news=_NEWS,
        ),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _talking() -> Facts:
    """A game among people, at which somebody has just said something."""
    table, changed = in_phase("keltis", "play")
    assert isinstance(table, TableChanged)
    people = [structs.replace(seat, kind="person", bot="") for seat in table.seats]
    said = ((1, "Bran", "Good luck!"), (0, "ann", "And to you."), (2, "Eithne", "Who starts?"))
    lines = (
        Said(table=CODE, number=number, seat=seat, name=name, text=text)
        for number, (seat, name, text) in enumerate(said, 1)
    )
    return structs.replace(table, seats=people), changed, *lines


@lru_cache(maxsize=1)
def _away() -> Facts:
    """A game that waits for somebody who is away, and what two of the others say about it."""
    table, changed = at("keltis-4", another)
    assert isinstance(table, TableChanged)
    people = [structs.replace(seat, kind="person", bot="") for seat in table.seats]
    people[1] = structs.replace(people[1], away=True, away_since=1)
    people[2] = structs.replace(people[2], vote="bot")
    people[3] = structs.replace(people[3], vote="wait")
    return structs.replace(table, seats=people, now=200_000), changed


def _by_days() -> Facts:
    """A game with a live clock that two of the others would rather have by days."""
    table, changed = _talking()[:2]
    assert isinstance(table, TableChanged)
    agree = ("", "2d", "2d", "")
    seats = [
        structs.replace(seat, agrees=clock, left=90_000)
        for seat, clock in zip(table.seats, agree, strict=False)
    ]
    return structs.replace(table, seats=seats, settings={"clock": "3+15"}), changed


@lru_cache(maxsize=16)
def _watched(game: str, so: Callable[[View], bool], eyes: int | None = None) -> Facts:
    """A game in which one has no seat, and may look through eyes that are lent."""
    played = Recorded(f"{game}-4").until(so)
    table, people = played.table(), ("ann", "Bran", "Eithne", "Oisin")
    seats = [
        SeatState(kind="person", name=name, open=seat == 1) for seat, name in enumerate(people)
    ]
    table = structs.replace(
        table, seats=seats, owner=False, seat=None, watchers=3, eyes=eyes, settings={}
    )
    lines = (
        Said(table=CODE, number=1, seat=1, name="Bran", text="Good luck!"),
        Said(table=CODE, number=1, seat=-1, name="Niamh", text="Clover!"),
    )
    return table, played.changed(eyes), *lines


def _looked_at() -> Facts:
    table, changed = in_phase("keltis", "play")
    assert isinstance(table, TableChanged)
    return structs.replace(table, watchers=2), changed


def _watched_room() -> Facts:
    (table,) = waiting_room()
    assert isinstance(table, TableChanged)
    return (structs.replace(table, seat=None, owner=False, watchers=2),)


def _rated() -> Facts:
    """A rated game that is over, with what it did to ratings."""
    table, changed = at("keltis-4", over)
    assert isinstance(table, TableChanged)
    return structs.replace(table, settings={"rated": "yes"}), changed, changes()


def _no_games() -> Facts:
    """The page of somebody who has played nothing."""
    nothing = structs.replace(page(own=True), records=[], ratings=[], games=[], opponents=[])
    return *_evening(), nothing


def _lesson(game: str) -> list[str]:
    return ["t", *["down"] * list(GAMES).index(game), "enter", "enter"]


def answer(screen: LessonScreen) -> None:
    """Do by keys what the coach asks for, the first way there is."""
    view, ply = screen.game.view, screen.game.ply
    for mode_key, mode in (("", ""), *screen.decision.modes().items()):
        for choice in screen.decision.choices(mode):
            if choice.legal and screen.step.wants(view, choice.move):
                screen.press("escape")
                for key in (mode_key, choice.keys[0] if choice.keys else "", "enter"):
                    if key and screen.game.ply == ply:
                        screen.press(key)
                if screen.game.ply != ply:
                    return
    raise AssertionError(f"nothing on the screen is what the coach asks for: {screen.step.ask}")


def play_out(session: Session) -> None:
    """Play a trial to its end, the first move there is each time."""
    screen = session.screen
    assert isinstance(screen, PracticeScreen)
    while not screen.game.ended:
        if screen.game.my_turn:
            screen._play(screen.game.moves[0])
        else:
            session.advance()


def finish_lesson(session: Session) -> None:
    """Go through a lesson to its end."""
    while isinstance(session.screen, LessonScreen):
        if session.screen.step.ask:
            answer(session.screen)
        else:
            session.press("enter")


def _shared() -> dict[str, Scene]:
    small = SIZES[:1]
    return {
        "lobby": Scene(_evening),
        "lobby-empty": Scene(tuple),
        "lobby-crowded": Scene(_crowd),
        "lobby-keys": Scene(_evening, "?"),
        "lobby-talked": Scene(_chatting),
        "lobby-talk": Scene(_chatting, ["/", *"Anyone", "tab"], small),
        "lobby-find": Scene(_evening, ["c", *"KELT"]),
        "lobby-game": Scene(_evening, ["home"]),
        "lobby-refused": Scene(lambda: (*_evening(), Refused(id="", reason="no_such_table"))),
        "welcome": Scene(tuple, nameless=True),
        "name": Scene(_evening, "N"),
        "settings": Scene(_evening, ["f2", "down"]),
        "learn": Scene(_evening, ["t", "down"]),
        "waiting": Scene(waiting_room),
        "waiting-ready": Scene(lambda: waiting_room(ready=True, full=True), (), small),
        "waiting-keys": Scene(waiting_room, "?", small),
        "waiting-person": Scene(waiting_room, ["up", "up"], small),
        "waiting-bot": Scene(waiting_room, ["up"], small),
        "waiting-agreed": Scene(waiting_room, "o"),
        "waiting-asked-to-leave": Scene(waiting_room, ["up", "up", "x"], small),
        "waiting-handed-over": Scene(waiting_room, ["up", "up", "g"], small),
        "waiting-leave": Scene(waiting_room, "q", small),
        "lucky-word": Scene(waiting_room, ["w", *" luck"]),
        "talk-heard": Scene(_talking),
        "talk": Scene(_talking, ["/", *"I do", "tab"]),
        "talk-muted": Scene(_talking, ["/", "tab", "ctrl+x"], small),
        "away": Scene(_away),
        "away-end": Scene(_away, "e", small),
        "leave": Scene(_talking, "q", small),
        "leave-live-clock": Scene(_by_days, "q", small),
        "by-days": Scene(_by_days, "K"),
        "by-days-said": Scene(_by_days, (), small),
        "watch-waiting": Scene(_watched_room, (), small),
        "watch-talk": Scene(lambda: _watched("keltis", second_round), ["/", "tab", "tab"], small),
        "lend-eyes": Scene(_looked_at, "V", small),
        "ladder": Scene(lambda: (*_evening(), ladder()), "r"),
        "ladder-bots": Scene(lambda: (*_evening(), ladder(bots=True)), ["r", "b", "down"]),
        "ladder-keys": Scene(lambda: (*_evening(), ladder()), ["r", "?"], small),
        "ladder-empty": Scene(
            lambda: (*_evening(), structs.replace(ladder(), rows=[])), "r", small
        ),
        "page": Scene(lambda: (*_evening(), ladder(), page()), ["r", "down", "enter"]),
        "page-mine": Scene(lambda: (*_evening(), page(own=True)), ["r", "p", "down"]),
        "page-keys": Scene(lambda: (*_evening(), page(own=True)), ["r", "p", "?"], small),
        "page-empty": Scene(_no_games, ["r", "p"], small),
        "sheet-rated": Scene(_rated),
        "too-small": Scene(_evening, (), ((79, 24), (80, 23), (40, 10), (20, 10))),
    }


def _of_game(number: int, game: str) -> dict[str, Scene]:
    first, small = PHASES[game].split()[0], SIZES[:1]
    scenes = {
        "opening": Scene(lambda: at(f"{game}-4", opening)),
        "picked": Scene(lambda: in_phase(game, first), [PICKED[game]], (*SIZES, WIDEST)),
        "another": Scene(lambda: at(f"{game}-3", another), (), small),
        "watch": Scene(lambda: _watched(game, second_round), (), (*SIZES, WIDEST)),
        "watch-eyes": Scene(lambda: _watched(game, second_round, 1), (), small),
        "watch-over": Scene(lambda: _watched(game, over), (), small),
        "replay": Scene(
            lambda: at(f"{game}-4", over), "v", film=f"{game}-4", after=[*"60", "enter"]
        ),
        "trial": Scene(
            lambda: at(f"{game}-4", over), "v", small, film=f"{game}-4", after=["]", "t"]
        ),
        "replay-chart": Scene(
            lambda: at(f"{game}-4", over), "v", film=f"{game}-4", after=["]", "]", "]", "c"]
        ),
        "replay-eyes": Scene(
            lambda: at(f"{game}-4", over), "v", small, film=f"{game}-4", after=["end", "e", *"12"]
        ),
        "over": Scene(lambda: at(f"{game}-4", over), ["escape"]),
        "score-sheet": Scene(lambda: at(f"{game}-4", over)),
        "keys": Scene(lambda: in_phase(game, first), "?", small),
        "leave": Scene(lambda: in_phase(game, first), "q", small),
        "rules": Scene(tuple, ["f1", *["tab"] * number, "right"]),
        "rules-here": Scene(lambda: in_phase(game, first), ["f1"], small),
        "lesson": Scene(tuple, _lesson(game)),
        "lesson-over": Scene(tuple, _lesson(game), small, learned=True),
        "new-table": Scene(tuple, ["o", *["right"] * number, "down"]),
        "waiting": Scene(lambda: waiting_room(game), (), small),
    }
    for phase in PHASES[game].split():
        scenes[phase] = Scene(partial(in_phase, game, phase), (), small)
        scenes[f"{phase}-focus"] = Scene(partial(in_phase, game, phase), ["left"], small)
    for seats in (2, 3):
        scenes[f"for-{seats}"] = Scene(partial(in_phase, game, first, seats), (), small)
    scenes["match"] = Scene(lambda: at(f"{game}-match", second_game), (), small)
    scenes["match-between"] = Scene(lambda: _between_games(game), (), small)
    scenes["match-over"] = Scene(lambda: at(f"{game}-match", over), (), small)
    if game == "oracle":
        scenes["free-clovers"] = Scene(lambda: at("oracle-free-clovers", asks("clover")), (), small)
    if game == "stones":
        scenes["trial-over"] = Scene(
            lambda: at("stones-4", over), "v", small, film="stones-4", after=["]", "t", "play out"]
        )
    if game == "dice":
        scenes["hard-side"] = Scene(lambda: at("dice-hard", asks("choose")))
    return {f"{game}-{name}": scene for name, scene in scenes.items()}


SCENES: Final[dict[str, Scene]] = _shared()
for _number, _game in enumerate(RULE_SETS):
    SCENES.update(_of_game(_number, _game))
