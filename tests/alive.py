"""Whether a process still does anything."""

from pathlib import Path


def alive(pid: int) -> bool:
    """Whether there is such a process; one that has ended and waits to be fetched is none."""
    process = Path(f"/proc/{pid}")
    try:
        ended = (process / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"
        # Its first thread may have ended before the others, which still hold its files.
        return not ended or len(list((process / "task").iterdir())) > 1
    except (FileNotFoundError, ProcessLookupError):
        return False
