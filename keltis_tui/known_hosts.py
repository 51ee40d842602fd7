"""Writes a host the person has agreed to into the file where `ssh` keeps such hosts."""

import base64
import hmac
import os
import secrets
from pathlib import Path

SSH_PORT = 22


def host_name(host: str, port: int) -> str:
    """The name under which a host stands in the file."""
    return host if port == SSH_PORT else f"[{host}]:{port}"


def remember(path: Path, host: str, port: int, key: str) -> None:
    """Add a line for a host; its name is hashed if the names already there are.

    `key` is the key's kind and its text, as in a public key file.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = path.read_text("utf-8", "replace") if path.exists() else ""
    name = host_name(host, port)
    if any(line.startswith("|1|") for line in before.splitlines()):
        name = _hashed(name)
    gap = "" if not before or before.endswith("\n") else "\n"
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(file, "a", encoding="utf-8") as opened:
        opened.write(f"{gap}{name} {key.strip()}\n")


def _hashed(name: str) -> str:
    """The form that tells nobody which hosts one knows."""
    salt = secrets.token_bytes(20)
    digest = hmac.digest(salt, name.encode(), "sha1")
    return f"|1|{base64.b64encode(salt).decode()}|{base64.b64encode(digest).decode()}"
