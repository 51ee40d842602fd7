"""What commands about a table before a game lead to: who sits there, what is agreed, whose it is.

Like `decide`, it changes nothing.
"""

from keltis_engine.position import IllegalMove, Seat
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import ArrangeTable
from keltis_server.people.names import bot_name
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.tables import settings
from keltis_server.tables.decide import free_seat, seat_of, start_if_ready
from keltis_server.tables.place import Place
from keltis_server.tables.records import Arranged, BotSeated, MadeOwner, NotReady, SeatCleared
from keltis_server.tables.table import Decision, Table


def add_bot(table: Table, who: Who, seat: Seat | None, bot: str) -> Decision:
    """Put a bot on `seat`, or the first free one; the game starts if everyone waited for that.

    Where a bot of another kind sits, this one takes its place.
    """
    _check_owner(table, who)
    if seat is not None and seat < len(table.places) and not table.playing:
        there = table.places[seat]
        if there.bot and there.bot != bot:
            others = {place.name for place in table.places if place is not there}
            return Decision((BotSeated(seat=seat, bot=bot, name=bot_name(bot, others)),))
    chosen = free_seat(table, seat)
    taken = {place.name for place in table.places}
    name = bot_name(bot, taken)
    return start_if_ready(table, BotSeated(seat=chosen, bot=bot, name=name))


def take_back_ready(table: Table, who: Who) -> Decision:
    """Be ready no longer."""
    seat = seat_of(table, who.id)
    if table.playing and not table.between_games:
        raise Refusal("game_running")
    return Decision((NotReady(seat=seat),)) if table.places[seat].ready else Decision()


def clear_seat(table: Table, who: Who, seat: Seat) -> Decision:
    """Take a bot off the table, or ask a person to leave it."""
    _check_owner(table, who)
    _check_before_game(table)
    place = _place(table, seat)
    if place.is_free:
        return Decision()
    if place.who is not None and place.who.id == who.id:
        raise Refusal("own_seat")
    return Decision((SeatCleared(seat=seat, who=place.who.id if place.who else ""),))


def hand_table(table: Table, who: Who, seat: Seat) -> Decision:
    """Let the table be another person's."""
    _check_owner(table, who)
    heir = _place(table, seat).who
    if heir is None:
        raise Refusal("no_person")
    return Decision() if heir.id == who.id else Decision((MadeOwner(seat=seat),))


def arrange(table: Table, who: Who, wish: ArrangeTable) -> Decision:
    """Settle the table anew; the game starts if only free seats were in its way."""
    _check_owner(table, who)
    _check_before_game(table)
    rules = RULE_SETS[table.rules]
    if wish.seats is not None and wish.seats not in rules.seats:
        raise Refusal("bad_seats")
    try:
        options = rules.agreed({**table.options, **wish.options})
    except IllegalMove as error:
        raise Refusal(error.reason) from error
    settings.settled(wish.settings)
    for place in table.places:
        if place.who is not None:
            settings.check_key(wish.settings, place.who)
    arranged = Arranged(
        order=_order(table, wish.seats),
        options=options,
        private=table.private if wish.private is None else wish.private,
        settings=settings.written({**table.settings, **wish.settings}),
    )
    if arranged == table.agreed:
        return Decision()
    return start_if_ready(table, arranged)


def _order(table: Table, seats: int | None) -> tuple[Seat, ...]:
    """Which seat each will have been: free ones go from the end, new ones come there."""
    order = list(range(len(table.places)))
    wanted = len(order) if seats is None else seats
    for seat in reversed(range(len(order))):
        if len(order) > wanted and table.places[seat].is_free:
            order.remove(seat)
    if len(order) > wanted:
        raise Refusal("seats_taken")
    return (*order, *[-1] * (wanted - len(order)))


def _check_owner(table: Table, who: Who) -> None:
    seat_of(table, who.id)
    if who.id != table.owner:
        raise Refusal("not_owner")


def _check_before_game(table: Table) -> None:
    if table.playing:
        raise Refusal("game_running")


def _place(table: Table, seat: Seat) -> Place:
    if seat >= len(table.places):
        raise Refusal("no_such_seat")
    return table.places[seat]
