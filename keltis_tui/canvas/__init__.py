"""Cells to paint on: canvas, text, themes, and the parts every screen shares."""
