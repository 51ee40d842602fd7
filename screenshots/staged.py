"""Believable games to show: dealt from a fixed secret, played by a rule of thumb, told as facts."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from keltis_engine.parts.cards import COLOUR, VALUE, Discard, DrawFromDeck, PlayCard, TakeDiscard
from keltis_engine.parts.paths import STONE_VALUES
from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import AdvanceFigure, KeltisView, StartFigure
from keltis_protocol.messages import (
    VERSION,
    Command,
    Fact,
    GameOffer,
    Lobby,
    Person,
    ResultLine,
    SeatState,
    TableChanged,
    TableLine,
    Welcome,
)
from screenshots.played import CODE as CODE
from screenshots.played import NAMES, Played

NOW = 1_750_000_000.0
"""The time of day at which an evening in the lobby is shown."""
HERE = ("ann", "bob", "cleo", "dai", "Юля", "gábor", "jürgen", "guest-K7Q")
ENDED: Sequence[tuple[Any, ...]] = (
    (0, "dice", "bob"),
    (12, "keltis", "ann"),
    (47, "stones", "gábor", "Юля"),
    (190, "oracle", "Eithne"),
    (2900, "keltis", "rhys"),
)
"""How games ended: how many minutes ago, which game, who won."""


def _gap(view: KeltisView, card: int) -> int:
    """How many values a card skips in the row of the one to act."""
    row = view.cards.rows[view.to_act or 0][COLOUR[card]]
    return abs(VALUE[card] - row[-1]) if row else min(VALUE[card], 10 - VALUE[card])


def _worth(view: KeltisView, move: PlayerMove) -> int:
    """How good a move looks at a glance; the best one is made."""
    figures = view.figures[view.to_act or 0]
    match move:
        case PlayCard(card):
            return 40 - 9 * _gap(view, card) + 2 * figures[COLOUR[card]]
        case Discard(card):
            return 8 + 3 * _gap(view, card) - 2 * figures[COLOUR[card]]
        case StartFigure(path, large):
            held = sum(COLOUR[card] == path for card in view.cards.hand)
            return (held - 2 if large else 0) - 2
        case AdvanceFigure(path):
            return STONE_VALUES[figures[path]] + 12
        case TakeDiscard(colour):
            top = view.cards.pile_tops[colour]
            fits = top is not None and view.cards.rows[view.to_act or 0][colour]
            return 6 - 3 * _gap(view, top) if fits and top is not None else -9
        case DrawFromDeck():
            return 0
    return -5


class Staged(Played):
    """A game of Keltis played so far by everybody's rule of thumb."""

    def __init__(self, seats: int, seed: str) -> None:
        super().__init__("keltis", seats, seed)
        self.play(self.position.deal(self.chance))

    def best(self) -> PlayerMove:
        """The move that looks best to the one to act."""
        view = self.position.view(self.position.to_act)
        assert isinstance(view, KeltisView)
        return max(self.position.legal_moves(), key=lambda move: _worth(view, move))

    def until(self, enough: Callable[[KeltisView], bool]) -> "Staged":
        """Play on until what seat 0 sees is enough, or the game is over."""
        super().until(lambda _: enough(self.view()))
        return self

    def view(self) -> KeltisView:
        """What seat 0 sees."""
        view = self.position.view(0)
        assert isinstance(view, KeltisView)
        return view


def moment(seats: int, so: Callable[[KeltisView], bool]) -> Staged:
    """The first moment of some game at which what seat 0 sees, being asked, is so."""
    for number in range(1000):
        staged = Staged(seats, f"game {number}").until(lambda view: view.to_act == 0 and so(view))
        if staged.position.to_act is not None:
            return staged
    raise LookupError("no staged game comes to that")


def welcome(preferences: Mapping[str, str] | None = None) -> list[Fact]:
    """What is told to somebody who comes in."""
    offers = [
        GameOffer(
            id=game,
            version=rules.version,
            min_seats=2,
            max_seats=4,
            options={option.name: list(option.choices) for option in rules.options},
            bots=["club", "novice"],
        )
        for game, rules in RULE_SETS.items()
    ]
    you = Person(name=NAMES[0], guest=False)
    return [
        Welcome(
            version=VERSION,
            server="keltis",
            you=you,
            games=offers,
            preferences=dict(preferences or {}),
        ),
        Lobby(you=you, people=1, tables=[]),
    ]


def lobby() -> Lobby:
    """An evening in the lobby."""

    def seats(*names: str) -> list[SeatState]:
        return [SeatState(kind="person" if name else "free", name=name) for name in names]

    def line(code: str, state: str, people: list[SeatState], **more: Any) -> TableLine:
        return TableLine(table=code, game="keltis", seats=people, state=state, **more)

    return Lobby(
        you=Person(name=NAMES[0], guest=False),
        people=9,
        tables=[
            line("K7QF", "playing", seats("ann", "bob"), yours=True, your_turn=True),
            line("M4XA", "playing", seats("cleo", "ann", "dai"), yours=True),
            line("R9TB", "open", seats("Юля", "", "")),
            line("W2HC", "open", seats("gábor", "jürgen", "", "")),
            line("D8NP", "playing", seats("fia", "rhys")),
        ],
        here=[Person(name=name, guest="-" in name) for name in HERE],
        results=[
            ResultLine(
                table=f"W{number}XY",
                game=game,
                options={},
                seats=2 + number % 3,
                winners=winners,
                at=int((NOW - minutes * 60) * 1000),
            )
            for number, (minutes, game, *winners) in enumerate(ENDED)
        ],
    )


def table(seats: int, state: str = "playing") -> TableChanged:
    """The table at which the staged game is played."""
    kinds = ["person"] + ["bot"] * (seats - 1)
    return TableChanged(
        table=CODE,
        game="keltis",
        options={"games": "1"},
        seats=[SeatState(kind=kinds[seat], name=NAMES[seat]) for seat in range(seats)],
        state=state,
        private=True,
        owner=True,
        seat=0,
    )


class StagedLink:
    """A line on which facts wait, and on which nobody listens."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = deque(facts)
        self._forever = asyncio.Event()
        self.told = asyncio.Event()
        """Set once every fact has been read."""

    async def send(self, command: Command) -> None:
        """Nobody listens."""

    async def receive(self) -> Fact:
        """The next fact; after the last one nothing more happens."""
        if not self._facts:
            self.told.set()
            await self._forever.wait()
        return self._facts.popleft()

    async def close(self) -> None:
        """Nothing to do."""
