"""A finished game seen together: one leads, others follow until they go alone."""

from random import Random

import msgspec
import pytest

from keltis_protocol.messages import Done, Refused, ShowStep, StepShown
from keltis_server.server import GameServer
from keltis_tui.entrance import Entrance
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.screens.watch import WatchedScores
from keltis_tui.session import Session
from screenshots.staged import CODE
from tests.server.players import enter, play_through, playing
from tests.tui.conftest import Seen, Visiting
from tests.tui.scenes import SCENES, session_of

SIZE = (80, 24)


def replay() -> tuple[Session, ReplayScreen]:
    session = session_of(SCENES["keltis-replay"])
    screen = session.screen
    assert isinstance(screen, ReplayScreen)
    assert session.client.table is not None
    session.client.table = msgspec.structs.replace(session.client.table, watchers=1)
    session.outbox.clear()
    return session, screen


def shown(step: int, name: str = "boris", **how: bool) -> StepShown:
    return StepShown(table=CODE, name=name, step=step, **how)


def told(session: Session) -> list[ShowStep]:
    return [command for command in session.outbox if isinstance(command, ShowStep)]


def test_who_leads_tells_each_step_but_never_two_at_once() -> None:
    session, screen = replay()
    session.press("right")
    assert not told(session), "nobody is told before"
    session.press("L")
    session.press("right")
    session.press("right")
    (first,) = told(session)
    assert (first.table, first.step, first.leads) == (CODE, 61, True)
    session.hear(Done(id=first.id))
    _, second = told(session)
    assert second.step == screen.step == 63, "what lay between is left out"
    assert "you lead" in session.paint(*SIZE).text()
    session.hear(Done(id=second.id))
    session.press("q")
    assert not told(session)[-1].leads


def test_whoever_comes_is_told_at_once_where_the_leader_is() -> None:
    session, _ = replay()
    session.press("L")
    session.hear(Done(id=told(session)[-1].id))
    table = session.client.table
    assert table is not None
    seats = [msgspec.structs.replace(seat, away=True) for seat in table.seats]
    count = 1
    for change, tells in (
        ({"watchers": 2}, True),
        ({"watchers": 2}, False),
        ({"watchers": 1, "seats": seats}, False),
        ({"watchers": 1, "seats": table.seats}, True),
    ):
        session.hear(msgspec.structs.replace(table, **change))
        count += tells
        assert len(told(session)) == count, change
        assert (told(session)[-1].step, told(session)[-1].leads) == (60, True)
        session.hear(Done(id=told(session)[-1].id))


def test_leader_who_plays_it_leads_too() -> None:
    session, screen = replay()
    session.press("L")
    session.hear(Done(id=told(session)[-1].id))
    session.press(" ")
    session.hear(Done(id=told(session)[-1].id))
    session.advance()
    assert told(session)[-1].step == screen.step == 61


def test_who_went_alone_is_told_of_a_leader_and_follows_with_f_until_the_next_key() -> None:
    session, screen = replay()
    session.hear(shown(12))
    assert screen.step == 60, "whoever has moved stays there"
    assert "boris leads: f follows" in session.paint(*SIZE).text()
    session.press("f")
    assert screen.step == 12
    session.hear(shown(13))
    assert screen.step == 13
    assert "you follow boris" in session.paint(*SIZE).text()
    session.press("left")
    session.hear(shown(14))
    assert screen.step == 12
    session.press("f")
    assert screen.step == 14
    session.hear(shown(14, leads=False))
    assert "boris leads no further" in session.paint(*SIZE).text()
    session.press("f")
    assert session.client.unused_key == "f"


def test_step_beyond_the_end_and_another_table_s_do_no_harm() -> None:
    session, screen = replay()
    session.hear(shown(12))
    session.press("f")
    session.hear(StepShown(table="ZZZZ", name="boris", step=3))
    assert screen.step == 12
    session.hear(shown(99_999))
    assert screen.step == screen.film.last


def test_of_two_leaders_the_newer_leads() -> None:
    session, screen = replay()
    session.press("L")
    session.hear(shown(30, "carla"))
    assert screen.step == 60
    assert "carla leads: f follows" in session.paint(*SIZE).text()
    before = len(told(session))
    session.press("right")
    assert len(told(session)) == before


def test_refusal_ends_leading_and_is_said() -> None:
    session, _ = replay()
    session.press("L")
    session.hear(Refused(id=told(session)[0].id, reason="game_not_over"))
    text = session.paint(*SIZE).text()
    assert "not over yet" in text
    assert "you lead" not in text


@pytest.mark.parametrize("there", [False, True])
def test_alone_nobody_is_led(*, there: bool) -> None:
    session, _ = replay()
    assert session.client.table is not None
    alone = msgspec.structs.replace(session.client.table, watchers=0)
    session.client.table = alone if there else None
    session.press("L")
    assert not told(session)
    assert session.client.unused_key == "L"


@pytest.mark.long
async def test_two_who_look_on_see_the_same_step(
    visiting: Visiting, game_server: GameServer
) -> None:
    players = await playing(game_server, "bob", "cleo", game="stones")
    await play_through(players, Random(3))
    code = players[0].table

    async def opened(seen: Seen) -> ReplayScreen:
        await seen.until(lambda: isinstance(seen.session.screen, WatchedScores))
        await seen.press("v")
        await seen.until(lambda: isinstance(seen.session.screen, ReplayScreen))
        screen = seen.session.screen
        assert isinstance(screen, ReplayScreen)
        return screen

    async with (
        visiting("olga", Entrance(watch=code)) as hers,
        visiting("pia", Entrance(watch=code)) as pias,
    ):
        await pias.until(lambda: isinstance(pias.session.screen, WatchedScores))
        leads = await opened(hers)
        await hers.until(lambda: hers.session.client.company)  # how many look on is told late
        await hers.press("]", "]", "L")
        await pias.until_shown("olga leads through the game again")
        follows = await opened(pias)
        assert follows.step == leads.step > follows.film.first, "who comes later is there at once"
        await hers.press("right")
        await pias.until(lambda: follows.step == leads.step)
        async with visiting("rosa", Entrance(watch=code)) as rosas:
            await rosas.until_shown("olga leads through the game again")
            late = await opened(rosas)
            assert late.step == leads.step, "though the leader has not moved since"
        await pias.press("left")
        await hers.press("right")
        await pias.until_shown("olga leads: f follows")
        assert follows.step == leads.step - 2
    dora = await enter(game_server, "dora")
    assert await dora.refused(ShowStep, table=code, step=1) == "not_at_table"
