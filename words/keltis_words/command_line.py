"""What the command line says when something is wrong: a sentence for each code."""

from typing import Final

from keltis_words.words import N_

CANNOT_CONNECT: Final = {
    "bad_destination": N_("{host} is not of the form [user@]host[:port]."),
    "bad_port": N_("{host} has no port that exists: a port is a number from 1 to 65535."),
    "bad_config": N_("Your SSH configuration cannot be read; try ssh {host} to see why."),
    "unknown_host": N_("There is no host called {host}."),
    "unreachable": N_("{host} does not answer. Is the server running, and the port right?"),
    "host_key_changed": N_("The host key of {host} is not the one you know: {fingerprint}. "
    "Somebody may be in between, or the server has a new key. Ask who runs it; if the new key is "
    "right, remove the old one and try again:\n\n    {remove}\n"),
    "host_key_refused": N_("You did not accept the host key of {host}."),
    "login_refused": N_("{host} did not let you in."),
    "no_keltis": N_("{host} is not a Keltis server."),
    "lost": N_("The connection to {host} was lost."),
}  # fmt: skip
"""Why `keltis join` cannot reach a server."""

HOST_KEY_PROBLEMS: Final = {
    "lost": N_("{path} is gone, its public half is not. Put the key back from your backup; to make "
    "a new one, which everyone who knows this server must accept, delete {path}.pub too."),
    "unreadable": N_("{path} cannot be read. Give it back to the user who runs the server."),
    "foreign": N_("{path} belongs to another user. Give it to the user who runs the server."),
    "loose": N_("{path} can be read by others. Run: chmod 600 {path}"),
    "bad": N_("{path} is not an ed25519 private key in OpenSSH's form."),
    "no_secret": N_("There is no {path}. Copy it from a node that has it, or make the first one: "
    "(umask 077; openssl rand -out {path} 32)"),
    "bad_secret": N_("{path} does not hold 32 bytes. Copy it from another node once more."),
    "wrong_secret": N_("{path} is not the secret that the host key in the store was encrypted "
    "with. Copy it from the node that has the right one."),
    "secret_needed": N_("The host key is in the store, encrypted. Name the file with its secret: "
    "--host-key-secret"),
    "differs": N_("{path} is another host key than the one in the store that all nodes share. Move "
    "it and its public half away to use that one."),
}  # fmt: skip
"""Why `keltis serve` does not use a host key."""

NOT_GENUINE: Final = {
    "line_changed": N_("this line was changed"),
    "line_not_understood": N_("this line does not belong in a game file"),
    "file_cut_short": N_("the file ends too early"),
    "secret_does_not_fit_commitment": N_("the secret is not the one that was promised"),
    "deal_does_not_follow_from_secret": N_("this deal does not follow from the secret"),
    "game_not_over": N_("the game was not over"),
    "other_result": N_("the game had another result"),
}
"""What can be wrong with a game file; any other reason is a move that the rules refuse."""

DATABASE_PROBLEMS: Final = {
    "newer": N_("{path} was written by a newer keltis. Update this one; nothing was changed."),
    "damaged": N_("{path} is damaged or no database of keltis. Put it back from your backup, "
    "or move it away to begin with an empty one."),
    "read_only": N_("{path} cannot be written. Give the file and its folder to the user who "
    "runs keltis."),
    "unreadable": N_("{path} cannot be opened. Give the file and its folder to the user who "
    "runs keltis."),
    "locked": N_("{path} is being written by another program. Stop that one and try again."),
    "full": N_("There is no room left to write {path}. Make some and try again."),
    "failing": N_("The disk does not read or write {path}. Look after the disk first, then put "
    "the file back from your backup."),
    "no_answer": N_("{path} does not answer. Is the database running, and the address right?"),
    "not_let_in": N_("{path} does not let keltis in, or does not let it make tables. Look at the "
    "user and the password."),
    "no_database": N_("There is no such database or schema at {path}. Make it with createdb."),
    "not_utf8": N_("{path} does not keep text as UTF-8. Make a database with createdb -E UTF8."),
    "bad_address": N_("{path} is not of the form postgresql://user@host/database."),
    "no_driver": N_("For {path} asyncpg is needed. Run: pip install 'keltis[postgres]'"),
}  # fmt: skip
"""A sentence for each reason in `store.REFUSED`."""

STORE_FAULTS: Final = {
    "gap": N_("the records before it are not all there"),
    "damaged": N_("it cannot be read, or the rules do not allow it"),
    "commitment": N_("the promise does not fit the secret"),
    "secret": N_("the game was dealt with another secret than was promised"),
    "deal": N_("this deal does not follow from the secret"),
    "end": N_("the game ends elsewhere than by its moves"),
    "totals": N_("the moves give other scores"),
    "closed": N_("it is listed as closed and is not, or the other way round"),
    "no_line": N_("its line for the lobby is missing, or is one too many"),
    "length": N_("its line for the lobby is of another length of the log"),
    "line": N_("its line for the lobby tells something else than the log"),
    "no_result": N_("the result of this game is not stored"),
    "result": N_("a result is stored that the log does not give"),
    "no_played": N_("who had which place in this game is not stored"),
    "played": N_("a place in a game is stored that the log does not give"),
    "rating": N_("a rating after this game does not follow from those before"),
}
"""What `keltis admin verify` finds wrong with a table; each is one of `verifying.FAULTS`."""
