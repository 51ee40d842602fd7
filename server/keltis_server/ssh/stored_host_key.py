"""One host key for all nodes: in the store, encrypted by a secret that each node has in a file."""

import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final, Protocol

import asyncssh
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from keltis_server.ssh.host_key import (
    HostKeyRefused,
    host_key,
    known_host_key,
    new_key,
    private_content,
)

SECRET: Final = 32
"""How many bytes a secret has."""
_NOTE: Final = "host_key"
_NONCE: Final = 12
_ABOUT: Final = b"keltis host key 1"
"""What is encrypted, so that nothing else that the secret may ever encrypt is taken for it."""


class Notes(Protocol):
    """The part of a store in which the key is kept."""

    async def note(self, what: str) -> str:
        """What is kept under a name; empty if nothing is."""

    async def keep_note(self, what: str, text: str) -> str:
        """Keep a text under a name unless another is kept there already; the one that is."""


async def shared_host_key(store: Notes, path: Path, secret: Path | None) -> asyncssh.SSHKey:
    """The key in the store if there is a secret, else the one in a file; or `HostKeyRefused`.

    The first node puts a key there, its own if it has had one; the others take that. A node whose
    own is another one is refused, for its people would see a changed key.
    """
    if secret is None:
        if await store.note(_NOTE):
            raise HostKeyRefused("secret_needed", path)
        return host_key(path)
    cipher = AESGCM(_secret(secret))
    own = known_host_key(path)
    kept = await store.note(_NOTE)
    if not kept:
        kept = await store.keep_note(_NOTE, _encrypted(own or new_key(), cipher))
    key = _decrypted(kept, cipher, secret)
    if own is not None and own.public_data != key.public_data:
        raise HostKeyRefused("differs", path)
    return key


def _secret(path: Path) -> bytes:
    if not os.path.lexists(path):
        raise HostKeyRefused("no_secret", path)
    secret = private_content(path)
    if len(secret) != SECRET:
        raise HostKeyRefused("bad_secret", path)
    return secret


def _encrypted(key: asyncssh.SSHKey, cipher: AESGCM) -> str:
    nonce = os.urandom(_NONCE)
    sealed = cipher.encrypt(nonce, key.export_private_key("openssh"), _ABOUT)
    return b64encode(nonce + sealed).decode()


def _decrypted(kept: str, cipher: AESGCM, secret: Path) -> asyncssh.SSHKey:
    try:
        sealed = b64decode(kept, validate=True)
        return asyncssh.import_private_key(cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _ABOUT))
    except (InvalidTag, ValueError) as error:  # what is too short or no base64 is a ValueError
        raise HostKeyRefused("wrong_secret", secret) from error
