"""One folder a game: board, painters, choosing, lesson, and one descriptor."""
