"""What those present decide about somebody who is not there, and what the one decides who goes.

Like `decide`, it judges and changes nothing. Who is there is told by whoever asks.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final

from keltis_engine.position import Seat
from keltis_server.limits import Limits
from keltis_server.people.names import BOT_NAMES
from keltis_server.refusal import Refusal
from keltis_server.tables import decide
from keltis_server.tables.bots import bot_kinds
from keltis_server.tables.missing import missing, wanted
from keltis_server.tables.records import (
    BotPlays,
    CameBack,
    Closed,
    Committed,
    GameStopped,
    GaveUp,
    GotUp,
    Ready,
    Record,
    TimeUp,
    Voted,
)
from keltis_server.tables.table import Decision, Table

WAIT: Final = "wait"
TURN: Final = "turn"
BOT: Final = "bot"
END: Final = "end"
CHOICES: Final = (WAIT, TURN, BOT, END)
"""Wait on, have a bot play this turn, have one play until the person is back, end the game."""

STAY: Final = ""
HAND_OVER: Final = "bot"
GIVE_UP: Final = "give_up"
LEAVINGS: Final = (STAY, HAND_OVER, GIVE_UP)
"""How one leaves a running game: to come back, with a bot in one's place until then, for good."""


def vote(
    table: Table,
    who: str,
    about: Seat,
    returns: int,
    choice: str,
    present: Collection[str],
) -> Decision:
    """Say what is to be done about an absence; more than half of those present decide it."""
    voter = decide.seat_of(table, who)
    if table.game is None:
        raise Refusal("no_game")
    if not table.playing:
        raise Refusal("game_over")
    if choice not in CHOICES:
        raise Refusal("bad_choice")
    late = about == table.clocks.too_late
    if who not in present or who == table.people_at(about) or about != wanted(table, present):
        raise Refusal("not_away")
    here = late and table.people_at(about) in present
    if here and choice not in (WAIT, TURN):
        raise Refusal("not_away")
    absence = table.stand_ins.absence(about, table.game)
    if absence.returns != returns:
        raise Refusal("not_away")
    votes = table.stand_ins.votes_about(absence)
    said = Voted(seat=voter, about=about, choice=choice)
    records: list[Record] = [] if votes.get(voter) == choice else [said]
    there = [s for each, s in table.people.items() if each in present and s != about]
    counts = Counter(choice if seat == voter else votes.get(seat, "") for seat in there)
    if 2 * counts[choice] <= len(there) or choice == WAIT:
        return Decision(tuple(records))
    if choice == END:
        stopped = (GameStopped(), GotUp(seat=about), Committed.drawn())
        return Decision((*records, *stopped))
    turns = 1 if choice == TURN else 0
    return stand_in(table, about, turns=turns, late=here, because=records)


def check_patience(table: Table, about: Seat, choice: str, away_for: int, limits: Limits) -> None:
    """Refuse what may not be decided yet about somebody away for so many milliseconds.

    Whose time is up was waited for long enough, there or not, but for ending the game.
    """
    late = about == table.clocks.too_late
    least = limits.away_end_seconds if choice == END else 0 if late else limits.away_seconds
    if away_for < least * 1000:
        raise Refusal("away_too_short")


def stand_in(
    table: Table, seat: Seat, *, turns: int = 0, late: bool = False, because: Sequence[Record] = ()
) -> Decision:
    """Have a bot play for the person on a seat, and what follows by itself."""
    takes_over = BotPlays(seat=seat, bot=bot_kinds(table.rules)[0], turns=turns, late=late)
    return decide.start_if_ready(table, *because, takes_over)


def waited_enough(
    table: Table, present: Collection[str], away_for: Callable[[str], int], limits: Limits
) -> Decision:
    """Have a bot play for whoever is awaited in vain, once that one was away for long enough."""
    seat = missing(table, present)
    if seat is None or away_for(table.people_at(seat)) < limits.away_seconds * 1000:
        return Decision()
    return stand_in(table, seat)


def time_is_up(table: Table, present: Collection[str]) -> Decision:
    """The time of whoever is to act is up: the others may decide, or a bot plays at once.

    That is so where it was settled: for one turn of somebody who is there, else until they come.
    Between two games of a match whoever is not ready counts as ready: the next one begins.
    """
    if table.between_games:
        late = [seat for seat in range(len(table.places)) if not table.is_ready(seat)]
        begun = [record for seat in late for record in (TimeUp(seat=seat), Ready(seat=seat))]
        return decide.start_if_ready(table, *begun)
    seat = table.clocks.running
    if seat is None:
        return Decision()
    up = TimeUp(seat=seat)
    if table.settings["absent"] != "bot":
        return Decision((up,))
    here = table.people_at(seat) in present
    return stand_in(table, seat, turns=1 if here else 0, late=here, because=(up,))


def come_back(table: Table, who: str, limits: Limits, away_for: int = 0) -> Decision:
    """Take the seat back from the bot; nothing said about this absence counts any more.

    It is noted too if somebody was away for so many milliseconds that others may just be deciding.
    """
    seat = table.people.get(who)
    if seat is None or table.game is None or not table.playing:
        return Decision()
    voted = bool(table.stand_ins.votes_about(table.stand_ins.absence(seat, table.game)))
    voted = voted and (away_for > 0 or table.clocks.too_late != seat)
    long = away_for > 0 and away_for >= limits.away_seconds * 500
    bot = table.stand_ins.bot(seat, table.game) and not table.stand_ins.is_late(seat)
    if (long and has_room(table, who, limits)) or voted or bot:
        return Decision((CameBack(seat=seat),))
    return Decision()


def has_room(table: Table, who: str, limits: Limits) -> bool:
    """Whether what is not a move may be logged for somebody in this game."""
    return table.asides[who] < limits.asides and table.all_asides < limits.table_asides


def returned(table: Table, there: Collection[str], limits: Limits) -> str:
    """Somebody who is surely there and for whom a bot plays or about whom votes stand, if any."""
    here = (who for who in table.people if who in there)
    return next((who for who in here if come_back(table, who, limits)), "")


def leave(table: Table, who: str, how: str) -> Decision:
    """Leave the table; out of a running game one of the `LEAVINGS`."""
    if how not in LEAVINGS:
        raise Refusal("bad_choice")
    seat = decide.seat_of(table, who)
    if not table.playing or how == STAY:
        return decide.get_up(table, who)
    if how == HAND_OVER:
        return Decision() if table.bot(seat) else stand_in(table, seat)
    return _give_up(table, who, seat)


def _give_up(table: Table, who: str, seat: Seat) -> Decision:
    """Leave for good: a bot has the seat, unless only bots are left, who do not play on alone."""
    if table.people.keys() == {who}:
        return Decision((Closed(),))
    taken = {place.name for place in table.places}
    name = next(name for name in BOT_NAMES if name not in taken)
    gave_up = GaveUp(seat=seat, bot=bot_kinds(table.rules)[0], name=name)
    return decide.start_if_ready(table, gave_up)
