"""The parts of a server put together: they are handed to each other here and nowhere else."""

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from keltis_server.absence_commands import AbsenceCommands
from keltis_server.addresses import Traces, Where
from keltis_server.at_table import AtTable
from keltis_server.cluster.bus import Bus, NoBus, SentOff
from keltis_server.cluster.moments import Moments
from keltis_server.cluster.presence import Presence
from keltis_server.cluster.shared_tries import SharedTries
from keltis_server.cluster.windows import Windows
from keltis_server.coming import Coming
from keltis_server.commands import Commands
from keltis_server.costs import FORGETTING, Budget
from keltis_server.file_commands import FileCommands
from keltis_server.hint_commands import HintCommands
from keltis_server.limits import Limits
from keltis_server.lobby_commands import LobbyCommands
from keltis_server.people.accounts import Accounts
from keltis_server.people.identity import Caller, Identity
from keltis_server.people.visit import Visit
from keltis_server.people.visit_limits import CodeLimit, TalkLimit
from keltis_server.quick_commands import QuickCommands
from keltis_server.room_commands import RoomCommands
from keltis_server.standing_commands import StandingCommands
from keltis_server.store.contract import Store, StoreFailed
from keltis_server.sync import Sync
from keltis_server.table_commands import TableCommands
from keltis_server.tables.absences import Absences
from keltis_server.tables.fetching import FinishedGames
from keltis_server.tables.line import Line
from keltis_server.tables.live import LiveTable
from keltis_server.tables.lobby import LobbyFeed
from keltis_server.tables.lobby_talk import LobbyTalk
from keltis_server.tables.looks import Looks
from keltis_server.tables.opening import Opening
from keltis_server.tables.own_names import OwnNames
from keltis_server.tables.registry import TableRegistry
from keltis_server.tables.results import Results
from keltis_server.tables.seats import Seats
from keltis_server.tables.standings import Standings
from keltis_server.tables.table_index import TableIndex
from keltis_server.thinking.thinkers import Thinkers
from keltis_server.together_commands import TogetherCommands
from keltis_server.watch_commands import WatchCommands

__all__ = ["Caller", "GameServer"]

log = logging.getLogger(__name__)

_TRACES: Final = "traces"
"""The note that holds the key of all traces."""


class GameServer:
    """Where people meet and play: lets them in, and closes."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        bus: Bus,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.limits = limits
        self._bus = bus
        self.visits: dict[str, Visit] = {}
        """Everyone who is here in this process, by person."""
        self.presence = Presence()
        """Everyone who is in another process."""
        moments = Moments()
        self.windows = Windows(bus, moments)
        self.budget = Budget(limits, clock)
        """What everybody has asked for lately."""
        self.traces = Traces(secrets.token_bytes(16))
        """By which tables are counted by where they were opened from; `open` has all agree."""
        self.where = Where()
        """Where friends find it, once it listens."""
        index, absences = TableIndex(self.presence), Absences(store.now, clock)
        self._lobby = LobbyFeed(index, self.visits, self.presence, limits)
        self._results = Results(store, limits, self._lobby.show_results)
        self.thinkers = Thinkers(limits)
        """Where masters think."""
        self._talk = LobbyTalk(store, bus, self._lobby, limits)
        self.registry = TableRegistry(
            store,
            index,
            self._lobby,
            self.visits,
            limits,
            self.presence,
            bus,
            self._results.look_soon,
            absences,
            self.thinkers,
        )
        self._seats = Seats(store, self.registry)
        self._looks = Looks(store, index)
        own_names = OwnNames(store, self.visits, self._seats, bus)
        shared = partial(SharedTries, clock=clock, bus=bus)
        wrong_codes = shared(limits.wrong_codes, limits.wrong_code_seconds, "too_many_tries")
        names = shared(limits.names_per_source, limits.name_seconds, "too_many_names")
        lines = shared(limits.lines, limits.line_seconds, "too_much_talk")
        source_lines = shared(limits.source_lines, limits.source_line_seconds, "too_much_talk_here")
        deletions = shared(limits.forgets, limits.forget_seconds, "forgot_often")
        renames = shared(limits.renames, limits.rename_seconds, "renamed_often")
        guest_sits = self._seats.guest_sits
        self._identity = Identity(store, self.visits, self.presence, names, guest_sits)
        self.accounts = Accounts(
            store,
            self._identity,
            self._seats,
            wrong_codes,
            limits.link_seconds,
            self.send_off,
            deletions,
            partial(self.budget.charge_source, cost=FORGETTING),
        )
        self._sync = Sync(
            bus,
            store,
            self.visits,
            self.presence,
            self.windows,
            moments,
            (wrong_codes, names, lines, source_lines, deletions, renames),
            self._identity,
            self.registry,
            self._seats,
            own_names,
            self._lobby,
            self._results,
            self._talk,
        )
        code_limit = CodeLimit(limits.wrong_codes, wrong_codes)
        at_table = AtTable(self.registry, limits)
        talk = TalkLimit(lines, source_lines)
        tables = TableCommands(
            self.registry,
            Opening(store, bus, self.registry, self.traces, limits),
            own_names,
            self._lobby,
            self.budget,
            code_limit,
            talk,
            at_table,
            self._looks,
        )
        watching = WatchCommands(
            self.registry, tables, at_table, self._lobby, self.budget, talk, limits
        )
        self._hints = HintCommands(at_table, self.thinkers)
        self._files = FileCommands(FinishedGames(store, limits.fetches), code_limit)
        commands = Commands(
            self._identity,
            self._seats,
            own_names,
            self._lobby,
            tables,
            RoomCommands(at_table),
            AbsenceCommands(at_table, absences, limits),
            watching,
            LobbyCommands(self._lobby, self._talk, talk),
            self._hints,
            self._files,
            TogetherCommands(self.registry, bus),
            QuickCommands(store, self.registry, tables),
            StandingCommands(Standings(store, limits.fetches), self.budget),
            self.budget,
            renames,
            self.where,
        )
        self._coming = Coming(
            self._identity,
            self.visits,
            self.presence,
            moments,
            bus,
            self._lobby,
            self._looks,
            own_names,
            self.registry,
            commands.carry_out,
            limits,
        )

    @classmethod
    async def open(
        cls,
        store: Store,
        limits: Limits | None = None,
        bus: Bus | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> "GameServer":
        """A server that knows every table that stands.

        With a bus it is one of several processes that are one server to everybody. Limits count by
        `clock`; what is due at a table goes by the clock of the store.
        """
        game_server = cls(store, limits or Limits(), bus or NoBus(), clock)
        await game_server._agree_on_traces()
        if bus is not None:
            game_server._sync.listen()
        await game_server.registry.set_up()
        if bus is not None:
            game_server._sync.follow()
        await game_server._results.look()
        await game_server._talk.look()
        # What a process that died in the middle of it did not come to.
        await game_server._seats.forget(await store.forgotten())
        return game_server

    @property
    def live_tables(self) -> dict[str, LiveTable]:
        """Every table that is kept whole here, by its code."""
        return self.registry.live_tables

    @property
    def lines(self) -> Mapping[str, Line]:
        """The line of every table that stands, by its code."""
        return self.registry.index.lines

    async def _agree_on_traces(self) -> None:
        """Have all processes, and those after a restart, know sources by the same traces."""
        try:
            kept = await self.store.note(_TRACES)
            kept = kept or await self.store.keep_note(_TRACES, self.traces.key.hex())
            self.traces.key = bytes.fromhex(kept)
        except (StoreFailed, ValueError) as error:  # it cannot be asked, or the note is damaged
            log.error("tables count by where they were opened from here alone: %s", error)

    async def visit(self, caller: Caller) -> Visit:
        """Let somebody in; a second visit of the same person takes over the first."""
        return await self._coming.visit(caller)

    def send_off(self, who: str, reason: str) -> None:
        """End the visit of somebody, wherever it is."""
        here = self.visits.get(who)
        if here is not None:
            here.dismiss(reason)
        self._bus.publish(SentOff(who, reason))
        if reason == "account_gone":  # whose name must not stand among the results any more
            self._results.look_soon()
            self._talk.forget(who)

    async def close(self, reason: str = "shutdown") -> None:
        """Tell everyone, finish what was begun and close the store."""
        self._coming.closing = reason
        visits = list(self.visits.values())
        for visit in visits:
            visit.dismiss(reason)
        for visit in visits:
            await visit.close()
        await self._sync.close()
        await self.registry.close()
        await self._hints.close()
        await self._files.close()
        await self.thinkers.close()
        await self._results.close()
        await self._talk.close()
        await self._looks.close()
        await self.store.close()
