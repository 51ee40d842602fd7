"""What people ask for after `ssh host` that is no game: answered in a sentence or a few lines."""

import time
from collections.abc import Awaitable, Callable

from keltis_engine.rules import RULE_SETS
from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    VERSION,
    Browse,
    FetchGame,
    FetchLadder,
    GameFile,
    Hello,
    Ladder,
    Lobby,
    Refused,
    TableLine,
)
from keltis_server.people.accounts import Accounts
from keltis_server.people.identity import Caller
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.ssh import requests
from keltis_server.store.contract import StoreFailed
from keltis_words.sentences import refusal_said, said, turns_said

LetIn = Callable[[Caller], Awaitable[Visit]]
"""Lets somebody in: a visit."""


async def answer(
    accounts: Accounts, caller: Caller, request: requests.Account, language: str
) -> tuple[bool, str]:
    """Whether it was done, and the sentence that says so or why not."""
    try:
        return True, await _do(accounts, caller, request, language)
    except Refusal as refused:
        return False, refusal_said(language, refused.reason)
    except StoreFailed:
        return False, refusal_said(language, "store_failed")


async def _do(accounts: Accounts, caller: Caller, request: requests.Account, language: str) -> str:
    match request:
        case requests.OfferLink():
            code = await accounts.offer_link(caller)
            minutes = round(accounts.link_seconds / 60)
            return said(language, "link_offered", secret=code, minutes=minutes)
        case requests.Link(code):
            name = await accounts.link(caller, code)
            return said(language, "linked", name=name)
        case requests.Forget(""):
            word = await accounts.to_forget(caller)
            return said(language, "forget_how", word=word)
        case requests.Forget(word):
            await accounts.forget(caller, word)
            return said(language, "forgotten")


async def waiting(accounts: Accounts, caller: Caller, language: str) -> tuple[bool, str]:
    """Whether it can be told, and the games that wait for somebody, a line each, or why not."""
    try:
        seats = await accounts.waiting(caller)
    except Refusal as refused:
        return False, refusal_said(language, refused.reason)
    except StoreFailed:
        return False, refusal_said(language, "store_failed")
    now = time.time()
    told = [(each.table, each.game, each.others, now - each.since / 1000) for each in seats]
    return True, "\n".join(turns_said(language, told))


def can_come_back(accounts: Accounts, visit: Visit) -> bool:
    """Whether a guest left a seat behind that is still theirs."""
    return bool(visit.return_code) and accounts.can_come_back(visit.who.id)


async def tables(let_in: LetIn, caller: Caller) -> list[TableLine]:
    """What the lobby lists, seen by a guest: a visit of one's own would end the game one is in."""
    visit = await let_in(Caller(None, "", caller.address))
    found: list[TableLine] = []
    try:
        await visit.send(Hello(version=VERSION))
        while True:
            fact = await visit.receive()
            if isinstance(fact, Lobby):
                new = fact.tables[max(0, len(found) - fact.first) :]
                found += new
                if not new or len(found) >= fact.found:
                    return found
                await visit.send(Browse(id=f"from-{len(found)}", first=len(found)))
    except LinkClosed:
        return found
    finally:
        await visit.close()


async def leaders(let_in: LetIn, caller: Caller, game: str) -> list[Ladder] | Refused:
    """Both leaderboards of a game, or that of people in every game, seen by a guest."""
    wanted = [(game, False), (game, True)] if game else [(each, False) for each in RULE_SETS]
    visit = await let_in(Caller(None, "", caller.address))
    found: list[Ladder] = []
    try:
        await visit.send(Hello(version=VERSION))
        for number, (each, bots) in enumerate(wanted):
            await visit.send(FetchLadder(id=f"top-{number}", game=each, bots=bots))
        while len(found) < len(wanted):
            match await visit.receive():
                case Refused() as refused:
                    return refused
                case Ladder() as ladder:
                    found.append(ladder)
    except LinkClosed as closed:
        return Refused(id="", reason=closed.reason)
    finally:
        await visit.close()
    return found


async def finished_game(let_in: LetIn, caller: Caller, table: str, number: int) -> str | Refused:
    """The file of a finished game, asked for by a guest: whoever knows the code may have it."""
    visit = await let_in(Caller(None, "", caller.address))
    text = ""
    try:
        await visit.send(Hello(version=VERSION))
        await visit.send(FetchGame(id="file", table=table, number=number))
        while True:
            match await visit.receive():
                case Refused() as refused:
                    return refused
                case GameFile(text=piece, more=more):
                    text += piece
                    if not more:
                        return text
    except LinkClosed as closed:
        return Refused(id="", reason=closed.reason)
    finally:
        await visit.close()
