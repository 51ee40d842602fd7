"""What is told of a table's life beside its games: who came and went, what was settled."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from keltis_protocol.messages import News
from keltis_server.people.names import SOMEBODY
from keltis_server.tables import settings
from keltis_server.tables.place import Place
from keltis_server.tables.records import (
    Arranged,
    BotSeated,
    GotUp,
    HandedOver,
    MadeOwner,
    NotReady,
    Ready,
    Record,
    Renamed,
    SatDown,
    SeatCleared,
)

MOST: Final = 12
"""How much of it is remembered."""


def note(news: deque[News], told: News | None) -> None:
    """Take in what there is to tell, and count it."""
    if told is not None:
        news.append(replace(told, number=news[-1].number + 1 if news else 1))


def news_of(record: Record, places: Sequence[Place]) -> News | None:
    """What there is to tell of a record that is about to be folded; most tell nothing."""
    match record:
        case SatDown():
            return _told("came", record.who.name)
        case BotSeated():
            what = "bot_changed" if places[record.seat].bot else "bot_came"
            return _told(what, record.name, record.bot)
        case GotUp() | SeatCleared():
            place = places[record.seat]
            asked = isinstance(record, SeatCleared) and place.who is not None
            what = "bot_left" if place.bot else "asked_to_leave" if asked else "left"
            return _told(what, place.name)
        case Renamed() if places[record.seat].name != record.name:
            return _told("renamed", places[record.seat].name, record.name)
        case HandedOver() if record.who.name not in (SOMEBODY, places[record.seat].name):
            return _told("seat_handed", places[record.seat].name, record.who.name)
        case Ready():
            return _told("ready", places[record.seat].name)
        case NotReady():
            return _told("not_ready", places[record.seat].name)
        case MadeOwner():
            return news_of_owner(places[record.seat].name)
    return None


def news_of_change(before: Arranged, after: Arranged) -> News:
    """What is settled otherwise than before."""
    changed = {}
    if len(before.order) != len(after.order):
        changed["seats"] = str(len(after.order))
    if before.private != after.private:
        changed["private"] = "on" if after.private else "off"
    for kind, was, is_now in (
        ("option", before.options, after.options),
        ("setting", settings.complete(before.settings), settings.complete(after.settings)),
    ):
        new = {name: value for name, value in is_now.items() if was.get(name) != value}
        changed |= {f"{kind} {name}": value for name, value in new.items()}
    return News(number=0, what="arranged", changed=changed)


def news_of_owner(name: str) -> News:
    """Whose the table is now."""
    return _told("owner", name)


def _told(what: str, name: str, other: str = "") -> News:
    return News(number=0, what=what, name=name, other=other)
