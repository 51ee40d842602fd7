"""One line for each table: what lobby, limits and deadlines need to know of it without its log."""

from collections.abc import Collection, Iterator, KeysView, Mapping
from typing import Final

import msgspec

from keltis_engine.position import DEALER, Seat
from keltis_server.tables.clocks import KINDS
from keltis_server.tables.reading import decoded
from keltis_server.tables.settings import written
from keltis_server.tables.table import Table

FORM: Final = 3
"""Which form of lines this program writes; another one's are made anew from the log."""


class Sitting(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat and who sits on it: a person, a bot or nobody."""

    who: str = ""
    name: str = ""
    guest: bool = False
    ready: bool = False
    bot: str = ""
    """Which kind of bot plays here: for itself, or for the person until that one comes back."""


class _Beginning(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is read of a line to tell how much of its table it knows."""

    form: int
    seq: int


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A table that stands, after so much of its log."""

    form: int
    seq: int
    """How long the log is."""
    at: int
    """When its last record was written, in milliseconds since 1970, UTC."""
    table: str
    game: str
    version: int
    """The version of the rules by which a game was played; 0 before the first."""
    private: bool
    owner: str
    source: str
    opened_by: str
    """The command that opened it."""
    state: str
    """`open`, `playing` or `over`."""
    to_act: Seat | None
    """Whose decision is awaited."""
    played: bool
    """Whether a person has ever played a whole turn here."""
    places: tuple[Sitting, ...]
    settings: dict[str, str] = {}
    """What is settled about the table otherwise than usual."""
    forsaken: bool = False
    """Whether the last game was ended because nobody came back to it."""

    @property
    def playing(self) -> bool:
        """Whether a game is under way."""
        return self.state == "playing"

    @property
    def people(self) -> dict[str, Seat]:
        """Every person at the table and the seat."""
        return {place.who: seat for seat, place in enumerate(self.places) if place.who}

    @property
    def guests(self) -> list[Sitting]:
        """Every guest at the table."""
        return [place for place in self.places if place.guest]

    def awaits(self, seat: Seat) -> bool:
        """Whether something is awaited of a person: a decision, or to be ready for a next game."""
        if self.to_act == DEALER:  # who deals the next game of a match once everybody is ready
            return not (self.places[seat].ready or self.places[seat].bot)
        return seat == self.to_act and not self.places[seat].bot

    @property
    def bot_for_absent(self) -> bool:
        """Whether a bot plays for whoever is away without anybody being asked.

        By days that is so when the time is up, not before.
        """
        return self.settings.get("absent") == "bot" and not self.by_days

    @property
    def by_days(self) -> bool:
        """Whether each turn may take days."""
        clock = KINDS.get(self.settings.get("clock", ""))
        return clock is not None and clock.each > 0

    def missing(self, present: Collection[str]) -> str:
        """Who of its people is awaited though not there; empty if nobody is."""
        for seat, place in enumerate(self.places):
            if place.who and place.who not in present and self.playing and self.awaits(seat):
                return place.who
        return ""

    @property
    def awaits_bot(self) -> bool:
        """Whether the decision that is awaited is a bot's."""
        seat = self.to_act
        return seat is not None and seat >= 0 and bool(self.places[seat].bot)


def line_of(table: Table) -> Line:
    """The line that tells of a table."""
    return Line(
        form=FORM,
        seq=table.seq,
        at=table.at,
        table=table.code,
        game=table.rules,
        version=table.game.rules.version if table.game is not None else 0,
        private=table.private,
        owner=table.owner,
        source=table.source,
        opened_by=table.opened_by,
        state=table.state,
        to_act=table.to_act,
        played=table.played,
        places=tuple(_sitting(table, seat) for seat in range(len(table.places))),
        settings=written(table.settings),
        forsaken=table.forsaken,
    )


def _sitting(table: Table, seat: Seat) -> Sitting:
    place, bot = table.places[seat], table.bot(seat)
    who = place.who
    if who is None:
        return Sitting(name=place.name, bot=bot)
    return Sitting(who=who.id, name=place.name, guest=who.guest, ready=place.ready, bot=bot)


encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(Line)
_beginnings: Final = msgspec.msgpack.Decoder(_Beginning)


def decode(body: bytes | None) -> Line | None:
    """The line that `body` holds; None if there is none, one of another form or a damaged one."""
    line = None if body is None else decoded(_decoder, body)
    if line is None or line.form != FORM:
        return None
    return line if line.to_act is None or line.to_act < len(line.places) else None


class Lines(Mapping[str, Line]):
    """Lines by the codes of their tables, kept encoded: that takes a third of the room."""

    def __init__(self) -> None:
        self._encoded: dict[str, bytes] = {}
        self._last: Line | None = None
        """The one that was asked for last, mostly several times."""

    def __getitem__(self, code: str) -> Line:
        line = self._last
        if line is None or line.table != code:
            line = self._last = _decoder.decode(self._encoded[code])
        return line

    def __iter__(self) -> Iterator[str]:
        return iter(self._encoded)

    def __len__(self) -> int:
        return len(self._encoded)

    def __contains__(self, code: object) -> bool:
        return code in self._encoded

    def keys(self) -> KeysView[str]:
        """The codes, the oldest table first."""
        return self._encoded.keys()

    def length(self, code: str) -> int:
        """How long the log was of which a line tells; 0 if there is none."""
        encoded = self._encoded.get(code)
        return 0 if encoded is None else _beginnings.decode(encoded).seq

    def put(self, line: Line) -> None:
        """Keep a line instead of the one before."""
        self._encoded[line.table], self._last = encode(line), line

    def drop(self, code: str) -> None:
        """Keep none of a table."""
        self._last = None
        self._encoded.pop(code, None)
