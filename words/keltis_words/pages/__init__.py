"""The rules of every game, told on short pages."""
