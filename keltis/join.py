"""`keltis join`: the app on your own machine, the table on a server."""

import argparse
import asyncio
import os
import shlex
import sys
from dataclasses import replace
from functools import partial
from typing import Final

from keltis.saved_games import save
from keltis.terminal import NO_TERMINAL, answer, missing_terminal, run_app
from keltis.where import entrance
from keltis_protocol.link import LinkClosed
from keltis_tui.settings_file import SettingsFile
from keltis_tui.ssh_link import PORT, CannotConnect, SshLink, open_link, parse
from keltis_tui.steady_link import NotNow, SteadyLink
from keltis_tui.textual_app import KeltisApp
from keltis_words.command_line import CANNOT_CONNECT
from keltis_words.words import Words

FOR_NOW: Final = frozenset({"unreachable", "unknown_host", "lost"})
"""Why there is no line that may be there a little later."""


async def join(chosen: argparse.Namespace, words: Words) -> int:
    """Connect, play, hang up."""
    if missing_terminal(words):
        return NO_TERMINAL
    if (first := entrance(chosen.table)) is None:
        print(words._("After the server: CODE, watch CODE, or replay CODE."), file=sys.stderr)
        return 2

    async def is_right(host: str, fingerprint: str) -> bool:
        """Ask the person about a host that is not known yet."""
        print(words._("{host} is not known yet. Its host key is", host=host))
        print(f"\n    {fingerprint}\n")
        question = words._("Is that the one the server's owner told you? (yes/no) ")
        try:
            typed = await answer(question)
        except asyncio.CancelledError:  # Ctrl-C
            print("\n" + words._(CANNOT_CONNECT["host_key_refused"], host=host), file=sys.stderr)
            raise
        if typed is None:  # Ctrl-D
            print()
        return (typed or "").strip().casefold() in {words._("yes"), words._("y")}

    try:
        link = await open_link(chosen.server, ask=is_right)
    except CannotConnect as error:
        host = error.host or chosen.server
        said = words._(CANNOT_CONNECT[error.code], host=host, fingerprint=error.fingerprint,
            remove=shlex.join(["ssh-keygen", *error.remove]))  # fmt: skip
        print(said, file=sys.stderr)
        return 1
    steady = SteadyLink(link, partial(_again, chosen.server))
    try:
        goal = parse(chosen.server)
        way = replace(first, host=goal.host, port=goal.port or PORT)
        app = KeltisApp(steady, words, way, SettingsFile(), os.environ, save)
        status = await run_app(app)
    finally:
        await steady.close()
    client = app.session.client
    if client.identity.return_code and client.table is not None:
        print(words._("You were a guest. If your game still runs, this leads back to your seat:"))
        print(f"\n    {client.identity.way_back()}\n")
    return status


async def _again(server: str, back: str) -> SshLink:
    """A new line to a server that is known, or `NotNow`; what is for good ends as a lost line."""
    try:
        return await open_link(server, lambda _, __: False, back)
    except CannotConnect as error:
        if error.code in FOR_NOW:
            raise NotNow from error
        raise LinkClosed("lost") from error
