"""What the server needs of asyncssh beyond its documented interface.

When an upgrade breaks one of these, the message says what the name is used for and what to do.
"""

import asyncio
import inspect

import asyncssh
import pytest
from asyncssh.auth import ServerAuth
from asyncssh.connection import SSHServerConnection
from asyncssh.misc import map_handler_name
from asyncssh.packet import SSHPacket, String
from asyncssh.saslprep import SASLPrepError, saslprep

from keltis_server.ssh.connection import LARGEST_PACKET

METHODS = {
    (SSHServerConnection, "validate_public_key", ("username", "key_data", "msg", "signature")): (
        "Connection overrides it to learn which key *signed* (msg is not empty). If this "
        "breaks, an unsigned offer may pass for a login: do not upgrade before it is understood."
    ),
    (SSHServerConnection, "validate_kbdint_response", ("username", "responses")): (
        "Connection overrides it: who comes in this way is a guest."
    ),
    (SSHServerConnection, "send_userauth_failure", ("partial_success",)): (
        "Connection counts refused attempts in it."
    ),
    (SSHServerConnection, "process_packet", ("pkttype", "pktid", "packet")): (
        "Connection replaces login names in it that the library would hang up on."
    ),
    (SSHServerConnection, "_recv_pkthdr", ()): (
        "asyncssh_internals overrides it to count packets and to stop when a turn is over (T25). "
        "Without it one client holds up everybody."
    ),
    (SSHServerConnection, "data_received", ("data", "datatype")): (
        "Sliced calls it with what is to be worked through in a turn."
    ),
    (SSHServerConnection, "create_task", ("coro", "task_logger")): (
        "Sliced overrides it to count what a key exchange and a login cost."
    ),
    (asyncssh.SSHServerChannel, "process_packet", ("pkttype", "pktid", "packet")): (
        "Channel tells in it what carries keys or commands, and rewords requests."
    ),
    (SSHServerConnection, "create_server_channel", ("encoding", "window", "max_pktsize")): (
        "Connection overrides it to make a channel that bounds the environment."
    ),
    (SSHServerConnection, "pause_writing", ()): (
        "Connection overrides it to learn that a client does not read its line (T9)."
    ),
    (SSHServerConnection, "resume_writing", ()): "Connection overrides it likewise.",
    (
        asyncssh.SSHServerChannel,
        "get_connection",
        (),
    ): "A client that never reads is cut off by it.",
    (ServerAuth, "send_success", ()): "Right after it `auth_completed` must be called.",
}


@pytest.mark.parametrize(("method", "use"), METHODS.items(), ids=lambda value: str(value)[:60])
def test_the_methods_are_there(method: tuple[type, str, tuple[str, ...]], use: str) -> None:
    owner, name, parameters = method
    found = getattr(owner, name, None)
    assert callable(found), f"{owner.__name__}.{name} is gone. {use}"
    has = inspect.signature(found).parameters
    assert set(parameters) <= set(has), f"{owner.__name__}.{name} has changed. {use}"


def test_nothing_happens_between_a_verified_signature_and_the_end_of_the_login() -> None:
    source = inspect.getsource(asyncssh.connection.SSHConnection.send_userauth_success)
    before, _, _ = source.partition("auth_completed")
    assert "await " not in before, (
        "`Connection.proved` is read in `auth_completed`. If the library waits for something "
        "between verifying and that, another request could slip in between: see T3."
    )


def test_the_library_itself_does_not_hold_back_when_a_line_is_full() -> None:
    source = inspect.getsource(asyncssh.connection.SSHConnection.pause_writing)
    assert "Do nothing" in source, (
        "The library watches the line by now: see whether `Connection.pause_writing` is needed."
    )


def test_a_packet_can_be_read_twice_and_remembers_what_was_signed() -> None:
    packet = SSHPacket(b"\x32" + String("name") + String("rest"))
    packet.get_byte()
    assert SSHPacket(packet.get_remaining_payload()).get_string() == b"name"
    packet.get_string()
    assert packet.get_consumed_payload() == b"\x32" + String("name"), (
        "`connection._Renamed` relies on the signed bytes being kept as they came."
    )


def test_some_names_are_still_refused_by_the_library() -> None:
    with pytest.raises(SASLPrepError):
        saslprep("\U0001f600")


def test_the_library_is_new_enough() -> None:
    """T3: 2.24.1 fixes a login as the wrong person."""
    version = tuple(int(part) for part in asyncssh.__version__.split("."))
    assert version >= (2, 24, 1)


def test_a_wrong_guess_is_ignored_when_told_so() -> None:
    """T37: Dropbear's client guesses."""
    source = inspect.getsource(asyncssh.connection.SSHConnection)
    assert "if self._ignore_first_kex:" in source, "asyncssh_internals sets it after a KEXINIT."
    assert "self._kex.algorithm != peer_kex_algs[0]" in source, (
        "The library judges guesses otherwise by now: see whether `guessed_wrong` is needed."
    )


async def test_key_exchange_is_strict_and_no_pings_are_asked_for() -> None:
    """T37: chacha20-poly1305 is safe only so. A client that may ping hides keys among pings."""
    options = asyncssh.SSHServerConnectionOptions(
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")]
    )
    connection = SSHServerConnection(asyncio.get_running_loop(), options)
    assert b"kex-strict-s-v00@openssh.com" in connection._get_extra_kex_algs()
    source = inspect.getsource(asyncssh.connection)
    assert "ping@openssh.com" not in source, (
        "OpenSSH sends about 270 packets a key to a server that knows this: see the packet budget."
    )
    connection.abort()


REQUESTS = {
    "env": "Channel bounds what a client may store with us (T8)",
    "pty-req": "the library hangs up on a TERM that is not ASCII",
    "subsystem": "the library refuses a name that is not ASCII without a word",
    "exec": "the library refuses what is not UTF-8 without a word",
    "x11-req": "the session says why nothing is forwarded (T16)",
    "auth-agent-req@openssh.com": "the session says why nothing is forwarded (T16)",
}


@pytest.mark.parametrize(("request_name", "use"), REQUESTS.items())
def test_requests_on_a_channel_are_known_by_these_names(request_name: str, use: str) -> None:
    """Channel tells them apart in `process_packet`, and so must the library."""
    handler = map_handler_name(request_name)
    assert hasattr(asyncssh.SSHServerChannel, f"_process_{handler}_request"), (
        f"{request_name} is handled elsewhere by now: see `Channel.process_packet` ({use})."
    )
    assert map_handler_name("a_b-c") == "a_b_c", "Channel takes `_` for `-` as the library does."


def test_a_request_of_an_unknown_name_is_refused() -> None:
    assert not hasattr(asyncssh.SSHServerChannel, "_process_refused_request")
    source = inspect.getsource(asyncssh.SSHServerChannel._service_next_request)
    assert "Received unknown channel request" in source, (
        "Channel refuses variables of the environment by giving the request a name nobody knows."
    )


async def test_a_channels_packets_are_small_enough_for_a_connection() -> None:
    """Connection makes the channel itself, and leaves the largest packet as it is."""
    options = asyncssh.SSHServerConnectionOptions(
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")]
    )
    assert options.max_pktsize == LARGEST_PACKET
    connection = SSHServerConnection(asyncio.get_running_loop(), options)
    assert connection._max_recv_pktlen >= LARGEST_PACKET + 1024
    connection.abort()


def test_every_packet_begins_where_a_turn_can_end() -> None:
    """T25: the library stops when there is no header, and goes on when asked to."""
    library = asyncssh.connection.SSHConnection
    loop = inspect.getsource(library._recv_data)
    assert "while self._inpbuf and self._recv_handler():" in loop
    assert "self._recv_handler = self._recv_pkthdr" in inspect.getsource(library._recv_version)
    assert "self._recv_handler = self._recv_pkthdr" in inspect.getsource(
        library._finish_recv_packet
    )
    assert "self._recv_data()" in inspect.getsource(library.data_received)
