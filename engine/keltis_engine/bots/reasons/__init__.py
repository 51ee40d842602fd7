"""Why a player would make a move: one module a game, from nothing but the view that it is shown."""
