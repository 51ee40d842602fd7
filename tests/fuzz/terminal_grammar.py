"""What terminals send: a person's keys, and everything a terminal says by itself.

From xterm's control sequences (ctlseqs), the VT manuals they refer to, and kitty's documents on
its keyboard, graphics, colours, clipboard and notifications.
"""

import base64
import re
from itertools import pairwise
from random import Random
from typing import Final

ESC: Final = b"\x1b"
END: Final = b"\x1b\\"
"""What ends a string; a bell, or one byte, does too."""

REPORTS: Final = (
    # focus, and what kind of terminal it is (DA1, DA2, DA3, XTVERSION)
    *("[I", "[O", "[?62;{n}c", "[?{n};{n};{n};{n};{n};{n}c", "[?6c", "[>{n};{n};{n}c"),
    *("P!|{hex}\\", "P>|{text}\\"),
    # how it is and where the cursor is (DSR, CPR, DECXCPR)
    *("[0n", "[3n", "[?10n", "[?11n", "[?13n", "[?20n", "[?21n", "[?27;{n};{n};{n}n", "[?50n"),
    *("[?53n", "[?57;{n}n", "[?70n", "[?71n", "[?73n", "[?83n", "[?997;{n}n", "[{n}*{{"),
    *("[{n};{n}R", "[?{n};{n}R", "[?{n};{n};{n}R", "P{n}!~{hex}\\"),
    # how it is set: DECRPM, DECREPTPARM, DECRQSS, XTGETTCAP, XTQMODKEYS, tabs, cursor
    *("[?{n};{n}$y", "[{n};{n}$y", "[2;1;1;112;112;1;0x", "[3;{n};{n};{n};{n};{n};{n}x"),
    *("P1$r{n}m\\", "P0$r\\", "P1$r{n};{n}r\\", "P1$r{n} q\\", "P1+r{hex}={hex}\\", "P0+r{hex}\\"),
    *("[>{n};{n}m", "[>4m", "P1$u{text}\\", "P2$u{n}/{n}/{n}\\", "P0!u%5\\", "P1!uA\\"),
    *('[{n};{n};{n};{n};{n}"w', "[{n};{n}#Q", "[?{n};{n}#Q"),
    # the window: its state, place, sizes, titles, and a size nobody asked for
    *("[1t", "[2t", "[3;{n};{n}t", "[4;{n};{n}t", "[5;{n};{n}t", "[6;{n};{n}t", "[8;{n};{n}t"),
    *("[9;{n};{n}t", "[48;{n};{n};{n};{n}t", "[48;{n}:{n};{n}:{n};{n};{n}t", "]l{text}\\"),
    *("]L{text}\\",),
    # colours, clipboard, and other strings
    *("]4;{n};{rgb}\\", "]5;{n};{rgb}\\", "]10;{rgb}\\", "]11;{rgb}\\", "]12;{rgb}\\"),
    *("]13;{rgb}\\", "]17;{rgb}\\", "]19;{rgb}\\", "]52;c;{b64}\\", "]52;;{b64}\\", "]60;{text}\\"),
    *("]61;{text}\\", "]21;foreground={rgb};background=?\\", "]22;{text}\\", "]1337;{text}\\"),
    *("]99;i={n}:p=?;{text}\\", "]5522;type=read:status=DATA;{b64}\\", "]5113;{text}\\", "]\\"),
    *(
        "P@kitty-cmd{{{text}}}\\",
        "P1000p%begin {n}\\",
        "Pq#0;2;0;0;0#0~~@@vv\\",
        "P{n};{n}|17/{hex}\\",
    ),
    *("P\\", "_Gi={n};OK\\", "_Gi={n},p={n};ENOENT:{text}\\", "_Ga=d\\", "_{text}\\", "^{text}\\"),
    *("X{text}\\",),
    # kitty's keyboard: its flags, and keys let go
    *("[?{n}u", "[97;1:3u", "[97:65;2:3u", "[113;1:3u", "[13;1:3u", "[27;1:3u", "[57441;2:3u"),
    *("[1;1:3A", "[1;5:3P", "[5;1:3~", "[97;1:3;97u", "[;1:3u"),
    # the mouse in forms we did not ask for (1015, locators, what was marked), and the graphics
    *("[{n};{n};{n}M", "[{n};{n};{n};{n};{n}&w", "[?1;0;{n}S", "[?2;0;{n};{n}S", "[?1;3;0S"),
)
"""Each without its ESC; `\\` at the end stands for what ends a string."""

KEYS: Final = (
    *(b"a", b"m", b"Z", b"7", b"+", b" ", b"\r", b"\t", b"\x7f", b"\x01", b"\x1f"),
    *("ü".encode(), "ő".encode(), "ш".encode(), "語".encode(), "🙂".encode()),
    *(b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H", b"\x1b[F", b"\x1b[Z", b"\x1b[E"),
    *(b"\x1bOA", b"\x1bOD", b"\x1bOP", b"\x1bOS", b"\x1bOM", b"\x1bOj", b"\x1bO5P", b"\x1bO1;2Q"),
    *(b"\x1b[1;5C", b"\x1b[1;2A", b"\x1b[5C", b"\x1b[1;3P", b"\x1b[[A", b"\x1b[[E", b"\x1b[23$"),
    *(b"\x1b[2~", b"\x1b[3~", b"\x1b[5~", b"\x1b[6~", b"\x1b[15~", b"\x1b[24~", b"\x1b[3;5~"),
    *(b"\x1bk", b"\x1b1", b"\x1b\r", b"\x1b\x7f", "\x1bж".encode()),
    *(b"\x1b[97;5u", b"\x1b[27u", b"\x1b[13u", b"\x1b[9;2u", b"\x1b[57399u", b"\x1b[57352u"),
    *(b"\x1b[97:65;2u", b"\x1b[97:65:1092;2:1u", b"\x1b[97;1:2u", b"\x1b[1;1:1A", b"\x1b[1;:2B"),
    *(b"\x1b[97;;97u", b"\x1b[0;;228u", b"\x1b[97;2;65u", b"\x1b[0;;104:105u", b"\x1b[57441u"),
    *(b"\x1b[27;5;97~", b"\x1b[27;2;65~", b"\x1b[27;6;13~", b"\x1b[27;1;9~"),
    *(b"\x1b[<0;12;5M", b"\x1b[<0;12;5m", b"\x1b[<35;1;1M", b"\x1b[<64;9;9M", b"\x1b[<66;9;9M"),
    *(b"\x9bA", b"\x8fP", b"\xc2\x9b5~", b"\x9b97;5u"),
    *(b"\x1b[200~pasted\x1b[201~", b"\x1b[200~\x1b[201~", b"\x1b[200~a\x1b[200~b\x1b[201~"),
    *(b"\x1b[200~q\r\x1b]11;?\x07\xff\x9d\x1b[201\x1b[201~", b"\x9b200~8 bit\x9b201~"),
)
"""What a person does: keys in every form there is, clicks, pastes."""

NOISE: Final = tuple(bytes([each]) for each in (0x80, 0x85, 0x9C, 0xA0, 0xBF, 0xC0, 0xFE, 0xFF))
"""Bytes that are no text anywhere."""

NO_KEYS: Final = b"GIJKLNOVWXY`abdefghijlmnorvz{|}"
"""Letters that end no key's sequence behind a number, nor a report's with bytes after it."""


def report(random: Random) -> bytes:
    """Something a terminal says by itself, in any of its forms."""
    match random.randrange(12):
        case 0:
            return _old_mouse(random)
        case 1:
            return _any_control(random)
        case 2:
            return random.choice(NOISE)
    return _in_some_form(random, filled(random, random.choice(REPORTS)))


def filled(random: Random, shape: str) -> bytes:
    """A report of a shape, in seven bits, its string ended by ESC \\."""
    words = {
        "n": lambda: str(random.choice((0, 1, 2, 5, 24, 80, 113, 1006, 9_999_999, 10**30))),
        "hex": lambda: random.randbytes(random.randrange(20)).hex(),
        "rgb": lambda: "rgb:" + "/".join(f"{random.randrange(65536):04x}" for _ in range(3)),
        "b64": lambda: base64.b64encode(random.randbytes(random.randrange(200))).decode(),
        "text": lambda: "".join(random.choices("q?mM[]0;~ üш語🙂", k=random.randrange(60))),
    }
    text = re.sub(r"\{(\w+)\}", lambda found: words[found[1]](), shape)
    text = text.replace("{{", "{").replace("}}", "}")
    if text[0] in "P]_^X":
        return ESC + text.removesuffix("\\").encode() + END
    return ESC + text.encode()


def _in_some_form(random: Random, said: bytes) -> bytes:
    """The same with its first two bytes in one, or ended otherwise."""
    if said.endswith(END) and said[1:2] in b"P]_^X":
        said = said.removesuffix(END) + random.choice((END, END, b"\a", b"\x9c", b"\xc2\x9c"))
        if random.random() < 0.1:  # text that is not in UTF-8
            said = said[:2] + bytes([random.choice(b"\xe4\xf6\xfc\xdf")]) + b" " + said[2:]
    if random.random() < 0.2:
        first = bytes([said[1] + 0x40])
        said = random.choice((first, b"\xc2" + first)) + said[2:]
    return said


def _old_mouse(random: Random) -> bytes:
    """The mouse as terminals told it before there were numbers (X10, 1005, 1001)."""
    if random.random() < 0.3:
        places = "".join(chr(random.randrange(33, 2048)) for _ in range(2))
        return b"\x1b[M" + f"{chr(random.randrange(32, 128))}{places}".encode()
    count, first = random.choice(((2, b"\x1b[M"), (2, b"\x1b[M"), (1, b"\x1b[t"), (5, b"\x1b[T")))
    columns = [random.randrange(33, 128) for _ in range(count)]
    if first == b"\x1b[M":
        columns[1] = random.choice((random.randrange(33, 256), 233, 155))
    return first + bytes([*columns, random.randrange(33, 127)])


def _any_control(random: Random) -> bytes:
    """A control sequence with a private mark, or one whose last letter is no key's."""
    numbers = b";".join(str(random.randrange(300)).encode() for _ in range(random.randrange(1, 7)))
    if random.random() < 0.5:
        between = random.choice((b"", b"", b"$", b" ", b"'", b'"'))
        last = bytes([random.randrange(0x40, 0x7F)])
        return b"\x1b[" + random.choice((b"?", b">", b"=")) + numbers + between + last
    return b"\x1b[" + numbers + bytes([random.choice(NO_KEYS)])


def in_pieces(random: Random, data: bytes) -> list[bytes]:
    """The same bytes as a few reads may bring them."""
    cuts = sorted(random.randrange(len(data) + 1) for _ in range(random.randrange(6)))
    ends = [0, *cuts, len(data)]
    return [data[start:stop] for start, stop in pairwise(ends)]
