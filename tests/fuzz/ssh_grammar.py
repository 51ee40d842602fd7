"""What an SSH client may send once it has logged in: every message there is, well formed or not."""

from collections.abc import Callable
from random import Random
from typing import Final

from asyncssh.packet import Boolean, String, UInt32

Message = tuple[int, bytes]
"""The number of a message and what follows it."""

MOST: Final = 2**32 - 1
SIZES: Final = (0, 1, 80, 24, 500, 65535, 2**31, MOST)
WINDOWS: Final = (0, 1, 1000, 65536, 2**21, 2**31, MOST)
CHANNELS: Final = (*[0] * 60, 1, 7, MOST)
"""Numbers of channels; the first session is 0."""
TERMS: Final = (b"xterm-256color", b"vt100", b"dumb", b"", b"\xff\xfe", b"x" * 300)
COMMANDS: Final = (
    *(
        b"tables",
        b"top",
        b"top stones",
        b"turn",
        b"cast ABCDEF",
        b"replay ABCDEF.2",
        b"replay ABCDEF",
        b"json",
        b"help",
        b"join ABCDEF",
        b"game ABCDEF 1",
        b"back ABCDEFGHJK",
        b"link",
        b"forget-me",
    ),
    *(
        b"link ABCDEFGHJK",
        b"forget-me me",
        b"sh -c id",
        b"'",
        b"",
        b"\xff\x00",
        b"scp -t .",
        b"a" * 999,
    ),
)
SUBSYSTEMS: Final = (b"keltis", b"sftp", b"netconf", b"", b"\xff")
NAMES: Final = (b"LANG", b"LC_ALL", b"COLORTERM", b"NO_COLOR", b"LD_PRELOAD", b"", b"\xff" * 40)
KEYS: Final = (b"?", b"q", b"\r", b"\x1b[C", b"\x1b[I", b"\x03", b"b", b"\x1b[200~x", b"\x00" * 200)


def _pick(random: Random, given: tuple[bytes, ...]) -> bytes:
    return String(random.choice(given))


def _numbers(random: Random, count: int) -> bytes:
    return b"".join(UInt32(random.choice(SIZES)) for _ in range(count))


def _address(random: Random) -> bytes:
    return String(random.choice((b"127.0.0.1", b"", b"::1", b"\xff"))) + _numbers(random, 1)


REQUESTS: Final[dict[bytes, Callable[[Random], bytes]]] = {
    b"pty-req": lambda r: (
        _pick(r, TERMS)
        + _numbers(r, 4)
        + _pick(r, (b"", b"\x00", b"\x01\x00\x00\x00\x03\x00", b"\x35"))
    ),
    b"shell": lambda _: b"",
    b"exec": lambda r: _pick(r, COMMANDS),
    b"subsystem": lambda r: _pick(r, SUBSYSTEMS),
    b"env": lambda r: _pick(r, NAMES) + _pick(r, (b"de_DE.UTF-8", b"C", b"", b"\xff", b"1" * 3000)),
    b"window-change": lambda r: _numbers(r, 4),
    b"signal": lambda r: _pick(r, (b"INT", b"KILL", b"WINCH", b"\xff", b"")),
    b"break": lambda r: _numbers(r, 1),
    b"x11-req": lambda r: Boolean(True) + String(b"MIT") + String(b"00") + _numbers(r, 1),
    b"auth-agent-req@openssh.com": lambda _: b"",
    b"eow@openssh.com": lambda _: b"",
    b"keepalive@openssh.com": lambda _: b"",
    b"xon-xoff": lambda _: Boolean(True),
    b"exit-status": lambda r: _numbers(r, 1),
    b"exit-signal": lambda _: String(b"HUP") + Boolean(False) + String(b"") + String(b""),
    b"nonsense@example.com": lambda r: r.randbytes(8),
    b"\xff\xfe": lambda _: b"",
}
OPENINGS: Final[dict[bytes, Callable[[Random], bytes]]] = {
    b"session": lambda _: b"",
    b"direct-tcpip": lambda r: _address(r) + _address(r),
    b"forwarded-tcpip": lambda r: _address(r) + _address(r),
    b"direct-streamlocal@openssh.com": lambda r: String(b"/x") + String(b"") + _numbers(r, 1),
    b"forwarded-streamlocal@openssh.com": lambda _: String(b"/x") + String(b""),
    b"tun@openssh.com": lambda r: _numbers(r, 2),
    b"x11": _address,
    b"auth-agent@openssh.com": lambda _: b"",
    b"nonsense": lambda r: r.randbytes(4),
}
GLOBALS: Final[dict[bytes, Callable[[Random], bytes]]] = {
    b"tcpip-forward": _address,
    b"cancel-tcpip-forward": _address,
    b"streamlocal-forward@openssh.com": lambda _: String(b"/x"),
    b"cancel-streamlocal-forward@openssh.com": lambda _: String(b"/x"),
    b"hostkeys-00@openssh.com": lambda r: String(r.randbytes(8)),
    b"hostkeys-prove-00@openssh.com": lambda r: String(r.randbytes(8)),
    b"keepalive@openssh.com": lambda _: b"",
    b"no-more-sessions@openssh.com": lambda _: b"",
    b"nonsense": lambda r: r.randbytes(4),
}


def open_channel(random: Random, kind: bytes) -> Message:
    """Ask for a channel."""
    head = String(kind) + UInt32(random.randrange(4)) + UInt32(random.choice(WINDOWS))
    return 90, head + UInt32(random.choice((0, 1, 32768, MOST))) + OPENINGS[kind](random)


def request(random: Random, kind: bytes, channel: int = 0) -> Message:
    """Ask something on a channel."""
    wanted = Boolean(random.random() < 0.7)
    return 98, UInt32(channel) + String(kind) + wanted + REQUESTS[kind](random)


def _on_channel(random: Random) -> Message:
    channel = UInt32(random.choice(CHANNELS))
    number = random.choice((93, 94, 94))
    if random.random() < 0.1:
        number = random.choice((91, 92, 95, 96, 96, 96, 97, 97, 99, 100))
    rest = {
        91: _numbers(random, 3),
        92: UInt32(1) + String(b"no") + String(b""),
        93: UInt32(random.choice(WINDOWS)),
        94: _pick(random, KEYS),
        95: UInt32(random.choice((1, 2, MOST))) + _pick(random, KEYS),
    }
    return number, channel + rest.get(number, b"")


def _global(random: Random) -> Message:
    kind = random.choice(list(GLOBALS))
    return 80, String(kind) + Boolean(random.random() < 0.5) + GLOBALS[kind](random)


def _login(random: Random) -> Message:
    number = random.choice((50, 50, 51, 52, 53, 60, 61, 66))
    method = random.choice((b"none", b"publickey", b"keyboard-interactive", b"password", b"\xff"))
    return number, String(random.choice((b"ann", b"\xff"))) + String(b"ssh-connection") + String(
        method
    )


def _transport(random: Random) -> Message:
    number = random.choice((2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 30, 31, 81, 82, 127, 192, 193, 255))
    texts = {5: (b"ssh-userauth", b"ssh-connection", b"\xff"), 2: (b"", b"x" * 2000)}
    return number, _pick(random, texts.get(number, (b"", b"x")))


def message(random: Random) -> Message:
    """Any message; a few with something wrong in them, which a server may hang up on."""
    makers: tuple[Callable[[], Message], ...] = (
        *[lambda: request(random, random.choice(list(REQUESTS)), random.choice(CHANNELS))] * 8,
        *[lambda: _on_channel(random)] * 8,
        *[lambda: _global(random)] * 2,
        lambda: open_channel(random, random.choice(list(OPENINGS))),
        lambda: (_login if random.random() < 0.1 else _global)(random),
        lambda: (_transport if random.random() < 0.3 else _on_channel)(random),
    )
    number, body = random.choice(makers)()
    if random.random() < 0.03:
        place = random.randrange(len(body) + 1)
        body = random.choice((body[:place], body + random.randbytes(5), random.randbytes(place)))
    return number, body


def session(random: Random) -> list[Message]:
    """What a client should begin with: a session, perhaps a terminal, and what it is for."""
    begun = [(90, String(b"session") + UInt32(0) + UInt32(2**21) + UInt32(32768))]
    if random.random() < 0.7:
        size = UInt32(80) + UInt32(24) + UInt32(0) + UInt32(0) + String(b"\x00")
        begun.append((98, UInt32(0) + String(b"pty-req") + Boolean(True) + String(b"xterm") + size))
    begun += [request(random, b"env") for _ in range(random.choice((0, 0, 1, 3)))]
    begun += [message(random) for _ in range(random.choice((0, 0, 1, 3)))]
    begun.append(request(random, random.choice((b"shell", b"exec", b"subsystem"))))
    return begun


def conversation(random: Random) -> list[Message]:
    """What one client sends: more often than not it begins as a client should."""
    begun = session(random) if random.random() < 0.85 else []
    return begun + [message(random) for _ in range(random.randrange(40))]
