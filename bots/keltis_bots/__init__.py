"""Players that learned by playing; they need numpy, which nothing below them knows."""
