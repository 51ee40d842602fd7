"""The command line: which way in, and with what."""

import argparse
import asyncio
import os
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

import shtab

from keltis.arena_options import add_arena
from keltis.bot_options import bots_to_play
from keltis.database_options import add_admin, add_host_key_secret, add_listener, add_store
from keltis.game_options import add_game_options
from keltis_engine.bots.strengths import STRENGTHS
from keltis_engine.rules import RULE_SETS
from keltis_words.words import Words, words_for

DEFAULT_PORT = 2222
HIGHEST_PORT = 65535
MOST_WORKERS = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command `keltis`; the result is its exit code."""
    words = words_for(_language())
    chosen = _parser(words).parse_args(arguments)
    try:
        return asyncio.run(_run(chosen, words))
    except KeyboardInterrupt:
        return 130


def _language() -> str:
    """The language the user's environment asks for."""
    return next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "en")


async def _run(chosen: argparse.Namespace, words: Words) -> int:
    """Go the chosen way; each is imported only when it is taken, so that `--help` stays quick."""
    match chosen.way:
        case "play":
            from keltis.play import play

            return await play(chosen, words)
        case "replay":
            from keltis.replay import replay

            return await replay(chosen, words)
        case "serve" if chosen.workers > 1 and chosen.bus is None:
            from keltis.workers import serve_with_workers

            return await serve_with_workers(chosen, words)
        case "serve":
            from keltis.serve import serve

            return await serve(chosen, words)
        case "join":
            from keltis.join import join

            return await join(chosen, words)
        case "arena":
            from keltis.arena import arena

            return arena(chosen, words)
        case "info":
            from keltis.info import info

            return info(chosen, words)
        case "admin":
            from keltis.admin import admin

            return await admin(chosen, words)
        case _:
            from keltis.verify import verify_file

            return verify_file(chosen, words)


def _parser(words: Words) -> argparse.ArgumentParser:
    _ = words._
    parser = argparse.ArgumentParser(
        prog="keltis", description=_("The Keltis family of board games in your terminal.")
    )
    parser.add_argument("--version", action="version", version=f"keltis {version('keltis')}")
    shtab.add_argument_to(parser, "--completion", help=_("print a completion script for a shell"))
    ways = parser.add_subparsers(dest="way", required=True, metavar=_("WAY"), title=_("ways in"))

    play = ways.add_parser("play", help=_("play at home against bots, without a network"))
    play.add_argument(
        "--game",
        choices=sorted(RULE_SETS),
        default="",
        help=_("which game (the unfinished one, or you are asked)"),
    )
    play.add_argument(
        "--bots",
        type=bots_to_play,
        default=("",),
        metavar=_("BOTS"),
        help=_(
            "how many bots, or how strong each is, with commas between: {offered} (1)",
            offered=", ".join(STRENGTHS),
        ),
    )
    add_game_options(play, words)
    play.add_argument(
        "--new", action="store_true", help=_("leave an unfinished game alone and start another")
    )

    serve = ways.add_parser("serve", help=_("host tables for your friends over SSH"))
    serve.add_argument(
        "--host", default="", help=_("address to listen on (all addresses unless given)")
    )
    serve.add_argument(
        "--port",
        type=partial(_port, words),
        default=DEFAULT_PORT,
        help=_("port to listen on (%(default)s)"),
    )
    add_store(serve, words)
    add_listener(serve, words)
    add_host_key_secret(serve, words)
    serve.add_argument(
        "--limits", type=Path, metavar=_("FILE"), help=_("a TOML file with limits of your own")
    ).complete = shtab.FILE  # type: ignore[attr-defined]

    serve.add_argument(
        "--workers",
        type=int,
        default=1,
        choices=range(1, MOST_WORKERS + 1),
        metavar=_("N"),
        help=_("processes that share the port, one for each core that may draw (%(default)s)"),
    )
    serve.add_argument(
        "--take-over",
        action="store_true",
        help=_("take the place of the server that uses the same data; nobody is refused meanwhile"),
    )
    serve.add_argument("--bus", type=int, help=argparse.SUPPRESS)
    serve.add_argument("--sockets", type=int, nargs="+", help=argparse.SUPPRESS)
    serve.add_argument("--clock-zero", type=float, help=argparse.SUPPRESS)

    join = ways.add_parser("join", help=_("play on a server, with the app on your own machine"))
    join.add_argument("server", metavar=_("[USER@]HOST[:PORT]"), help=_("where the server is"))
    join.add_argument(
        "table",
        nargs="*",
        default=[],
        metavar=_("CODE"),
        help=_(
            "a friend's table; after `watch` to look on, after `replay` to see its last game again"
        ),
    )

    replay = ways.add_parser("replay", help=_("play a game file back, without a network"))
    replay.add_argument(
        "file",
        metavar=_("FILE[@TURN]"),
        help=_("a file ending in .keltis, and the turn from which on it is seen"),
    ).complete = shtab.FILE  # type: ignore[attr-defined]
    verify = ways.add_parser("verify", help=_("prove a game file, its deal and every move"))
    verify.add_argument("file", type=Path, metavar=_("FILE"), help=_("a file ending in .keltis"))
    add_arena(ways, words)
    ways.add_parser("info", help=_("what is installed here, and how strong that makes the bots"))
    add_admin(ways, words)
    return parser


def _port(words: Words, text: str) -> int:
    """A port as the command line gives it; 0 is any that is free."""
    if not (text.isascii() and text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(words._("a port is a number from 0 to 65535"))
    return int(text)
