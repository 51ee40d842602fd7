"""What the door needs of asyncssh beyond its documented interface.

When an upgrade breaks one of these, the message says what the name is used for and what to do.
"""

import inspect

import asyncssh
import pytest
from asyncssh.auth import ServerAuth
from asyncssh.connection import SSHServerConnection
from asyncssh.packet import SSHPacket, String
from asyncssh.saslprep import SASLPrepError, saslprep

METHODS = {
    (SSHServerConnection, "validate_public_key", ("username", "key_data", "msg", "signature")): (
        "DoorConnection overrides it to learn which key *signed* (msg is not empty). If this "
        "breaks, an unsigned offer may pass for a login: do not upgrade before it is understood."
    ),
    (SSHServerConnection, "validate_kbdint_response", ("username", "responses")): (
        "DoorConnection overrides it: who comes in this way is a guest."
    ),
    (SSHServerConnection, "send_userauth_failure", ("partial_success",)): (
        "DoorConnection counts refused attempts in it."
    ),
    (SSHServerConnection, "process_packet", ("pkttype", "pktid", "packet")): (
        "DoorConnection replaces login names in it that the library would hang up on."
    ),
    (SSHServerConnection, "create_server_channel", ("encoding", "window", "max_pktsize")): (
        "DoorConnection overrides it to make a channel that bounds the environment."
    ),
    (SSHServerConnection, "_update_recv_pktlen", ()): (
        "DoorConnection calls it as `create_server_channel` does."
    ),
    (asyncssh.SSHServerChannel, "_process_env_request", ("packet",)): (
        "DoorChannel overrides it to bound what a client may store with us."
    ),
    (asyncssh.SSHServerChannel, "_process_pty_req_request", ("packet",)): (
        "DoorChannel overrides it: the library hangs up on a TERM that is not ASCII."
    ),
    (asyncssh.SSHServerChannel, "_process_subsystem_request", ("packet",)): (
        "DoorChannel overrides it: the library refuses a name that is not ASCII without a word."
    ),
    (asyncssh.SSHServerChannel, "_process_exec_request", ("packet",)): (
        "DoorChannel overrides it: the library refuses what is not UTF-8 without a word."
    ),
    (asyncssh.SSHServerChannel, "_process_x11_req_request", ("packet",)): (
        "DoorChannel overrides it, so that the session can say why nothing is forwarded (T16)."
    ),
    (
        asyncssh.SSHServerChannel,
        "_process_auth_agent_req_at_openssh_dot_com_request",
        ("packet",),
    ): "DoorChannel overrides it likewise.",
    (SSHServerConnection, "pause_writing", ()): (
        "DoorConnection overrides it to learn that a client does not read its line (T9)."
    ),
    (SSHServerConnection, "resume_writing", ()): "DoorConnection overrides it likewise.",
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
        "`DoorConnection.proved` is read in `auth_completed`. If the library waits for something "
        "between verifying and that, another request could slip in between: see T3."
    )


def test_the_library_itself_does_not_hold_back_when_a_line_is_full() -> None:
    source = inspect.getsource(asyncssh.connection.SSHConnection.pause_writing)
    assert "Do nothing" in source, (
        "The library watches the line by now: see whether `DoorConnection.pause_writing` is needed."
    )


def test_a_packet_can_be_read_twice_and_remembers_what_was_signed() -> None:
    packet = SSHPacket(b"\x32" + String("name") + String("rest"))
    packet.get_byte()
    assert SSHPacket(packet.get_remaining_payload()).get_string() == b"name"
    packet.get_string()
    assert packet.get_consumed_payload() == b"\x32" + String("name"), (
        "`Reworded` relies on the signed bytes being kept as they came."
    )


def test_some_names_are_still_refused_by_the_library() -> None:
    with pytest.raises(SASLPrepError):
        saslprep("\U0001f600")


def test_the_library_is_new_enough() -> None:
    """T3: 2.24.1 fixes a login as the wrong person."""
    version = tuple(int(part) for part in asyncssh.__version__.split("."))
    assert version >= (2, 24, 1)
