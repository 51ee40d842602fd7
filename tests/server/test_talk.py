"""What people say at a table: heard by everyone there, kept in bounds (T18), and clean (T1)."""

import logging

import pytest

from keltis_protocol.messages import Done, GameChanged, JoinTable, LeaveTable, Report, Said, Say
from keltis_server.rate_limits import Tries
from keltis_server.refusal import Refusal
from keltis_server.server import Caller, GameServer
from keltis_server.tables.reading import load
from tests.server.players import Player, enter, playing, seated


async def test_everyone_at_the_table_hears_what_is_said_and_nobody_else(
    game_server: GameServer,
) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    clara = await enter(game_server, "clara")
    await anna.do(Say, table=anna.table, text="  hello,  Boris ")
    said = await boris.hear(Said)
    assert (said.seat, said.name, said.text, said.number) == (0, "anna", "hello,  Boris", 1)
    assert await clara.refused(Say, table=anna.table, text="me too") == "not_at_table"
    await boris.do(Say, table=anna.table, text="hello")
    assert (await anna.hear(Said, lambda fact: fact.seat == 1)).number == 2
    assert not clara.all(Said)


async def test_talk_in_a_game_changes_nothing_in_the_game(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    ply = players[0].last(GameChanged).ply
    await players[0].do(Say, table=players[0].table, text="good luck")
    await players[1].hear(Said)
    live = game_server.live_tables[players[0].table]
    assert live.table.game is not None
    assert live.table.game.ply == ply
    reread = await load(game_server.store, live.table.code)
    assert reread is not None
    assert reread.game is not None
    assert reread.game.ply == ply


async def test_who_comes_back_is_told_the_last_lines_again(game_server: GameServer) -> None:
    anna, boris = await playing(game_server, "anna", "boris")
    await anna.do(Say, table=anna.table, text="wait for me")
    await anna.visit.close()
    again = Player(await game_server.visit(Caller(b"key of anna", "anna")))
    await again.greet()
    await again.do(JoinTable, table=boris.table)
    assert (await again.hear(Said)).text == "wait for me"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line_empty"),
        ("   ", "line_empty"),
        ("\x1b[2Jgone", "line_characters"),
        ("a\u202eb", "line_characters"),
        ("a\u200bb", "line_characters"),
        ("tell\nnobody", "line_characters"),
    ],
)
async def test_nothing_is_said_that_commands_a_terminal(
    game_server: GameServer, text: str, reason: str
) -> None:
    """T1."""
    anna, _ = await seated(game_server, "anna", "boris")
    assert await anna.refused(Say, table=anna.table, text=text) == reason


async def test_a_spammer_is_slowed_down_and_the_others_are_not(game_server: GameServer) -> None:
    """T18: of a hundred lines at once five are let through, and none of the normal ones is lost."""
    anna, boris = await seated(game_server, "anna", "boris")
    answers = [await anna.ask(Say, table=anna.table, text=f"buy {n}") for n in range(100)]
    assert [isinstance(answer, Done) for answer in answers].count(True) == 5
    for text in ("hi", "your turn", "well played", "thanks", "bye"):
        await boris.do(Say, table=anna.table, text=text)


async def test_guests_may_say_half_as_much(game_server: GameServer) -> None:
    """T18: nobody gets more by coming without an account."""
    anna, boris = await seated(game_server, "anna", "boris")
    await anna.do(LeaveTable, table=anna.table)
    guest = await enter(game_server, "", guest=True)
    await guest.do(JoinTable, table=boris.table)
    said = 0
    while isinstance(await guest.ask(Say, table=guest.table, text=f"line {said}"), Done):
        said += 1
    assert said == 3


async def test_nobody_says_the_same_thing_over_and_over(game_server: GameServer) -> None:
    """T18: the same again is not heard; after others have spoken it is."""
    anna, boris = await seated(game_server, "anna", "boris")
    await anna.do(Say, table=anna.table, text="Hurry up")
    assert await anna.refused(Say, table=anna.table, text="hurry UP") == "said_already"
    await boris.do(Say, table=anna.table, text="hurry up")
    for text in ("no", "really not"):
        await boris.do(Say, table=anna.table, text=text)
    await anna.do(Say, table=anna.table, text="hurry up")


def test_with_time_more_may_be_said() -> None:
    """T18: five at once, then one every two seconds."""
    now = [0.0]
    talk = Tries(5, 2.0, "too_much_talk", clock=lambda: now[0])
    for _ in range(5):
        talk.check("anna")
        talk.count("anna")
    with pytest.raises(Refusal, match="too_much_talk"):
        talk.check("anna")
    talk.check("boris")
    now[0] = 2.1
    talk.check("anna")


async def test_what_somebody_said_can_be_reported_to_whoever_runs_the_server(
    game_server: GameServer, caplog: pytest.LogCaptureFixture
) -> None:
    """T18: the log names both and quotes the lines, escaped."""
    anna, boris = await seated(game_server, "anna", "boris")
    assert await boris.refused(Report, table=boris.table, seat=0) == "nothing_said"
    await anna.do(Say, table=anna.table, text="du Schuft")
    with caplog.at_level(logging.WARNING):
        await boris.do(Report, table=boris.table, seat=0)
    assert "'boris' (" in caplog.text
    assert f"for what was said at table {boris.table}" in caplog.text
    assert "('anna', 'du Schuft')" in caplog.text
