"""The commands that are about the lobby: look through it, talk there."""

from keltis_protocol.messages import Browse, ReportInLobby, SayInLobby
from keltis_server.people.outlook import Outlook
from keltis_server.people.visit import Visit
from keltis_server.people.visit_limits import TalkLimit
from keltis_server.refusal import Refusal
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.lobby_talk import LobbyTalk
from keltis_server.tables.texts import tidy


class LobbyCommands:
    """Each method answers its command, or raises a `Refusal`."""

    def __init__(self, lobby: LobbyFeed, talk: LobbyTalk, talk_limit: TalkLimit) -> None:
        self._lobby = lobby
        self._talk = talk
        self._talk_limit = talk_limit

    async def browse(self, visit: Visit, command: Browse) -> None:
        """List other tables and people from now on."""
        _check_place(visit)
        visit.outlook = Outlook(
            asked=command.text,
            text=tidy(command.text).casefold(),
            games=frozenset(command.games),
            first=command.first,
            first_person=command.first_person,
        )
        self._lobby.tell(visit)
        visit.finish(command.id)

    async def say(self, visit: Visit, command: SayInLobby) -> None:
        """Say something to everyone in the lobby."""
        _check_place(visit)
        if not visit.who.name:
            raise Refusal("name_needed")
        self._talk_limit.check(visit)
        await self._talk.say(visit, command.id, command.text)
        self._talk_limit.count(visit)
        self._lobby.tell(visit)
        visit.finish(command.id)

    async def report(self, visit: Visit, command: ReportInLobby) -> None:
        """Note what somebody said there, for whoever runs the server."""
        _check_place(visit)
        self._talk_limit.check(visit)
        self._talk.report(visit, command.number)
        self._talk_limit.count(visit)
        visit.finish(command.id)


def _check_place(visit: Visit) -> None:
    if visit.table:
        raise Refusal("at_table")
