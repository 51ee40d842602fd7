"""What people ask for after `ssh host` that is no game: answered in a sentence or a few lines."""

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import VERSION, FetchGame, GameFile, Hello, Lobby, Refused, TableLine
from keltis_server import accounts
from keltis_server.door import wishes
from keltis_server.house import Caller, House
from keltis_server.judge import Refusal
from keltis_server.store import StoreFailed
from keltis_server.terminal.sentences import refusal_said, said
from keltis_server.visit import Visit


async def answer(
    house: House, caller: Caller, wish: wishes.Account, language: str
) -> tuple[bool, str]:
    """Whether it was done, and the sentence that says so or why not."""
    try:
        return True, await _do(house, caller, wish, language)
    except Refusal as refused:
        return False, refusal_said(language, refused.reason)
    except StoreFailed:
        return False, refusal_said(language, "store_failed")


async def _do(house: House, caller: Caller, wish: wishes.Account, language: str) -> str:
    match wish:
        case wishes.OfferLink():
            code = await accounts.offer_link(house, caller)
            minutes = round(house.limits.link_seconds / 60)
            return said(language, "link_offered", secret=code, minutes=minutes)
        case wishes.Link(code):
            name = await accounts.link(house, caller, code)
            return said(language, "linked", name=name)
        case wishes.Forget(""):
            word = await accounts.to_forget(house, caller)
            return said(language, "forget_how", word=word)
        case wishes.Forget(word):
            await accounts.forget(house, caller, word)
            return said(language, "forgotten")


def can_come_back(house: House, visit: Visit) -> bool:
    """Whether a guest left a seat behind that is still theirs."""
    return bool(visit.return_code) and any(
        keeper.table.playing and visit.who.id in keeper.table.people
        for keeper in house.keepers.values()
    )


async def tables(house: House, caller: Caller) -> list[TableLine]:
    """What the lobby lists, seen by a guest: a visit of one's own would end the game one is in."""
    visit = await house.visit(Caller(None, "", caller.address))
    try:
        await visit.send(Hello(version=VERSION))
        while True:
            fact = await visit.receive()
            if isinstance(fact, Lobby):
                return fact.tables
    except LinkClosed:
        return []
    finally:
        await visit.close()


async def finished_game(house: House, caller: Caller, table: str, number: int) -> str | Refused:
    """The file of a finished game, asked for by a guest: whoever knows the code may have it."""
    visit = await house.visit(Caller(None, "", caller.address))
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
