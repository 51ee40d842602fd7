"""What clients and servers say to each other: typed messages and frames, no sockets, no rules."""
