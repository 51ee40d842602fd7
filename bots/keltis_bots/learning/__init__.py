"""How the players learn: from a quick player first, then by playing themselves."""
