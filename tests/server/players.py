"""People who play in a house through real visits, for the tests of the server."""

import asyncio
import secrets
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec

from keltis_engine.position import DEALER
from keltis_protocol.messages import (
    VERSION,
    Command,
    Done,
    Fact,
    GameChanged,
    Hello,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    StartGame,
    TableChanged,
    TakeBack,
    Welcome,
)
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.server import Caller, GameServer

F = TypeVar("F")
QUICK = Limits(lobby_pause=0, bot_pause=0, retry_pause=0, renames=1000)


class Player:
    """Somebody at a keyboard: sends commands and remembers every fact."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.heard: list[Fact] = []
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in count())

    def new_id(self) -> str:
        """An id no command of this player had before."""
        return next(self._ids)

    async def hear(self, kind: type[F], check: Callable[[F], bool] = lambda _: True) -> F:
        """The next fact of a kind that passes the check."""
        async with asyncio.timeout(20):
            while True:
                fact = await self._next()
                if isinstance(fact, kind) and check(fact):
                    return fact

    async def _next(self) -> Fact:
        fact = await self.visit.receive()
        self.heard.append(fact)
        return fact

    async def hear_after(self, ply: int) -> GameChanged:
        """The game after more moves than that."""
        return await self.hear(GameChanged, lambda game: game.ply > ply)

    async def ask(self, kind: type[Command], **fields: Any) -> Done | Refused:
        """Send a command and hear its answer."""
        fields.setdefault("id", self.new_id())
        command = kind(**fields)
        await self.visit.send(command)
        return await self.answer(fields["id"])

    async def answer(self, name: str) -> Done | Refused:
        """What comes of the command of this id."""
        async with asyncio.timeout(20):
            while True:
                fact = await self._next()
                if isinstance(fact, Done | Refused) and fact.id == name:
                    return fact

    async def do(self, kind: type[Command], **fields: Any) -> None:
        """Send a command that must not be refused."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Done), answer

    async def refused(self, kind: type[Command], **fields: Any) -> str:
        """Send a command that must be refused; the reason."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Refused), answer
        return answer.reason

    async def greet(self) -> Welcome:
        """Say hello."""
        await self.visit.send(Hello(version=VERSION))
        return await self.hear(Welcome)

    def last(self, kind: type[F]) -> F:
        """The newest fact of a kind that was heard."""
        return next(fact for fact in reversed(self.heard) if isinstance(fact, kind))

    @property
    def table(self) -> str:
        """The code of the table this player sits at."""
        return self.visit.table

    def all(self, kind: type[F]) -> list[F]:
        """Every fact of a kind that was heard, oldest first."""
        return [fact for fact in self.heard if isinstance(fact, kind)]

    async def play_on(self, random: Random, moves: int = 10_000) -> GameChanged:
        """Play random moves, whenever it is this player's decision, until the game is over.

        In a match the player is ready for the next game at once.
        """
        game = self.last(GameChanged)
        while True:
            if view(game)["to_act"] is None or moves == 0:
                return game
            if view(game)["to_act"] == DEALER:
                await self.do(StartGame, table=game.table)
            if game.moves:
                moves -= 1
                move = random.choice(game.moves)
                await self.visit.send(
                    PlayMove(id=self.new_id(), table=game.table, ply=game.ply, move=move)
                )
                await self.hear(Done)
            game = await self.hear(GameChanged)


async def enter(game_server: GameServer, login: str, *, guest: bool = False) -> Player:
    """Somebody comes in with a key of their own, or as a guest, and says hello."""
    key = None if guest else b"key of " + login.encode()
    player = Player(await game_server.visit(Caller(key, login)))
    await player.greet()
    await player.hear(Lobby)
    return player


async def seated(
    game_server: GameServer,
    *logins: str,
    game: str = "keltis",
    options: dict[str, str] | None = None,
) -> list[Player]:
    """People who sit at one table, in this order, each having heard so."""
    players = [await enter(game_server, login) for login in logins]
    await players[0].do(OpenTable, game=game, seats=len(logins), options=options or {})
    table = (await players[0].hear(TableChanged)).table
    for player in players[1:]:
        await player.do(JoinTable, table=table)
        await player.hear(TableChanged)
    return players


async def playing(
    game_server: GameServer,
    *logins: str,
    game: str = "keltis",
    options: dict[str, str] | None = None,
) -> list[Player]:
    """People who have begun a game, each having heard its first position."""
    players = await seated(game_server, *logins, game=game, options=options)
    for player in players:
        await player.do(StartGame, table=player.table)
    for player in players:
        await player.hear(GameChanged)
    return players


async def play_through(players: list[Player], random: Random) -> None:
    """A whole game of random moves; the first that can be is taken back, and then one in ten."""
    table, taken_back = players[0].table, False
    await catch_up(players)
    at_seat = {player.last(TableChanged).seat: player for player in players}
    while (to_act := view(players[0].last(GameChanged))["to_act"]) is not None:
        if to_act == DEALER:  # between two games of a match
            for player in players:
                await player.do(StartGame, table=table)
            await catch_up(players)
            continue
        player = at_seat[to_act]
        game = player.last(GameChanged)
        if game.can_take_back and (not taken_back or random.random() < 0.1):
            taken_back = True
            await player.do(TakeBack, table=table, ply=game.ply)
        else:
            move = random.choice(game.moves)
            await player.do(PlayMove, table=table, ply=game.ply, move=move)
        await catch_up(players)


async def catch_up(players: list[Player]) -> None:
    """Have everyone hear where the game stands by now."""
    for player in players:
        while player.visit.has_unread(GameChanged):
            await player.hear(GameChanged)


def view(game: GameChanged) -> Any:
    """The view inside a fact, as any client sees it."""
    return msgspec.msgpack.decode(game.view)
