"""What an auditor says of the running server."""

import json
import subprocess
import sys
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

PLAIN_MACS = ("hmac-sha2-256", "hmac-sha2-512")
"""For libssh2 before 1.11, which knows no better ones."""


def test_ssh_audit_finds_no_failure(server: Any) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "ssh_audit.ssh_audit",
            "--json",
            "-p",
            str(server.port),
            "127.0.0.1",
        ],
        stdout=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    report = json.loads(done.stdout)
    failures, warnings = [], []
    for group in ("kex", "key", "enc", "mac"):
        for algorithm in report[group]:
            notes = algorithm.get("notes", {})
            failures += [(algorithm["algorithm"], note) for note in notes.get("fail", [])]
            warnings += [(algorithm["algorithm"], note) for note in notes.get("warn", [])]
    assert failures == []
    accepted = {(mac, "using encrypt-and-MAC mode") for mac in PLAIN_MACS}
    assert [
        each for each in warnings if "post-quantum" not in each[1] if each not in accepted
    ] == []
