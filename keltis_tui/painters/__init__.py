"""Pure functions that paint one part of a screen each."""
