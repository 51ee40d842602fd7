"""The private names of asyncssh that we rely on: all of them, each with its contract test.

`tests/server/test_ssh_asyncssh_contract.py` says of each what to do when an upgrade changes it.
"""

import asyncssh


class InternalConnection(asyncssh.SSHServerConnection):
    """A connection that asks before it reads a packet, and can be told to ignore a guess."""

    def may_read_packet(self) -> bool:
        """Whether the next packet is read now; what has come of it is kept if not."""
        return True

    def count_packet(self) -> bool:
        """A packet has begun: whether the client may go on."""
        return True

    def ignore_guess(self, wrong: bool) -> None:
        """Whether the next packet is a wrong guess of the key exchange, which is skipped."""
        self._ignore_first_kex = wrong

    def _recv_pkthdr(self) -> bool:
        return self.may_read_packet() and super()._recv_pkthdr() and self.count_packet()
