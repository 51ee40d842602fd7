"""One module a game: its events, questions, score sheet and rules pages in words."""
