"""Who is away, for how long, and what others decided about it, in words."""

from typing import Final

from keltis_protocol.messages import SeatState, TableChanged, TableLine
from keltis_words.table_settings import setting_value
from keltis_words.words import N_, Words

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

VOTES: Final = {
    "wait": N_("{name}: wait"),
    "turn": N_("{name}: a bot plays this turn"),
    "bot": N_("{name}: a bot plays on"),
    "end": N_("{name}: end the game"),
}


def span(words: Words, seconds: float) -> str:
    """How long something has lasted, in its largest unit."""
    if seconds < MINUTE:
        return words._("less than a minute")
    if seconds < HOUR:
        count = int(seconds // MINUTE)
        return words.ngettext("{count} minute", "{count} minutes", count)
    if seconds < DAY:
        count = int(seconds // HOUR)
        return words.ngettext("{count} hour", "{count} hours", count)
    return words.ngettext("{count} day", "{count} days", int(seconds // DAY))


ENDED: Final = {"forsaken": N_("ended: nobody had come back to it")}
"""Why a game was ended before its end, beside its table in the lobby."""


def ended(words: Words, why: str) -> str:
    """Why a game was ended, for the lobby; empty if it was not."""
    return words._(ENDED.get(why, "")) if why else ""


def ended_news(words: Words, tables: list[TableLine]) -> str:
    """What somebody who comes in is told of games that were ended meanwhile."""
    codes = [line.table for line in tables if line.yours and line.ended]
    if not codes:
        return ""
    return words.ngettext(
        "Nobody had come back to the game at table {codes} for long, so it was ended.",
        "Nobody had come back to the games at tables {codes} for long, so they were ended.",
        len(codes),
        codes=", ".join(codes),
    )


def until_next(seconds: float) -> float:
    """In how many seconds `span` says something else."""
    unit = MINUTE if seconds < HOUR else HOUR if seconds < DAY else DAY
    return unit - seconds % unit


def left(words: Words, seconds: float) -> str:
    """How much time somebody has left, in short."""
    if seconds < MINUTE:
        return words._("{count} s", count=int(seconds))
    if seconds < 2 * HOUR:
        return words._("{count} min", count=int(seconds // MINUTE))
    if seconds < 2 * DAY:
        return words._("{count} h", count=int(seconds // HOUR))
    return words._("{count} d", count=int(seconds // DAY))


def until_less(seconds: float) -> float:
    """In how many seconds `left` says less."""
    unit = 1 if seconds < MINUTE else MINUTE if seconds < 2 * HOUR else HOUR
    return seconds % unit or unit


def votes(words: Words, seats: list[SeatState]) -> str:
    """What those who are there say so far; nothing if nobody has said anything."""
    said = [words._(VOTES[seat.vote], name=seat.name) for seat in seats if seat.vote in VOTES]
    return ", ".join(said)


def agreed_to_days(words: Words, seats: list[SeatState]) -> str:
    """Which clock by days those who are there would have; nothing if nobody wants one."""
    said: dict[str, list[str]] = {}
    for seat in seats:
        if seat.agrees and not seat.away:
            said.setdefault(setting_value(words, "clock", seat.agrees), []).append(seat.name)
    if not said:
        return ""
    wishes = "; ".join(f"{clock}: {', '.join(names)}" for clock, names in said.items())
    return words._("By days (K)? {wishes}", wishes=wishes)


def beside_name(words: Words, seat: SeatState, seconds: float | None = None) -> list[str]:
    """What stands beside a name, the first that matters most: a bot plays, or is away; the time."""
    state = words._("a bot") if seat.stand_in else words._("away") if seat.away else ""
    time = "" if seconds is None else left(words, seconds)
    return [told for told in (state, time) if told]


def news(words: Words, before: TableChanged | None, now: TableChanged) -> str:
    """What was decided since a table was told before; empty if nothing was."""
    if before is None or before.table != now.table or before.state != "playing":
        return ""
    if now.state == "open":
        return words._("The game was ended before its end; nobody has won it.")
    if now.state != "playing":
        return ""
    clock = now.settings.get("clock", "")
    if clock != before.settings.get("clock", ""):
        text = setting_value(words, "clock", clock)
        return words._("The game goes on by days: {clock}.", clock=text)
    for was, seat in zip(before.seats, now.seats, strict=False):
        if seat.agrees and seat.agrees != was.agrees:
            text = setting_value(words, "clock", seat.agrees)
            return words._("{name} would go on by days: {clock} (K).", name=seat.name, clock=text)
        if seat.gave_up and not was.gave_up:
            name, bot = seat.gave_up, seat.name
            return words._("{name} has left for good; {bot} plays on.", name=name, bot=bot)
        if seat.stand_in and not was.stand_in and not seat.away:
            return words._("A bot plays this turn for {name}, whose time is up.", name=seat.name)
        if seat.stand_in and not was.stand_in:
            return words._("A bot plays for {name} now.", name=seat.name)
        if was.away and was.stand_in and not seat.stand_in and not seat.away:
            return words._("{name} is back and plays again.", name=seat.name)
    return ""
