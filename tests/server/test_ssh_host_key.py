"""T20: the server's key is made once and never replaced silently."""

import os
import stat
from pathlib import Path

import asyncssh
import pytest

from keltis_server.ssh.host_key import HostKeyRefused, host_key


def test_the_key_is_made_at_the_first_start_and_is_the_same_ever_after(tmp_path: Path) -> None:
    path = tmp_path / "data" / "host_key"
    first = host_key(path)
    assert first.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(path).get_fingerprint() == first.get_fingerprint()
    assert sorted(each.name for each in path.parent.iterdir()) == ["host_key", "host_key.pub"]


def refused(path: Path) -> str:
    with pytest.raises(HostKeyRefused) as caught:
        host_key(path)
    return caught.value.code


def test_a_lost_key_is_not_made_again(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.unlink()
    assert refused(path) == "lost"
    assert not path.exists()


def test_a_key_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.chmod(0o640)
    assert refused(path) == "loose"


def test_a_file_that_is_no_key_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.write_text("not a key")
    path.chmod(0o600)
    assert refused(path) == "bad"
    assert path.read_text() == "not a key"


@pytest.mark.parametrize("kind", ["ssh-rsa", "ecdsa-sha2-nistp256"])
def test_a_key_of_another_kind_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "host_key"
    path.write_bytes(asyncssh.generate_private_key(kind).export_private_key())
    path.chmod(0o600)
    assert refused(path) == "bad"


def test_a_directory_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.mkdir()
    assert refused(path) == "unreadable"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_somebody_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    os.chown(path, 1, 1)
    assert refused(path) == "foreign"
