"""The SSH server. Nothing else in the server knows asyncssh."""

from keltis_server.limits import SshLimits
from keltis_server.ssh.host_key import HostKeyRefused
from keltis_server.ssh.listener import Listener, serve
from keltis_server.ssh.sockets import bound_sockets, check_port, close_all
from keltis_server.ssh.stored_host_key import shared_host_key

__all__ = [
    "HostKeyRefused",
    "Listener",
    "SshLimits",
    "bound_sockets",
    "check_port",
    "close_all",
    "serve",
    "shared_host_key",
]
