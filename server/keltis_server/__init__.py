"""Who decides: the front door, the lobby, the tables and the store."""
