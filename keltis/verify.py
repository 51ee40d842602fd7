"""`keltis verify`: prove a game file without the server that made it."""

import argparse
import sys
from pathlib import Path

from keltis_engine.record import BadRecord, Record, verify
from keltis_engine.rules import RULE_SETS
from keltis_tui.words import Words


def verify_file(chosen: argparse.Namespace, words: Words) -> int:
    """Say that the file is genuine, or the first line at which it is not."""
    _ = words.gettext
    file: Path = chosen.file
    try:
        record = verify(file.read_text(encoding="utf-8"), RULE_SETS)
    except (OSError, UnicodeDecodeError) as error:
        problem = _("{file} cannot be read: {reason}")
        print(problem.format(file=file, reason=error), file=sys.stderr)
        return 2
    except BadRecord as bad:
        problem = _("{file}, line {line}: not genuine: {reason} {about}")
        said = problem.format(file=file, line=bad.line, reason=_reason(bad, words), about=bad.about)
        print(said.rstrip(), file=sys.stderr)
        return 1
    print(_("{file} is genuine: the deal and {moves} moves are proven.").format(
        file=file, moves=len(record.entries)))
    return 0
