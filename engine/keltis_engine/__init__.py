"""The rules of the games: pure, with no clock, no input or output and no dice of its own."""
