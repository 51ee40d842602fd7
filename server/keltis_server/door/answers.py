"""What people ask for about themselves after `ssh host`, answered in a sentence."""

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
