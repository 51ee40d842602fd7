"""`keltis serve`: a server for friends in one command, or one of its workers."""

import argparse
import asyncio
import socket
import sys
from contextlib import nullcontext
from pathlib import Path

from keltis.banner import announce, farewell, start_logging
from keltis.database import GAMES, database_problem, join_nodes, open_database
from keltis.folder import claimed
from keltis.handover import Handover, taken_over
from keltis.rehearsal import rehearse
from keltis.starting import start
from keltis.stopping import DISK_FAILED, when_told
from keltis_server import ssh
from keltis_server.cluster.bus import Serving
from keltis_server.cluster.transport import TransportBus
from keltis_server.limits import AllLimits, read_limits
from keltis_server.server import GameServer
from keltis_server.store.contract import Store, StoreRefused
from keltis_server.store.sqlite import SqliteStore
from keltis_server.store.steady import Steady
from keltis_server.terminal.preload import preload
from keltis_server.thinking.thinkers import shared_out
from keltis_words.words import Words


class DiskFailed(StoreRefused):
    """The disk failed while the server was open."""


async def serve(chosen: argparse.Namespace, words: Words) -> int:
    """Serve until told to stop; everyone is told before the line closes."""
    worker = chosen.bus is not None
    start_logging("[%(process)d] " if worker else "")

    async def serving(data: Path, handover: Handover) -> int:
        limits = read_limits(chosen.limits) if chosen.limits else AllLimits()
        if chosen.take_over:
            await rehearse(chosen, data)
        await preload()
        sockets = await taken_over(data, chosen.port) if chosen.take_over else []
        # The folder of a worker is claimed by the process that started it.
        with nullcontext() if worker else claimed(data):
            try:
                await _serve(chosen, data, limits, words, handover, sockets)
            except DiskFailed as error:
                print(database_problem(words, data / GAMES, error), file=sys.stderr)
                return DISK_FAILED
            return 0

    return await start(chosen, words, serving)


async def _serve(
    chosen: argparse.Namespace,
    data: Path,
    limits: AllLimits,
    words: Words,
    handover: Handover,
    sockets: list[socket.socket],
) -> None:
    host, port = chosen.host, chosen.port
    stop = asyncio.Event()
    when_told(stop.set)
    bus = nodes = file = None
    if chosen.bus is not None:
        bus = await TransportBus.connect(socket.socket(fileno=chosen.bus), stop.set)
        sockets = [socket.socket(fileno=each) for each in chosen.sockets]
    store: Store
    if chosen.database:
        store = database = await open_database(chosen.database)
        nodes = await join_nodes(database, chosen.listen_database or chosen.database)
    else:
        store = file = SqliteStore.open(data / GAMES, Steady(zero=chosen.clock_zero).now)
        file.when_broken(stop.set)
    game_server = await GameServer.open(
        store, shared_out(limits.server, chosen.workers), nodes or bus
    )
    try:
        front = await ssh.serve(
            game_server,
            host,
            port,
            data / "host_key",
            limits=limits.ssh,
            host_key_secret=chosen.host_key_secret,
            sockets=sockets,
        )
        if bus is None:
            announce(words, host, front.port, front.fingerprint, data)
            await handover.offer_until(stop, data, front.stop_accepting)
        else:
            bus.publish(Serving(front.port, front.fingerprint))
            await stop.wait()
        broken = file is not None and file.broken
        if bus is None and not broken:
            farewell(words, next_one=handover.done)
        replaced = handover.done if bus is None else bus.replaced
        if replaced:
            front.stop_accepting()
            await front.drain()
        reason = "restart" if replaced else "shutdown"
        await front.close("store_failed" if broken else reason)
        if broken:
            raise DiskFailed("failing")
    finally:
        await game_server.close()
        if nodes is not None:
            await nodes.close()
