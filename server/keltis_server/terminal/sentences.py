"""What a person reads before and after the game, and instead of it: one sentence for each code."""

from typing import Final

from keltis_protocol.messages import SeatState, TableLine
from keltis_tui.wording.refusals import refusal
from keltis_tui.words import N_, Words, words_for

SENTENCES: Final = {
    # instead of the game
    "no_terminal": N_(
        "Keltis needs a terminal: use `ssh -t HOST`. For a list of the tables: `ssh HOST tables`."
    ),
    "cannot_draw": N_("Your terminal cannot show pictures. Try again with TERM=xterm."),
    "usage": N_(
        "Keltis understands: ssh -t HOST · ssh -t HOST join CODE · ssh HOST tables · "
        "ssh HOST game CODE"
    ),
    "no_files": N_("This is a game server: there are no files to copy here."),
    "no_subsystem": N_("This is a game server: it knows no other service than `keltis`."),
    "no_forwarding": N_("This is a game server: it forwards nothing."),
    "one_session": N_("One session for each connection: please connect once more."),
    "too_many_sessions": N_("You are here too often already: please close another window first."),
    "too_many_tries": N_("Too many attempts to log in: please connect once more."),
    "too_many_arrivals": N_("Too many connections from your address: please wait a moment."),
    # after the game
    "left": N_("Goodbye, and come again."),
    "crashed": N_("Something broke on our side, and only for you. Your game is kept: come back."),
    "stalled": N_("Your terminal did not take the pictures for too long. Your game is kept."),
    "shutdown": N_("The server is closing. Your game is kept: come back later."),
    "taken_over": N_("You came in from somewhere else, so this window is closed."),
    "too_slow": N_("Your connection could not keep up. Your game is kept: come back."),
    # lists
    "no_tables": N_("No table is open. Open one: ssh -t HOST"),
    "free_seat": N_("free"),
    "table_open": N_("open"),
    "table_playing": N_("playing"),
    "table_over": N_("over"),
}


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
    return refusal(words_for(language), reason)


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
