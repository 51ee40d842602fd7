"""What each command leads to at a table: records to log, or a refusal. It changes nothing."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Raw

from keltis_engine.position import IllegalMove, Seat
from keltis_engine.rules import RULE_SETS
from keltis_server import texts
from keltis_server.game import Game
from keltis_server.names import BOT_NAMES
from keltis_server.records import (
    BotSeated,
    Closed,
    GameStarted,
    GotUp,
    HandedOver,
    MoveMade,
    Ready,
    Record,
    Renamed,
    Said,
    SatDown,
    TookBack,
    Who,
    WordGiven,
)
from keltis_server.table import Table

LATELY: Final = 3
"""How many lines back nobody repeats oneself."""


class Refusal(Exception):
    """A command that is not carried out; `reason` is a code that the client words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def sit_down(table: Table, who: Who, seat: Seat | None) -> Sequence[Record]:
    """Sit on `seat`, or the first free one; who sits here already just comes back."""
    if table.closed:
        raise Refusal("no_such_table")
    if who.id in table.people:
        return ()
    return (SatDown(seat=_free_seat(table, seat), who=who),)


def add_bot(table: Table, who: Who, seat: Seat | None, bot: str) -> Sequence[Record]:
    """Put a bot on `seat`, or the first free one; the game starts if everyone waited for that."""
    seat_of(table, who.id)
    if who.id != table.owner:
        raise Refusal("not_owner")
    chosen = _free_seat(table, seat)
    taken = {place.name for place in table.places}
    name = next(name for name in BOT_NAMES if name not in taken)
    ready = {s for s, place in enumerate(table.places) if place.ready or place.bot}
    return (
        BotSeated(seat=chosen, bot=bot, name=name),
        *_start(table, ready | {chosen}),
    )


def give_word(table: Table, who: str, wish: str) -> Sequence[Record]:
    """Give a lucky word for the next game, to whose secret the table has committed itself."""
    seat = seat_of(table, who)
    if table.playing:
        raise Refusal("game_running")
    word = texts.tidy(wish)
    reason = texts.word_refusal(word)
    if reason is not None:
        raise Refusal(reason)
    return () if word == table.places[seat].word else (WordGiven(seat=seat, word=word),)


def get_ready(table: Table, who: Who) -> Sequence[Record]:
    """Say that `who` is ready; the game starts once every person at a full table is."""
    seat = seat_of(table, who.id)
    if table.playing:
        raise Refusal("game_running")
    ready = {s for s, place in enumerate(table.places) if place.ready or place.bot}
    if seat in ready:
        return ()
    return (Ready(seat=seat), *_start(table, ready | {seat}))


def get_up(table: Table, who: str) -> Sequence[Record]:
    """Leave: the seat becomes free, but stays `who`'s in a running game."""
    seat = seat_of(table, who)
    return () if table.playing else (GotUp(seat=seat),)


def rename(table: Table, who: str, name: str) -> Sequence[Record]:
    """Call a person at this table `name` from now on."""
    seat = table.people.get(who)
    return () if seat is None else (Renamed(seat=seat, name=name),)


def hand_over(table: Table, who: str, heir: Who) -> Sequence[Record]:
    """Give the seat of `who`, with its game, to another person; one seat is enough for anybody."""
    seat = table.people.get(who)
    if seat is None or table.closed:
        return ()
    if heir.id in table.people:
        raise Refusal("at_table")
    return (HandedOver(seat=seat, who=heir),)


def forget(table: Table, who: str, nobody: Who) -> Sequence[Record]:
    """Take a person off the table; in a running game somebody without a name keeps the seat."""
    seat = table.people.get(who)
    if seat is None or table.closed:
        return ()
    return (HandedOver(seat=seat, who=nobody),) if table.playing else (GotUp(seat=seat),)


def close(table: Table) -> Sequence[Record]:
    """Clear the table away."""
    return () if table.closed else (Closed(),)


def play(table: Table, seat: Seat, ply: int, body: Raw) -> Sequence[Record]:
    """Make one small move, and what follows from it by itself."""
    game = _running(table)
    if ply != game.ply:
        raise Refusal("stale")
    if seat != game.to_act:
        raise Refusal("not_your_turn")
    try:
        move = game.player_move(bytes(body))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_move") from error
    try:
        follow_up = game.follow_up(move)
    except IllegalMove as error:
        raise Refusal(error.reason) from error
    canonical = Raw(msgspec.msgpack.encode(move))
    return (MoveMade(seat=seat, move=canonical), *follow_up)


def take_back(table: Table, seat: Seat, ply: int) -> Sequence[Record]:
    """Undo the last small move of the turn."""
    game = _running(table)
    if ply != game.ply:
        raise Refusal("stale")
    if not game.can_take_back(seat):
        raise Refusal("cannot_take_back")
    return (TookBack(seat=seat),)


def say(table: Table, who: str, wish: str) -> Sequence[Record]:
    """Say something to the table, but not what one has just said."""
    seat = seat_of(table, who)
    text = texts.tidy(wish)
    reason = texts.line_refusal(text)
    if reason is not None:
        raise Refusal(reason)
    lately = [line.text.casefold() for line in list(table.talk)[-LATELY:] if line.seat == seat]
    if text.casefold() in lately:
        raise Refusal("said_already")
    return (Said(seat=seat, name=table.places[seat].name, text=text),)


def seat_of(table: Table, who: str) -> Seat:
    """The seat of a person, or the refusal of one who has none."""
    seat = table.people.get(who)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def _running(table: Table) -> Game:
    if table.game is None:
        raise Refusal("no_game")
    if table.over:
        raise Refusal("game_over")
    return table.game


def _free_seat(table: Table, wish: Seat | None) -> Seat:
    if table.playing:
        raise Refusal("game_running")
    free = [seat for seat, place in enumerate(table.places) if place.is_free]
    if not free:
        raise Refusal("table_full")
    if wish is not None and wish >= len(table.places):
        raise Refusal("no_such_seat")
    if wish is not None and wish not in free:
        raise Refusal("seat_taken")
    return free[0] if wish is None else wish


def _start(table: Table, ready: set[Seat]) -> Sequence[Record]:
    """The start of the game and its deal, if all seats are taken and ready."""
    committed = table.committed
    if len(ready) < len(table.places) or committed is None:
        return ()
    rules = RULE_SETS[table.rules]
    seats = len(table.places)
    before = table.game.began if table.game else None
    started = GameStarted(
        rules=rules.id,
        version=rules.version,
        seats=seats,
        options=table.options,
        secret=committed.secret,
        commitment=committed.commitment,
        words=[place.word for place in table.places],
        first=None if before is None else (before + 1) % seats,
    )
    game = Game(started)
    return (started, *game.follow_up())
