"""Who a connection is from: any key is its owner, none is a guest; and its one session."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NoReturn

import asyncssh

from keltis_server.limits import SshLimits
from keltis_server.people.identity import Caller
from keltis_server.ssh.connection import Connection
from keltis_server.ssh.session import SshSession
from keltis_server.ssh.sessions import Sessions
from keltis_server.ssh.throttle import Throttle
from keltis_words.sentences import english

_log: Final = logging.getLogger(__name__)

NewSession = Callable[[Caller, str, Callable[[], None], Callable[[SshSession], None]], SshSession]
"""Makes a session of a caller from a source; it says when it has started and when it is over."""


class ConnectionHandler(asyncssh.SSHServer):
    """Everybody may come in: with a key as the key's owner, without one as a guest."""

    def __init__(
        self,
        limits: SshLimits,
        throttle: Throttle,
        connections: "set[ConnectionHandler]",
        sessions: Sessions,
        new_session: NewSession,
    ) -> None:
        self._limits = limits
        self._throttle = throttle
        self._connections = connections
        self._sessions = sessions
        self._new_session = new_session
        self._conn: Connection | None = None
        self._caller: Caller | None = None
        self._session: SshSession | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.source = ""
        self.since = 0.0
        """When this connection came."""
        self.waiting = True
        """Whether it has a place among those who have not logged in."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """The connection stands; nobody has logged in yet."""
        if not isinstance(conn, Connection):
            raise TypeError(conn)
        self._conn = conn
        self.source = conn.source
        self._connections.add(self)
        loop = asyncio.get_running_loop()
        self.since = loop.time()
        self._timer = loop.call_later(self._limits.key_exchange_seconds, self._exchanged_nothing)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The connection is gone."""
        self._stop_waiting()
        self._connection().on_behind = None
        if self._session is not None:
            self._sessions.remove(self._session)  # perhaps its channel never opened
        self._give_up_place()
        if penalty := self._penalty():
            self._throttle.penalise(self.source, penalty)
        self._connections.discard(self)

    @property
    def began(self) -> bool:
        """Whether there is a session that can be told something."""
        return self._session is not None

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
        conn.log_in()
        self._throttle.logged_in(self.source)
        self._give_up_place()
        self._stop_waiting()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._limits.ask_seconds, self._asked_nothing)

    def session_requested(self) -> SshSession:
        """The one session of this connection, or a sentence why not."""
        if self._session is not None or self._caller is None:
            _refuse("one_session")
        if full := self._sessions.refusal(self._caller, self.source):
            _refuse(full)
        self._session = self._new_session(
            self._caller, self.source, self._stop_waiting, self._session_over
        )
        self._sessions.add(self._session)  # now, or a hundred at once would all find room
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

    @property
    def exchanged(self) -> bool:
        """Whether the client has exchanged keys."""
        return self._connection().exchanged

    def make_room(self) -> None:
        """Send away who has not logged in, for somebody else."""
        self._give_up_place()
        self._leave("no_place")

    def abort(self) -> None:
        """Cut the connection, whatever is under way."""
        if self._conn is not None:
            self._conn.abort()

    def _connection(self) -> Connection:
        if self._conn is None:
            raise RuntimeError("no connection yet")
        return self._conn

    def _address(self) -> str:
        conn = self._connection()
        if conn.client_address:
            return conn.client_address
        peer = conn.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def _give_up_place(self) -> None:
        if self.waiting:
            self.waiting = False
            self._throttle.done(self.source)

    def _penalty(self) -> float:
        """What the way this ended costs the address."""
        limits, conn = self._limits, self._connection()
        if conn.flooded:
            return limits.flood_penalty
        if self._caller is not None:
            return 0.0
        return limits.authfail_penalty if conn.failed else limits.noauth_penalty

    def _exchanged_nothing(self) -> None:
        if not self._connection().answered:
            self._leave("no_key_exchange")

    def _leave(self, code: str) -> None:
        self._connection().disconnect(asyncssh.DISC_BY_APPLICATION, english(code))

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _session_over(self, session: SshSession) -> None:
        """The one session is over: nothing more can happen here, so nobody need stay."""
        self._sessions.remove(session)
        if self in self._connections:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.close_seconds, self.abort)

    def _asked_nothing(self) -> None:
        self._leave("no_forwarding" if self._connection().forwarded_nothing else "usage")


def _refuse(code: str) -> NoReturn:
    raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, english(code))
