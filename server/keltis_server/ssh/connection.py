"""One SSH connection, with what the library leaves to us: whose key it was, how much is enough."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse
from asyncssh.constants import MSG_KEXINIT, MSG_NEWKEYS, MSG_USERAUTH_REQUEST
from asyncssh.packet import SSHPacket
from asyncssh.saslprep import SASLPrepError, saslprep

from keltis_server.ssh.channel import Channel, next_string
from keltis_server.ssh.key_exchange import guessed_wrong
from keltis_server.ssh.slices import Sliced
from keltis_words.sentences import english

NAMELESS: Final = b"keltis"
"""Stands for a login name that the library would hang up on."""
_LONGEST_NAME: Final = 256
LARGEST_PACKET: Final = 32 * 1024
"""Bytes of a packet that a client may send on a channel."""


class _Renamed(SSHPacket):
    """A login request that reads as if the login name were `NAMELESS`; what was signed stays."""

    _read = False

    def get_string(self) -> bytes:
        """The next string; the first is the name."""
        found, read, self._read = super().get_string(), self._read, True
        return found if read else NAMELESS


class Connection(Sliced):
    """Knows which key signed the login that succeeded, and counts the attempts."""

    proved: bytes | None = None
    """The public key whose signature was just verified; None after anything else."""
    nameless: bool = False
    """Whether the login name was one that no program can handle."""
    client_address: str = ""
    """Where this is from, if a balancer said so."""
    failed: bool = False
    """Whether there were too many attempts to log in."""
    forwarded_nothing: bool = False
    """Whether something was to be forwarded, which is refused without a word of ours in SSH."""
    on_behind: Callable[[bool], None] | None = None
    """Called when the client no longer takes what is sent, and when it does again.

    The channel's window does not tell: a client may open it as wide as it likes and not read.
    """
    _tries = 0
    _offers = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line is open; so much may wait to be sent on it."""
        if isinstance(transport, asyncio.WriteTransport):
            transport.set_write_buffer_limits(high=self.limits.unsent_bytes)
        super().connection_made(transport)

    def pause_writing(self) -> None:
        """The client does not read: then it is not listened to either, or answers would pile up."""
        self._behind(True)

    def resume_writing(self) -> None:
        """The client has read."""
        self._behind(False)

    def _behind(self, behind: bool) -> None:
        self.pause_input("behind", behind)
        if self.on_behind is not None:
            self.on_behind(behind)

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Let nobody be turned away because of a name or a guess."""
        if pkttype == MSG_USERAUTH_REQUEST:
            self.nameless = not _usable(next_string(packet))
            if self.nameless:
                packet = _Renamed(packet.get_full_payload())
                packet.get_byte()
        if pkttype == MSG_NEWKEYS:
            self.exchanged = True
        if pkttype == MSG_KEXINIT:
            if not self.budget.exchange():
                self.cut_off()
                return True
            wrong = guessed_wrong(packet.get_remaining_payload())
            result = super().process_packet(pkttype, pktid, packet)
            return result if isinstance(result, bool) else self._exchange(result, wrong)
        return super().process_packet(pkttype, pktid, packet)

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """The client's half of a key exchange has come, and ours goes out."""
        self.answered = True
        super().send_newkeys(k, h)

    async def _exchange(self, beginning: Awaitable[None], guessed_wrong: bool) -> None:
        """Begin a key exchange, and know whether what comes next is a guess to be ignored."""
        await beginning
        self.ignore_guess(guessed_wrong)

    async def validate_public_key(
        self, username: str, key_data: bytes, msg: bytes, signature: bytes
    ) -> bool:
        """Whether the key is good; only a signature makes it somebody's."""
        self.proved = None
        self._offers += 1
        if self._offers > self.limits.auth_offers:
            self._too_many()
            return False
        good = await super().validate_public_key(username, key_data, msg, signature)
        if good and msg:
            self.proved = key_data
        return good

    async def validate_kbdint_response(
        self, username: str, responses: KbdIntResponse
    ) -> KbdIntChallenge:
        """Whether a guest may come in; a guest has no key, whatever was offered before."""
        self.proved = None
        return await super().validate_kbdint_response(username, responses)

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Refuse an attempt, but not for ever."""
        self._tries += 1
        # The first is how every client asks which ways in there are.
        if self._tries > self.limits.auth_tries + 1:
            self._too_many()
        else:
            super().send_userauth_failure(partial_success)

    def create_server_channel(
        self,
        encoding: str | None = "",
        errors: str = "",
        window: int = 0,
        max_pktsize: int = 0,
    ) -> Channel:
        """The channel of a session."""
        channel = Channel(
            self,
            asyncio.get_running_loop(),
            allow_pty=True,
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=0,
            encoding=encoding or None,
            errors=errors or "strict",
            window=window or self.limits.window_bytes,
            max_pktsize=max_pktsize or LARGEST_PACKET,
        )
        channel.on_data = self.budget.carried
        channel.environment_room = self.limits.environment_bytes
        channel.on_forwarding = self.refuse_forwarding
        return channel

    def refuse_forwarding(self) -> bool:
        """Forward nothing; the session will say so."""
        self.forwarded_nothing = True
        return False

    def _too_many(self) -> None:
        self.failed = True
        self.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, english("too_many_tries"))


def _usable(name: bytes) -> bool:
    try:
        return len(name) <= _LONGEST_NAME and bool(saslprep(name.decode("utf-8")))
    except (UnicodeDecodeError, SASLPrepError):
        return False
