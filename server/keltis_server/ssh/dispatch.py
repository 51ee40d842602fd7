"""Carries out what a client asks for: a picture, messages, a few lines, or a sentence why not."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from keltis_protocol.link import Link
from keltis_protocol.messages import Refused
from keltis_server.addresses import Where
from keltis_server.costs import FRAME, Budget
from keltis_server.limits import SshLimits
from keltis_server.people.accounts import Accounts
from keltis_server.people.identity import Caller
from keltis_server.people.visit import HUNG_UP, Visit
from keltis_server.rate_limits import Bucket
from keltis_server.refusal import Refusal
from keltis_server.ssh import requests
from keltis_server.ssh.answers import (
    LetIn,
    answer,
    can_come_back,
    finished_game,
    leaders,
    tables,
    waiting,
)
from keltis_server.ssh.native import Frames, JsonLines, NativeSession
from keltis_server.ssh.output import MISUNDERSTOOD
from keltis_server.ssh.session import SshSession
from keltis_server.terminal.cast import cast_of
from keltis_server.terminal.entrance import Entrance
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.runner import LEFT, AppRunner
from keltis_words.sentences import help_said, refusal_said, said, tables_said
from keltis_words.ssh_lines import ssh_line
from keltis_words.standings import ladder_said
from keltis_words.words import words_for

_log: Final = logging.getLogger(__name__)

AppFor = Callable[[Link, str, Entrance], HostedApp]
"""Makes the app for a visit: the link, the language, where to go first."""


class Dispatcher:
    """Carries out the one request of each session."""

    def __init__(
        self,
        let_in: LetIn,
        accounts: Accounts,
        budget: Budget,
        limits: SshLimits,
        app_for: AppFor,
        where: Where,
    ) -> None:
        self._let_in = let_in
        self._accounts = accounts
        self._budget = budget
        self._limits = limits
        self._app_for = app_for
        self._where = where
        self._starting = asyncio.Semaphore(limits.starting)
        """So many apps begin at once; the others wait."""
        self._casting = asyncio.Semaphore(1)
        """Casts are drawn one after the other."""
        self._clock = asyncio.get_running_loop().time

    async def carry_out(self, session: SshSession, request: requests.Request) -> int:
        """Do what was asked for; the exit status."""
        output, caller = session.output, session.caller
        client = output.client
        match request:
            case requests.Misunderstood(code):
                return output.say(code)
            case requests.Native(json=True) if client.term:
                return output.say("json_terminal")
            case requests.Native(json):
                return await self._run_native(session, JsonLines() if json else Frames())
            case requests.ListTables():
                found = await tables(self._let_in, caller)
                return output.write_lines(tables_said(client.language, found))
            case requests.Turn():
                return await self._tell_turn(session)
            case requests.Top(game):
                return await self._tell_leaders(session, game)
            case requests.Help():
                return output.write_lines(help_said(client.language))
            case requests.OfferLink() | requests.Link() | requests.Forget():
                good, text = await answer(self._accounts, caller, request, client.language)
                return output.write_lines([text]) if good else output.complain(text)
            case requests.FinishedGame(table, number):
                return await self._give_game(session, table, number)
            case requests.Cast(table, number):
                return await self._give_cast(session, table, number)
            case requests.Play() | requests.Back() if not client.term:
                return output.say("no_terminal")
            case requests.Play() | requests.Back() if not client.can_draw:
                return output.say("cannot_draw")
            case requests.Back(code):
                return await self._come_back(session, code)
            case requests.Play(entrance):
                return await self._run_app(session, caller, entrance)

    async def _tell_turn(self, session: SshSession) -> int:
        """Write a line for each game that waits; a refusal, or that none does, where errors go."""
        output = session.output
        language = output.client.language
        good, found = await waiting(self._accounts, session.caller, language)
        if not good:
            output.complain(found)
            return MISUNDERSTOOD
        if not found:
            return output.complain(said(language, "no_turn"))
        return output.write_lines(found.splitlines())

    async def _tell_leaders(self, session: SshSession, game: str) -> int:
        """Write leaderboards; a refusal goes where errors go."""
        output = session.output
        language = output.client.language
        found = await leaders(self._let_in, session.caller, game)
        if isinstance(found, Refused):
            return output.complain(refusal_said(language, found.reason))
        return output.write_lines(ladder_said(language, found))

    async def _give_game(self, session: SshSession, table: str, number: int) -> int:
        """Write a finished game as it is, for a file, or line by line on a terminal.

        A refusal goes where errors go.
        """
        output = session.output
        found = await finished_game(self._let_in, session.caller, table, number)
        if isinstance(found, Refused):
            return output.complain(refusal_said(output.client.language, found.reason))
        if output.client.term:
            return output.write_lines(found.splitlines())
        output.send(found.encode())
        return 0

    async def _give_cast(self, session: SshSession, table: str, number: int) -> int:
        """Write a finished game as an asciicast, frame by frame as others leave time for it."""
        output, language = session.output, session.output.client.language
        found = await finished_game(self._let_in, session.caller, table, number)
        if isinstance(found, Refused):
            return output.complain(refusal_said(language, found.reason))
        if output.client.term:
            return output.say("cast_needs_file")
        async with self._casting:
            for line in cast_of(found, words_for(language), table):
                output.send(line.encode())
                await asyncio.sleep(self._budget.charge_source(session.source, FRAME))
                await session.caught_up()
                if session.ended:
                    break
        return 0

    async def _back_as_guest(self, session: SshSession) -> Caller:
        """Who comes in by a program: the guest whose code it names if that one has a seat."""
        code = session.output.environment.get("KELTIS_BACK", "")
        if session.caller.key is not None or not requests.LONG_CODE.fullmatch(code):
            return session.caller
        try:
            return (await self._accounts.come_back(session.caller, code))[0]
        except Refusal:
            return session.caller

    async def _run_native(self, session: SshSession, form: Frames | JsonLines) -> int:
        visit = await self._let_in(await self._back_as_guest(session))
        limits = self._limits
        native = NativeSession(visit, session.output.send, limits.bad_frames, form)
        native.on_room = session.read_on
        came = _note_coming(visit, session.caller)
        native.pace = Bucket(limits.commands_burst, limits.commands_per_second, self._clock)
        session.begin(native)
        reason = await native.run()
        _note_leaving(visit, session.caller, came, reason)
        return 0

    async def _come_back(self, session: SshSession, code: str) -> int:
        """Let a guest go on where the code was given."""
        try:
            caller, table = await self._accounts.come_back(session.caller, code)
        except Refusal as refused:
            language = session.output.client.language
            return session.output.complain(refusal_said(language, refused.reason))
        return await self._run_app(session, caller, Entrance(join=table))

    async def _run_app(self, session: SshSession, caller: Caller, entrance: Entrance) -> int:
        output, limits = session.output, self._limits
        client = output.client
        visit = await self._let_in(caller)
        came, reason = _note_coming(visit, caller), HUNG_UP
        back = ssh_line(self._where.host, self._where.port, "back", visit.return_code)
        if visit.return_code:
            output.write(said(client.language, "guest_hint", line=back))
        try:
            runner = AppRunner(
                lambda: self._app_for(visit, client.language, entrance),
                output.send,
                client,
                stall_seconds=limits.stall_seconds,
            )
            runner.input.on_room = session.read_on
            runner.input.room = limits.input_burst
            runner.input.pace = Bucket(limits.input_burst, limits.input_per_second, self._clock)
            runner.input.drawing = self._budget.drawing(session.source)
            session.begin(runner)
            reason = await runner.run(self._starting)
        finally:
            await visit.close()
            _note_leaving(visit, caller, came, reason)
        if reason == LEFT and runner.farewell:
            output.write(runner.farewell)
        else:
            output.say(reason)
        if can_come_back(self._accounts, visit):
            output.write(said(client.language, "come_back", line=back))
        return 0 if reason == LEFT else 1


def _note_coming(visit: Visit, caller: Caller) -> bool:
    """Log that somebody came to play, or was refused and why; whether they came."""
    if visit.ended:
        _note(visit, caller, f"from {caller.address} is refused:", visit.ended)
        return False
    _note(visit, caller, "came in from", caller.address)
    return True


def _note_leaving(visit: Visit, caller: Caller, came: bool, reason: str) -> None:
    """Log that somebody went, and why, by the visit or else by the session."""
    by_session = "quit" if reason == LEFT else reason
    if came:
        _note(visit, caller, "left:", by_session if visit.ended == HUNG_UP else visit.ended)


def _note(visit: Visit, caller: Caller, what: str, how: str) -> None:
    """Log what became of somebody, by the login name and by what the others read."""
    kind, login, name = "guest" if caller.key is None else "player", caller.login, visit.who.name
    called = f" ({name})" if login and name not in ("", login, f"~{login}") else ""
    _log.info("%s %r%s %s %s", kind, login or name, called, what, how)
