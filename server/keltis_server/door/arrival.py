"""One connection at the door: who it is, and the one session it may open."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final, NoReturn

import asyncssh

from keltis_server.door.connection import DoorConnection
from keltis_server.door.session import Session
from keltis_server.door.sources import source_of
from keltis_server.house import Caller
from keltis_server.terminal.sentences import english

if TYPE_CHECKING:
    from keltis_server.door.server import Door

_log: Final = logging.getLogger("keltis.door")


class Arrival(asyncssh.SSHServer):
    """Everybody may come in: with a key as the key's owner, without one as a guest."""

    def __init__(self, door: "Door") -> None:
        self._door = door
        self._conn: DoorConnection | None = None
        self._caller: Caller | None = None
        self._session: Session | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.source = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """The connection stands; nobody has logged in yet."""
        if not isinstance(conn, DoorConnection):
            raise TypeError(conn)
        self._conn = conn
        self.source = source_of(self._address())
        self._door.arrivals.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The connection is gone."""
        self._stop_waiting()
        self._connection().on_behind = None
        if self._caller is None:
            self._door.sources.done(self.source)
            limits, failed = self._door.limits, self._connection().failed
            penalty = limits.authfail_penalty if failed else limits.noauth_penalty
            self._door.sources.penalise(self.source, penalty)
        self._door.arrivals.discard(self)

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        """Every name has to log in, so that keys are offered before the way for guests."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are welcome."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Any key is somebody's, under any name. Who signed with it is decided elsewhere."""
        return True

    def kbdint_auth_supported(self) -> bool:
        """The way for guests."""
        return True

    def get_kbdint_challenge(
        self,
        username: str,  # noqa: ARG002
        lang: str,  # noqa: ARG002
        submethods: str,  # noqa: ARG002
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """No question at all."""
        return "", "", "", []

    def validate_kbdint_response(
        self,
        username: str,  # noqa: ARG002
        responses: "list[str] | tuple[str, ...]",  # type: ignore[override]  # noqa: ARG002
    ) -> bool:
        """No answer can be wrong."""
        return True

    def auth_completed(self) -> None:
        """From here on it is fixed who this is: the key that signed this very login, or a guest."""
        conn = self._connection()
        login = "" if conn.nameless else str(conn.get_extra_info("username", ""))
        self._caller = Caller(conn.proved, login, self._address())
        self._door.sources.done(self.source)
        kind = "guest" if conn.proved is None else "player"
        _log.info("%s %r came in from %s", kind, login, self._address())
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(self._door.limits.ask_seconds, self._asked_nothing)

    def session_requested(self) -> Session:
        """The one session of this connection, or a sentence why not."""
        if self._session is not None or self._caller is None:
            _refuse("one_session")
        if not self._door.has_room(self._caller, self.source):
            _refuse("too_many_sessions")
        self._session = Session(
            self._door, self._caller, self.source, self._stop_waiting, self._over
        )
        self._connection().on_behind = self._session.line_behind
        return self._session

    def connection_requested(
        self,
        dest_host: str,  # noqa: ARG002
        dest_port: int,  # noqa: ARG002
        orig_host: str,  # noqa: ARG002
        orig_port: int,  # noqa: ARG002
    ) -> bool:
        """Forward nothing."""
        _refuse("no_forwarding")

    def unix_connection_requested(self, dest_path: str) -> bool:  # noqa: ARG002
        """Forward nothing."""
        _refuse("no_forwarding")

    def tun_requested(self, unit: int | None) -> bool:  # noqa: ARG002
        """Forward nothing."""
        _refuse("no_forwarding")

    def tap_requested(self, unit: int | None) -> bool:  # noqa: ARG002
        """Forward nothing."""
        _refuse("no_forwarding")

    def server_requested(self, listen_host: str, listen_port: int) -> bool:  # noqa: ARG002
        """Forward nothing the other way either."""
        return self._connection().refuse_forwarding()

    def unix_server_requested(self, listen_path: str) -> bool:  # noqa: ARG002
        """Forward nothing the other way either."""
        return self._connection().refuse_forwarding()

    def abort(self) -> None:
        """Cut the connection, whatever is under way."""
        if self._conn is not None:
            self._conn.abort()

    def _connection(self) -> DoorConnection:
        if self._conn is None:
            raise RuntimeError("no connection yet")
        return self._conn

    def _address(self) -> str:
        conn = self._connection()
        if conn.client_address:
            return conn.client_address
        peer = conn.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def _over(self) -> None:
        """The one session is over: nothing more can happen here, so nobody need stay."""
        if self in self._door.arrivals:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self._door.limits.close_seconds, self.abort)

    def _asked_nothing(self) -> None:
        conn = self._connection()
        code = "no_forwarding" if conn.forwarded_nothing else "usage"
        conn.disconnect(asyncssh.DISC_BY_APPLICATION, english(code))


def _refuse(code: str) -> NoReturn:
    raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, english(code))
