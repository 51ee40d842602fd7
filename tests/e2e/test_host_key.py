"""T20: `keltis serve` does not start with a host key that people do not know."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e


def lose(key: Path) -> None:
    key.unlink()


def spoil(key: Path) -> None:
    key.write_bytes(b"no key at all")


def lend(key: Path) -> None:
    key.chmod(0o644)


@pytest.mark.parametrize("harm", [lose, spoil, lend])
def test_the_server_refuses_to_start_and_leaves_everything_as_it_is(
    server: object, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    key = tmp_path / "host_key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    harm(key)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = subprocess.run(
        [sys.executable, "-m", "keltis", "serve", "--port", "0", "--data", str(tmp_path)],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode != 0
    assert str(key) in done.stderr
    assert "Traceback" not in done.stderr
    after = {path: path.read_bytes() for path in tmp_path.iterdir() if path in before}
    assert after == before
    assert key.exists() == (key in before)
