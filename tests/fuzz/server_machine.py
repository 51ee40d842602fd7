"""A house of two processes in which anybody may do anything, in any order and at the same time."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Raw

from keltis_protocol.codec import decode_command, encode
from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    AgreeToDays,
    ArrangeTable,
    Browse,
    ClearSeat,
    Command,
    DecideAbsence,
    Done,
    FetchGame,
    FetchHint,
    FetchLadder,
    FetchPage,
    FetchRatings,
    FetchReview,
    GameChanged,
    GiveLuckyWord,
    HandTable,
    Hello,
    JoinTable,
    LeaveTable,
    NotReady,
    OpenHand,
    OpenTable,
    PlayMove,
    QuickGame,
    Refused,
    Report,
    ReportInLobby,
    Say,
    SayInLobby,
    SetName,
    SetPreferences,
    ShowStep,
    StartGame,
    TakeBack,
    WatchTable,
)
from keltis_protocol.reasons import REFUSALS
from keltis_server.limits import Limits
from keltis_server.refusal import Refusal
from keltis_server.server import Caller, GameServer
from keltis_server.tables.settings import SETTINGS
from tests.fuzz.server_laws import accounts_of, broken
from tests.server.players import Player
from tests.server.processes import Nodes, Street

LIMITS: Final = Limits(
    lobby_pause=0,
    bot_pause=0,
    retry_pause=0,
    wrong_codes=10_000,
    empty_table=0.05,
    guest_return_seconds=0.05,
    away_seconds=0,
    away_end_seconds=0,
)
NEVER: Final = frozenset({"internal_error", "store_failed", "busy"})
"""Reasons that say something of ours failed, or that another stood in the way."""
NAMES: Final = ("anna", "boris", "carla", "Anna", "dora", "emil")
HONEST: Final = ("Honora", "Hector")
GUESTS: Final = (6, 7)
"""Which of the people have no key."""
PEOPLE: Final = 8
AT_REST: Final = 5.0
"""Seconds in which everything that was begun must have come to its end."""
KINDS: Final = ("come", "go", "link", "forget", "back", *["command"] * 15)

Op = tuple[str, int, int]
"""What happens, by whom, and a number that decides the rest."""


def ops(random: Random) -> list[Op]:
    """A few things that happen at the same time, or the restart of a process alone."""
    if random.random() < 0.06:
        return [("restart", 0, random.randrange(1 << 16))]
    some = random.choice((1, 1, 2, 4))
    return [
        (random.choice(KINDS), random.randrange(PEOPLE), random.randrange(1 << 16))
        for _ in range(some)
    ]


def _any_settings(random: Random) -> dict[str, str]:
    """Settings of a table, most of them some that it may have."""
    if random.random() < 0.1:
        return {random.choice((*SETTINGS, "nonsense")): "nonsense"}
    return {name: random.choice(values) for name, values in SETTINGS.items()}


def decision(new: str, random: Random, at: str) -> DecideAbsence:
    """What is to be done about somebody who may be away."""
    choice = random.choice(("wait", "turn", "bot", "end", "nothing"))
    returns = random.choice((0, 0, 1, 2))
    return DecideAbsence(id=new, table=at, seat=random.randrange(3), absence=returns, choice=choice)


class Somebody:
    """One of the people: a key or none, and at most one visit they know of."""

    def __init__(self, number: int, name: str, *, guest: bool = False) -> None:
        key = None if guest else f"key {number}".encode()
        self.caller = Caller(key, name, f"192.0.2.{number}")
        self.player: Player | None = None
        self.back = ""
        self.last: Any = None
        """The last command, to be sent once more."""


class Machine:
    """The house, its people, and what was done in it."""

    def __init__(self, folder: Path, address: str = "") -> None:
        """In a file in a folder, or in the PostgreSQL at an address."""
        self.path = folder / "games.db"
        self._address = address
        self._street = Nodes(address) if address else Street(self.path)
        self._houses: list[GameServer] = []
        self._people = [
            Somebody(number, NAMES[number % 3], guest=number in GUESTS) for number in range(PEOPLE)
        ]
        self._honest = [Somebody(100 + number, name) for number, name in enumerate(HONEST)]
        self._mishaps: list[str] = []
        self._handler = logging.Handler(logging.ERROR)
        self._handler.emit = self._logged  # type: ignore[method-assign]
        self.answers: dict[str, int] = {}
        """How often each answer was given."""

    async def open(self) -> None:
        """Open both processes; the honest begin a game."""
        logging.getLogger().addHandler(self._handler)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self._mishaps.append(str(context)))
        self._houses = [await self._street.open(LIMITS) for _ in range(2)]
        await self._honest_move()
        await self._at_rest()

    async def close(self) -> None:
        """Close both; nothing may be left running."""
        try:
            await self._street.close()
        finally:
            logging.getLogger().removeHandler(self._handler)
        assert self._mishaps == [], self._mishaps

    async def step(self, happening: Sequence[Op]) -> None:
        """Have some things happen at once, the honest go on beside them, and all laws hold."""
        if happening[0][0] == "restart":
            await self._restart(Random(happening[0][2]))
        else:
            await asyncio.gather(*map(self._one, happening), self._honest_move())
        await self._at_rest()

    async def _at_rest(self) -> None:
        found = ["never looked"]
        try:
            async with asyncio.timeout(AT_REST):
                while found:
                    await self._drain()
                    assert self._mishaps == [], self._mishaps
                    accounts = await accounts_of(self._address or self.path)
                    found = await broken(self._houses, accounts)
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise AssertionError(found) from None

    async def _one(self, op: Op) -> None:
        kind, number, choice = op
        who, random = self._people[number], Random(choice)
        game_server = random.choice(self._houses)
        try:
            match kind:
                case "come":
                    await self._come(who, game_server, random.choice(NAMES))
                case "go" if who.player is not None:
                    await who.player.visit.close()
                case "link":
                    other = random.choice(self._people)
                    code = await game_server.accounts.offer_link(who.caller)
                    await random.choice(self._houses).accounts.link(other.caller, code)
                case "forget":
                    word = await game_server.accounts.to_forget(who.caller)
                    await game_server.accounts.forget(who.caller, word)
                case "back":
                    codes = [each.back for each in self._people if each.back]
                    code = random.choice((*codes, *codes, "A" * 10))
                    caller, _ = await game_server.accounts.come_back(who.caller, code)
                    await self._come(who, game_server, caller=caller)
                case "command":
                    if who.player is None or who.player.visit.ended:
                        await self._come(who, game_server, random.choice(NAMES))
                    command = self._command(who, random)
                    await self._send(who, command)
        except Refusal as refusal:
            self._answered(refusal.reason, op)

    async def _come(
        self, who: Somebody, game_server: GameServer, login: str = "", caller: Caller | None = None
    ) -> None:
        caller = caller or msgspec.structs.replace(who.caller, login=login)
        who.player = Player(await game_server.visit(caller))
        who.back = who.player.visit.return_code or who.back
        await self._send(who, Hello(version=VERSION))

    async def _send(self, who: Somebody, command: Command) -> str:
        """Send a command over a line; why it was refused, empty if it was not."""
        player = who.player
        assert player is not None
        who.last = command
        try:
            await player.visit.send(decode_command(encode(command)))
        except LinkClosed:
            return "ended"
        await self._hear(player)
        if isinstance(command, Hello):
            return ""
        given = [f for f in player.heard if isinstance(f, Done | Refused) and f.id == command.id]
        if not given:
            assert player.visit.ended, f"{command} was not answered"
            return "ended"
        reason = given[-1].reason if isinstance(given[-1], Refused) else ""
        self._answered(reason, command)
        assert reason in {"", *REFUSALS} or isinstance(command, PlayMove), (command, reason)
        return reason

    def _answered(self, reason: str, asked: object) -> None:
        self.answers[reason] = self.answers.get(reason, 0) + 1
        own = isinstance(asked, FetchGame) and reason == "busy"  # with the one before
        assert own or reason not in NEVER, f"{asked} was refused: {reason}"

    async def _drain(self) -> None:
        for who in (*self._people, *self._honest):
            if who.player is not None:
                await self._hear(who.player)

    async def _hear(self, player: Player) -> None:
        while player.visit._facts:
            player.heard.append(await player.visit.receive())
        del player.heard[:-300]

    def _command(self, who: Somebody, random: Random) -> Command:
        """Any command; more often than not one that could succeed."""
        player = who.player
        assert player is not None
        if who.last is not None and random.random() < 0.05:
            return who.last  # type: ignore[no-any-return]
        codes = [code for game_server in self._houses for code in game_server.lines] or ["AAAAAA"]
        new, at = player.new_id(), player.visit.table or player.visit.watching
        if random.random() < 0.1:
            at = "" if at else random.choice(codes)
        return random.choice(
            (
                *self._anywhere(new, random, codes),
                *(self._at_table(player, new, random, at) if at else ()),
            )
        )

    def anything_at_a_table(self, random: Random) -> tuple[Command, ...]:
        """Everything that somebody at a table may send."""
        player = self._honest[0].player
        assert player is not None
        new, at = player.new_id(), player.visit.table
        return *self._anywhere(new, random, [at]), *self._at_table(player, new, random, at)

    @staticmethod
    def _anywhere(new: str, random: Random, codes: list[str]) -> tuple[Command, ...]:
        game = random.choice(("stones", "dice", "keltis", "stones", "nonsense"))
        seat = random.choice((None, None, None, 1, 3))
        return (
            SetName(id=new, name=random.choice((*NAMES, *NAMES, *HONEST, "guest-1", "x"))),
            SetPreferences(id=new, preferences={"theme": random.choice(("light", "dark"))}),
            OpenTable(
                id=new,
                game=game,
                seats=2,
                private=random.random() < 0.3,
                settings=_any_settings(random),
            ),
            *[JoinTable(id=new, table=random.choice(codes), seat=seat)] * 2,
            *[WatchTable(id=new, table=random.choice(codes), eyes=seat)] * 2,
            FetchGame(id=new, table=random.choice(codes), number=random.randrange(3)),
            FetchReview(id=new, table=random.choice(codes), number=random.randrange(3)),
            FetchLadder(id=new, game=game, bots=random.random() < 0.5),
            FetchPage(id=new, name=random.choice(("", *NAMES, *HONEST, "\x07")), game=game),
            Hello(version=VERSION),
            QuickGame(id=new, game=game),
            SayInLobby(id=new, text=random.choice(("hello", "\x07", f"line {random.random()}"))),
            ReportInLobby(id=new, number=random.randrange(5)),
            Browse(id=new, text=random.choice(("", "a", codes[0][:3])), first=random.randrange(9)),
        )

    @staticmethod
    def _at_table(player: Player, new: str, random: Random, at: str) -> tuple[Command, ...]:
        games = player.all(GameChanged)
        ply = games[-1].ply if games and random.random() < 0.9 else random.randrange(9)
        moves = games[-1].moves if games and games[-1].moves else [Raw(msgspec.msgpack.encode(7))]
        line = random.choice(("hello", "\x07", f"line {random.random()}"))
        return (
            AddBot(id=new, table=at, seat=random.choice((None, 0, 1))),
            NotReady(id=new, table=at),
            ClearSeat(id=new, table=at, seat=random.randrange(4)),
            HandTable(id=new, table=at, seat=random.randrange(4)),
            ArrangeTable(
                id=new,
                table=at,
                seats=random.choice((None, 2, 3, 4)),
                options=random.choice(({}, {"games": "3"}, {"nonsense": "on"})),
                private=random.choice((None, True, False)),
                settings=_any_settings(random),
            ),
            LeaveTable(id=new, table=at, how=random.choice(("", "", "bot", "give_up", "x"))),
            *[decision(new, random, at)] * 3,
            *[AgreeToDays(id=new, table=at, clock=random.choice(("1d", "2d", "", "x")))] * 2,
            *[StartGame(id=new, table=at)] * 5,
            GiveLuckyWord(id=new, table=at, word=random.choice(("luck", "\x1b", ""))),
            *[PlayMove(id=new, table=at, ply=ply, move=random.choice(moves))] * 8,
            FetchHint(id=new, table=at, ply=ply),
            *[TakeBack(id=new, table=at, ply=ply)] * 2,
            Say(id=new, table=at, text=line),
            Report(id=new, table=at, seat=random.randrange(2)),
            Report(id=new, table=at, seat=0, watcher=random.choice(NAMES)),
            OpenHand(id=new, table=at, open=random.random() < 0.7),
            FetchGame(id=new, table=at, number=random.randrange(3)),
            ShowStep(
                id=new,
                table=at,
                step=random.randrange(99),
                number=random.randrange(3),
                leads=random.random() < 0.8,
            ),
            FetchRatings(id=new, table=at),
        )

    async def _honest_move(self) -> None:
        """Both honest people do what they have every right to; nothing may be refused."""
        for number, who in enumerate(self._honest):
            if who.player is None or who.player.visit.ended:
                await self._come(who, self._houses[number], HONEST[number])
            assert who.player is not None
            assert who.player.visit.who.name == HONEST[number]
            await self._must(who, SetPreferences, preferences={"theme": "light"})
        await self._honest_table()

    async def _honest_table(self) -> None:
        first, second = self._honest
        assert first.player is not None
        assert second.player is not None
        mine = [
            code
            for code, line in self._houses[0].lines.items()
            if first.player.visit.who.id in line.people
        ]
        if not mine:
            await self._must(first, OpenTable, game="stones", seats=2, private=True)
            mine = [first.player.visit.table]
        for who, game_server in zip(self._honest, self._houses, strict=True):
            assert who.player is not None
            if not who.player.visit.table:
                await self._must(who, JoinTable, table=mine[0])
            if game_server.live_tables[mine[0]].table.playing:  # as far as has been heard there
                await self._play(who, mine[0])
            else:
                await self._must(who, StartGame, table=mine[0])

    async def _play(self, who: Somebody, code: str) -> None:
        """A move if it is this one's turn, as far as has been heard."""
        assert who.player is not None
        games = who.player.all(GameChanged)
        if games and games[-1].moves:
            move = games[-1].moves[0]
            await self._must(who, PlayMove, table=code, ply=games[-1].ply, move=move)

    async def _must(self, who: Somebody, kind: type[Any], **fields: object) -> None:
        assert who.player is not None
        command = kind(id=who.player.new_id(), **fields)
        reason = await self._send(who, command)
        assert reason == "", f"an honest {kind.__name__} was refused: {reason}"

    async def _restart(self, random: Random) -> None:
        """A process ends, by itself or killed, and another takes its place."""
        number = random.randrange(2)
        game_server = self._houses[number]
        if random.random() < 0.5:
            self._handler.setLevel(logging.CRITICAL)  # what is killed may say so
            await self._street.kill(game_server)
            self._handler.setLevel(logging.ERROR)
        else:
            await self._street.end(game_server)
        self._houses[number] = await self._street.open(LIMITS)

    def _logged(self, record: logging.LogRecord) -> None:
        self._mishaps.append(record.getMessage())
