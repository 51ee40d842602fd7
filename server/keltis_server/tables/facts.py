"""The facts about a table, for one person at a time and only what that person may know."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import Raw

from keltis_engine.position import Seat
from keltis_protocol.messages import GameChanged, Said, SeatState, TableChanged, TableLine
from keltis_server.tables.game import Step, TableGame, encode
from keltis_server.tables.line import Line, Sitting
from keltis_server.tables.missing import votes_now
from keltis_server.tables.table import Table


def seat_states(
    table: Table,
    present: Collection[str],
    since: Callable[[str], int] = lambda _: 0,
    now: int = 0,
) -> list[SeatState]:
    """Who sits where, with their lucky words, for those who sit there too.

    `since` says since when one who is not present is away, `now` is the time of day.
    """
    states, votes = [], votes_now(table, present)
    for seat, place in enumerate(table.places):
        if place.who is not None:
            away = place.who.id not in present
            state = SeatState(
                kind="person",
                name=place.name,
                guest=place.who.guest,
                ready=place.ready,
                away=away,
                away_since=since(place.who.id) if away else 0,
                returns=table.stand_ins.returns[seat],
                stand_in=table.bot(seat),
                vote=votes.get(seat, ""),
                agrees=table.clocks.agreed.get(seat, ""),
                left=table.clocks.left(seat, now) if table.clocks.kind else None,
                word=place.word,
                open=place.open,
            )
        elif place.bot:
            gave_up = table.stand_ins.gave_up.get(seat, "")
            state = SeatState(kind="bot", name=place.name, bot=place.bot, gave_up=gave_up)
        else:
            state = SeatState(kind="free")
        states.append(state)
    return states


def table_line(line: Line, present: Collection[str], who: str, watchers: int = 0) -> TableLine:
    """The table as the lobby lists it for `who`."""
    seat = line.people.get(who)
    return TableLine(
        table=line.table,
        game=line.game,
        seats=[_seat_state(place, present) for place in line.places],
        state="open" if seat is None and refills(line) else line.state,
        yours=seat is not None,
        your_turn=seat is not None and line.awaits(seat),
        watchable=seat is None and line.settings.get("watchers") != "no",
        watchers=watchers,
        ended="forsaken" if line.forsaken else "",
    )


def refills(line: Line) -> bool:
    """Whether strangers may step in at a table whose game is over and sit on what is free."""
    free = any(not place.who and not place.bot for place in line.places)
    return line.state == "over" and free and line.settings.get("refill") == "yes"


def _seat_state(place: Sitting, present: Collection[str]) -> SeatState:
    if place.who:
        away = place.who not in present
        return SeatState(
            kind="person", name=place.name, guest=place.guest, ready=place.ready, away=away
        )
    if place.bot:
        return SeatState(kind="bot", name=place.name, bot=place.bot)
    return SeatState(kind="free")


def table_changed(
    table: Table,
    seats: list[SeatState],
    who: str,
    now: int = 0,
    watchers: int = 0,
    eyes: Seat | None = None,
) -> TableChanged:
    """The table for `who`, who sits at it or looks on, perhaps through another's eyes."""
    return TableChanged(
        table=table.code,
        game=table.rules,
        options=table.options,
        seats=seats,
        state=table.state,
        private=table.private,
        owner=who == table.owner,
        seat=table.people.get(who),
        commitment=table.committed.commitment if table.committed else b"",
        secret=table.game.started.secret if table.game and table.over else b"",
        settings=table.settings,
        news=[] if table.playing else list(table.news),
        host=table.people.get(table.owner),
        now=now,
        running=table.clocks.running,
        late=table.clocks.too_late,
        next_game=table.clocks.deadline() if table.between_games else None,
        watchers=watchers,
        eyes=eyes,
    )


def said(table: Table) -> list[Said]:
    """The last lines said at a table, the newest last."""
    first = table.lines - len(table.talk) + 1
    return [
        Said(table=table.code, number=number, seat=line.seat, name=line.name, text=line.text)
        for number, line in enumerate(table.talk, first)
    ]


WATCHER: Final = -1
"""Stands for a seat where a watcher has said something."""


def watchers_said(table: Table) -> list[Said]:
    """The last lines that watchers said, the newest last."""
    gallery = table.gallery
    first = gallery.lines - len(gallery.talk) + 1
    return [
        Said(table=table.code, number=number, seat=WATCHER, name=line.who.name, text=line.text)
        for number, line in enumerate(gallery.talk, first)
    ]


def game_late(table: str, game: TableGame, seat: Seat, since: int) -> GameChanged:
    """The game as `seat` knew it a round ago, with what happened from a move on till then."""
    position, events = game.late(seat, since)
    return GameChanged(
        table=table,
        game=game.rules.id,
        ply=game.round_ago,
        view=Raw(encode(position.view(seat))),
        moves=[],
        can_take_back=False,
        since=since,
        events=events,
    )


def game_changed(
    table: str, game: TableGame, seat: Seat | None, steps: Sequence[Step] | None
) -> GameChanged:
    """The game for `seat`, with what happened in `steps`; None tells the whole story."""
    if steps is None:
        since, events = 0, game.story(seat)
    else:
        since = game.ply - len(steps)
        events = _raw([event for step in steps for event in step.events(seat)])
    return GameChanged(
        table=table,
        game=game.rules.id,
        ply=game.ply,
        view=Raw(encode(game.position.view(seat))),
        moves=_raw(game.position.legal_moves()) if seat is not None and game.to_act == seat else [],
        can_take_back=game.can_take_back(seat),
        since=since,
        events=events,
    )


def _raw(things: Sequence[object]) -> list[Raw]:
    return [Raw(encode(thing)) for thing in things]
