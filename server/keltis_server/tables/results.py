"""How games ended: the line that is stored with a game's end, and those the lobby shows."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from keltis_protocol.messages import ResultLine
from keltis_server.limits import Limits
from keltis_server.people.names import SOMEBODY
from keltis_server.people.who import Who
from keltis_server.store.contract import Store
from keltis_server.tables.looking import LookSoon
from keltis_server.tables.reading import decoded
from keltis_server.tables.records import GameOver, Record
from keltis_server.tables.table import Table

LOOKED_THROUGH: Final = 5
"""How many times as many results are read as are shown, so that everybody's are among them."""


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game that ended at a table that is not private."""

    table: str
    game: str
    options: dict[str, str]
    seats: int
    winners: list[Who]
    """Whoever had the most points (C9); bots have no id."""
    at: int
    """When it ended, in milliseconds since 1970, UTC."""
    opener: str
    """Whose table it counts as: where it was opened from, or else its owner."""

    def line(self, forgotten: Collection[str]) -> ResultLine:
        """The result as everybody may see it, without the names of people who are forgotten."""
        names = [SOMEBODY if who.id in forgotten else who.name for who in self.winners]
        return ResultLine(
            table=self.table,
            game=self.game,
            options=self.options,
            seats=self.seats,
            winners=names,
            at=self.at,
        )


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(Result)


def result_of(table: Table, decided: Sequence[Record], at: int) -> bytes:
    """What is stored of the game that these records end; nothing if they end none for all to see.

    The table is as it was before them.
    """
    over = next((record for record in decided if isinstance(record, GameOver)), None)
    if over is None or table.private:
        return b""
    best = max(over.totals)
    places = [
        place for place, total in zip(table.places, over.totals, strict=True) if total == best
    ]
    winners = [
        Who(id="", name=place.name) if place.who is None else replace(place.who, name=place.name)
        for place in places
    ]
    return _encode(
        Result(
            table=table.code,
            game=table.rules,
            options=table.options,
            seats=len(table.places),
            winners=winners,
            at=at,
            opener=table.source or table.owner,
        )
    )


def fair_choice(newest_first: Iterable[Result], most: int) -> list[Result]:
    """So many results, the newest of each opener before the second newest of any.

    They stay in their order: nobody crowds out another by ending many games.
    """
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int, Result]] = []
    for place, result in enumerate(newest_first):
        ranked.append((seen[result.opener], place, result))
        seen[result.opener] += 1
    chosen = sorted(ranked, key=lambda each: each[:2])[:most]
    return [result for _, _, result in sorted(chosen, key=lambda each: each[1])]


class Results:
    """Reads from the store how the last games ended, whichever process they ended in."""

    def __init__(
        self, store: Store, limits: Limits, show: Callable[[list[ResultLine]], None]
    ) -> None:
        self._store = store
        self._most = limits.lobby_results
        self._show = show
        self.look_soon = LookSoon("results", self.look)
        """Look as soon as nobody else does: a game ended, or somebody is to be forgotten."""

    async def look(self) -> None:
        """Show what the store tells now, without what is damaged; or raise `StoreFailed`."""
        written = await self._store.results(self._most * LOOKED_THROUGH)
        forgotten = await self._store.forgotten() if written else ()
        found = [result for body in written if (result := decoded(_decoder, body)) is not None]
        chosen = fair_choice(found, self._most)
        self._show([result.line(forgotten) for result in chosen])

    async def close(self) -> None:
        """Look no more."""
        await self.look_soon.close()
