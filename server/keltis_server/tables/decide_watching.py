"""What those who look on may do at a table, and who may be looked at: decisions and refusals."""

from keltis_engine.position import Seat
from keltis_server.limits import Limits
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.tables import texts
from keltis_server.tables.decide import LATELY, check_welcome, seat_of
from keltis_server.tables.records import HandOpened, WatcherSaid
from keltis_server.tables.table import Decision, Table
from keltis_server.tables.watchers import may_look, rated


def check_open(table: Table, who: Who, source: str, eyes: Seat | None) -> None:
    """Refuse one who wants to look on where nobody may, or through eyes that nobody lends.

    Whoever was asked to leave would talk to all there as soon as no game is under way.
    """
    check_welcome(table, who, source)
    if table.settings["watchers"] == "no":
        raise Refusal("no_watchers")
    if eyes is None:
        return
    if eyes >= len(table.places):
        raise Refusal("no_such_seat")
    if rated(table):
        raise Refusal("rated_table")
    if not may_look(table, eyes):
        raise Refusal("hand_closed")


def say(table: Table, who: Who, wish: str, limits: Limits) -> Decision:
    """Say something to the others who look on, but not what one has just said."""
    gallery = table.gallery
    text = texts.tidy(wish)
    reason = texts.line_refusal(text)
    if reason is not None:
        raise Refusal(reason)
    if (
        gallery.asides[who.id] >= limits.watcher_lines
        or gallery.asides.total() >= limits.watchers_lines
        or table.seq >= limits.log
    ):
        raise Refusal("log_full")
    lately = [line.text.casefold() for line in list(gallery.talk)[-LATELY:] if line.who == who]
    if text.casefold() in lately:
        raise Refusal("said_already")
    return Decision((WatcherSaid(who=who, text=text),))


def open_hand(table: Table, who: str, *, open_: bool) -> Decision:
    """Let watchers see what `who` sees, a round late, or no longer."""
    seat = seat_of(table, who)
    if open_ and rated(table):
        raise Refusal("rated_table")
    if table.places[seat].open == open_:
        return Decision()
    return Decision((HandOpened(seat=seat, open=open_),))
