"""What each command leads to at a table: a decision to log, or a refusal. It changes nothing."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Raw

from keltis_engine.position import DEALER, IllegalMove, Seat
from keltis_engine.rules import RULE_SETS
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.tables import settings, texts
from keltis_server.tables.game import Step, TableGame, encode
from keltis_server.tables.records import (
    Arranged,
    BotPlays,
    BotSeated,
    Closed,
    Committed,
    GameOver,
    GameStarted,
    GaveUp,
    GotUp,
    HandedOver,
    MoveMade,
    Ready,
    Record,
    Renamed,
    Said,
    SatDown,
    TookBack,
    WordGiven,
)
from keltis_server.tables.table import Decision, Table

MAKES_READY: Final = (Ready, BotSeated, BotPlays, GaveUp)
"""Records after which a game need not wait for their seat."""
LATELY: Final = 3
"""How many lines back nobody repeats oneself."""


def sit_down(
    table: Table, who: Who, seat: Seat | None, source: str = "", newcomer: bool = False
) -> Decision:
    """Sit on `seat`, or the first free one; who sits here already just comes back."""
    if table.closed:
        raise Refusal("no_such_table")
    if who.id in table.people:
        return Decision()
    settings.check_key(table.settings, who)
    chosen = free_seat(table, seat)
    check_welcome(table, who, source)
    return Decision((SatDown(seat=chosen, who=who, source=source, newcomer=newcomer),))


def check_welcome(table: Table, who: Who, source: str) -> None:
    """Refuse one whom the owner asked to leave, also as a guest from the same address."""
    if who.id in table.barred or (who.guest and source in table.barred):
        raise Refusal("asked_to_leave")


def give_word(table: Table, who: str, wish: str) -> Decision:
    """Give a lucky word for the next game, to whose secret the table has committed itself."""
    seat = seat_of(table, who)
    if table.playing:
        raise Refusal("game_running")
    word = texts.tidy(wish)
    reason = texts.word_refusal(word)
    if reason is not None:
        raise Refusal(reason)
    given = word == table.places[seat].word
    return Decision() if given else Decision((WordGiven(seat=seat, word=word),))


def get_ready(table: Table, who: Who) -> Decision:
    """Say that `who` is ready; the game starts once every person at a full table is.

    So does the next game of a match.
    """
    seat = seat_of(table, who.id)
    if table.playing and not table.between_games:
        raise Refusal("game_running")
    if table.is_ready(seat):
        return Decision()
    return start_if_ready(table, Ready(seat=seat))


def get_up(table: Table, who: str) -> Decision:
    """Leave: the seat becomes free, but stays `who`'s in a running game."""
    seat = seat_of(table, who)
    return Decision() if table.playing else Decision((GotUp(seat=seat),))


def rename(table: Table, who: str, name: str) -> Decision:
    """Call a person at this table `name` from now on."""
    seat = table.people.get(who)
    return Decision() if seat is None else Decision((Renamed(seat=seat, name=name),))


def hand_over(table: Table, who: str, heir: Who) -> Decision:
    """Give the seat of `who`, with its game, to another person; one seat is enough for anybody."""
    seat = table.people.get(who)
    if seat is None or table.closed:
        return Decision()
    if heir.id in table.people:
        raise Refusal("at_table")
    return Decision((HandedOver(seat=seat, who=heir),))


def forget(table: Table, who: str, nobody: Who) -> Decision:
    """Take a person off the table; in a running game somebody without a name keeps the seat."""
    seat = table.people.get(who)
    if seat is None or table.closed:
        return Decision()
    handed_over = HandedOver(seat=seat, who=nobody)
    return Decision((handed_over if table.playing else GotUp(seat=seat),))


def close(table: Table) -> Decision:
    """Clear the table away."""
    return Decision() if table.closed else Decision((Closed(),))


def play(table: Table, seat: Seat, ply: int, body: Raw) -> Decision:
    """Make one small move, and what follows from it by itself."""
    game = awaiting(table, seat, ply)
    try:
        move = game.player_move(bytes(body))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_move") from error
    try:
        ahead = game.copy()
        step = ahead.play(seat, move)
    except IllegalMove as error:
        raise Refusal(error.reason) from error
    made = MoveMade(seat=seat, move=Raw(encode(move)))
    return _follow_up(ahead, [made], ahead.deal_on(), step)


def take_back(table: Table, seat: Seat, ply: int) -> Decision:
    """Undo the last small move of the turn."""
    game = _running(table)
    if ply != game.ply:
        raise Refusal("stale")
    if not game.can_take_back(seat):
        raise Refusal("cannot_take_back")
    return Decision((TookBack(seat=seat),))


def say(table: Table, who: str, wish: str) -> Decision:
    """Say something to the table, but not what one has just said."""
    seat = seat_of(table, who)
    text = texts.tidy(wish)
    reason = texts.line_refusal(text)
    if reason is not None:
        raise Refusal(reason)
    lately = [line.text.casefold() for line in list(table.talk)[-LATELY:] if line.seat == seat]
    if text.casefold() in lately:
        raise Refusal("said_already")
    return Decision((Said(seat=seat, name=table.places[seat].name, text=text),))


def seat_of(table: Table, who: str) -> Seat:
    """The seat of a person, or the refusal of one who has none."""
    seat = table.people.get(who)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def awaiting(table: Table, seat: Seat, ply: int) -> TableGame:
    """The game, if it awaits a decision of that seat and nothing has happened that it missed."""
    game = _running(table)
    if ply != game.ply:
        raise Refusal("stale")
    if seat != game.to_act:
        raise Refusal("not_your_turn")
    return game


def _running(table: Table) -> TableGame:
    if table.game is None:
        raise Refusal("no_game")
    if table.over:
        raise Refusal("game_over")
    return table.game


def free_seat(table: Table, wish: Seat | None) -> Seat:
    """The seat wished for, or the first free one; or a refusal."""
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


def start_if_ready(table: Table, *because: Record) -> Decision:
    """After `because` the start of the game and its deal, if all seats are taken and ready then.

    In the middle of a game nothing follows.
    """
    if isinstance(because[0], Arranged):
        table = table.after(Decision(because), table.at)
    ready = {each for each in range(len(table.places)) if table.is_ready(each)}
    ready |= {each.seat for each in because if isinstance(each, MAKES_READY)}
    midway, committed = table.playing and not table.between_games, table.committed
    if midway or len(ready) < len(table.places) or committed is None:
        return Decision(because)
    if table.game is not None and table.between_games:
        ahead = table.game.copy()
        return _follow_up(ahead, [*because], ahead.deal_next_game())
    rules = RULE_SETS[table.rules]
    seats = len(table.places)
    began = table.game.began if table.game else None
    started = GameStarted(
        rules=rules.id,
        version=rules.version,
        seats=seats,
        options=table.options,
        secret=committed.secret,
        commitment=committed.commitment,
        words=[place.word for place in table.places],
        first=None if began is None else (began + 1) % seats,
        newcomers=tuple(seat for seat, place in enumerate(table.places) if place.newcomer),
    )
    game = TableGame(started)
    return _follow_up(game, [*because, started], game.deal_on())


def _follow_up(
    game: TableGame, records: list[Record], deals: Iterable[Step], *made: Step
) -> Decision:
    """These records and what follows by itself: the dealer's moves, and the end of the game.

    After a game the table commits itself to the secret of the next one.
    """
    steps = list(made)
    for step in deals:
        steps.append(step)
        records.append(MoveMade(seat=DEALER, move=Raw(encode(step.move))))
    if game.to_act is None:
        totals = tuple(sheet.total for sheet in game.position.scores())
        records += (GameOver(totals=totals), Committed.drawn())
    return Decision(tuple(records), game, tuple(steps))
