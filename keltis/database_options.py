"""How the command line is told where everything is kept."""

import argparse
import os
from pathlib import Path

import shtab

from keltis_words.words import Words

DATABASE, LISTEN_DATABASE = "KELTIS_DATABASE", "KELTIS_LISTEN_DATABASE"
"""Where addresses can stand that others must not read in the list of processes."""


def add_store(parser: argparse.ArgumentParser, words: Words) -> None:
    """The options that name the store."""
    _ = words._
    parser.add_argument(
        "--data", type=Path, help=_("folder for the host key and the games' log")
    ).complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    parser.add_argument(
        "--database",
        metavar=_("ADDRESS"),
        default=os.environ.get(DATABASE, ""),
        help=_(
            "a PostgreSQL that several machines share, postgresql://user@host/name"
            " (also read from {variable})",
            variable=DATABASE,
        ),
    )


def add_listener(parser: argparse.ArgumentParser, words: Words) -> None:
    """The option for those whose database stands behind a pool of connections."""
    parser.add_argument(
        "--listen-database",
        metavar=words._("ADDRESS"),
        default=os.environ.get(LISTEN_DATABASE, ""),
        help=words._("the same database without pgbouncer between, to hear its notices"),
    )


def add_host_key_secret(parser: argparse.ArgumentParser, words: Words) -> None:
    """The option for nodes that share their host key."""
    parser.add_argument(
        "--host-key-secret",
        type=Path,
        metavar=words._("FILE"),
        help=words._("32 secret bytes that encrypt the host key in the store, for all nodes"),
    ).complete = shtab.FILE  # type: ignore[attr-defined]


def add_admin(ways: "argparse._SubParsersAction[argparse.ArgumentParser]", words: Words) -> None:
    """`keltis admin` and what can be asked of it."""
    _ = words._
    admin = ways.add_parser("admin", help=_("look after what a server keeps"))
    whats = admin.add_subparsers(dest="what", required=True, metavar=_("WHAT"))
    migrate = whats.add_parser("migrate", help=_("bring the store to the form of this version"))
    export = whats.add_parser("export", help=_("write everything to a file"))
    taken = whats.add_parser("import", help=_("take such a file into an empty store"))
    backup = whats.add_parser("backup", help=_("copy everything to a file while the server runs"))
    restore = whats.add_parser("restore", help=_("take a backup into an empty store"))
    for parser in (export, taken, backup, restore):
        parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("the file"))
    verify = whats.add_parser(
        "verify", help=_("replay every stored game and compare what is stored of it")
    )
    rebuild = whats.add_parser(
        "rebuild", help=_("make anew what is stored of every game besides its log")
    )
    for parser in (migrate, verify, rebuild, export, taken, backup, restore):
        add_store(parser, words)
