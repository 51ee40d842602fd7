"""A login by libssh2, which many programs have in them: what the server says to one command.

`python -m tests.attacks.by_libssh2 PORT LOGIN KEY COMMAND`, in a process of its own since it is C.
"""

import ctypes
import ctypes.util
import socket
import sys
from ctypes import c_char_p, c_int, c_size_t, c_void_p

WINDOW, PACKET, AT_ONCE = 1 << 20, 1 << 15, 4096


def library() -> str | None:
    """Where the system has it."""
    return ctypes.util.find_library("ssh2")


def said(port: int, login: str, key: str, command: str) -> bytes:
    """What comes back, to the end; or a mistake that names the step which failed."""
    found = library()
    assert found is not None
    ssh2 = ctypes.CDLL(found)
    ssh2.libssh2_session_init_ex.restype = c_void_p
    ssh2.libssh2_channel_open_ex.restype = c_void_p
    ssh2.libssh2_channel_read_ex.restype = ctypes.c_ssize_t
    nothing = c_void_p()
    assert ssh2.libssh2_init(0) == 0
    session = c_void_p(ssh2.libssh2_session_init_ex(nothing, nothing, nothing, nothing))
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        line.settimeout(None)  # it waits by itself
        assert ssh2.libssh2_session_handshake(session, c_int(line.fileno())) == 0, "handshake"
        name = login.encode()
        files = c_char_p(f"{key}.pub".encode()), c_char_p(key.encode()), c_char_p(b"")
        logged_in = ssh2.libssh2_userauth_publickey_fromfile_ex(
            session, c_char_p(name), len(name), *files
        )
        assert logged_in == 0, "login"
        asked = c_char_p(b"session"), 7, WINDOW, PACKET, nothing, 0
        channel = c_void_p(ssh2.libssh2_channel_open_ex(session, *asked))
        assert channel.value, "channel"
        words = command.encode()
        begun = ssh2.libssh2_channel_process_startup(
            channel, c_char_p(b"exec"), 4, c_char_p(words), len(words)
        )
        assert begun == 0, "command"
        got, piece = b"", ctypes.create_string_buffer(AT_ONCE)
        while (count := ssh2.libssh2_channel_read_ex(channel, 0, piece, c_size_t(AT_ONCE))) > 0:
            got += piece.raw[:count]
        return got


if __name__ == "__main__":
    port, login, key, command = sys.argv[1:]
    sys.stdout.buffer.write(said(int(port), login, key, command))
