"""What nobody should be called: every character that steers a terminal, sequences, markup."""

import unicodedata

from hypothesis import strategies as st

MARKUP = (
    "[@click=app.quit]x[/]",
    "[@click='app.bell']y",
    "[/oops]",
    "[link=https://evil.example]x[/link]",
    "[bold red on blue]z[/]",
    "[bold",
    "\\[",
    "[[]]",
    "$x ${x} %s {x} {0}",
)
SEQUENCES = (
    "\x1b]0;owned\x07",  # OSC: title, clipboard, link, palette, notification
    "\x1b]52;c;eA==\x07",
    "\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\",
    "\x1b]4;1;red\x1b\\",
    "\x1b]777;notify;a;b\x07",
    "\x1bP1$r0m\x1b\\",  # DCS, APC, PM, SOS
    "\x1b_Gf=24;AAAA\x1b\\",
    "\x1b^private\x1b\\",
    "\x1bXstring\x1b\\",
    "\x1b[2J",  # CSI: wipe, report, move, colour, modes
    "\x1b[6n\x1b[c\x1b[>q",
    "\x1b[1;1H\x1b[31m",
    "\x1b[?1049l\x1b[?25l",
    "\x9b31m\x9d2;owned\x9c",  # the same in one byte each
    "\x90q\x9c\x9f\x9e\x98",
    "\x1bc\x1b#8\x0e\x0f",  # reset, alignment, character sets
    "line\r\nroot was here\x08\x08\x0b\x0c\t",
    "\u202egnp.exe\u2066",  # backwards
    "a\u200bb\ufeffc\u2060\u00ad",  # invisible
    "\U000e0041\U000e0042",  # tags
    "a" + "\u0301" * 40,  # marks piled up
    "\ud800\udc80\udfff",  # halves of characters
    "\ue000\ufffe\U0010ffff\u3164\u2800",  # private, no character, blank letters
    "\u2028\u2029\x85",  # ends of lines
    "漢字\U0001f468\u200d\U0001f469\u200d\U0001f467\ufe0f",  # wide, joined
)
STEERING = tuple(
    character
    for character in map(chr, range(0x110000))
    if unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp"}
)
"""Every control, format and line end that there is."""
EVERY_CONTROL = tuple(
    "".join(f"x{character}" for character in STEERING[start : start + 8])
    for start in range(0, len(STEERING), 8)
)
TEXTS = (*MARKUP, *SEQUENCES, *EVERY_CONTROL)

hostile = st.one_of(
    st.sampled_from(TEXTS),
    st.text(st.sampled_from(STEERING), min_size=1, max_size=12),
    st.text(
        st.characters(categories=["Cs", "Co", "Cn", "Mn", "Me", "Zs"]), min_size=1, max_size=12
    ),
    st.text(st.sampled_from("[]/@=()'\"\\$%{}\x1b;mx0"), min_size=1, max_size=20),
    st.text(min_size=1, max_size=24),
)
"""Steering characters, halves, marks, blanks, broken markup and sequences, and anything."""
