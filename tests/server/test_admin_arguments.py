"""`keltis admin` told something wrong: one sentence, an exit code, and nothing made or changed."""

from pathlib import Path

import pytest

from keltis.cli import main

READ = ("verify", "rebuild", "export", "backup")
"""What a store must be there for."""
FILE = ("export", "backup", "restore", "import")
"""What is told a file."""
ALL = ("migrate", "verify", "rebuild", "export", "backup", "restore", "import")


def told(what: str, file: Path, *options: str) -> list[str]:
    """A command as it is typed."""
    return ["admin", what, *([str(file)] if what in FILE else []), *options]


def refused(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that is said when a command is refused."""
    assert main(command) == 1
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line


@pytest.mark.parametrize("what", READ)
def test_a_folder_that_was_misspelled_is_not_an_empty_store(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = tmp_path / "mispelled", tmp_path / "file"
    line = refused(told(what, file, "--data", str(data)), capsys)
    assert line == f"{data / 'games.db'} cannot be used: No such file or directory"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ALL)
def test_a_file_in_the_place_of_the_folder_is_named(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = tmp_path / "data", tmp_path / "file"
    data.write_text("no folder")
    if what in ("restore", "import"):
        backup = "backup" if what == "restore" else "export"
        assert main(told("migrate", file, "--data", str(tmp_path / "other"))) == 0
        assert main(told(backup, file, "--data", str(tmp_path / "other"))) == 0
        capsys.readouterr()
    line = refused(told(what, file, "--data", str(data)), capsys)
    assert line.startswith(str(data))
    assert " cannot be used: " in line
    assert data.read_text() == "no folder"


@pytest.mark.parametrize("what", ALL)
@pytest.mark.parametrize(
    "address", ["nonsense", "postgresql://[::1", "postgresql://u:secret@h:port/x", "sqlite:///x"]
)
def test_an_address_that_is_none_is_shown_without_its_password(
    what: str, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    if what in ("restore", "import"):
        file.write_text("nothing")
    line = refused(told(what, file, "--database", address), capsys)
    assert "secret" not in line
    assert line.endswith("is not of the form postgresql://user@host/database.") or file.exists()


@pytest.mark.parametrize("words", ["", "nonsense", "verify x", "export", "backup -z"])
def test_a_command_that_is_none_ends_with_how_it_is_used(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["admin", *words.split()])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: keltis")
