"""`keltis verify`: prove a game file without the server that made it."""

import argparse
import sys
from pathlib import Path

from keltis_engine.record import BadRecord, verify
from keltis_engine.rules import RULE_SETS
from keltis_words.command_line import NOT_GENUINE
from keltis_words.games.catalogue import short_name
from keltis_words.words import N_, Words


def verify_file(chosen: argparse.Namespace, words: Words) -> int:
    """Say that the file is genuine, or where it is not."""
    _ = words._
    file: Path = chosen.file
    try:
        record = verify(file.read_text(encoding="utf-8"), RULE_SETS)
    except (OSError, UnicodeDecodeError) as error:
        print(_("{file} cannot be read: {reason}", file=file, reason=error), file=sys.stderr)
        return 2
    except BadRecord as bad:
        if bad.reason == "other_rules_version":
            print(_other_rules(bad, file, words), file=sys.stderr)
            return 2
        reason = _(NOT_GENUINE.get(bad.reason, N_("this move was not allowed")))
        said = _("{file}, line {line}: {reason}.", file=file, line=bad.line, reason=reason)
        print(said, bad.about, file=sys.stderr)
        return 1
    moves = len(record.entries)
    if record.secret:
        print(
            _("{file} is genuine: the deal and {moves} moves are proven.", file=file, moves=moves)
        )
    else:
        print(
            _(
                "{file}: {moves} moves of a match that goes on are proven. Its deal can be proven"
                " from the file of the whole match.",
                file=file,
                moves=moves,
            )
        )
    print(_("The dealer's promise: {digits}", digits=record.commitment.hex()))
    return 0


def _other_rules(bad: BadRecord, file: Path, words: Words) -> str:
    """Which rules the file was played under, and which this program plays."""
    game, version = bad.about.split(" ")
    return words._(
        "{file}: this game was played under rules {version} of {game}; this program plays rules"
        " {current}.",
        file=file,
        version=version,
        game=short_name(words, game),
        current=RULE_SETS[game].version,
    )
