"""What a client asks for: words after `ssh host`, or a subsystem."""

import re
import shlex
from dataclasses import dataclass
from typing import Final

from keltis_server.terminal.entrance import Entrance, replay_of

_CODE: Final = re.compile(r"[A-Za-z0-9]{4,8}")
LONG_CODE: Final = re.compile(r"[A-Za-z0-9]{10}")
_GAME: Final = re.compile(r"[a-z]{1,16}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")
SUBSYSTEM: Final = "keltis"
"""The service that native clients and bots ask for."""


@dataclass(frozen=True, slots=True)
class Play:
    """The game; at once where `entrance` leads."""

    entrance: Entrance = Entrance()  # noqa: RUF009 - it is frozen


@dataclass(frozen=True, slots=True)
class ListTables:
    """The open tables, as plain lines."""


@dataclass(frozen=True, slots=True)
class Top:
    """The leaderboards of a game, or one of every game, as plain lines."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The file of a table's game; number 0 is the newest that is over."""

    table: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Cast:
    """A table's finished game as an asciicast."""

    table: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether a game waits for this person, as plain lines and an exit status."""


@dataclass(frozen=True, slots=True)
class Help:
    """What can be asked for."""


@dataclass(frozen=True, slots=True)
class OfferLink:
    """A code with which another key can join this account."""


@dataclass(frozen=True, slots=True)
class Link:
    """To join the account that gave out a code."""

    code: str


@dataclass(frozen=True, slots=True)
class Back:
    """A guest's seat, by the code the guest was given."""

    code: str


@dataclass(frozen=True, slots=True)
class Forget:
    """To be forgotten; the word says that it is meant."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Native:
    """Messages instead of pictures, for a program."""

    json: bool = False
    """As JSON, an object a line, instead of frames of msgpack."""


@dataclass(frozen=True, slots=True)
class Misunderstood:
    """Something we do not do; `code` is the sentence that says so."""

    code: str


Account = OfferLink | Link | Forget
"""What concerns who one is, answered in a few words."""
Lists = ListTables | Top | Turn | FinishedGame | Cast | Help
"""What is answered with lines, or a file."""
Request = Play | Back | Lists | Account | Native | Misunderstood


def command_request(command: str, longest: int) -> Request:
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
            return Play(Entrance(join=code.upper()))
        case ["watch", code] if _CODE.fullmatch(code):
            return Play(Entrance(watch=code.upper()))
        case ["replay", name] if (way := replay_of(name)) is not None:
            return Play(way)
        case ["cast", name] if (way := replay_of(name)) is not None and not way.turn:
            return Cast(way.replay, way.number)
        case ["game", code] if _CODE.fullmatch(code):
            return FinishedGame(code.upper())
        case ["game", code, number] if _CODE.fullmatch(code) and _NUMBER.fullmatch(number):
            return FinishedGame(code.upper(), int(number))
        case ["back", code] if LONG_CODE.fullmatch(code):
            return Back(code.upper())
        case ["link"]:
            return OfferLink()
        case ["link", code] if LONG_CODE.fullmatch(code):
            return Link(code.upper())
        case ["forget-me"]:
            return Forget()
        case ["forget-me", word]:
            return Forget(word)
        case ["help" | "--help" | "-h" | "?"]:
            return Help()
        case ["top"]:
            return Top()
        case ["top", game] if _GAME.fullmatch(game.lower()):
            return Top(game.lower())
        case ["turn"]:
            return Turn()
        case ["tables"]:
            return ListTables()
        case ["json"]:
            return Native(json=True)
        case ["scp" | "sftp-server" | "rsync", *_]:
            return Misunderstood("no_files")
    return Misunderstood("usage")


def subsystem_request(name: str) -> Request:
    """What a subsystem asks for."""
    if name == SUBSYSTEM:
        return Native()
    return Misunderstood("no_files" if name == "sftp" else "no_subsystem")
