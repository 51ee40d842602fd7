"""What was kept of the screens is what they show, and not more than a person looks through."""

import difflib
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.tui import differences
from tests.tui.kept import KEPT, MOST, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_screen_looks_as_it_was_accepted(name: str, request: pytest.FixtureRequest) -> None:
    """`--accept-snapshots` keeps what it shows now instead."""
    file, now = KEPT / f"{name}.txt", PICTURES[name]()
    if request.config.getoption("--accept-snapshots"):
        file.write_text(now, encoding="utf-8")
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    changed = difflib.unified_diff(
        kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1
    )
    hint = f"{name} looks different; see `make differences`, then --accept-snapshots:"
    assert kept == now, "\n".join([hint, *changed])


def test_no_picture_is_kept_of_a_screen_that_is_gone(request: pytest.FixtureRequest) -> None:
    gone = {file for file in KEPT.iterdir() if file.stem not in PICTURES}
    if request.config.getoption("--accept-snapshots"):
        for file in gone:
            file.unlink()
    else:
        assert gone == set()


def test_one_person_can_look_through_all_of_them() -> None:
    assert len(PICTURES) <= MOST
    for file in KEPT.iterdir():
        width = max(map(len, file.read_text(encoding="utf-8").splitlines()))
        assert width <= 200, f"{file.name} is wider than the widest screen"


def git(folder: Path, *words: str) -> None:
    author = ("-c", "user.name=ann", "-c", "user.email=ann@localhost")
    subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)


def test_one_page_shows_what_a_change_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new, gone and changed: old beside new beside both with the difference marked."""
    kept = tmp_path / "kept"
    kept.mkdir()
    for name, text in (("gone", "bye\n"), ("same", "as ever\n"), ("other", "<R 1>  G 2\n")):
        (kept / f"{name}.txt").write_text(text, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "kept")
    git(tmp_path, "commit", "--quiet", "--message", "kept")
    drawn = {"same": "as ever\n", "other": "<R 1>  G 4\n", "new": "hello\n"}
    monkeypatch.setattr(differences, "KEPT", kept)
    pictures = {name: partial(drawn.__getitem__, name) for name in drawn}
    monkeypatch.setattr(differences, "PICTURES", pictures)
    monkeypatch.chdir(tmp_path)
    found = list(differences.differences("HEAD"))
    assert [name for name, _, _ in found] == ["gone", "new", "other"]
    page = differences.page(found, "HEAD")
    assert "<pre>&lt;R 1&gt;  G 2\n</pre><pre>&lt;R 1&gt;  G 4\n</pre>" in page
    assert "&lt;R 1&gt;  G <del>2</del><ins>4</ins>" in page
    assert "as ever" not in page
