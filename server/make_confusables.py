"""Writes `keltis_server/confusables.py` from Unicode's table of characters that look alike.

    python server/make_confusables.py confusables.txt

The table is https://www.unicode.org/Public/security/latest/confusables.txt (UTS 39); only what
stands in names is taken over.
"""

import re
import sys
import textwrap
import unicodedata
from pathlib import Path

from keltis_server.people.names import allowed

MODULE = Path(__file__).parent / "keltis_server" / "confusables.py"
HEAD = '''"""Characters of names that look like others, from Unicode's `confusables.txt` (UTS 39).

Made by `server/make_confusables.py`; do not edit. The data is © Unicode, Inc. All rights
reserved. Distributed under the Terms of Use in https://www.unicode.org/copyright.html (SPDX:
Unicode-DFS-2016), which allow it to be copied and changed with this notice, without warranty.
"""

from typing import Final

UNICODE: Final = "{version}"
"""The version of the table."""

_ROWS: Final = """
{rows}
"""

LOOKS_LIKE: Final = {{
    chr(int(source, 16)): "".join(chr(int(each, 16)) for each in target.split("+"))
    for source, target in (row.split("=") for row in _ROWS.split())
}}
"""What each character looks like: the prototype of all that look the same."""
'''


def make(table: str) -> str:
    """The module, from the text of the table."""
    found = re.search(r"^# Version: ([0-9.]+)", table, re.MULTILINE)
    if found is None:
        raise SystemExit("this is not Unicode's confusables.txt")
    parts = {
        part for place in range(0x11_0000) if allowed(letter := chr(place))
        for part in unicodedata.normalize("NFD", letter)
    }  # fmt: skip
    rows = []
    for line in table.splitlines():
        columns = [column.strip() for column in line.partition("#")[0].split(";")]
        if len(columns) > 1 and chr(int(columns[0], 16)) in parts:
            rows.append(f"{columns[0]}={'+'.join(columns[1].split())}")
    return HEAD.format(version=found[1], rows=textwrap.fill(" ".join(sorted(rows)), 98))


if __name__ == "__main__":
    source = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    MODULE.write_text(make(source), encoding="utf-8")
