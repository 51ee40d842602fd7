"""What a person reads before and after the game, and instead of it: one sentence for each code."""

from collections.abc import Sequence
from typing import Final

from keltis_protocol.messages import SeatState, TableLine
from keltis_words.refusals import refusal
from keltis_words.words import N_, Words, words_for

SENTENCES: Final = {
    # instead of the game
    "no_terminal": N_(
        "Keltis needs a terminal: use `ssh -t HOST`. For a list of the tables: `ssh HOST tables`."
    ),
    "json_terminal": N_("JSON is for programs, without a terminal: `ssh HOST json`."),
    "cannot_draw": N_("Your terminal cannot show pictures. Try again with TERM=xterm."),
    "usage": N_(
        "Keltis understands: ssh -t HOST · ssh -t HOST join CODE · ssh -t HOST watch CODE · "
        "ssh HOST tables · ssh HOST game CODE · ssh HOST help"
    ),
    "cast_needs_file": N_("A film goes into a file: ssh HOST cast CODE > game.cast"),
    "no_files": N_("This is a game server: there are no files to copy here."),
    "no_subsystem": N_("This is a game server: it knows no other service than `keltis`."),
    "no_forwarding": N_("This is a game server: it forwards nothing."),
    "one_session": N_("One session for each connection: please connect once more."),
    "too_many_sessions": N_("You are here too often already: please close another window first."),
    "too_many_here": N_(
        "As many windows are open from your address as may be: please come when one is closed."
    ),
    "too_many_guests_here": N_(
        "As many guests are here from your address as may be: come with a key (ssh-keygen makes "
        "one), or when one has gone."
    ),
    "too_many_tries": N_("Too many attempts to log in: please connect once more."),
    "too_many_arrivals": N_("Too many connections from your address: please wait a moment."),
    "flooded": N_("Your client sent far more than anybody needs to: please connect once more."),
    "no_place": N_("Too many are about to log in: please connect once more."),
    "no_key_exchange": N_("Your client took too long to exchange keys: please connect once more."),
    "penalty": N_("Your address did that too often lately: please wait {seconds} s."),
    "idle": N_("Nobody was there for a long while. Your game is kept: come back."),
    # who one is
    "link_offered": N_(
        "To let another key open this account, log in with that key within {minutes} minutes: "
        "ssh HOST link {secret}"
    ),
    "linked": N_("This key opens the account of {name} from now on."),
    "forget_how": N_(
        "This deletes your account: its name, its keys and what it likes. In games you are called "
        "somebody. To do it: ssh HOST forget-me {word}"
    ),
    "forgotten": N_("You are forgotten. Goodbye."),
    "come_back": N_("Your seat is kept. To take it again, with or without a key: {line}"),
    "guest_hint": N_("You are a guest. If the line breaks in a game: {line}"),
    "key_needed": N_("For that you need a key: ssh-keygen makes one. Guests have no account."),
    "key_taken": N_("This key has an account of its own. To give that up: ssh HOST forget-me"),
    "no_account": N_("There is no account of yours here."),
    "no_such_code": N_("That code is not known, or not any more."),
    "forgot_often": N_(
        "Several accounts were deleted from your address just now: please wait a while."
    ),
    "wrong_word": N_("That is not the word. Nothing was deleted."),
    # after the game
    "left": N_("Goodbye, and come again."),
    "crashed": N_("Something broke on our side, and only for you. Your game is kept: come back."),
    "stalled": N_("Your terminal did not take the pictures for too long. Your game is kept."),
    "shutdown": N_("The server is closing. Your game is kept: come back later."),
    "restart": N_("The server starts anew. Your game is kept: come back at once."),
    "taken_over": N_("You came in from somewhere else, so this window is closed."),
    "account_gone": N_("This account was deleted or joined to another. Come in once more."),
    "too_slow": N_("Your connection could not keep up. Your game is kept: come back."),
    # lists
    "no_tables": N_("No table is open. Open one: ssh -t HOST"),
    "no_turn": N_("No game waits for you."),
    "free_seat": N_("free"),
    "table_open": N_("open"),
    "table_playing": N_("playing"),
    "table_over": N_("over"),
}


_REFUSALS: Final = (
    *("key_needed", "key_taken", "no_account", "no_such_code", "wrong_word", "forgot_often"),
)
"""Refusals that nobody meets inside the game."""

HELP: Final = (
    ("ssh -t HOST", N_("play")),
    ("ssh -t HOST join CODE", N_("play at a friend's table")),
    ("ssh -t HOST watch CODE", N_("look on at a table")),
    ("ssh -t HOST back CODE", N_("take up your seat as a guest again")),
    ("ssh HOST tables", N_("list the open tables")),
    ("ssh HOST top [GAME]", N_("list who stands where by rating")),
    ("ssh -t HOST replay CODE", N_("play a finished game back; CODE.2@5: the second, turn 5")),
    ("ssh HOST cast CODE", N_("a finished game as a film: > game.cast, for asciinema")),
    ("ssh HOST turn", N_("whether a game waits for you: exit status 0 if one does, 1 if none")),
    ("ssh HOST game CODE [N]", N_("a finished game as a file")),
    ("ssh HOST link", N_("get a code to let a second key open your account")),
    ("ssh HOST link CODE", N_("let this key open the account that gave the code")),
    ("ssh HOST forget-me", N_("delete your account")),
    ("ssh HOST json", N_("messages in JSON, for a program")),
    ("ssh HOST help", N_("this list")),
)
"""What can be written after `ssh HOST`, and what it does."""
COLOURS: Final = (
    N_("If your terminal shows 16 million colours, let ssh say so:"),
    "ssh -o SendEnv=COLORTERM -t HOST",
)


def help_said(language: str) -> list[str]:
    """Every command on a line of its own, then how to have all colours."""
    words, (colours, how) = words_for(language), COLOURS
    listed = [command.ljust(26) + words._(what) for command, what in HELP]
    return [*listed, "", words._(colours), how]


def sentence(words: Words, code: str, **values: object) -> str:
    """The sentence for a code in somebody's language; an unknown code says goodbye."""
    return words._(SENTENCES.get(code, SENTENCES["left"]), **values)


def said(language: str, code: str, **values: object) -> str:
    """The sentence for a code in a language."""
    return sentence(words_for(language), code, **values)


def english(code: str, **values: object) -> str:
    """The sentence for a code, for whoever we do not know a language of."""
    return said("en", code, **values)


def refusal_said(language: str, reason: str) -> str:
    """Why the house refused something, in a language."""
    if reason in _REFUSALS:
        return said(language, reason)
    return refusal(words_for(language), reason)


def turns_said(
    language: str, waiting: Sequence[tuple[str, str, Sequence[str], float]]
) -> list[str]:
    """Each game that waits on a line of its own: code, game, the others, since when."""
    words = words_for(language)
    return [
        "  ".join((code, game, ", ".join(others), age(words, seconds)))
        for code, game, others, seconds in waiting
    ]


def tables_said(language: str, tables: list[TableLine]) -> list[str]:
    """Each table on a line of its own: code, game, state and who sits there."""
    words = words_for(language)
    if not tables:
        return [sentence(words, "no_tables")]
    return [
        "  ".join(
            [
                table.table,
                table.game,
                sentence(words, f"table_{table.state}"),
                ", ".join(_seat(words, seat) for seat in table.seats),
            ]
        )
        for table in tables
    ]


def _seat(words: Words, seat: SeatState) -> str:
    return sentence(words, "free_seat") if seat.kind == "free" else seat.name or seat.bot


def age(words: Words, seconds: float) -> str:
    """How long ago something happened, roughly."""
    minutes = max(0, int(seconds // 60))
    if minutes < 1:
        return words._("just now")
    if minutes < 60:
        return words._("{count} min ago", count=minutes)
    if minutes < 24 * 60:
        return words._("{count} h ago", count=minutes // 60)
    return words.ngettext("{count} day ago", "{count} days ago", minutes // (24 * 60))
