"""One page of every picture that a change changes: `python -m tests.tui.differences [REVISION]`.

What the screens show now is compared with what was kept at a revision of git, HEAD if none is
named: before the change is accepted as well as after.
"""

import subprocess
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from tests.tui.kept import KEPT, PICTURES

PAGE: Final = Path(__file__).parents[2] / "build" / "differences.html"
STYLE: Final = """
body { background: #16130f; color: #d8cdb8; font: 13px/1.25 'DejaVu Sans Mono', monospace }
section { border-top: 1px solid #554; margin: 1em 0 }
div { display: flex; gap: 2em; overflow-x: auto }
pre { margin: 0 }
del { background: #6b1d1d; text-decoration: none }
ins { background: #1d5a2a; text-decoration: none }
a { color: #e0b050 }
"""


class Difference(NamedTuple):
    """A picture that is not as it was."""

    name: str
    before: str
    now: str


def kept_at(revision: str, name: str) -> str:
    """A picture as it was kept at a revision, empty if there was none."""
    path = (KEPT / f"{name}.txt").relative_to(Path.cwd())
    shown = subprocess.run(
        ["git", "show", f"{revision}:{path.as_posix()}"], capture_output=True, check=False
    )
    return shown.stdout.decode() if shown.returncode == 0 else ""


def names_at(revision: str) -> Iterator[str]:
    """Every picture that was kept at a revision."""
    listed = subprocess.run(
        ["git", "ls-tree", "--name-only", f"{revision}:{KEPT.relative_to(Path.cwd()).as_posix()}"],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    yield from (Path(line).stem for line in listed.stdout.splitlines())


def differences(revision: str) -> Iterator[Difference]:
    """Every picture that is new, gone or not as it was."""
    for name in sorted({*PICTURES, *names_at(revision)}):
        before = kept_at(revision, name)
        now = PICTURES[name]() if name in PICTURES else ""
        if before != now:
            yield Difference(name, before, now)


def marked(before: str, now: str) -> str:
    """Both in one: what went, then what came in its place."""
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    parts = []
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            parts.append(escape(before[start:end]))
            continue
        parts += [f"<del>{escape(before[start:end])}</del>"] if end > start else []
        parts += [f"<ins>{escape(now[new_start:new_end])}</ins>"] if new_end > new_start else []
    return "".join(parts)


def page(found: list[Difference], revision: str) -> str:
    """All of them, each old beside new beside both in one with the difference marked."""
    head = f"{len(found)} of {len(PICTURES)} pictures differ from {revision}"
    links = " ".join(f'<a href="#{name}">{name}</a>' for name, _, _ in found)
    parts = [
        f'<!doctype html><meta charset="utf-8"><title>{escape(head)}</title>',
        f"<style>{STYLE}</style><h1>{escape(head)}</h1><p>{links}</p>",
    ]
    for name, before, now in found:
        lines = zip_longest(before.splitlines(), now.splitlines(), fillvalue="")
        both = "\n".join(marked(*pair) for pair in lines)
        columns = "".join(f"<pre>{text}</pre>" for text in (escape(before), escape(now), both))
        parts.append(f'<section id="{name}"><h2>{name}</h2><div>{columns}</div></section>')
    return "\n".join(parts)


def main() -> None:
    """Write the page and say where it lies."""
    revision = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    found = list(differences(revision))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(found, revision), encoding="utf-8")
    print(f"{len(found)} pictures differ from {revision}: {PAGE.as_uri()}")


if __name__ == "__main__":
    main()
