"""What each wish of a client gets: a picture, a talk, a few lines, or a sentence why not."""

import asyncio
from typing import TYPE_CHECKING

from keltis_protocol.messages import Refused
from keltis_server.accounts import come_back
from keltis_server.bucket import Bucket
from keltis_server.door import wishes
from keltis_server.door.answers import answer, can_come_back, finished_game, tables
from keltis_server.door.talk import Talk
from keltis_server.house import Caller
from keltis_server.judge import Refusal
from keltis_server.terminal.client import Client
from keltis_server.terminal.host import CRASHED, LEFT, Host
from keltis_server.terminal.sentences import help_said, refusal_said, said, tables_said

if TYPE_CHECKING:
    from keltis_server.door.session import Session


async def grant(session: "Session", wish: wishes.Wish) -> int:
    """Do what was wished for; the exit status."""
    house, caller, voice = session.door.house, session.caller, session.voice
    client = voice.client
    match wish:
        case wishes.Misunderstood(code):
            return voice.say(code)
        case wishes.Talk():
            return await _talk(session)
        case wishes.ListTables():
            for line in tables_said(client.language, await tables(house, caller)):
                voice.write(line)
            return 0
        case wishes.Help():
            for line in help_said(client.language):
                voice.write(line)
            return 0
        case wishes.OfferLink() | wishes.Link() | wishes.Forget():
            good, text = await answer(house, caller, wish, client.language)
            (voice.write if good else voice.complain)(text)
            return 0 if good else 1
        case wishes.FinishedGame(table, number):
            return await _give_game(session, table, number)
        case wishes.Play() | wishes.Back() if not client.term:
            return voice.say("no_terminal")
        case wishes.Play() | wishes.Back() if not client.can_draw:
            return voice.say("cannot_draw")
        case wishes.Back(code):
            return await _play_on(session, client, code)
        case wishes.Play(join):
            return await _play(session, client, caller, join)


async def _give_game(session: "Session", table: str, number: int) -> int:
    """Write a finished game as it is, for a file, or line by line on a terminal.

    A refusal goes where errors go.
    """
    found = await finished_game(session.door.house, session.caller, table, number)
    if isinstance(found, Refused):
        session.voice.complain(refusal_said(session.voice.client.language, found.reason))
        return 1
    if session.voice.client.term:
        for line in found.splitlines():
            session.voice.write(line)
    else:
        session.voice.send(found.encode())
    return 0


async def _talk(session: "Session") -> int:
    visit = await session.door.house.visit(session.caller)
    limits, clock = session.door.limits, asyncio.get_running_loop().time
    talk = Talk(visit, session.voice.send, limits.bad_frames)
    talk.on_room = session.read_on
    talk.pace = Bucket(limits.commands_burst, limits.commands_per_second, clock)
    session.begin(talk)
    await talk.run()
    return 0


async def _play_on(session: "Session", client: Client, code: str) -> int:
    """Let a guest go on where the code was given."""
    try:
        caller, table = await come_back(session.door.house, session.caller, code)
    except Refusal as refused:
        session.voice.complain(refusal_said(client.language, refused.reason))
        return 1
    return await _play(session, client, caller, table)


async def _play(session: "Session", client: Client, caller: Caller, join: str) -> int:
    door, voice = session.door, session.voice
    limits, clock = door.limits, asyncio.get_running_loop().time
    visit = await door.house.visit(caller)
    if visit.return_code:
        voice.write(said(client.language, "guest_hint", secret=visit.return_code))
    try:
        host = Host(
            lambda: door.app_for(visit, client.language, join),
            voice.send,
            client,
            stall_seconds=limits.stall_seconds,
        )
        host.inbox.on_room = session.read_on
        host.inbox.room = limits.input_burst
        host.inbox.pace = Bucket(limits.input_burst, limits.input_per_second, clock)
        session.begin(host)
        reason = await host.run(door.starting)
    finally:
        await visit.close()
    if reason == CRASHED:
        session.crashed()
    if reason == LEFT and host.farewell:
        voice.write(host.farewell)
    else:
        voice.say(reason)
    if can_come_back(door.house, visit):
        voice.write(said(client.language, "come_back", secret=visit.return_code))
    return 0 if reason == LEFT else 1
