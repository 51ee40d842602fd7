"""The commands about finished games: have one as a file, have it looked at again."""

from keltis_protocol.messages import FetchGame, FetchReview, GameFile, Review
from keltis_server.guard import Tasks, survived
from keltis_server.people.visit import Visit
from keltis_server.people.visit_limits import CodeLimit
from keltis_server.refusal import Refusal
from keltis_server.tables.archive import pieces
from keltis_server.tables.fetching import FinishedGames
from keltis_server.thinking.reviews import Reviews


class FileCommands:
    """Each method answers its command, or raises a `Refusal`; whoever knows the code may ask."""

    def __init__(self, files: FinishedGames, codes: CodeLimit) -> None:
        self._files = files
        self._codes = codes
        self._reviews = Reviews()
        self._tasks = Tasks()
        self._reviewing: set[str] = set()
        """For whom a game is looked at again: for each one game at a time."""

    async def close(self) -> None:
        """Nobody waits for a review any more."""
        await self._tasks.close()

    async def fetch(self, visit: Visit, command: FetchGame) -> None:
        """Give a finished game to whoever knows its table's code."""
        if visit.has_unread(GameFile):
            raise Refusal("busy")
        text = await self._file(visit, command)
        visit.finish(command.id)
        *before, last = pieces(text)
        for piece in before:
            visit.tell(GameFile(table=command.table, text=piece, more=True))
        visit.tell(GameFile(table=command.table, text=last))

    async def review(self, visit: Visit, command: FetchReview) -> None:
        """Have a finished game looked at again; what is found is told later."""
        who = visit.source or visit.who.id
        text = await self._file(visit, command)
        if who in self._reviewing:
            raise Refusal("busy")
        self._reviewing.add(who)
        visit.finish(command.id)
        self._tasks.spawn(survived("a review", self._tell, visit, who, command.table, text))

    async def _tell(self, visit: Visit, who: str, table: str, text: str) -> None:
        try:
            found = await self._reviews.of(text)
        finally:
            self._reviewing.discard(who)
        chances, costly = (found.chances, found.costly) if found is not None else ([], [])
        visit.tell(Review(table=table, chances=chances, costly=costly))

    async def _file(self, visit: Visit, command: FetchGame | FetchReview) -> str:
        self._codes.check(visit)
        source = visit.source or visit.who.id
        text = await self._files.file(command.table, command.number, source)
        if text is None:
            self._codes.count(visit)
            raise Refusal("no_such_table")
        return text
