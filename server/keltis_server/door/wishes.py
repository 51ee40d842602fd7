"""What somebody wants who wrote words after `ssh host`."""

import re
import shlex
from dataclasses import dataclass
from typing import Final

_CODE: Final = re.compile(r"[A-Za-z0-9]{4,8}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")
SUBSYSTEM: Final = "keltis"
"""The service that native clients and bots ask for."""


@dataclass(frozen=True, slots=True)
class Play:
    """The game; at once at table `join` if there is one."""

    join: str = ""


@dataclass(frozen=True, slots=True)
class ListTables:
    """The open tables, as plain lines."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The file of a table's game; number 0 is the newest that is over."""

    table: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages instead of pictures, for a program."""


@dataclass(frozen=True, slots=True)
class Misunderstood:
    """Something we do not do; `code` is the sentence that says so."""

    code: str


Wish = Play | ListTables | FinishedGame | Talk | Misunderstood


def command_wish(command: str, longest: int) -> Wish:
    """What a command asks for. There is no shell: it is only ever compared."""
    if len(command) > longest:
        return Misunderstood("usage")
    try:
        words = shlex.split(command)
    except ValueError:
        return Misunderstood("usage")
    match words:
        case []:
            return Play()
        case ["join", code] if _CODE.fullmatch(code):
            return Play(code.upper())
        case ["game", code] if _CODE.fullmatch(code):
            return FinishedGame(code.upper())
        case ["game", code, number] if _CODE.fullmatch(code) and _NUMBER.fullmatch(number):
            return FinishedGame(code.upper(), int(number))
        case ["tables"]:
            return ListTables()
        case ["scp" | "sftp-server" | "rsync", *_]:
            return Misunderstood("no_files")
    return Misunderstood("usage")


def subsystem_wish(name: str) -> Wish:
    """What a subsystem asks for."""
    if name == SUBSYSTEM:
        return Talk()
    return Misunderstood("no_files" if name == "sftp" else "no_subsystem")
