"""`keltis join`: the app on your own machine, the table on a server."""

import argparse
import asyncio
import sys

from keltis.keep import keep
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.home import Home, colours_of
from keltis_tui.session import Session
from keltis_tui.ssh_link import PORT, CannotConnect, open_link, parse
from keltis_tui.words import N_, Words

PROBLEMS = {
    "bad_destination": N_("{host} is not of the form [user@]host[:port]."),
    "bad_config": N_("Your SSH configuration cannot be read; try ssh {host} to see why."),
    "unknown_host": N_("There is no host called {host}."),
    "unreachable": N_("{host} does not answer. Is the server running, and the port right?"),
    "host_key_changed": N_("The host key of {host} is not the one you know: {fingerprint}. "
    "Somebody may be in between, or the server has a new key. Ask who runs it; if the new key is "
    "right, remove the old one with ssh-keygen -R and try again."),
    "host_key_refused": N_("You did not accept the host key of {host}."),
    "login_refused": N_("{host} did not let you in."),
    "no_keltis": N_("{host} is not a Keltis server."),
    "lost": N_("The connection to {host} was lost."),
}  # fmt: skip


async def join(chosen: argparse.Namespace, words: Words) -> int:
    """Connect, play, hang up."""

    async def is_right(host: str, fingerprint: str) -> bool:
        """Ask the person about a host that is not known yet."""
        print(words._("{host} is not known yet. Its host key is", host=host))
        print(f"\n    {fingerprint}\n")
        question = words._("Is that the one the server's owner told you? (yes/no) ")
        answer = await asyncio.to_thread(input, question)
        return answer.strip().casefold() in {words._("yes"), words._("y")}

    try:
        link = await open_link(chosen.server, ask=is_right)
    except CannotConnect as error:
        host = error.host or chosen.server
        said = words._(PROBLEMS[error.code], host=host, fingerprint=error.fingerprint)
        print(said, file=sys.stderr)
        return 1
    try:
        entrance = Entrance(join=chosen.table.upper())
        app = KeltisApp(link, words, entrance, Home(), colours_of(), keep)
        await app.run_async()
    finally:
        await link.close()
    if (way := _way_back(chosen.server, app.session)) is not None:
        print(words._("You were a guest. If your game still runs, this leads back to your seat:"))
        print(f"\n    {way}\n")
    return 0


def _way_back(server: str, session: Session) -> str | None:
    """What a guest who left a table writes to sit down again."""
    if not session.return_code or session.table is None:
        return None
    goal = parse(server)
    return f"ssh -t -p {goal.port or PORT} {goal.host} back {session.return_code}"
