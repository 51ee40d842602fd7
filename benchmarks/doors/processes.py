"""What the processes of a server cost, as the kernel counts it."""

from pathlib import Path

PROC = Path("/proc")


def family(root: int) -> list[int]:
    """A process and everything it started, children's children too."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            children.setdefault(int(after_name[1]), []).append(int(entry.name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


def memory(root: int) -> float:
    """Kilobytes of a family: its own pages, and its share of those it shares (PSS)."""
    return sum(_pss(process) for process in family(root))


def cpu(root: int) -> float:
    """Seconds that a family's living threads have worked."""
    return sum(_worked(process) for process in family(root))


def _pss(process: int) -> float:
    try:
        lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith("Pss:")), 0.0)


def _worked(process: int) -> float:
    total = 0.0
    for thread in (PROC / str(process) / "task").glob("*/schedstat"):
        try:
            total += int(thread.read_text().split()[0]) / 1e9
        except OSError:
            continue
    return total
