"""The lines that people write to get somewhere: nothing in them is translated."""

SSH_PORT = 22


def ssh_line(host: str, port: int, *command: str, terminal: bool = True) -> str:
    """What is written to do that at a server; `HOST` stands where it is not known which."""
    where = host or "HOST"
    on_port = ["-p", str(port)] if host and port not in (0, SSH_PORT) else []
    return " ".join(["ssh", *(["-t"] if terminal else []), *on_port, where, *command])
