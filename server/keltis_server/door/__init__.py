"""The front door: SSH. Nothing else in the server knows asyncssh."""
