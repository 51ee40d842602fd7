"""The front door: SSH. Nothing else in the server knows asyncssh."""

from keltis_server.door.host_key import HostKeyRefused
from keltis_server.door.listening import check_port
from keltis_server.door.server import Door, serve
from keltis_server.limits import DoorLimits

__all__ = ["Door", "DoorLimits", "HostKeyRefused", "check_port", "serve"]
