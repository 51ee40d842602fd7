"""Whether a client that began the key exchange with a guess has guessed right."""

from typing import Final

from asyncssh.packet import SSHPacket

from keltis_server.ssh.algorithms import HOST_KEY, KEY_EXCHANGE

_COOKIE: Final = 16
_LISTS: Final = 10


def guessed_wrong(request: bytes) -> bool:
    """Whether a guess follows a KEXINIT (without its number) that both sides must ignore.

    RFC 4253, 7.1: a guess is right if both sides like the same key exchange and host key best. The
    library takes any guess for right that could be used, and then hangs up on Dropbear's client.
    """
    packet = SSHPacket(request)
    packet.get_bytes(_COOKIE)
    lists = [packet.get_namelist() for _ in range(_LISTS)]
    best = [KEY_EXCHANGE[0].encode(), HOST_KEY.encode()]
    return packet.get_boolean() and best != [*lists[0][:1], *lists[1][:1]]
