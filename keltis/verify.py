"""`keltis verify`: prove a game file without the server that made it."""

import argparse
import sys
from pathlib import Path

from keltis_engine.record import BadRecord, verify
from keltis_engine.rules import RULE_SETS
from keltis_tui.words import N_, Words

REASONS = {
    "line_changed": N_("this line was changed"),
    "line_not_understood": N_("this line does not belong in a game file"),
    "file_cut_short": N_("the file ends too early"),
    "other_rules_version": N_("the game was played by another version of the rules"),
    "secret_does_not_fit_commitment": N_("the secret is not the one that was promised"),
    "deal_does_not_follow_from_secret": N_("this deal does not follow from the secret"),
    "game_not_over": N_("the game was not over"),
    "other_result": N_("the game had another result"),
}
"""What can be wrong with a file; any other reason is a move that the rules refuse."""


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
        reason = _(REASONS.get(bad.reason, N_("this move was not allowed")))
        said = _("{file}, line {line}: {reason}.", file=file, line=bad.line, reason=reason)
        print(said, bad.about, file=sys.stderr)
        return 1
    moves = len(record.entries)
    print(_("{file} is genuine: the deal and {moves} moves are proven.", file=file, moves=moves))
    print(_("The dealer's promise: {digits}", digits=record.commitment.hex()))
    return 0
