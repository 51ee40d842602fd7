"""The server's own key: made once, kept private, and never replaced without somebody's doing."""

import os
import stat
from pathlib import Path

import asyncssh


class HostKeyRefused(Exception):
    """The key cannot be used; `code` says why.

    Of a file: `lost`, `unreadable`, `foreign`, `loose`, `bad`. Of a key in the store:
    `no_secret`, `bad_secret`, `wrong_secret`, `secret_needed`, `differs`.
    """

    def __init__(self, code: str, path: Path) -> None:
        super().__init__(f"{code}: {path}")
        self.code = code
        self.path = path


def host_key(path: Path) -> asyncssh.SSHKey:
    """The ed25519 key at `path`, made now if there never was one; or `HostKeyRefused`.

    Its public half lies beside it. If only that is left, the key was lost: a new one would frighten
    everybody who knows the old one, so that is not ours to decide.
    """
    public = path.with_name(path.name + ".pub")
    if not os.path.lexists(path):
        if os.path.lexists(public):
            raise HostKeyRefused("lost", path)
        _make(path, public)
    return _read(path)


def known_host_key(path: Path) -> asyncssh.SSHKey | None:
    """The key at `path` if there ever was one; or `HostKeyRefused`."""
    public = path.with_name(path.name + ".pub")
    return host_key(path) if os.path.lexists(path) or os.path.lexists(public) else None


def new_key() -> asyncssh.SSHKey:
    """A key that nobody knows."""
    return asyncssh.generate_private_key("ssh-ed25519", comment="keltis")


def _make(path: Path, public: Path) -> None:
    key = new_key()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(path, key.export_private_key("openssh"), 0o600)
    _write(public, key.export_public_key("openssh"), 0o644)


def _write(path: Path, content: bytes, mode: int) -> None:
    """Write a file whole or not at all, and never over another."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        os.link(draft, path)
    finally:
        draft.unlink()


def _read(path: Path) -> asyncssh.SSHKey:
    content = private_content(path)
    try:
        key = asyncssh.import_private_key(content)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise HostKeyRefused("bad", path) from error
    if key.get_algorithm() != "ssh-ed25519":
        raise HostKeyRefused("bad", path)
    return key


def private_content(path: Path) -> bytes:
    """What is in a file that nobody else can read, or `HostKeyRefused`."""
    try:
        with path.open("rb") as file:
            owned = os.fstat(file.fileno())
            content = file.read(64 * 1024)
    except OSError as error:
        raise HostKeyRefused("unreadable", path) from error
    if owned.st_uid != os.geteuid():
        raise HostKeyRefused("foreign", path)
    if stat.S_IMODE(owned.st_mode) & 0o077:
        raise HostKeyRefused("loose", path)
    return content
