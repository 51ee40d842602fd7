"""Whatever a client sends, each command is answered once and the house stands (T11, T21)."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from keltis_protocol.codec import decode_command, encode
from keltis_protocol.messages import (
    Command,
    Done,
    GameChanged,
    Hello,
    PlayMove,
    Refused,
    TableChanged,
    Welcome,
)
from keltis_protocol.reasons import REFUSALS
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.reading import load
from tests.protocol.any_message import COMMANDS, messages
from tests.server.players import Player, enter, playing
from tests.volume import examples

LIMITS = Limits(lobby_pause=0, bot_pause=0, retry_pause=0, wrong_codes=10_000)


def plausible(command: Any, player: Player, choice: int) -> Any:
    """The command, now and then bent towards one that could succeed."""
    if isinstance(command, Hello):
        return structs.replace(command, version=1)
    command = structs.replace(command, id=player.new_id())
    games = player.all(GameChanged)
    tables = player.all(TableChanged)
    if choice % 4 and hasattr(command, "table") and tables:
        command = structs.replace(command, table=tables[-1].table)
    if choice % 3 and hasattr(command, "game"):
        command = structs.replace(command, game="stones")
    if choice % 3 and hasattr(command, "options"):
        command = structs.replace(command, options={})
    if choice % 3 and hasattr(command, "bot"):
        command = structs.replace(command, bot="")
    if choice % 5 and hasattr(command, "ply") and games:
        command = structs.replace(command, ply=games[-1].ply)
        if isinstance(command, PlayMove) and games[-1].moves and choice % 2:
            move = games[-1].moves[choice % len(games[-1].moves)]
            command = structs.replace(command, move=move)
    return command


async def send(player: Player, command: Command) -> None:
    """Send a command as it would come over a line, and count its answers."""
    await player.visit.send(decode_command(encode(command)))
    before = len(player.heard)
    while player.visit._facts:
        player.heard.append(await player.visit.receive())
    fresh = player.heard[before:]
    answers = [f for f in fresh if isinstance(f, Done | Refused) and f.id == command_id(command)]
    if isinstance(command, Hello):
        assert any(isinstance(fact, Welcome) for fact in fresh)
        return
    assert len(answers) == 1
    if isinstance(answers[0], Refused):
        assert answers[0].reason not in ("internal_error", "busy", "store_failed")
        if not isinstance(command, PlayMove):
            assert answers[0].reason in REFUSALS


def command_id(command: Command) -> str:
    return "" if isinstance(command, Hello) else command.id


async def try_all(sent: list[tuple[int, Any, int]]) -> None:
    with TemporaryDirectory() as folder:
        game_server = await GameServer.open(SqliteStore.open(Path(folder) / "games.db"), LIMITS)
        players = await playing(game_server, "anna", "boris", game="stones")
        players += [await enter(game_server, "carla"), await enter(game_server, "", guest=True)]
        for who, command, choice in sent:
            await send(players[who], plausible(command, players[who], choice))
        for code, live in list(game_server.live_tables.items()):
            replayed = await load(game_server.store, code)
            assert replayed is not None
            assert replayed.people == live.table.people
        await game_server.close()


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.sampled_from(COMMANDS).flatmap(messages),
            st.integers(0, 1000),
        ),
        max_size=40,
    )
)
@settings(max_examples=examples(40), deadline=None)
def test_every_command_is_answered_once_and_nothing_breaks(
    sent: list[tuple[int, Any, int]],
) -> None:
    asyncio.run(try_all(sent))
