"""Every screen there is, each as what was told and what was pressed; four games at every phase."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import structs

from keltis_engine.position import View
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import Fact, Person, Refused, SeatState, TableChanged, Welcome
from keltis_tui.entrance import Entrance
from keltis_tui.help.lessons import LESSONS
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_tui.words import Words, words_for
from screenshots.played import Played, asked
from screenshots.staged import CODE, lobby, welcome

Facts = tuple[Fact, ...]
SIZES: Final = ((80, 24), (100, 30), (140, 45))
WIDEST: Final = (200, 60)
PHASES: Final = {
    "keltis": "play start clover spare draw",
    "oracle": "play move clover spiral leprechaun bonus draw",
    "dice": "keep choose clover",
    "stones": "turn take",
}
"""Every phase in which somebody is asked; the first one begins a turn."""
PICKED: Final = {"keltis": "3", "oracle": "2", "dice": "2", "stones": "tab"}
"""What puts something in focus at the beginning of a turn."""


class Scene(NamedTuple):
    """One screen: how it comes about, and in which sizes it is looked at."""

    facts: Callable[[], Facts]
    keys: Sequence[str] = ()
    sizes: Sequence[tuple[int, int]] = SIZES
    nameless: bool = False
    """Whether it is somebody who has no name yet."""


def session_of(
    scene: Scene, words: Words | None = None, settings: Settings | None = None
) -> Session:
    """A session that shows a scene, as it is before anything is painted."""
    session = Session(words or words_for("en"), Entrance(), settings)
    first, *others = welcome()
    assert isinstance(first, Welcome)
    nobody = Person(name="", guest=True)
    told = [structs.replace(first, you=nobody)] if scene.nameless else [first, *others]
    for fact in (*told, *scene.facts()):
        session.hear(fact)
    for key in scene.keys:
        session.press(key)
    return session


@lru_cache(maxsize=1)
def _evening() -> Facts:
    return (lobby(),)


@lru_cache(maxsize=64)
def in_phase(game: str, phase: str, seats: int = 4) -> Facts:
    """The middle of a game, at a question that some games only come to late or never."""
    several = {"clover", "spare"} if game == "keltis" else set()
    late = 8 if phase in ("spare", "spiral", "leprechaun", "bonus") else 20

    def so(view: View) -> bool:
        return view.phase == phase and view.turn > late

    played = asked(game, 2 if phase in several else seats, so)
    return played.table(), played.changed(can_take_back=phase in ("draw", "choose", "take"))


@lru_cache(maxsize=8)
def _opening(game: str) -> Facts:
    played = asked(game, 4, lambda view: view.turn <= 4)
    return played.table(), played.changed()


@lru_cache(maxsize=8)
def _another(game: str) -> Facts:
    played = Played(game, 3, "mist").until(lambda view: view.to_act == 1 and view.turn > 16)
    return played.table(), played.changed()


@lru_cache(maxsize=8)
def _over(game: str) -> Facts:
    played = Played(game, 4, "a wet day").until(lambda _: False)
    return played.table(), played.changed()


@lru_cache(maxsize=8)
def _match(game: str) -> Facts:
    options = {"dice": {"side": "both"}, "stones": {"games": "2"}}[game]
    played = Played(game, 3, "twice", options)
    played.until(lambda view: bool(view.match and view.match.scores) and view.to_act == 0)
    return played.table(), played.changed()


def waiting_room(game: str = "keltis", ready: bool = False, full: bool = False) -> Facts:
    """A table before the game, with somebody of every kind."""
    last = SeatState(kind="person", name="Oisin") if full else SeatState(kind="free")
    seats = [
        SeatState(kind="person", name="ann", ready=ready, word="shamrock"),
        SeatState(kind="person", name="Eithne", away=True),
        SeatState(kind="bot", name="Bran", bot="simple"),
        last,
    ]
    options = {option.name: option.choices[0] for option in RULE_SETS[game].options}
    return (
        TableChanged(
            table=CODE, game=game, options=options, seats=seats, state="open", private=False,
            owner=True, seat=0, commitment=bytes(range(32)),
        ),
    )  # fmt: skip


def _lesson(game: str) -> list[str]:
    return ["t", *["down"] * list(LESSONS).index(game), "enter", "enter"]


def _shared() -> dict[str, Scene]:
    small = SIZES[:1]
    return {
        "lobby": Scene(_evening),
        "lobby-empty": Scene(tuple),
        "lobby-keys": Scene(_evening, "?"),
        "lobby-refused": Scene(lambda: (*_evening(), Refused(id="", reason="no_such_table"))),
        "welcome": Scene(tuple, nameless=True),
        "name": Scene(_evening, "N"),
        "settings": Scene(_evening, ["f2", "down"]),
        "learn": Scene(_evening, ["t", "down"]),
        "waiting": Scene(waiting_room),
        "waiting-ready": Scene(lambda: waiting_room(ready=True, full=True), (), small),
        "waiting-keys": Scene(waiting_room, "?", small),
        "lucky-word": Scene(waiting_room, ["w", *" luck"]),
        "too-small": Scene(_evening, (), ((79, 24), (80, 23), (40, 10), (20, 10))),
    }


def _of_game(number: int, game: str) -> dict[str, Scene]:
    first, small = PHASES[game].split()[0], SIZES[:1]
    scenes = {
        "opening": Scene(lambda: _opening(game)),
        "picked": Scene(lambda: in_phase(game, first), [PICKED[game]], (*SIZES, WIDEST)),
        "another": Scene(lambda: _another(game), (), small),
        "over": Scene(lambda: _over(game), ["escape"]),
        "score-sheet": Scene(lambda: _over(game)),
        "keys": Scene(lambda: in_phase(game, first), "?", small),
        "leave": Scene(lambda: in_phase(game, first), "q", small),
        "rules": Scene(tuple, ["f1", *["tab"] * number, "right"]),
        "rules-here": Scene(lambda: in_phase(game, first), ["f1"], small),
        "lesson": Scene(tuple, _lesson(game)),
        "new-table": Scene(tuple, ["n", *["right"] * number, "down"]),
        "waiting": Scene(lambda: waiting_room(game), (), small),
    }
    for phase in PHASES[game].split():
        scenes[phase] = Scene(lambda phase=phase: in_phase(game, phase), (), small)
    if game in ("dice", "stones"):
        scenes["match"] = Scene(lambda: _match(game), (), small)
    return {f"{game}-{name}": scene for name, scene in scenes.items()}


SCENES: Final[dict[str, Scene]] = _shared()
for _number, _game in enumerate(RULE_SETS):
    SCENES |= _of_game(_number, _game)
