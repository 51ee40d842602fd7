"""The cryptography that is offered: no audit finds a failure in it; Debian 12's `ssh` knows it."""

from typing import Final

KEY_EXCHANGE: Final = ("mlkem768x25519-sha256", "curve25519-sha256")
"""No finite-field Diffie-Hellman: it is weaker and lets strangers burn our processor."""
CIPHERS: Final = (
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
    "chacha20-poly1305@openssh.com",
)
"""The last is for Dropbear, on routers and phones, which knows no other of these; it is safe only
with strict key exchange (CVE-2023-48795), which the library speaks."""
HOST_KEY: Final = "ssh-ed25519"
MACS: Final = (
    "hmac-sha2-256-etm@openssh.com",
    "hmac-sha2-512-etm@openssh.com",
    "hmac-sha2-256",
    "hmac-sha2-512",
)
"""The last two are for libssh2 before 1.11, which many programs have in them and which knows no
others of these: an audit would have the first, but finds no failure in them."""
SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)
"""How people may sign their login; the server itself signs with ed25519 only."""
COMPRESSION: Final = ("none",)
